// The clocks of a game: what each move cost, and since when the player to move has been thinking. What is left follows from that, so a move
// that is taken back gives its time back. A value: times go in, nothing happens by itself. `now` is that of the scheduler, in milliseconds.

import Engine

/// How much time players have.
nonisolated package struct TimeControl: Equatable, Hashable, Sendable {
    /// Minutes for all moves of a player.
    package let minutes: Int
    /// Seconds that each move adds.
    package let increment: Int

    /// The minutes and the seconds to choose from.
    package static let (minutes, increments) = ([1, 3, 5, 10], [0, 2, 5])

    /// One of those that can be chosen; nil for others.
    package init?(minutes: Int, increment: Int) {
        guard Self.minutes.contains(minutes), Self.increments.contains(increment) else { return nil }
        (self.minutes, self.increment) = (minutes, increment)
    }

    /// From its text, "3+2".
    package init?(text: some StringProtocol) {
        let numbers = text.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 2 else { return nil }
        self.init(minutes: numbers[0], increment: numbers[1])
    }

    /// Minutes and seconds per move: "3+2".
    package var text: String { "\(minutes)+\(increment)" }
}

/// Two clocks, of which that of the player to move runs.
struct GameClock: Equatable, Sendable {
    /// How much time there was.
    let control: TimeControl
    /// What each move cost, in milliseconds. The first one costs nothing and adds nothing.
    private(set) var costs: [Int] = []
    /// Since when the player to move has been thinking; nil while no clock runs.
    private(set) var since: Int?
    /// How long the player to move had been thinking when the game ended, or was left.
    private var lastTurn = 0

    /// Full clocks, which stand still.
    init(_ control: TimeControl) { self.control = control }

    /// Whether a clock runs.
    var isRunning: Bool { since != nil }
    /// The player to move.
    var mover: Player { Player.toMove(after: costs.count) }

    /// How much time a player has left; negative if it is up.
    func left(of player: Player, at now: Int) -> Int {
        before(player) - (player == mover ? spent(at: now) + lastTurn : 0)
    }

    /// What the player had left when the present turn began.
    func before(_ player: Player) -> Int {
        costs.indices.dropFirst().reduce(control.minutes * 60_000) { left, ply in
            Player.toMove(after: ply) == player ? left + control.increment * 1000 - costs[ply] : left
        }
    }

    /// How long the present turn has taken.
    func spent(at now: Int) -> Int { since.map { max(0, now - $0) } ?? 0 }

    /// The player to move has moved, which cost so much. No clock runs until the other one's starts.
    mutating func didMove(cost: Int) {
        costs.append(costs.isEmpty ? 0 : cost + lastTurn)
        (since, lastTurn) = (nil, 0)
    }

    /// The player to move has been thinking since then.
    mutating func run(since time: Int?) { since = costs.isEmpty ? nil : time }

    /// What a move cost was settled.
    mutating func settle(_ ply: Int, cost: Int) { if ply > 0 { costs[ply] = cost } }

    /// Moves were taken back, or did not count: their time is given back, and nobody has thought yet.
    mutating func takeBack(to count: Int) {
        costs = Array(costs.prefix(count))
        (since, lastTurn) = (nil, 0)
    }

    /// The game is over. `isUp`: the time of the player to move was.
    mutating func stop(isUp: Bool, at now: Int) {
        lastTurn = isUp ? before(mover) : min(lastTurn + spent(at: now), before(mover))
        since = nil
    }
}

// MARK: - As it is stored

extension GameClock {
    /// As text; `wall` is the time of day in milliseconds. Both it and `now` go on while the program does not run.
    func text(at now: Int, wall: Int) -> String {
        ([control.text] + [since ?? 0, wall, spent(at: now), lastTurn].map(String.init) + costs.map(String.init)).joined(
            separator: " ")
    }

    /// From that text. After a start of the machine (`isSameBoot` is false) only the time of day tells how long the turn has taken, but never
    /// less than was stored.
    init?(text: String, at now: Int, wall: Int, isSameBoot: Bool = true) {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard let control = words.first.flatMap(TimeControl.init), numbers.count >= 4, numbers.count == words.count - 1 else {
            return nil
        }
        self.init(control)
        (lastTurn, costs) = (numbers[3], Array(numbers.dropFirst(4)))
        let (since, spent) = (numbers[0], numbers[2])
        if since != 0 { self.since = isSameBoot && since <= now ? since : now - max(spent, spent + wall - numbers[1]) }
    }
}

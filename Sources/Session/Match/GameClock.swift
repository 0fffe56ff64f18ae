// The clocks of a game: how much time each player has, and what a turn costs. A value: times go in, nothing happens by itself. `now` is
// that of the scheduler, in milliseconds.
//
// The first move costs nothing. Between two programs the receiver of a move decides what it cost: the larger of what the sender claims and
// what the receiver measured, less what the network may have taken (`lag`). Both then know the same, because the receiver says what is left.

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
package struct GameClock: Equatable, Sendable {
    /// How much time there was.
    package let control: TimeControl
    /// What is left to each player without the present turn, in milliseconds.
    private var left: [Int]
    /// How much of a lost connection does not count, for each player.
    private var allowance = [Self.allowance, Self.allowance]
    /// How much lag is still made up for, for each player.
    private var lag = [Self.lag, Self.lag]
    /// Since when the player to move has been thinking; nil while no clock runs.
    private var since: Int?
    /// Since when the players have lost each other; nil while they have not.
    private var lostSince: Int?

    /// How long a lost connection stops the clock of the player to move: once in a game, in milliseconds.
    package static let allowance = 30_000
    /// How much lag is made up for in a game, and in one move.
    package static let (lag, lagPerMove) = (5_000, 1_000)

    /// Full clocks, which stand still.
    package init(_ control: TimeControl) {
        self.control = control
        left = [control.minutes * 60_000, control.minutes * 60_000]
    }

    /// Clocks with so many milliseconds left to the first and the second player.
    init(_ control: TimeControl, left: [Int], runsSince: Int?) {
        self.init(control)
        (self.left, since) = (left, runsSince)
    }

    /// Whether a clock runs.
    package var isRunning: Bool { since != nil }

    /// How much time a player has left, of whom `mover` is to move; negative if it is up.
    package func left(of player: Player, mover: Player, at now: Int) -> Int {
        left[player.rawValue] - (player == mover ? spent(by: mover, at: now) : 0)
    }

    /// How long the present turn has taken, without the time that a lost connection makes up for.
    package func spent(by mover: Player, at now: Int) -> Int {
        guard let since else { return 0 }
        let lost = lostSince.map { now - max($0, since) } ?? 0
        return now - since - min(max(0, lost), allowance[mover.rawValue])
    }

    /// What a move costs at the receiver: `claimed` is what the sender says.
    package mutating func cost(of mover: Player, claimed: Int, at now: Int) -> Int {
        let measured = spent(by: mover, at: now)
        let madeUp = min(max(0, measured - claimed), Self.lagPerMove, lag[mover.rawValue])
        lag[mover.rawValue] -= madeUp
        return max(claimed, measured - madeUp)
    }

    /// How much later than at the end of its time a player far away is out of time.
    package func grace(of mover: Player) -> Int { min(Self.lagPerMove, lag[mover.rawValue]) }

    /// A player moved, which cost so much. The other one's clock starts.
    package mutating func didMove(_ player: Player, cost: Int, at now: Int) {
        if since != nil { left[player.rawValue] += control.increment * 1000 - cost }
        since = now
        if lostSince != nil { lostSince = now }
    }

    /// The receiver of a player's move says what that player has left.
    package mutating func set(_ milliseconds: Int, for player: Player) { left[player.rawValue] = milliseconds }

    /// The turn begins anew: moves were taken back.
    package mutating func restart(at now: Int) { if since != nil { since = now } }

    /// The game is over.
    package mutating func stop(mover: Player, at now: Int) {
        left[mover.rawValue] = max(0, left[mover.rawValue] - spent(by: mover, at: now))
        since = nil
    }

    /// The players have lost each other.
    package mutating func didLose(at now: Int) { lostSince = lostSince ?? now }

    /// They have found each other. The time in between is made up for, as far as that goes.
    package mutating func didFind(mover: Player, at now: Int) {
        guard let lostSince else { return }
        self.lostSince = nil
        guard let since else { return }
        let madeUp = min(max(0, now - max(lostSince, since)), allowance[mover.rawValue])
        allowance[mover.rawValue] -= madeUp
        self.since = since + madeUp
    }
}

// MARK: - As it is stored

extension GameClock {
    /// As text; `wall` is the time of day in milliseconds, and goes on while the program does not run.
    package func text(at now: Int, wall: Int) -> String {
        let numbers = left + allowance + lag + [since.map { wall - (now - $0) } ?? 0]
        return control.text + numbers.map { " \($0)" }.joined()
    }

    /// From that text. The players had lost each other since the turn began, as far as anybody knows.
    package init?(text: String, at now: Int, wall: Int) {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard let control = words.first.flatMap(TimeControl.init), numbers.count == 7, words.count == 8 else { return nil }
        self.init(control)
        (left, allowance, lag) = (Array(numbers[0...1]), Array(numbers[2...3]), Array(numbers[4...5]))
        since = numbers[6] == 0 ? nil : now - max(0, wall - numbers[6])
        lostSince = since
    }
}

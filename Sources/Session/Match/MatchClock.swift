// The clocks of a match: they start with the second move, cost time, and end a game. The match says who is to move, and does what follows.
//
// A player's clock runs from the moment that the player's program has the opponent's move until it has stored the player's own, whatever
// happens. That program measures; the opponent's measures too, from the moment that the move was confirmed and as long as the two are connected.
// What a peer may take from our time, and what it may spend without being charged, is bounded (`trust`), so a program that lies gains no more.

import Engine
import Wire

/// The clocks of a match, and how far a peer's program is believed about them.
final class MatchClock {
    /// How much lag is made up for in one move and in a game, in milliseconds.
    static let (lagPerMove, lag) = (1_000, 5_000)
    /// How late after its time the opponent's program may say so itself before it is asked, and how late after that we say so, unless it is away.
    static let (grace, silence) = (2_000, 20_000)
    /// The longest that a move may be on its way before its receiver counts as silent, in milliseconds, on the local network.
    static let longestTrip = 3_000

    /// Called when the time of the player to move is up.
    var didRunOut: () -> Void = {}
    /// How much time players have in the next game; nil for games without clocks.
    var control: TimeControl?
    /// The clocks of the game on the board; nil without.
    private(set) var clocks: GameClock?
    /// Whether it is a peer's turn, and how long that has taken as far as we measured.
    private var turn: PeersTurn?
    /// What the peer says that its next move cost, after so many discs.
    private var claimed: (ply: Int, milliseconds: Int)?
    /// How much of its time the peer has not been charged in this game although we measured it, and how much of that was lag.
    private var (spared, lagSpared) = (0, 0)
    /// How much the peer has taken from our time in this game, more than we measured.
    private var overcharged = 0
    /// When we asked how long the peer has been to move, and whether for the second time; nil: it need not say so.
    private var asked: (at: Int, isAgain: Bool)?
    /// Goes off when the time of the player to move is up, and every second while it runs.
    private var flag: Cancellable?
    /// When that is due.
    private var due: Int?
    private let scheduler: Scheduler

    /// The turn of a player at another program.
    private struct PeersTurn {
        /// When it was sent our move.
        let sent: Int
        /// Whether its program has confirmed the move.
        var isConfirmed = false
        /// How long we have measured, without the present stretch.
        var measured = 0
        /// Since when that lasts; nil while the two are not connected.
        var since: Int?

        func measured(at now: Int) -> Int { measured + (since.map { max(0, now - $0) } ?? 0) }
    }

    /// No clocks yet.
    init(scheduler: Scheduler) { self.scheduler = scheduler }

    private var now: Int { scheduler.now }

    /// How many milliseconds a player has left; nil without clocks.
    func left(of player: Player) -> Int? { clocks.map { max(0, $0.left(of: player, at: now)) } }

    /// How much a peer may gain or take in a game, in milliseconds: what cannot be told from a slow network.
    var trust: Int { min(30_000, (clocks?.control.minutes ?? 0) * 15_000) }

    // MARK: A game

    /// Full clocks for a new game. They stand still until the first move.
    func reset() {
        clocks = control.map(GameClock.init)
        forgetTurn()
        (spared, lagSpared, overcharged) = (0, 0, 0)
    }

    /// A game without clocks is on the board.
    func remove() {
        clocks = nil
        forgetTurn()
    }

    private func forgetTurn() {
        (turn, claimed, asked) = (nil, nil, nil)
        stopFlag()
    }

    /// The first move was made before the clocks were known: the second player's runs from now on. `isPeers`: a peer's.
    func start(isPeers: Bool) {
        clocks?.didMove(cost: 0)
        beginTurn(isPeers: isPeers, isConfirmed: true)
    }

    /// Moves were taken back, and whoever is to move now knows that. `isPeers`: a peer.
    func takeBack(to count: Int, isPeers: Bool) {
        clocks?.takeBack(to: count)
        beginTurn(isPeers: isPeers, isConfirmed: true)
    }

    /// Moves that did not count are gone, and the game is over.
    func drop(to count: Int) { clocks?.takeBack(to: count) }

    /// The game is over. `isUp`: the time of the player to move was.
    func stop(isUp: Bool = false) {
        clocks?.stop(isUp: isUp, at: now)
        forgetTurn()
    }

    /// The match is over, and nobody's time goes on.
    func cancel() { if clocks?.isRunning == true { stop() } else { stopFlag() } }

    // MARK: A turn

    /// How much time the player to move has; negative if it is up.
    private var leftToMover: Int { clocks.map { $0.left(of: $0.mover, at: now) } ?? .max }
    /// Whether that is up.
    var isUp: Bool { leftToMover <= 0 }

    /// The player to move moves at this machine, and the other one, perhaps a peer, has to. Returns how many milliseconds it took; nil without clocks.
    func endTurn(nextIsPeers: Bool) -> Int? {
        guard let used = clocks?.spent(at: now) else { return nil }
        clocks?.didMove(cost: used)
        beginTurn(isPeers: nextIsPeers, isConfirmed: false)
        return used
    }

    /// The peer moves, after so many discs. Returns what that is charged; nil if its time was up or there are no clocks.
    func endPeersTurn(ply: Int) -> Int? {
        guard let clocks else { return nil }
        // The first move costs nothing.
        let turn = turn ?? PeersTurn(sent: now, isConfirmed: true)
        let claim = claimed.flatMap { $0.ply == ply ? $0.milliseconds : nil } ?? 0
        // Our programs confirm a move before they answer it.
        let measured = turn.isConfirmed ? turn.measured(at: now) : turn.measured + now - turn.sent
        let madeUp = min(max(0, measured - claim), Self.lagPerMove, Self.lag - lagSpared, trust - spared)
        let cost = clocks.costs.isEmpty ? 0 : max(claim, measured - madeUp)
        guard clocks.before(clocks.mover) > cost else { return nil }
        spared += madeUp
        lagSpared += madeUp
        self.clocks?.didMove(cost: cost)
        beginTurn(isPeers: false, isConfirmed: true)
        return cost
    }

    /// Somebody is to move: at this machine, where the clock runs from now on, or a peer, whose clock starts when its program has our move.
    private func beginTurn(isPeers: Bool, isConfirmed: Bool) {
        (claimed, asked) = (nil, nil)
        turn = isPeers ? PeersTurn(sent: now) : nil
        if isPeers && !isConfirmed { return stopFlag() }
        clocks?.run(since: now)
        turn?.isConfirmed = true
        turn?.since = now
        awaitFlag()
    }

    /// The peer's program has confirmed our last move, or must have read it long ago: its clock starts. It started there a moment earlier.
    func didConfirm() {
        guard clocks != nil, var turn, !turn.isConfirmed else { return }
        let trip = min(now - turn.sent, Self.longestTrip)
        let free = max(0, min(trip, trust - spared))
        spared += free
        turn.isConfirmed = true
        turn.since = now - (trip - free)
        self.turn = turn
        // Whoever confirms as late as that was silent, and nobody knows until when.
        let isLate = now - turn.sent > Self.lagPerMove
        clocks?.run(since: now - max(isLate ? 0 : trip / 2, trip - free))
        awaitFlag()
        if isLate { didSleep() }
    }

    // MARK: Time passes

    private func stopFlag() {
        flag?.cancel()
        (flag, due) = (nil, nil)
    }

    /// Waits for the end of the time of the player to move, or longer by `delay`, and looks every second whether this program was stopped. A peer
    /// says itself that its time is up, and has a moment for that.
    func awaitFlag(delay: Int = 0) {
        stopFlag()
        guard clocks?.isRunning == true else { return }
        let end = delay + (turn == nil ? 0 : Self.grace) + leftToMover
        let due = now + min(max(0, end), 1_000)
        self.due = due
        flag = scheduler.after(milliseconds: due - now) { [weak self] in
            guard let self else { return }
            flag = nil
            if scheduler.hasOverslept(due) { return noticeSleep() }
            self.due = nil
            if end <= 1_000 { didRunOut() } else { awaitFlag(delay: delay) }
        }
    }

    /// Whether the clocks stand while this program is stopped or the machine sleeps: both play at this machine.
    var standsStillAsleep = false
    /// Called when this program cannot know how long a peer's turn has taken: one of them was stopped.
    var didSleep: () -> Void = {}

    /// Nothing was measured while this program was stopped. It must be asked before anything that came meanwhile is read.
    func noticeSleep() {
        guard let due, scheduler.hasOverslept(due), let since = clocks?.since else { return }
        self.due = nil
        if standsStillAsleep || turn != nil { clocks?.run(since: since + now - due) }
        if let measuredSince = turn?.since {
            turn?.measured += max(0, due - measuredSince)
            turn?.since = now
        }
        awaitFlag()
        didSleep()
    }

    // MARK: What the programs tell each other

    /// The peer says what its next move cost, after so many discs.
    func didClaim(_ milliseconds: Int, ply: Int) { claimed = (ply, milliseconds) }

    /// The peer says what a move of ours cost: that counts if it is more than we measured, within bounds. Returns false if it says nothing new.
    func didCharge(_ milliseconds: Int, ply: Int, of game: Game, for me: Player) -> Bool {
        let age = game.moves.count - ply
        guard let ours = clocks?.costs.dropFirst(ply).first, 1...2 ~= age, Player.toMove(after: ply) == me, milliseconds > ours
        else { return false }
        overcharged += milliseconds - ours
        if isOvercharged { return true }
        clocks?.settle(ply, cost: milliseconds)
        awaitFlag()
        return true
    }

    /// Whether the peer has taken more of our time than lag explains.
    var isOvercharged: Bool { overcharged > trust }

    /// Whether the peer may be right that our time is up, of which we have so much.
    func mayBeUp(left: Int) -> Bool { overcharged + left <= max(trust, Self.grace) }

    /// Notes that the peer's program is asked how long it has been to move. Returns false where it need not be asked.
    func ask(isAgain: Bool) -> Bool {
        guard let clocks, turn?.isConfirmed == true else { return false }
        asked = (now, isAgain)
        if clocks.isRunning, isUp { awaitFlag(delay: Self.silence - Self.grace - leftToMover) }
        return true
    }

    /// Whether it was asked, and has not answered.
    var wasAsked: Bool { asked != nil }

    /// Whether its answer took so long that nobody knows how old it is: its program may have been stopped before it answered, or after.
    var isAnswerOld: Bool { asked.map { !$0.isAgain && now - $0.at > Self.lagPerMove } ?? false }

    /// It is away.
    func forgetQuestion() { asked = nil }

    /// Whether the time of the player to move is up, and nothing is awaited.
    var hasFallen: Bool { clocks?.isRunning == true && flag == nil && isUp }

    /// The peer says how long it has been to move: that counts if we could not measure it. Its time that was up stays so. Returns whether it is.
    func didHear(_ milliseconds: Int) -> Bool {
        guard let asked, let turn, let clocks else { return false }
        self.asked = nil
        let trip = min(now - asked.at, Self.longestTrip)
        if !clocks.isRunning || leftToMover >= -Self.grace {
            self.clocks?.run(since: now - max(milliseconds + trip / 2, turn.measured(at: now)))
        }
        awaitFlag()
        return isUp
    }

    /// How long our player has been to move.
    var spent: Int? { turn == nil ? clocks?.spent(at: now) : nil }

    // MARK: A lost connection

    /// The players have lost each other. What happens now we cannot measure; our own clock and, if it runs, the peer's go on.
    func didLose() {
        guard let turn else { return }
        self.turn?.measured = turn.measured(at: now)
        self.turn?.since = nil
        asked = nil
    }

    /// They have found each other. `isSame`: the board is what it was; `isPeers`: a peer is to move, who `isUnread`: has our move only when it says
    /// hello. `costs` is what each move cost, as both now know; our own may have become dearer. `isUp`: the game is over on time. Returns false if
    /// the peer takes more of our time than lag explains.
    func didFind(_ costs: [Int], isSame: Bool, isPeers: Bool, isUnread: Bool, isOver: Bool, isUp: Bool, for me: Player) -> Bool {
        guard let before = clocks else { return true }
        let common = min(before.costs.count, costs.count)
        for ply in 0..<common where Player.toMove(after: ply) == me { overcharged += max(0, costs[ply] - before.costs[ply]) }
        if isSame {
            for ply in 0..<common { clocks?.settle(ply, cost: costs[ply]) }
        } else {
            clocks?.takeBack(to: 0)
            for cost in costs { clocks?.didMove(cost: cost) }
        }
        if isOver {
            stop(isUp: isUp)
        } else if isPeers, isUnread {
            turn = PeersTurn(sent: now)
            stopFlag()
        } else if isPeers {
            var turn = turn ?? PeersTurn(sent: now)
            turn.isConfirmed = true
            turn.since = now
            self.turn = turn
            if !isSame || !before.isRunning { clocks?.run(since: now) }
            awaitFlag()
        } else if !isSame || turn != nil {
            beginTurn(isPeers: false, isConfirmed: true)
        }
        return !isOvercharged
    }

    // MARK: As it is stored

    /// The clocks of a game that is left, at this machine; empty without.
    var pausedText: String {
        guard var paused = clocks else { return "" }
        paused.stop(isUp: false, at: now)
        return paused.text(at: now, wall: 0)
    }

    /// The clocks of such a game go on.
    func goOn(from text: String) {
        clocks = GameClock(text: text, at: now, wall: 0)
        beginTurn(isPeers: false, isConfirmed: true)
    }

    /// The clocks as text; `wall` is the time of day in milliseconds. Empty without.
    func text(wall: Int) -> String {
        clocks.map { "\(spared) \(lagSpared) \(overcharged) " + $0.text(at: now, wall: wall) } ?? ""
    }

    /// The clocks of a stored game. `isPeers`: a peer is to move. `isSameBoot`: the machine has not been started since.
    func restore(_ text: String, wall: Int, isSameBoot: Bool, isPeers: Bool) {
        let words = text.split(separator: " ", maxSplits: 3)
        guard words.count == 4, let clocks = GameClock(text: String(words[3]), at: now, wall: wall, isSameBoot: isSameBoot) else {
            return
        }
        (spared, lagSpared, overcharged) = (Int(words[0]) ?? trust, Int(words[1]) ?? Self.lag, Int(words[2]) ?? 0)
        (self.clocks, control) = (clocks, clocks.control)
        turn = isPeers ? PeersTurn(sent: now, isConfirmed: clocks.isRunning) : nil
        awaitFlag()
    }
}

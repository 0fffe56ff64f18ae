// The clocks of a match: they start with the second move, cost time, and end a game. A peer's program and ours decide in the same way: the
// receiver of a move says what it cost (GameClock), and the sender believes that within bounds. The match says who is to move, and does
// what follows from it.

import Engine
import Wire

/// The clocks of a match, and how far a peer's program is believed about them.
final class MatchClock {
    /// How much the peer may take from our time more than we measured, in a game, in milliseconds: it cannot be told from lag.
    private static let trust = GameClock.allowance + GameClock.lag

    /// Called when the time of the player to move is up.
    var didRunOut: () -> Void = {}
    /// How much time players have in the next game; nil for games without clocks.
    var control: TimeControl?
    /// The clocks of the game on the board; nil without.
    var clocks: GameClock?
    /// What the peer says that its next move cost, after so many discs.
    private var claimed: (ply: Int, milliseconds: Int)?
    /// How much the peer has taken from our time in this game, more than we measured.
    private var overcharged = 0
    /// When the connection was lost; nil while it is there.
    private var lostAt: Int?
    /// Goes off when the time of the player to move is up.
    private var flag: Cancellable?
    private let scheduler: Scheduler

    /// No clocks yet.
    init(scheduler: Scheduler) { self.scheduler = scheduler }

    /// How many milliseconds a player has left, of whom `mover` is to move; nil without clocks.
    func left(of player: Player, mover: Player) -> Int? {
        clocks.map { max(0, $0.left(of: player, mover: mover, at: scheduler.now)) }
    }

    // MARK: A game

    /// Full clocks for a new game. They stand still until the first move.
    func reset() {
        clocks = control.map(GameClock.init)
        (claimed, overcharged) = (nil, 0)
        flag?.cancel()
    }

    /// The first move was made before the clocks were known: that of `mover` runs from now on.
    func start(with mover: Player, peer: Player?) {
        clocks?.didMove(mover.other, cost: 0, at: scheduler.now)
        awaitFlag(of: mover, peer: peer)
    }

    /// The turn of `mover` begins anew: moves were taken back.
    func restart(with mover: Player, peer: Player?) {
        clocks?.restart(at: scheduler.now)
        awaitFlag(of: mover, peer: peer)
    }

    /// The game is over. Whoever's time was up has none left.
    func stop(mover: Player, ending: GameEnding? = nil) {
        clocks?.stop(mover: mover, at: scheduler.now)
        if let loser = ending?.outOfTime ?? (ending == .drawnOnTime ? mover : nil) { clocks?.set(0, for: loser) }
        flag?.cancel()
    }

    /// The match is over.
    func cancel() { flag?.cancel() }

    // MARK: A turn

    /// Whether the time of the player to move is up.
    func isUp(for mover: Player) -> Bool {
        clocks.map { $0.left(of: mover, mover: mover, at: scheduler.now) <= 0 } ?? false
    }

    /// The player to move moves at this machine. Returns how many milliseconds that took; nil without clocks.
    func endTurn(of mover: Player) -> Int? {
        let now = scheduler.now
        guard let used = clocks?.spent(by: mover, at: now) else { return nil }
        clocks?.didMove(mover, cost: used, at: now)
        return used
    }

    /// The peer moves, after so many discs. Returns false if its time was up.
    func endPeersTurn(of mover: Player, ply: Int) -> Bool {
        guard var clocks else { return true }
        let now = scheduler.now
        let claim = claimed.flatMap { $0.ply == ply ? $0.milliseconds : nil } ?? 0
        let cost = clocks.cost(of: mover, claimed: claim, at: now)
        let isInTime = clocks.left(of: mover, mover: mover, at: now) + clocks.spent(by: mover, at: now) > cost
        if isInTime { clocks.didMove(mover, cost: cost, at: now) }
        self.clocks = clocks
        return isInTime
    }

    /// Waits for the end of the time of `mover`. The `peer` says so itself, and has a moment for that; nil: both play at this machine.
    func awaitFlag(of mover: Player, peer: Player?) {
        flag?.cancel()
        flag = nil
        guard let clocks, clocks.isRunning else { return }
        let grace = mover == peer ? clocks.grace(of: mover) : 0
        let left = clocks.left(of: mover, mover: mover, at: scheduler.now) + grace
        flag = scheduler.after(milliseconds: max(0, left)) { [weak self] in
            guard let self, let clocks = self.clocks, clocks.isRunning else { return }
            // A lost connection may have made up for some time since the timer was set.
            let isEarly = clocks.left(of: mover, mover: mover, at: scheduler.now) + grace > 0
            if isEarly { awaitFlag(of: mover, peer: peer) } else { didRunOut() }
        }
    }

    // MARK: What the programs tell each other

    /// What a peer has to read after its move; nil where there is nothing to say.
    func account(of game: Game, for me: Player) -> ClockMessage? {
        guard let left = left(of: me.other, mover: me), !game.moves.isEmpty, game.mover == me else { return nil }
        return .left(ply: game.moves.count - 1, milliseconds: left)
    }

    /// The peer says what its next move cost, after so many discs.
    func didClaim(_ milliseconds: Int, ply: Int) { claimed = (ply, milliseconds) }

    /// The peer says what our move left us: that counts if it is less than we measured. Returns false if it says nothing new.
    func didRead(_ milliseconds: Int, after ply: Int, of game: Game, for me: Player) -> Bool {
        let age = game.moves.count - ply
        guard let clocks, 1...2 ~= age, game.mover != me || age == 2 else { return false }
        let ours = clocks.left(of: me, mover: me.other, at: scheduler.now)
        if milliseconds > ours { return false }
        overcharged += ours - milliseconds
        if isOvercharged { return true }
        self.clocks?.set(milliseconds, for: me)
        awaitFlag(of: game.mover, peer: me.other)
        return true
    }

    /// Whether the peer has taken more of our time than lag explains.
    var isOvercharged: Bool { overcharged > Self.trust }

    /// Whether the peer may be right that our time is up, of which we have so much.
    func mayBeUp(left: Int) -> Bool { overcharged + left <= Self.trust }

    // MARK: A lost connection

    /// Whether a peer that was lost may be right that our time is up.
    func mayHaveRunOut(in game: Game, for me: Player) -> Bool {
        guard let clocks, game.mover == me else { return false }
        return overcharged + clocks.left(of: me, mover: me, at: scheduler.now) <= Self.trust + GameClock.allowance
    }

    /// The players have lost each other.
    func didLose(mover: Player, peer: Player?) {
        clocks?.didLose(at: scheduler.now)
        lostAt = scheduler.now
        awaitFlag(of: mover, peer: peer)
    }

    /// They have found each other. `count` moves were on our board before. `isOver`: the game is.
    func didFind(after count: Int, in game: Game, isOver: Bool, for me: Player) {
        let now = scheduler.now
        // Our last move may have been read only now.
        overcharged -= lostAt.map { now - $0 } ?? 0
        lostAt = nil
        let lastMover = game.mover.other
        if game.moves.count > count, lastMover != me, clocks?.isRunning == true {
            // The peer moved meanwhile; nobody else knows when.
            clocks?.didFind(mover: lastMover, at: now)
            let cost = clocks?.cost(of: lastMover, claimed: 0, at: now) ?? 0
            clocks?.didMove(lastMover, cost: cost, at: now)
        } else {
            clocks?.didFind(mover: game.mover, at: now)
        }
        if isOver { stop(mover: game.mover) } else { awaitFlag(of: game.mover, peer: me.other) }
    }

    // MARK: As it is stored

    /// The clocks as text; `wall` is the time of day in milliseconds. Empty without.
    func text(wall: Int) -> String { clocks?.text(at: scheduler.now, wall: wall) ?? "" }

    /// The clocks of a stored game.
    func restore(_ text: String, wall: Int) {
        clocks = GameClock(text: text, at: scheduler.now, wall: wall)
        control = clocks?.control
    }
}

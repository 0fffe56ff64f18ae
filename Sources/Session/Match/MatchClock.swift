// The clocks of a match: they start with the second move, cost time, and end a game. A peer's program and ours decide in the same way: the
// receiver of a move says what it cost (GameClock), and the sender believes that within bounds.

import Engine
import Wire

extension Match {
    /// How much the peer may take from our time more than we measured, in a game, in milliseconds: it cannot be told from lag.
    private static let trust = GameClock.allowance + GameClock.lag

    /// How many milliseconds a player has left; nil without clocks.
    package func timeLeft(of player: Player) -> Int? {
        clock.map { max(0, $0.left(of: player, mover: game.mover, at: environment.now)) }
    }

    /// Whether the clock of the player to move runs.
    package var isClockRunning: Bool { clock?.isRunning == true && !state.isOver && !isOver }

    // MARK: Our side

    /// Full clocks for a new game.
    func resetClock() {
        clock = timeControl.map(GameClock.init)
        (claimed, overcharged) = (nil, 0)
        awaitFlag()
    }

    /// Our move, or one of an opponent at this machine, ends a turn. Returns false if the time was up.
    func endTurn() -> Bool {
        guard let clock else { return true }
        let now = environment.now
        guard clock.left(of: game.mover, mover: game.mover, at: now) > 0 else {
            timeIsUp()
            return false
        }
        let used = clock.spent(by: game.mover, at: now)
        opponent.send(.used(ply: game.moves.count, milliseconds: used))
        self.clock?.didMove(game.mover, cost: used, at: now)
        return true
    }

    /// A peer's move ends its turn. Returns false if its time was up.
    func endPeersTurn() -> Bool {
        guard var clock else { return true }
        let (now, mover, ply) = (environment.now, game.mover, game.moves.count)
        let claim = claimed.flatMap { $0.ply == ply ? $0.milliseconds : nil } ?? 0
        let cost = clock.cost(of: mover, claimed: claim, at: now)
        self.clock = clock
        guard clock.left(of: mover, mover: mover, at: now) + clock.spent(by: mover, at: now) > cost else {
            timeIsUp()
            return false
        }
        clock.didMove(mover, cost: cost, at: now)
        self.clock = clock
        return true
    }

    /// Tells a peer what its last move has left it.
    func tellTimeLeft() {
        guard let clock, !game.moves.isEmpty, game.mover == me else { return }
        opponent.send(
            .left(ply: game.moves.count - 1, milliseconds: max(0, clock.left(of: me.other, mover: me, at: environment.now))))
    }

    /// Waits for the end of the time of the player to move. A peer says so itself, and has a moment for that.
    func awaitFlag() {
        flag?.cancel()
        flag = nil
        guard let clock, isClockRunning else { return }
        let grace = opponent.permissions.canBreakOff && game.mover != me ? clock.grace(of: game.mover) : 0
        let left = clock.left(of: game.mover, mover: game.mover, at: environment.now) + grace
        flag = environment.after(milliseconds: max(0, left)) { [weak self] in self?.flagFell(grace: grace) }
    }

    /// A lost connection may have made up for some time since the timer was set.
    private func flagFell(grace: Int) {
        guard let clock, isClockRunning else { return }
        if clock.left(of: game.mover, mover: game.mover, at: environment.now) + grace > 0 { return awaitFlag() }
        timeIsUp()
    }

    private func timeIsUp() {
        let ply = game.moves.count
        let isSenders = game.mover == me
        decide(.timeUp(of: game.mover, in: game))
        opponent.send(.timeUp(ply: ply, isSenders: isSenders))
        send(.decided)
    }

    // MARK: What a peer says

    func didReceive(_ message: ClockMessage) {
        guard clock != nil else { return }
        switch message {
        case .used(let ply, let milliseconds): claimed = (ply, milliseconds)
        case .left(let ply, let milliseconds): didReadTimeLeft(milliseconds, after: ply)
        case .timeUp(let ply, true):
            guard isAbout(ply) else { return }
            end(with: .timeUp(of: me.other, in: game))
        case .timeUp(let ply, false):
            guard let left = timeLeft(of: me), isAbout(ply) else { return }
            if overcharged + left > Self.trust { return leave(dueTo: .wrongTime) }
            end(with: .timeUp(of: me, in: game))
        }
    }

    private func end(with ending: GameEnding) {
        decide(ending)
        send(.decided)
    }

    /// The receiver of our move says what it left us.
    private func didReadTimeLeft(_ milliseconds: Int, after ply: Int) {
        guard let clock, 1...2 ~= game.moves.count - ply, game.mover != me || game.moves.count - ply == 2 else { return }
        let ours = clock.left(of: me, mover: me.other, at: environment.now)
        if milliseconds > ours { return }
        overcharged += ours - milliseconds
        if overcharged > Self.trust { return leave(dueTo: .wrongTime) }
        self.clock?.set(milliseconds, for: me)
        awaitFlag()
        send(.opponentChanged)
    }

    // MARK: A lost connection

    /// Whether a peer may be right that our time is up.
    var isTimeUpPossible: Bool {
        guard let clock, game.mover == me else { return false }
        return overcharged + clock.left(of: me, mover: me, at: environment.now) <= Self.trust + GameClock.allowance
    }

    /// The players have lost each other.
    func clockDidLose() {
        clock?.didLose(at: environment.now)
        lostAt = environment.now
        awaitFlag()
    }

    /// The peer is there again and reads what the turns cost. What it did meanwhile may have taken more time than it had.
    func settleClock() {
        guard let clock, !state.isOver else { return }
        guard !game.moves.isEmpty, game.mover == me, clock.left(of: me.other, mover: me, at: environment.now) <= 0 else {
            return tellTimeLeft()
        }
        opponent.send(.timeUp(ply: game.moves.count, isSenders: false))
        end(with: .timeUp(of: me.other, in: game))
    }

    /// They have found each other, after `count` moves were on our board.
    func clockDidFind(after count: Int) {
        let now = environment.now
        // Our last move may have been read only now.
        overcharged -= lostAt.map { now - $0 } ?? 0
        lostAt = nil
        let lastMover: Player = game.mover.other
        if game.moves.count > count, lastMover != me, clock?.isRunning == true {
            // The peer moved meanwhile; nobody else knows when.
            clock?.didFind(mover: lastMover, at: now)
            let cost = clock?.cost(of: lastMover, claimed: 0, at: now) ?? 0
            clock?.didMove(lastMover, cost: cost, at: now)
        } else {
            clock?.didFind(mover: game.mover, at: now)
        }
        if state.isOver { clock?.stop(mover: game.mover, at: now) }
        awaitFlag()
    }
}

// A match as it is stored, and how it goes on after the connection or the program has ended.

import Engine
import Wire

// MARK: - What is stored

extension Match {
    /// Stores the game as it stands and what is needed to resume it, before this returns.
    func save() {
        note()
        recorder.save()
    }

    /// The same a moment later.
    func note(because reason: EndingReason? = nil) {
        recorder.note(record(because: reason ?? EndingReason(series.ending)), session)
    }

    /// The number of the stored game; nil before its first move, or where it could not be stored.
    package func saveRecord() -> Int? {
        recorder.save()
        return recorder.id
    }

    /// The game on the board; nil before its first move.
    private func record(because reason: EndingReason) -> GameRecord? {
        guard isStored, series.hasMoves || recorder.hasRecord else { return nil }
        let opponent = opponent.state
        return GameRecord(
            kind: opponent.kind, opponent: opponent.name, level: opponent.level, isFirst: me == .first, digits: game.digits,
            result: GameResult(of: game, ending: series.ending), reason: reason)
    }

    /// What is needed to resume the game; nil until both have moved.
    private var session: ResumableGame? {
        guard series.haveBothMoved, var session = recorder.session ?? recorder.offered else { return nil }
        session.opponent = opponent.state.name
        session.name = name
        if session.endpoint?.isAtRelay == true { session.relay = environment.relayURL.hidingPassword() }
        session.tally = series.earlier
        session.undoAsked = consent.undoAsked
        session.drawOffered = consent.offeredDraw
        session.clock = clock.text(wall: environment.wallClock)
        session.isWatchable = spectators.areAllowed
        (session.spectatorCode, session.spectatorRoom) = (spectators.code, spectators.room)
        session.mayHaveCrossed = series.mayHaveCrossed
        session.history = series.history(isHost: session.isHost, allowed: consent.allowed)
        return session
    }
}

// MARK: - After the program has ended

extension Match {
    /// A match that was interrupted in an earlier run; `reconnect` follows. Nil where the stored moves are no game, or not both
    /// players have moved.
    package convenience init?(resuming broken: BrokenGame, name: String, environment: Environment, history: Archive) {
        let session = broken.session
        guard let game = try? Game(digits: session.history.digits), session.history.haveBothMoved else { return nil }
        self.init(
            with: AbsentOpponent(name: session.opponent, isSealed: session.isSealed), name: name, environment: environment,
            history: history)
        series.take(session, game)
        consent = Consent(session)
        clock.restore(session.clock, wall: environment.wallClock)
        spectators.areAllowed = session.isWatchable
        (spectators.code, spectators.room) = (session.spectatorCode, session.spectatorRoom)
        recorder.begin(id: broken.game)
        recorder.note(nil, session)
    }
}

// MARK: - After the connection was lost

extension Match {
    /// Looks for the opponent for `seconds`.
    package func reconnect(for seconds: Int = ResumableGame.timeout) {
        opponent = AbsentOpponent(opponent.state)
        clock.didLose(mover: game.mover, peer: peer)
        note()
        recorder.note(.broken)
        guard let session = recorder.session else { return }
        if session.isHost { reachability = reachability ?? session.endpoint.flatMap(environment.keepReachable) }
        consent.forgetQuestions()
        let reconnection = Reconnection(
            session, title: session.waitingTitle, seconds: seconds,
            relay: session.endpoint?.isAtRelay == true ? environment.broker : nil, environment: environment)
        reconnection.didTick = { [weak self] in self?.send(.isLooking) }
        reconnection.didFind = { [weak self] in self?.didFind($0, on: $1) }
        let isUnknown = session.history.mayBeUnknownToHost
        reconnection.didFail = { [weak self] reason in
            // A host that has gone may come back.
            if reason == .connectionDropped || reason == .seatGivenUp && isUnknown { self?.end(because: .disconnected(.closed)) }
        }
        self.reconnection = reconnection
        send(.lost)
        reconnection.start()
    }

    func goOn(with common: CommonHistory, of session: ResumableGame, against controller: GameController) {
        stopReconnecting()
        let isAnother = common.history.game > series.number
        // The opponent saw the end of our game and began another one: stores how ours ended.
        if isAnother, series.finish(with: common.history.before, common.history.endingBefore) {
            note()
            recorder.begin(id: nil)
            series.countGame()
        }
        let count = game.moves.count
        let session = session.goingOn(with: common.history, tally: series.earlier)
        opponent = controller
        series.take(session, common.game)
        consent.forgetDraw()
        consent.allowed = common.history.allowed
        if isAnother {
            clock.reset()
        } else {
            clock.didFind(after: count, in: game, isOver: state.isOver, for: me)
        }
        recorder.note(nil, session)
        save()
        send(.resumed(isAnotherGame: isAnother))
        follow(controller)
        settleClock()
    }
}

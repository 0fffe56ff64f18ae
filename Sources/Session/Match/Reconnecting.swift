// The connection is lost, and the opponent is looked for: what is kept so that it can be found, the countdown, and how the game goes
// on. How two find each other it leaves to Reconnector, what both go on with to CommonHistory.

import Engine
import Wire

/// The time without the opponent.
package struct Reconnecting {
    fileprivate let reconnector: Reconnector
    /// When it ends, by the machine's clock, in milliseconds.
    package let end: Int
    fileprivate var tick: Cancellable?
    /// Set while the opponent is there, and has a move of ours that this machine lost: the player says whether it counts.
    package fileprivate(set) var lostMove: LostMove?
}

/// A move of ours that only the opponent has.
package struct LostMove {
    /// The move.
    package let move: Int
    /// The opponent, to whom nobody listens yet.
    fileprivate let controller: GameController
    fileprivate let take: () -> Void
}

/// A session that begins once both have moved: until then there is nothing that either side would miss, and nobody is looked for.
struct OfferedSession {
    fileprivate var session: ResumableGame
    /// Whether both have it: it was on its way to the guest for a while.
    fileprivate var isKnown: Bool
}

// MARK: - What can be taken up

extension Match {
    /// A game that broke off while the program was away; `reconnect` follows. Nil where what was kept is no game, or none in
    /// which both have moved.
    package convenience init?(
        takingUp broken: BrokenGame, name: String, machine: Machine, history: GameHistory
    ) {
        let session = broken.session
        guard let game = try? Game(digits: session.history.digits) else { return nil }
        // One in which only one side has moved is not looked for by the other.
        guard game.moves.count > 1 || session.history.game > 1 || session.history.takeBacks > 0 else { return nil }
        self.init(
            with: AbsentOpponent(name: session.opponent, isSealed: session.isSealed), name: name,
            machine: machine,
            history: history)
        self.game = game
        haveBothMoved = true
        sit(by: session)
        consent.asked = session.undoAsked.map { Consent.Question(topic: .undo, ply: $0) }
        recorder.begin(id: broken.game)
        recorder.note(session)
    }

    /// Both can take the game up again: the host says by what.
    func openSession(on controller: GameController) {
        guard controller.isHost, recorder.session == nil, offered == nil else { return }
        let secret = SessionSecret(
            id: machine.randomBytes(SessionSecret.idLength), key: SecretBytes(machine.randomBytes(SessionSecret.keyLength)))
        controller.open(secret)
        var session = ResumableGame(
            secret: secret, isHost: true, opponent: opponentName, endpoint: controller.origin.endpoint ?? endpoint)
        session.isSealed = controller.isSealed
        offered = OfferedSession(session: session, isKnown: false)
    }

    /// The host has said by what. Once: the game has one key.
    func joinSession(_ secret: SessionSecret, version: Int, on controller: GameController) {
        guard !controller.isHost else { return }
        if (recorder.session ?? offered?.session)?.secret ?? secret != secret { return }
        let version = Resumption.Version(rawValue: min(version, Resumption.Version.latest.rawValue)) ?? .first
        if version != .first { controller.confirm(version) }
        guard recorder.session == nil else { return }
        var session = ResumableGame(
            secret: secret, isHost: false, opponent: opponentName, endpoint: controller.origin.endpoint)
        session.isSealed = controller.isSealed
        session.version = version
        offered = OfferedSession(session: session, isKnown: true)
        noteSession()
    }

    /// The guest has it, and says how it takes the game up.
    func didAgree(on version: Int) {
        guard let version = Resumption.Version(rawValue: version) else { return }
        if var session = recorder.session, session.isHost {
            session.version = version
            recorder.note(session)
        } else if offered?.session.isHost == true {
            offered?.session.version = version
            offered?.isKnown = true
            noteSession()
        }
    }

    /// So the guest has it, unless that was lost on its way: a program of before says nothing else of it.
    func peerHasMoved(on controller: GameController) {
        guard let offered, offered.session.isHost, !offered.isKnown else { return }
        controller.open(offered.session.secret)
        self.offered?.isKnown = true
    }

    /// The game as it stands can be taken up.
    func noteSession() {
        let haveBothMoved = game.moves.count > 1 || series.game > 1 || series.takeBacks > 0
        let begun = offered.flatMap { $0.isKnown && haveBothMoved ? $0.session : nil }
        guard var session = recorder.session ?? begun else { return }
        offered = nil
        session.opponent = opponentName
        session.name = name
        session.tally = series.tally
        session.undoAsked = consent.undoAsked
        session.history = SessionHistory(
            game: series.game, isHostFirst: (me == .first) == session.isHost, takeBacks: series.takeBacks, digits: game.digits,
            before: series.before, allowed: consent.allowed)
        recorder.note(session)
    }

    /// The player leaves: the game is saved where the opponent is looked for, and over where it was told goodbye.
    func leaveSession() {
        if reconnecting == nil { return recorder.forgetSession() }
        stopReconnecting()
        change(to: .saved)
    }

    private func change(to state: ResumableGame.State) {
        guard var session = recorder.session else { return }
        session.state = state
        recorder.note(session)
    }

    /// We are who we were in the present game of a session, and its score is ours.
    private func sit(by session: ResumableGame) {
        series = MatchSeries(session)
        tally = session.tally
        me = session.isHost == session.history.isHostFirst ? .first : .second
        if state.isOver { tally.count(state) }
    }
}

// MARK: - Looking for the opponent

extension Match {
    /// The connection is lost: the opponent is looked for, for so many seconds.
    package func reconnect(for seconds: Int = ResumableGame.timeout) {
        stopWaitingForHost()
        seat = AbsentOpponent(name: opponentName, isSealed: seat.isSealed)
        noteSession()
        change(to: .broken)
        guard let session = recorder.session else { return }
        consent.forgetQuestions()
        consent.isPossible = false
        let reconnector = Reconnector(session, title: waitingTitle(session), environment: machine, delegate: self)
        reconnecting = Reconnecting(reconnector: reconnector, end: machine.now + seconds * 1000)
        tell(.lost)
        reconnector.start()
        awaitTick()
    }

    /// For how many seconds more the opponent is looked for.
    package var secondsLeft: Int { max(0, (reconnecting?.end ?? 0) - machine.now + 999) / 1000 }

    /// The search is over, whatever it led to.
    func stopReconnecting() {
        reconnecting?.lostMove?.controller.close()
        reconnecting?.reconnector.cancel()
        reconnecting?.tick?.cancel()
        reconnecting = nil
    }

    /// The player does not want to find the opponent any more.
    package func giveUp() {
        reconnecting?.lostMove?.controller.disconnect(because: .left)
        stopReconnecting()
        recorder.forgetSession()
    }

    private func awaitTick() {
        guard let reconnecting else { return }
        let left = reconnecting.end - machine.now
        guard left > 0 else { return end(because: .disconnected(.closed)) }
        self.reconnecting?.tick = machine.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
            guard let self else { return }
            tell(.isLooking)
            awaitTick()
        }
    }
}

// MARK: - Found

extension Match: ReconnectorDelegate {
    /// A host that never saw our first move has no game to take up, and waits for the next guest.
    package func reconnectorDidFindAnotherGame(_ reconnector: Reconnector) {
        guard reconnecting != nil, game.moves.count <= 2, series.game == 1, series.takeBacks == 0 else { return }
        end(because: .disconnected(.closed))
    }

    package func reconnector(_ reconnector: Reconnector, didFind history: SessionHistory, on connection: PacketConnection) {
        guard reconnecting != nil else { return connection.close() }
        let session = reconnector.session
        do throws(HistoryMistake) {
            let common = try CommonHistory(of: session, and: history)
            let controller = GameController(
                connection.handOver(), isHost: session.isHost, name: name, opponent: session.opponent,
                isKnown: true)
            guard let move = common.lostMove else { return takeUp(common, of: session, with: controller) }
            reconnecting?.tick?.cancel()
            reconnecting?.lostMove = LostMove(move: move, controller: controller) { [weak self] in
                self?.takeUp(common, of: session, with: controller)
            }
            tell(.foundLostMove(move))
        } catch {
            connection.send(.control(.bye(.rules)))
            connection.close()
            end(because: .impossibleHistory)
        }
    }

    /// The player knows the move that this machine lost: it counts.
    package func takeLostMove() {
        guard let lostMove = reconnecting?.lostMove else { return }
        reconnecting?.lostMove = nil
        lostMove.take()
    }

    /// The game goes on.
    private func takeUp(_ common: CommonHistory, of session: ResumableGame, with controller: GameController) {
        stopReconnecting()
        var session = session
        let isAnother = common.history.game > series.game
        if isAnother { finishGame(common.history.before) }
        session.history = common.history
        session.tally = series.tally
        session.state = .playing
        session.undoAsked = nil
        session.mayLackMove = false
        endpoint = session.endpoint
        seat = controller
        game = common.game
        sit(by: session)
        forgetTakenBack()
        consent.allowed = common.history.allowed
        recorder.note(session)
        note()
        recorder.save()
        tell(.resumed(isAnother ? .anotherGame : .sameGame))
        controller.sit(at: self)
    }

    /// The opponent saw the end of the game and began another: so this is how it ended.
    private func finishGame(_ notation: String) {
        guard let last = try? Game(digits: notation) else { return }
        game = last
        tally = series.tally
        tally.count(state)
        note()
        recorder.begin(id: nil)
        series.begin(after: notation, tally: tally)
    }
}

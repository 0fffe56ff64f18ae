// The time after a lost connection: the search for the opponent, its countdown, and what the match goes on with. Reconnector finds the
// opponent, CommonHistory judges what it reports.

import Engine
import Wire

/// One search for the opponent of an interrupted match.
package final class Reconnection {
    /// What a search reports.
    enum Event {
        /// A second has passed.
        case tick
        /// The opponent is back and has this move of ours, which this machine lost. `takeLostMove` accepts it.
        case foundLostMove(Int)
        /// The opponent is back at `controller`, and the match goes on with this history.
        case found(CommonHistory, ResumableGame, GameController)
        /// The search is over without the opponent.
        case failed(MatchEnd)
    }

    /// Whether this machine has no connection to the relay over which the opponent is looked for.
    package private(set) var isCutOff = false
    /// The move of ours that only the opponent has, while the player decides about it.
    package private(set) var lostMove: Int?

    private let name: String
    private let terms: GameTerms
    private let environment: Match.Environment
    /// When the search ends, in milliseconds of the scheduler's clock.
    private let end: Int
    private let send: (Event) -> Void
    /// Whether the opponent may be right that our time is up.
    var isTimeUpPossible: () -> Bool = { false }
    private var reconnector: Reconnector?
    private var tick: Cancellable?
    private var watch: Cancellable?
    private let isAtRelay: Bool
    /// The opponent that has the lost move. It is not read yet.
    private var waiting: GameController?
    private var takeWaiting: () -> Void = {}

    /// A search for `seconds`, as the player called `name`; `start` begins it. A host is listed as `title`.
    init(
        _ session: ResumableGame, title: String, name: String, terms: GameTerms, seconds: Int,
        environment: Match.Environment,
        send: @escaping (Event) -> Void
    ) {
        self.name = name
        self.terms = terms
        self.environment = environment
        self.send = send
        end = environment.now + seconds * 1000
        isAtRelay = session.endpoint.flatMap(RelayEndpoint.init) != nil
        let reconnector = Reconnector(session, title: title, environment: environment)
        self.reconnector = reconnector
        reconnector.didFind = { [weak self] in self?.didFind($0, on: $1) }
        reconnector.didFindAnotherGame = { [weak self] in self?.didFindAnotherGame() }
    }

    /// For how many more seconds the opponent is looked for.
    package var secondsLeft: Int { max(0, end - environment.now + 999) / 1000 }

    /// The game was decided meanwhile.
    func note(_ history: MatchHistory) { reconnector?.note(history) }

    /// Starts the search and the countdown.
    func start() {
        reconnector?.start()
        if isAtRelay { watch = environment.broker.watch { [weak self] in self?.receive($0) } }
        awaitTick()
    }

    /// Ends the search and closes what it opened.
    func cancel() {
        waiting?.link.close()
        waiting = nil
        reconnector?.cancel()
        reconnector = nil
        tick?.cancel()
        watch?.cancel()
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: return
        case .connected: isCutOff = false
        case .trouble: isCutOff = true
        }
        send(.tick)
    }

    /// Tells an opponent that was found that the player leaves, and ends the search.
    func giveUp() {
        waiting?.disconnect(because: .left)
        cancel()
    }

    /// The player accepts the lost move.
    package func takeLostMove() {
        guard waiting != nil else { return }
        waiting = nil
        lostMove = nil
        takeWaiting()
    }

    private func awaitTick() {
        let left = end - environment.now
        guard left > 0 else { return send(.failed(.disconnected(.closed))) }
        tick = environment.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
            guard let self else { return }
            send(.tick)
            awaitTick()
        }
    }
}

extension Reconnection {
    /// A host that never received our first move has no game to resume, and waits for its next guest.
    private func didFindAnotherGame() {
        guard let history = reconnector?.session.history, history.digits.utf8.count <= 2, history.game == 1,
            history.takeBacks == 0
        else { return }
        send(.failed(.disconnected(.closed)))
    }

    private func didFind(_ history: MatchHistory, on connection: Link) {
        guard let reconnector else { return connection.close() }
        var session = reconnector.session
        session.isTimeUpPossible = isTimeUpPossible()
        do throws(HistoryMistake) {
            let common = try CommonHistory(of: session, and: history)
            let controller = GameController(
                connection, isHost: session.isHost, name: name, opponent: session.opponent, isKnown: true,
                terms: terms)
            guard let move = common.lostMove else { return send(.found(common, session, controller)) }
            tick?.cancel()
            lostMove = move
            waiting = controller
            takeWaiting = { [send] in send(.found(common, session, controller)) }
            send(.foundLostMove(move))
        } catch {
            connection.send(.control(.bye(.rules)))
            connection.close()
            send(.failed(.impossibleHistory))
        }
    }
}

// MARK: - What is stored

extension ResumeToken {
    /// A token for a new game.
    static func random(_ environment: Cryptography) -> ResumeToken {
        ResumeToken(id: environment.randomBytes(idLength), key: SecretBytes(environment.randomBytes(keyLength)))
    }
}

extension MatchHistory {
    /// Until both players have moved there is nothing to resume, and neither looks for the other.
    var haveBothMoved: Bool { digits.utf8.count > 1 || game > 1 || takeBacks > 0 }
}

extension Match {
    /// A match that was interrupted in an earlier run; `reconnect` follows. Nil where the stored moves are no game, or not both
    /// players have moved.
    package convenience init?(resuming broken: BrokenGame, name: String, environment: Environment, history: GameHistory) {
        let session = broken.session
        guard let game = try? Game(digits: session.history.digits), session.history.haveBothMoved else { return nil }
        self.init(
            with: AbsentOpponent(name: session.opponent, isSealed: session.isSealed), name: name, environment: environment,
            history: history)
        take(session, game)
        consent.asked = session.undoAsked.map { Consent.Question(topic: .undo, ply: $0) }
        consent.offeredDraw = session.drawOffered
        clock = GameClock(text: session.clock, at: environment.now, wall: environment.wallClock)
        timeControl = clock?.control
        (isWatchable, spectatorCode, spectatorRoom) = (session.isWatchable, session.spectatorCode, session.spectatorRoom)
        recorder.begin(id: broken.game)
        recorder.note(session)
    }

    /// The series up to now, as two peers compare it after a lost connection. `isHost`: we are the host.
    func history(isHost: Bool) -> MatchHistory {
        MatchHistory(
            game: series.number, isHostFirst: (me == .first) == isHost, takeBacks: series.takeBacks, digits: game.digits,
            ending: ending, before: series.before, endingBefore: series.endingBefore, allowed: consent.allowed)
    }

    /// Stores what is needed to resume the game as it stands, once both have moved.
    func noteSession() {
        guard var session = recorder.session ?? recorder.offered else { return }
        session.opponent = opponent.name
        session.name = name
        if session.endpoint.flatMap(RelayEndpoint.init) != nil { session.relay = environment.relayURL.hidingPassword() }
        session.tally = series.tally
        session.undoAsked = consent.undoAsked
        session.drawOffered = consent.offeredDraw
        session.clock = clock?.text(at: environment.now, wall: environment.wallClock) ?? ""
        (session.isWatchable, session.spectatorCode, session.spectatorRoom) = (isWatchable, spectatorCode, spectatorRoom)
        session.mayHaveCrossed = series.mayHaveCrossed
        session.history = history(isHost: session.isHost)
        if session.history.haveBothMoved { recorder.note(session) }
    }

    private func take(_ session: ResumableGame, _ game: Game) {
        self.game = game
        ending = session.history.ending
        takenBack = []
        series = MatchSeries(session)
        me = session.isHost == session.history.isHostFirst ? .first : .second
    }
}

// MARK: - The search

extension Match {
    /// Looks for the opponent for `seconds`.
    package func reconnect(for seconds: Int = ResumableGame.timeout) {
        opponent = AbsentOpponent(name: opponent.name, address: opponent.address, isSealed: opponent.isSealed)
        clockDidLose()
        noteSession()
        recorder.note(.broken)
        guard let session = recorder.session else { return }
        if session.isHost { keepReachable(session.endpoint) }
        consent.forgetQuestions()
        let reconnection = Reconnection(
            session, title: waitingTitle(session), name: name,
            terms: GameTerms(isYellowFirst: isYellowFirst, timeControl: timeControl, isWatchable: isWatchable), seconds: seconds,
            environment: environment
        ) { [weak self] in self?.didReceive($0) }
        reconnection.isTimeUpPossible = { [weak self] in self?.isTimeUpPossible == true }
        self.reconnection = reconnection
        send(.lost)
        reconnection.start()
    }

    private func didReceive(_ event: Reconnection.Event) {
        switch event {
        case .tick: send(.isLooking)
        case .foundLostMove(let column): send(.foundLostMove(column))
        case .found(let common, let session, let controller): goOn(with: common, of: session, against: controller)
        case .failed(let reason): end(because: reason)
        }
    }

    /// Ends the search.
    func stopReconnecting() {
        reconnection?.cancel()
        reconnection = nil
    }

    /// The player gives the opponent up.
    package func giveUp() {
        reconnection?.giveUp()
        reconnection = nil
        recorder.forgetSession()
    }

    private func goOn(with common: CommonHistory, of session: ResumableGame, against controller: GameController) {
        stopReconnecting()
        var session = session
        let isAnother = common.history.game > series.number
        if isAnother { finishGame(common.history.before, common.history.endingBefore) }
        session.history = common.history
        session.tally = series.tally
        session.state = .playing
        session.undoAsked = nil
        session.drawOffered = nil
        consent.offeredDraw = nil
        // Our history was sent before the last message of the handshake: the opponent knows of our new game.
        session.mayHaveCrossed = false
        session.mayLackMove = false
        opponent = controller
        let count = game.moves.count
        take(session, common.game)
        if isAnother { resetClock() } else { clockDidFind(after: count) }
        consent.allowed = common.history.allowed
        recorder.note(session)
        note()
        recorder.save()
        send(.resumed(isAnother ? .anotherGame : .sameGame))
        follow(controller)
        settleClock()
    }

    /// The opponent saw the end of our game and began another one: stores how ours ended.
    private func finishGame(_ digits: String, _ ending: GameEnding?) {
        guard let last = try? Game(digits: digits) else { return }
        (game, self.ending) = (last, ending)
        note()
        recorder.begin(id: nil)
        series.begin(after: digits, ending, tally: tally)
    }
}

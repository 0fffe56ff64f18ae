// The time after a lost connection: the search for the opponent, and its countdown. Reconnector finds the opponent, CommonHistory judges
// what it reports.

import Engine
import Wire

/// One search for the opponent of an interrupted match.
final class Reconnection {
    /// Called when a second has passed, or the connection to the relay has changed.
    var didTick: () -> Void = {}
    /// Called when the opponent is back and has this move of ours, which this machine lost. `takeLostMove` accepts it.
    var didFindLostMove: (Int) -> Void = { _ in }
    /// Called when the opponent is back, and the match goes on with this history.
    var didFind: (CommonHistory, ResumableGame, GameController) -> Void = { _, _, _ in }
    /// Called when the search is over without the opponent.
    var didFail: (MatchEnd) -> Void = { _ in }

    /// Whether this machine has no connection to the relay over which the opponent is looked for.
    private(set) var isCutOff = false
    /// The move of ours that only the opponent has, while the player decides about it.
    private(set) var lostMove: Int?

    private let name: String
    private let terms: GameTerms
    private let environment: Match.Environment
    /// When the search ends, in milliseconds of the scheduler's clock.
    private let end: Int
    /// Whether the opponent may be right that our time is up.
    var isTimeUpPossible: () -> Bool = { false }
    private var reconnector: Reconnector?
    private var tick: Cancellable?
    private var watch: Cancellable?
    private let isAtRelay: Bool
    /// The opponent that has the lost move. Nothing that it sends is read until the player has decided.
    private var waiting: GameController?
    private var takeWaiting: () -> Void = {}

    /// A search for `seconds`, as the player called `name`; `start` begins it. A host is listed as `title`.
    init(
        _ session: ResumableGame, title: String, name: String, terms: GameTerms, seconds: Int,
        environment: Match.Environment
    ) {
        self.name = name
        self.terms = terms
        self.environment = environment
        end = environment.now + seconds * 1000
        isAtRelay = session.endpoint.flatMap(RelayEndpoint.init) != nil
        let reconnector = Reconnector(session, title: title, environment: environment)
        self.reconnector = reconnector
        reconnector.didFind = { [weak self] in self?.receive($0, on: $1) }
        reconnector.didFindAnotherGame = { [weak self] in self?.didFindAnotherGame() }
    }

    /// For how many more seconds the opponent is looked for.
    var secondsLeft: Int { max(0, end - environment.now + 999) / 1000 }

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
        didTick()
    }

    /// Tells an opponent that was found that the player leaves, and ends the search.
    func giveUp() {
        waiting?.disconnect(because: .left)
        cancel()
    }

    /// The player accepts the lost move.
    func takeLostMove() {
        guard waiting != nil else { return }
        waiting = nil
        lostMove = nil
        takeWaiting()
    }

    private func awaitTick() {
        let left = end - environment.now
        guard left > 0 else { return didFail(.disconnected(.closed)) }
        tick = environment.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
            guard let self else { return }
            didTick()
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
        didFail(.disconnected(.closed))
    }

    private func receive(_ history: MatchHistory, on connection: Link) {
        guard let reconnector else { return connection.close() }
        var session = reconnector.session
        session.isTimeUpPossible = isTimeUpPossible()
        do throws(HistoryMistake) {
            let common = try CommonHistory(of: session, and: history)
            let controller = GameController(
                connection, isHost: session.isHost, name: name, opponent: session.opponent, isKnown: true,
                terms: terms)
            guard let move = common.lostMove else { return didFind(common, session, controller) }
            tick?.cancel()
            lostMove = move
            waiting = controller
            takeWaiting = { [weak self] in self?.didFind(common, session, controller) }
            didFindLostMove(move)
        } catch {
            connection.send(.control(.bye(.rules)))
            connection.close()
            didFail(.impossibleHistory)
        }
    }
}

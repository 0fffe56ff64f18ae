// Two players and the games they play one after the other. A whole game runs here without a screen: what happens is said as a MatchEvent,
// and what is to be seen is a MatchScene. The series, the clocks, the consent, the search after a lost connection and the record own their
// state; the match says what one of them means to the others and to the opponent.

import Engine
import Wire

/// Two players and their games.
package final class Match {
    /// The system services that a match uses.
    package typealias Services = Scheduler & Rendezvous & Cryptography & Relayed

    /// Called after something has happened.
    package var didHappen: (MatchEvent) -> Void = { _ in }
    /// The other player.
    package internal(set) var opponent: any Opponent
    /// The game on the board, those before it, and the score.
    package internal(set) var series: MatchSeries
    /// Whether whoever moves first is yellow. Otherwise we are, as the opponent is on the other screen.
    package var isYellowFirst = false
    /// The clocks.
    let clock: MatchClock
    /// Who may watch, and who does.
    let spectators = Spectators()
    /// What the players asked and allowed each other.
    package internal(set) var consent = Consent()
    /// The search for the opponent while the connection is lost.
    package internal(set) var reconnection: Reconnection?
    /// How the game goes on with the opponent that was found, while the player decides about a lost move. Nothing that the opponent sends is
    /// read until then.
    var found: (common: CommonHistory, session: ResumableGame, opponent: GameController)?
    /// Whether the opponent is gone for good.
    package private(set) var isOver = false
    /// Whether games are stored; games in which something is tried out are not.
    package let isStored: Bool

    let environment: Services
    /// Our name.
    let name: String
    let recorder: GameRecorder
    /// How much each player may still say in this game.
    private var phrases = (ours: RateLimit.phrases, theirs: RateLimit.phrases)
    /// The host's other guests. It is needed until both players have moved, or one is looked for.
    private weak var arbiter: SeatArbiter?
    /// Where we host.
    private var endpoint: Endpoint?
    /// Keeps that place reachable for the opponent's return.
    var reachability: Cancellable?

    /// A match of the player called `name`. Its games begin at `start`, and the first one is on the board.
    package init(
        with opponent: any Opponent, at start: Game = Game(), name: String, environment: Services, archive: Archive,
        isStored: Bool = true
    ) {
        self.opponent = opponent
        self.isStored = isStored
        series = MatchSeries(at: start)
        self.name = name
        self.environment = environment
        clock = MatchClock(scheduler: environment)
        recorder = GameRecorder(scheduler: environment, archive: archive)
        recorder.didFail = { [weak self] in self?.send(.couldNotKeep($0)) }
        clock.didRunOut = { [weak self] in self?.timeDidRunOut() }
        clock.didSleep = { [weak self] in
            self?.askHowLong()
            self?.send(.opponentChanged)
        }
    }

    func send(_ event: MatchEvent) {
        didHappen(event)
        if case .resumed = event { return openAudience() }
        spectators.show(event, isConfirmed: series.isConfirmed)
    }
}

// MARK: - State

extension Match {
    /// The game on the board.
    package var game: Game { series.game }
    /// Which player of the game we are; where two share a keyboard, which of them is yellow.
    package var me: Player { series.me }
    /// The state of the game for us.
    package var state: GameState { series.state }
    /// The player who is at another program; nil where both play at this machine.
    var peer: Player? { opponent.state.isPeer ? me.other : nil }
    /// Whether moves can be exchanged: the opponent is connected and answers.
    var isConnected: Bool { !isOver && reconnection == nil && opponent.state.isAnswering }
    /// Whether the player may move when it is their turn: once there is a disc, also while the opponent is away. It reads the move later.
    var mayMove: Bool {
        guard !isOver, found == nil else { return false }
        return isConnected || opponent.state.isPeer && !game.moves.isEmpty && recorder.session != nil
    }
    /// Whether the match is over here, and can be gone on with later.
    var isSaved: Bool { isOver && recorder.session?.state == .saved }
    /// Whether a peer is to move.
    var isPeersTurn: Bool { peer != nil && game.mover == peer }
    /// How much time players have; nil for games without clocks. With a peer the host decides.
    package var timeControl: TimeControl? {
        get { clock.control }
        set {
            clock.control = newValue
            if !series.hasMoves { clock.reset() }
        }
    }
}

// MARK: - Beginning and ending

extension Match {
    /// Begins the first game, against an opponent on this machine; or continues a stored game, in which the player moved first or not.
    /// `ending`: how that ended, where its moves do not show it.
    package func begin(continuing kept: (game: Game, isFirst: Bool, id: Int, pause: String)? = nil, ending: GameEnding? = nil) {
        follow(opponent)
        if let pause = kept.flatMap({ MatchPause($0.pause) }) { series.earlier = pause.tally }
        begin(
            areWeFirst: kept?.isFirst ?? opponent.areWeFirst(after: nil), with: kept?.game, ending: ending, id: kept?.id,
            pause: kept?.pause ?? "")
    }

    /// Begins the first game, with the peer of `controller`; the host moves first. A host passes the arbiter of its guests, and the
    /// endpoint where it hosts, and the code of a private game.
    package func begin(
        with controller: GameController, arbiter: SeatArbiter? = nil, at endpoint: Endpoint? = nil, code: Passphrase? = nil
    ) {
        spectators.code = code
        self.arbiter = arbiter
        arbiter?.didReplace = { [weak self] in self?.replaceGuest(with: $0) }
        // Players who have dialled each other meet there again; the router has opened nothing.
        let endpoint = controller.link.origin.endpoint?.mutual?.endpoint ?? endpoint
        self.endpoint = endpoint
        if case .room(let number) = endpoint.flatMap(RelayEndpoint.init) { spectators.room = number }
        reachability = endpoint.flatMap(environment.keepReachable)
        series.me = controller.isHost ? .first : .second
        follow(controller)
    }

    /// Follows what `opponent` does from now on.
    func follow(_ opponent: any Opponent) {
        self.opponent = opponent
        opponent.didHappen = { [weak self] in self?.receive($0) }
        opponent.start()
    }

    /// Another guest plays instead of one that has sent nothing. The move that we may have made counts.
    private func replaceGuest(with guest: GameController) {
        follow(guest)
        for column in game.moves { guest.send(move: column) }
        note()
        send(.opponentChanged)
    }

    /// Begins a new game, if there may be one. It is stored before the opponent hears of it, like a move.
    package func replay() {
        guard scene.mayReplay else { return }
        begin(areWeFirst: opponent.areWeFirst(after: (me == series.start.mover, state)))
        recorder.save()
        opponent.sendNewGame()
    }

    /// The player leaves: tells the opponent. A game whose opponent is being looked for is saved, any other one is over.
    package func leave() {
        spectators.end(isSaved: reconnection != nil, departure: (isHost: true, isLost: false))
        arbiter = nil
        clock.cancel()
        reachability?.cancel()
        opponent.leave(because: .left)
        if isSaved { return }
        if reconnection == nil {
            noteAbandoned()
            // The clocks stand from now on.
            if !opponent.state.isPeer, !isOver, !state.isOver { note() }
            recorder.forgetSession()
        } else {
            stopReconnecting()
            recorder.note(.saved)
        }
        recorder.save()
    }

    private func begin(
        areWeFirst: Bool, with game: Game? = nil, ending: GameEnding? = nil, id: Int? = nil, pause: String = "",
        byOpponent: Bool = false
    ) {
        recorder.begin(id: id)
        series.begin(game, areWeFirst: areWeFirst, byOpponent: byOpponent)
        if let ending { series.end(with: ending, byOpponent: true) }
        consent.didBegin()
        phrases = (.phrases, .phrases)
        clock.standsStillAsleep = !opponent.state.isPeer
        if game == nil { clock.reset() } else { clock.remove() }
        if let text = MatchPause(pause)?.clocks, !text.isEmpty { clock.goOn(from: text) }
        opponent.gameDidBegin()
        note()
        send(.began(byOpponent: byOpponent))
        letOpponentThink()
    }

    /// Says something to the opponent. Returns whether it was said: not if the player has just said something; nil if no more may be said in
    /// this game.
    package func say(_ phrase: Phrase) -> Bool? {
        guard scene.maySpeak else { return false }
        guard phrases.ours.allows(at: environment.now) else { return phrases.ours.isSpent ? nil : false }
        opponent.send(.phrase(PhraseMessage(phrase)))
        spectators.tell(phrase)
        return true
    }

    /// A game with somebody else is not played to its end: nobody has won.
    func noteAbandoned() {
        guard !isOver, opponent.state.isPeer, !state.isOver, !game.moves.isEmpty else { return }
        note(because: .abandoned)
    }

    /// A game that nobody came back to is saved where both can still come back to it.
    func end(because reason: MatchEnd) {
        let isKept = reason == .disconnected(.late) && recorder.session?.isLasting == true
        if !isKept { noteAbandoned() }
        isOver = true
        clock.cancel()
        reachability?.cancel()
        stopReconnecting()
        if isKept {
            recorder.note(.saved)
            recorder.save()
        } else {
            recorder.forgetSession()
        }
        opponent.wasLost(isGone: true)
        consent = Consent()
        send(.ended(reason))
    }
}

// MARK: - Moves

extension Match {
    /// Makes the player's move, if it is their turn and the move is legal. It answers the opponent's question with no, and withdraws the player's
    /// own. What it cost is sent before, and the no after it, from which the opponent sees that a move answered. It is stored before the opponent
    /// hears of it, so that the opponent never knows more of our moves than we do.
    package func move(_ column: Int) {
        clock.noticeSleep()
        guard mayMove, opponent.state.sharesKeyboard ? !state.isOver : state == .myTurn, game.reasonAgainst(column) == nil else {
            return
        }
        guard endOurTurn() else { return }
        let refused = consent.answer(isAllowed: false)
        series.forgetTakenBack()
        consent.didMove()
        make(column)
        if let session = recorder.session { reconnection?.note(session.history) }
        opponent.send(move: column)
        if let refused { opponent.send(.consent(.refuse(refused.topic, ply: refused.ply))) }
        send(.moved(byUs: true))
        letOpponentThink()
    }

    /// The player to move is about to move at this machine. Returns false if the time was up, which ends the game.
    private func endOurTurn() -> Bool {
        if clock.isUp {
            timeIsUp()
            return false
        }
        if let used = clock.endTurn(nextIsPeers: peer != nil) {
            opponent.send(.clock(.used(ply: game.moves.count, milliseconds: used)))
        }
        return true
    }

    /// A move is stored before anybody hears of it.
    private func make(_ column: Int) {
        if peer == game.mover.other { spectators.hold(scheduler: environment) }
        series.play(column)
        if state.isOver { clock.stop() }
        save()
        guard arbiter != nil, series.haveBothMoved else { return }
        settleSeat()
        openAudience()
    }

    /// Nobody else can come any more.
    func settleSeat() {
        arbiter?.settle()
        arbiter = nil
    }

    private func letOpponentThink() {
        opponent.positionDidChange(game, isToMove: !isOver && reconnection == nil && state == .yourTurn)
    }

    func takeBack(to count: Int, byOpponent: Bool = false) {
        if state.isOver, !opponent.state.isPeer {
            series.keepEnd()
            recorder.keepFinished()
        }
        series.takeBack(to: count, byOpponent: byOpponent)
        clock.takeBack(to: count, isPeers: isPeersTurn)
        consent.forgetQuestions()
        note()
        send(.tookBack)
        letOpponentThink()
    }

    /// Repeats a move that was taken back, and the following ones until it is the player's turn. Returns false where there is none.
    package func redo() -> Bool {
        clock.noticeSleep()
        guard !series.takenBack.isEmpty, !opponent.state.isPeer else { return false }
        repeat {
            guard endOurTurn(), let column = series.takeAgain() else { break }
            make(column)
            opponent.send(move: column)
            send(.moved(byUs: true))
        } while !opponent.state.sharesKeyboard && state == .yourTurn && !series.takenBack.isEmpty
        letOpponentThink()
        return true
    }
}

// MARK: - What the opponent does

extension Match {
    private func receive(_ event: OpponentEvent) {
        if event.isFirstWord { arbiter?.takeSeat() }
        clock.noticeSleep()
        switch event {
        case .changed: opponentDidChange()
        case .confirmed: opponentDidConfirm()
        case .met(let controller): didMeet(controller)
        case .moved(let column): opponentDidMove(column)
        case .began(let mayInterrupt): opponentDidBegin(mayInterrupt: mayInterrupt)
        case .offered(let session):
            if recorder.session == nil, recorder.offered == nil { recorder.offered = session }
            note()
        case .consent(let message): receive(message)
        case .clock(let message): receive(message)
        case .watched(let count):
            spectators.count = count
            send(.opponentChanged)
        case .said(let phrase): if phrases.theirs.allows(at: environment.now) { send(.heard(phrase, byUs: false)) }
        case .disconnected(let reason) where reason.mayBeAccident && recorder.session != nil: reconnect()
        case .disconnected(let reason): opponentDidGo(because: .disconnected(reason))
        }
    }

    /// What the opponent has confirmed never changes. That it has read the end of a game is stored at once.
    private func opponentDidConfirm() {
        let opponent = opponent.state
        if opponent.mustHaveRead { clock.didConfirm() }
        if opponent.hasReadAll, !series.isConfirmed {
            series.confirm()
            consent.movesWereRead(game.moves.count)
            if state.isOver { save() } else { note() }
        }
        // Only a clock that starts is to be seen here.
        if clock.clocks != nil {
            send(.opponentChanged)
        } else {
            spectators.show(.opponentChanged, isConfirmed: series.isConfirmed)
        }
    }

    /// That the opponent has read our new game is stored at once: it can never be said again that both began one.
    private func opponentDidChange() {
        let opponent = opponent.state
        if series.mayHaveCrossed, opponent.hasReadNewGame {
            series.mayHaveCrossed = false
            save()
        }
        // Whoever was away is asked now whether its time is up.
        if isPeersTurn, opponent.isAnswering, clock.hasFallen { timeDidRunOut() }
        send(.opponentChanged)
    }

    private func didMeet(_ controller: GameController) {
        if controller.isHost, recorder.session == nil, recorder.offered == nil {
            recorder.offered = controller.offerSession(at: endpoint, token: .random(environment))
        }
        isYellowFirst = controller.isYellowFirst
        spectators.areAllowed = controller.isWatchable
        if timeControl != controller.timeControl {
            timeControl = controller.timeControl
            // The host may have moved before the guest's hello.
            if game.moves.count == 1 {
                clock.reset()
                clock.start(isPeers: isPeersTurn)
            }
        }
        note()
        send(.met)
        if !series.isConfirmed { opponentDidConfirm() }
        // Nobody else comes to a game that began at a table.
        if arbiter != nil || reconnection == nil { openAudience(seatedBy: arbiter) }
    }

    private func opponentDidMove(_ column: Int) {
        // Their move may have been under way when we resigned, agreed to a draw, or took moves back.
        if series.ending != nil, game.mover != me { return }
        if consent.ignoresMoves { return }
        if state.isOver { return leave(dueTo: .movedAfterTheEnd) }
        if state != .yourTurn { return leave(dueTo: .movedOutOfTurn) }
        if let reason = game.reasonAgainst(column) { return leave(dueTo: .moveNotPossible(reason)) }
        var cost: Int?
        if peer == nil {
            guard endOurTurn() else { return }
        } else if clock.clocks != nil {
            cost = clock.endPeersTurn(ply: game.moves.count)
            if cost == nil { return timeIsUp() }
        }
        make(column)
        if let cost { opponent.send(.clock(.charged(ply: game.moves.count - 1, milliseconds: cost))) }
        let offersDraw = consent.asked?.topic == .draw
        consent.opponentDidMove()
        send(.moved(byUs: false))
        if offersDraw, peer != nil, !state.isOver { send(.refused(.draw, byMove: true)) }
        letOpponentThink()
    }

    /// A second new game changes nothing on an empty board on which the peer moves first. A new game is stored before we confirm it.
    private func opponentDidBegin(mayInterrupt: Bool) {
        if game.moves.isEmpty && me == .second { return }
        if !mayInterrupt && !game.moves.isEmpty && !state.isOver { return leave(dueTo: .newGameTooSoon) }
        begin(areWeFirst: false, byOpponent: true)
        recorder.save()
    }

    func leave(dueTo violation: RuleViolation) {
        opponent.leave(because: .rules)
        opponentDidGo(because: .violation(violation))
    }

    /// Before both players have moved the seat of a guest who leaves is free again for others, unless the game has its result.
    private func opponentDidGo(because reason: MatchEnd) {
        guard let arbiter, !state.isOver else {
            settleSeat()
            return end(because: reason)
        }
        spectators.end(departure: reason.departure)
        (self.arbiter, recorder.offered) = (nil, nil)
        arbiter.seatedDidLeave(because: reason)
    }
}

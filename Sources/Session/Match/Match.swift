// Two players at one game after the other, whoever sits opposite: the game, whose turn it is, the series and its score, replay,
// consent, moves taken back, the record, the broken game taken up again. A whole game runs in it without a screen. It knows no
// screen, no terminal and no sentence: what happens it tells its delegate as a value.

import Engine
import Wire

/// Two players and their games.
package final class Match {
    /// What a match needs of the machine.
    package typealias Machine = Scheduler & Rendezvous & Cryptography

    package weak var delegate: MatchDelegate?
    /// The game that is played.
    package internal(set) var game: Game
    /// How many games were begun in it.
    package private(set) var begun = 0
    /// Which player of the game we are; on one keyboard, which colour is yellow.
    package internal(set) var me = Player.first
    /// The score, this game included once it is over.
    package internal(set) var tally = Tally()
    /// What was agreed with the opponent, and what is being asked.
    package internal(set) var consent = Consent()
    /// Set while the connection is lost and the opponent is looked for.
    package internal(set) var reconnecting: Reconnecting?
    /// Whether the opponent is gone for good.
    package private(set) var isOver = false
    /// Who sits opposite.
    package internal(set) var seat: any Opponent

    /// Whether its games are kept; those that only try something out are not.
    package let isKept: Bool

    let machine: Machine
    let name: String
    let recorder: GameRecorder
    /// Which game of the two this is, and what came before it.
    var series = MatchSeries()
    /// The position from which the games begin.
    private let start: Game
    /// Moves that were taken back, the latest last.
    private var takenBack: [Int] = []
    /// Who else wants the seat, until both have moved: before that the opponent may be anybody who connected.
    private weak var arbiter: SeatArbiter?
    /// Whether both have moved since they sat down. Before that nothing is lost when the connection is.
    var haveBothMoved = false
    /// Runs while a host that we joined has said nothing at all.
    private var silence: Cancellable?
    /// Whether it has said nothing for long.
    package private(set) var isHostSilent = false
    /// By what the game can be taken up once both have moved.
    var offered: OfferedSession?
    /// Where this side was found, if it hosts.
    var endpoint: Endpoint?
    /// What a game that broke off is called in the lists while its host waits; the host's name, unless somebody knows better.
    package var waitingTitle: (ResumableGame) -> String

    /// A match with whoever sits at `seat`, for the player of this name; its games begin at `start`, and the first stands on the board.
    package init(
        with seat: any Opponent, at start: Game = Game(), name: String, machine: Machine,
        history: GameHistory, isKept: Bool = true
    ) {
        self.seat = seat
        self.isKept = isKept
        self.start = start
        game = start
        self.name = name
        self.machine = machine
        waitingTitle = { _ in name }
        var complain: (StorageFailure) -> Void = { _ in }
        recorder = GameRecorder(scheduler: machine, history: history) { complain($0) }
        complain = { [weak self] in self?.tell(.couldNotKeep($0)) }
    }

    func tell(_ event: MatchEvent) { delegate?.match(self, didSend: event) }

    /// Where the game stands for us.
    package var state: GameState { GameState(of: game, for: me) }
    /// What the opponent is called; empty where both players sit here.
    package var opponentName: String { seat.name }
    /// Whether moves of both colours are made here.
    package var isShared: Bool { seat.permissions.sharesKeyboard }

    /// The number under which this game is kept; nil before its first move, and where it could not be kept.
    package var recordID: Int? {
        recorder.save()
        return recorder.id
    }
}

// MARK: - Beginning and ending

extension Match {
    /// The first game begins, against somebody here.
    package func begin() {
        seat.sit(at: self)
        begin(areWeFirst: seat.areWeFirst(after: nil))
    }

    /// A game that was kept as number `id` goes on.
    package func goOn(with game: Game, areWeFirst: Bool, id: Int) {
        seat.sit(at: self)
        begin(areWeFirst: areWeFirst, with: game, id: id)
    }

    /// The first game begins with the peer of `controller`; the host moves first. `arbiter` has others that want the seat, and
    /// `endpoint` is where the host was found.
    package func begin(with controller: GameController, arbiter: SeatArbiter? = nil, at endpoint: Endpoint? = nil) {
        seat = controller
        self.arbiter = arbiter
        self.endpoint = endpoint
        me = controller.isHost ? .first : .second
        if !controller.isHost {
            silence = machine.after(milliseconds: PacketCodec.timeout) { [weak self] in
                self?.isHostSilent = true
                self?.tell(.hostIsSilent)
            }
        }
        controller.sit(at: self)
        if controller.peer != nil { didMeet(controller) }
    }

    /// Whether a new game may begin.
    package var mayReplay: Bool {
        if isOver || reconnecting != nil || !seat.isAnswering { return false }
        return state.isOver || seat.permissions.endsAnyTime && game.moves.count > start.moves.count
    }

    /// A new game, if there may be one. It is written before the opponent is told, like a move.
    package func replay() {
        guard mayReplay else { return }
        begin(areWeFirst: seat.areWeFirst(after: (me == start.mover, state)))
        recorder.save()
        seat.startNewGame()
    }

    /// The player leaves: the opponent is told, and what can be kept is.
    package func leave() {
        stopWaitingForHost()
        arbiter = nil
        seat.leave(because: .left)
        leaveSession()
        recorder.save()
    }

    func begin(areWeFirst: Bool, with game: Game? = nil, id: Int? = nil, byOpponent: Bool = false) {
        recorder.begin(id: id)
        if state.isOver { series.begin(after: self.game.digits, tally: tally) }
        consent.forgetQuestions()
        let game = game ?? start
        self.game = game
        begun += 1
        takenBack = []
        me = areWeFirst ? start.mover : start.mover.other
        seat.gameDidBegin()
        note()
        tell(.began(byOpponent: byOpponent))
        think()
    }

    func end(because reason: MatchEnd) {
        isOver = true
        stopWaitingForHost()
        stopReconnecting()
        recorder.forgetSession()
        seat = AbsentOpponent(name: opponentName, isSealed: seat.isSealed)
        consent = Consent()
        tell(.ended(reason))
    }

    func stopWaitingForHost() {
        silence?.cancel()
        isHostSilent = false
    }

    func forgetTakenBack() { takenBack = [] }
}

// MARK: - Moves

extension Match {
    /// Makes a move that the player chose, where it is their turn and the rules have it; the opponent is told. It is written before
    /// that, so that the opponent never knows more of our moves than we do.
    package func move(_ move: Int) {
        guard !isOver, reconnecting == nil, seat.isAnswering, !consent.isUndoAsked, isShared || state == .myTurn,
            game.reasonAgainst(move) == nil
        else { return }
        arbiter?.hold()
        takenBack = []
        make(move)
        seat.didMove(move)
        tell(.moved(byUs: true))
        think()
    }

    /// The player has seen the last move come to rest.
    package func boardDidComeToRest() { seat.boardDidComeToRest() }

    private func opponentDidMove(_ move: Int) {
        make(move)
        tell(.moved(byUs: false))
        think()
    }

    private func make(_ move: Int) {
        _ = game.play(move)
        if state.isOver { tally.count(state) }
        note()
        recorder.save()
        if game.moves.count > start.moves.count + 1 { settle() }
    }

    /// Both have moved: nobody else is wanted.
    private func settle() {
        haveBothMoved = true
        let arbiter = arbiter
        self.arbiter = nil
        arbiter?.settle()
    }

    /// Another position: whoever thinks about it may.
    private func think() {
        seat.positionDidChange(game.digits, isToMove: !isOver && reconnecting == nil && state == .yourTurn)
    }

    /// How many moves are left when `player`'s last one is taken back; nil where there is none.
    package func undoTarget(of player: Player) -> Int? {
        game.undoTarget(of: player, after: start.moves.count)
    }

    func takeBack(to count: Int) {
        if state.isOver { tally.count(state, by: -1) }
        takenBack += game.moves.dropFirst(count).reversed()
        game = game.prefix(count)
        series.takeBacks += 1
        note()
        tell(.tookBack)
        think()
    }

    /// Makes a move again that was taken back, and what followed it until it is the player's turn; false where there is none.
    package func redo() -> Bool {
        guard !takenBack.isEmpty, !seat.permissions.mustConsent else { return false }
        repeat {
            guard let move = takenBack.popLast() else { break }
            make(move)
            seat.didMove(move)
            tell(.moved(byUs: true))
        } while !isShared && state == .yourTurn && !takenBack.isEmpty
        think()
        return true
    }

    /// Notes the game as it stands, to be kept.
    func note() {
        noteSession()
        guard isKept, game.moves.count > start.moves.count || recorder.isKept else { return }
        recorder.note(
            GameRecord(
                kind: seat.kind, opponent: opponentName, level: seat.level, isFirst: me == .first, digits: game.digits,
                result: GameResult(of: game)))
    }
}

// MARK: - What the opponent does

extension Match: OpponentDelegate {
    package func seat(_ seat: Opponent, didMove move: Int) { opponentDidMove(move) }
    package func seatDidChange(_ seat: Opponent) { tell(.seatChanged) }

    package func controllerDidChangeSilence(_ controller: GameController) { tell(.silenceChanged) }

    package func controller(_ controller: GameController, didReceive hello: Hello) {
        stopWaitingForHost()
        didMeet(controller)
        arbiter?.hold()
    }

    /// Who the peer is, and what its program can do.
    private func didMeet(_ controller: GameController) {
        consent.isPossible = controller.canConsent
        if controller.canResume { openSession(on: controller) }
        noteSession()
        tell(.met)
    }

    package func controller(_ controller: GameController, didMove move: Int) {
        stopWaitingForHost()
        arbiter?.hold()
        if state.isOver { return accuse(.movedAfterTheEnd) }
        if state != .yourTurn { return accuse(.movedOutOfTurn) }
        if let reason = game.reasonAgainst(move) { return accuse(.moveNotPossible(reason)) }
        peerHasMoved(on: controller)
        opponentDidMove(move)
    }

    /// Once is enough: on an empty board on which the peer moves first there is nothing to begin. The original app may begin one at
    /// any time: on its board may lie the discs of a game with somebody else.
    package func controllerDidStartNewGame(_ controller: GameController, insteadOfOurs: Bool) {
        stopWaitingForHost()
        arbiter?.hold()
        if game.moves.isEmpty && me == .second { return }
        let mayBegin = insteadOfOurs || game.moves.isEmpty || state.isOver || controller.mayBeOriginal
        if !mayBegin { return accuse(.newGameTooSoon) }
        begin(areWeFirst: false, byOpponent: true)
    }

    package func controller(_ controller: GameController, didReceive message: ConsentMessage) { didReceive(message) }

    package func controller(_ controller: GameController, didOpen secret: SessionSecret, version: Int) {
        joinSession(secret, version: version, on: controller)
    }

    package func controller(_ controller: GameController, didAgreeOn version: Int) { didAgree(on: version) }

    package func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection) {
        if haveBothMoved && reason.mayBeAccident && recorder.session != nil {
            reconnect()
        } else {
            opponentDidGo(because: .disconnected(reason))
        }
    }

    private func accuse(_ offence: RuleViolation) {
        seat.leave(because: .rules)
        opponentDidGo(because: .offence(offence))
    }

    /// Before both have moved the seat is free again for others.
    private func opponentDidGo(because reason: MatchEnd) {
        guard let arbiter else { return end(because: reason) }
        self.arbiter = nil
        arbiter.seatedDidLeave(because: reason)
    }
}

extension Game {
    /// How many moves are left when `player`'s last one, made after the first `start`, is taken back; nil where there is none.
    func undoTarget(of player: Player, after start: Int = 0) -> Int? {
        let parity = player == .first ? 0 : 1
        return (start..<max(start, moves.count)).last { $0 % 2 == parity }
    }
}

// The game's screen: the match, whose turn it is, what keys and time do to it. It knows its game controller; how the board is drawn it
// leaves to BoardView, what the peer does to FourInARowPeer, what the computer thinks to FourInARowComputer.

import Engine
import Screen
import Session
import Wire

/// Four in a Row between this player and a peer or the computer, or between two at this keyboard.
final class FourInARowViewController {
    let navigator: Navigator
    /// Against whom.
    let opponent: Opponent
    /// What the opponent is called; empty where two share the keyboard.
    var opponentName: String
    /// Whether two share this keyboard.
    var isShared: Bool { opponent == .shared }

    var match = Match()
    /// Which player of the match is yellow: I am, or the first colour.
    var me = Player.first
    var gameState = GameState.myTurn {
        didSet { updateView(from: oldValue) }
    }
    var tally = Tally()
    private(set) var cursorColumn = 3
    private(set) var falling: FallingDisc?
    var prompt: Prompt?
    /// What the engine has been asked to say about the position.
    var insight = Insight()
    /// What the computer is at; nothing against a person.
    var computer = ComputerTurn()
    /// What was agreed with the peer, and what is being asked.
    var consent = Consent()
    /// Moves that were taken back, the latest last.
    var takenBack: [Int] = []

    /// Set while the opponent may be anybody who connected: told once, when it is clear that there is a player.
    var didSettle: (() -> Void)?
    /// Set likewise: told instead of the player when it goes before that.
    var didVanish: ((Disconnection) -> Void)?
    /// Told instead of the player when the game that was joined turns out to be private.
    var didFindPrivate: (() -> Void)?

    var gameController: GameController?
    /// The engine, from the first question to the last.
    private(set) var thinker: Thinker?
    let recorder: GameRecorder
    /// Whether this side hosts the game, and where, if that was a place of its own.
    var hosting: (isHost: Bool, endpoint: Endpoint?) = (false, nil)
    /// Which game of the two this is, and what came before it.
    var sitting = MatchSeries()
    /// Set while the connection is lost and the opponent is looked for.
    var absence: Reconnecting?
    private var fallTimer: Cancellable?
    /// Runs while a host that we joined has said nothing at all.
    var silence: Cancellable?
    /// Whether the peer is gone and the player has yet to read it.
    private(set) var isOver = false

    /// Two players on this keyboard.
    convenience init(sharedBy navigator: Navigator) { self.init(navigator: navigator, opponent: .shared, opponentName: "") }

    /// A game with the peer at the other end of a connection; `startGame(with:isHost:)` follows.
    convenience init(navigator: Navigator, opponentName: String) {
        self.init(navigator: navigator, opponent: .peer, opponentName: opponentName)
    }

    /// A game against `opponent`, with nobody at the board yet.
    init(navigator: Navigator, opponent: Opponent, opponentName: String) {
        self.navigator = navigator
        self.opponent = opponent
        self.opponentName = opponentName
        recorder = GameRecorder(clock: navigator.surroundings, history: navigator.surroundings.history) { [weak navigator] in
            navigator?.show(alert: $0)
        }
        recorder.refresh = { [weak self] in self?.keep() }
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()
}

// MARK: - The original's verbs

extension FourInARowViewController {
    /// The game begins; the host moves first.
    func startGame(with connection: Connection, isHost: Bool) {
        startGame(with: PacketConnection(connection, surroundings: navigator.surroundings), isHost: isHost)
    }

    /// The same with a peer to whom packets have been spoken already.
    func startGame(with connection: PacketConnection, isHost: Bool) {
        startGame(with: GameController(connection: connection, isHost: isHost, name: navigator.playerName), isHost: isHost)
    }

    /// The same with a peer to whom we have said hello already; `endpoint` is where the host was found.
    func startGame(with controller: GameController, isHost: Bool, at endpoint: Endpoint? = nil) {
        hosting = (isHost, endpoint)
        me = isHost ? .first : .second
        gameState = GameState(of: match, for: me)
        if !isHost { awaitSign(of: opponentName) }
        listen(to: controller)
        if let hello = controller.peer { learn(from: hello) }
    }

    /// What arrives on `connection` is the peer's part of the game.
    func listen(to connection: PacketConnection, isHost: Bool) {
        listen(to: GameController(connection: connection, isHost: isHost, name: navigator.playerName))
    }

    private func listen(to controller: GameController) {
        controller.delegate = self
        gameController = controller
        controller.start()
    }

    /// The original app says nothing before its player moves; but neither does a program that is no Four in a Row at all.
    private func awaitSign(of host: String) {
        silence = navigator.surroundings.after(milliseconds: PacketConnection.patience) { [weak self] in
            self?.navigator.show(
                alert: "\(host) has said nothing yet. If nobody moves there, it may be no Four in a Row game: Q leaves.")
        }
    }

    /// The peer is gone: the board stays until the player has read why.
    func endGame(_ sentence: String) {
        gameController = nil
        isOver = true
        silence?.cancel()
        endAbsence()
        recorder.forgetSession()
        consent = Consent()
        forgetInsight()
        finishFall()
        prompt = nil
        navigator.show(alert: sentence)
        ring()
    }

    /// The screen was left: the peer is told.
    func didLeave() {
        fallTimer?.cancel()
        silence?.cancel()
        gameController?.disconnect(because: .left)
        gameController = nil
        leaveSession()
        computer.forget()
        thinker?.stop()
        thinker = nil
        recorder.save()
    }

    /// An empty board, on which `first` is mine; or a game that goes on, kept as number `id`.
    func resetGame(first: Player, with match: Match = Match(), id: Int? = nil) {
        finishFall()
        navigator.closeAlert()
        recorder.begin(id: id)
        if gameState.isOver { sitting.begin(after: self.match, tally: tally) }
        consent.forgetQuestions()
        self.match = match
        takenBack = []
        prompt = nil
        me = first
        gameState = GameState(of: match, for: me)
        navigator.setNeedsDisplay()
        positionDidChange()
    }

    /// The player drops a disc into a column, or reads why not.
    func addDisc(toColumn column: Int) {
        let isTooEarly = !isShared && gameState == .yourTurn
        finishFall()
        if gameState.isOver || isOver || absence != nil { return }
        if isTooEarly { return navigator.show(alert: "It's not your turn.") }
        if consent.isUndoAsked { return navigator.show(alert: "You asked to take a move back: wait for the answer.") }
        if match.reasonAgainst(column) != nil { return navigator.show(alert: "That column is full.") }
        settle()
        gameController?.addDisc(toColumn: column)
        takenBack = []
        _ = play(column)
    }

    /// Whether a new game may begin: when this one is over, and against the computer at any time after its first move.
    var mayReplay: Bool {
        if isOver || absence != nil { return false }
        return gameState.isOver || opponent.level != nil && prompt == nil && match.moves.count > computer.start.moves.count
    }

    /// A new game, if there may be one; who asks for it moves first. On one keyboard the colours take turns, and against the computer
    /// it is as the player chose.
    func replay() {
        guard mayReplay else { return }
        gameController?.startNewGame()
        switch opponent {
        case .shared: resetGame(first: me.other)
        case .peer: resetGame(first: .first)
        case .computer: startNextGame()
        }
    }

    /// Leaves the game and says so to the peer.
    func disconnect() { navigator.popToRoot() }

    private func showWinner() {
        prompt = .afterTheEnd
        if let alert = gameState.alert(against: opponent) { navigator.show(alert: alert) }
        navigator.setNeedsDisplay()
    }

    private func updateView(from old: GameState) {
        if old.isOver != gameState.isOver {
            // The end is seen when the last disc lands.
            if falling == nil { navigator.setNeedsDisplay() }
        } else {
            navigator.update(self) { canvas in
                self.drawLabel(on: canvas)
                if self.isShared { self.drawCursor(on: canvas) }
            }
        }
    }
}

// MARK: - Moves

extension FourInARowViewController {
    /// Plays a move of whoever's turn it is if it is legal, and lets the disc fall.
    func play(_ column: Int) -> Result<Square, IllegalMove> {
        let last = match.lastSquare
        let cell = BoardCell(of: match.mover, for: me)
        let result = match.play(column)
        guard case .success(let square) = result else { return result }
        prompt = nil
        redraw(last)
        // In the top row it does not fall, but has the time of a step as well: its picture need not wait for the disk.
        if navigator.settings.animation { falling = FallingDisc(target: square, cell: cell) }
        gameState = GameState(of: match, for: me)
        if gameState.isOver { tally.count(gameState) }
        positionDidChange()
        if let falling {
            redraw(falling.square)
            awaitStep()
        } else {
            didLand(square)
        }
        return result
    }

    private func awaitStep() {
        fallTimer = navigator.surroundings.after(milliseconds: FallingDisc.step) { [weak self] in self?.step() }
    }

    private func step() {
        if falling?.hasLanded == true { return arrive() }
        falling?.leave()
        redraw(falling?.square)
        fallTimer = navigator.surroundings.after(milliseconds: 0) { [weak self] in self?.arrive() }
    }

    private func arrive() {
        falling?.fall()
        guard let disc = falling else { return }
        if disc.hasLanded {
            falling = nil
            didLand(disc.target)
        } else {
            redraw(disc.square)
            awaitStep()
        }
    }

    /// A falling disc is at rest at once.
    func finishFall() {
        guard let disc = falling else { return }
        fallTimer?.cancel()
        fallTimer = nil
        falling = nil
        redraw(disc.square)
        didLand(disc.target)
    }

    /// The disc is shown where it stays: from now on the move must not be lost.
    private func didLand(_ square: Square) {
        recorder.save()
        redraw(square)
        if gameState.isOver { showWinner() } else { playPendingMove() }
    }

    private func redraw(_ square: Square?) {
        guard let square else { return }
        navigator.update(self) { self.drawCell(square, on: $0) }
    }

    func moveCursor(to column: Int) {
        finishFall()
        guard Board.columns.contains(column), column != cursorColumn else { return }
        let old = cursorColumn
        cursorColumn = column
        navigator.update(self) { self.drawCursor(from: old, on: $0) }
    }

    func ring() { if navigator.settings.bell { navigator.surroundings.ringBell() } }
}

// MARK: - Moves taken back

extension FourInARowViewController {
    /// The board as it stood after `count` moves; what was taken back can be played again.
    func takeBack(to count: Int) {
        finishFall()
        if gameState.isOver { tally.count(gameState, by: -1) }
        takenBack += match.moves.dropFirst(count).reversed()
        match = match.prefix(count)
        sitting.takeBacks += 1
        prompt = nil
        navigator.closeAlert()
        gameState = GameState(of: match, for: me)
        navigator.setNeedsDisplay()
        positionDidChange()
    }

    /// Plays a move again that was taken back.
    func playAgain() {
        guard let column = takenBack.popLast() else { return }
        _ = play(column)
    }

    /// Another position: what was said about the last one holds no longer, and the game is kept.
    func positionDidChange() {
        computer.forget()
        thinker?.forgetMove()
        recorder.gameDidChange()
        forgetInsight()
        awaitInsight()
        awaitComputer()
    }

    /// Notes the game as it stands, to be kept.
    func keep() {
        noteSession()
        guard match.moves.count > computer.start.moves.count || recorder.isKept else { return }
        recorder.note(
            GameRecord(
                kind: opponent.kind, opponent: opponentName, level: opponent.level?.rawValue, isFirst: me == .first,
                digits: match.digits, result: GameResult(of: match)))
    }

    /// The number under which this game is kept; nil before its first move, and where it could not be kept.
    var recordID: Int? {
        recorder.save()
        return recorder.id
    }

    /// The engine, made when it is first asked.
    func wakeThinker() -> Thinker {
        let thinker = thinker ?? Thinker(surroundings: navigator.surroundings)
        self.thinker = thinker
        return thinker
    }
}

extension BoardCell {
    /// What `player`'s disc is to `me`.
    init(of player: Player?, for me: Player) {
        guard let player else {
            self = .empty
            return
        }
        self = player == me ? .mine : .yours
    }
}

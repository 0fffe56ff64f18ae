// The game's screen: the match, whose turn it is, what keys, packets and time do to it. It knows its game controller; how the
// board is drawn it leaves to BoardView, what the packets look like to Wire.

import Engine
import Screen
import Wire

/// Four in a Row between this player and a peer, or between two at this keyboard.
final class FourInARowViewController {
    let navigator: Navigator
    /// What the opponent is called; empty where two share the keyboard.
    private(set) var opponentName: String
    /// Whether two share this keyboard: then there is no peer.
    let isShared: Bool

    private(set) var match = Match()
    /// Which player of the match is yellow: I am, or the first colour.
    private(set) var me = Player.first
    private(set) var gameState = GameState.myTurn {
        didSet { updateView(from: oldValue) }
    }
    private(set) var score = Score()
    private(set) var cursorColumn = 3
    private(set) var falling: FallingDisc?
    var prompt: Prompt?

    /// Called instead of the end when the game that was joined turns out to be private.
    var didFindPrivate: (() -> Void)?
    private var gameController: GameController?
    private var fallTimer: Cancellable?
    /// Runs while a host that we joined has said nothing at all.
    private var silence: Cancellable?
    /// Whether the peer is gone and the player has yet to read it.
    private(set) var isOver = false

    /// Two players on this keyboard.
    init(sharedBy navigator: Navigator) {
        self.navigator = navigator
        isShared = true
        opponentName = ""
    }

    /// A game with the peer at the other end of a connection; `start(with:isHost:)` follows.
    init(navigator: Navigator, opponentName: String) {
        self.navigator = navigator
        isShared = false
        self.opponentName = opponentName
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
        me = isHost ? .first : .second
        gameState = GameState(of: match, for: me)
        let controller = GameController(connection: connection, isHost: isHost, name: navigator.playerName)
        controller.delegate = self
        gameController = controller
        if !isHost { awaitSign(of: opponentName) }
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
    private func endGame(_ sentence: String) {
        gameController = nil
        isOver = true
        silence?.cancel()
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
    }

    /// An empty board, on which `first` moves first.
    private func resetGame(first: Player) {
        finishFall()
        navigator.closeAlert()
        match = Match()
        prompt = nil
        me = first
        gameState = GameState(of: match, for: me)
        navigator.setNeedsDisplay()
    }

    /// The player drops a disc into a column, or reads why not.
    func addDisc(toColumn column: Int) {
        finishFall()
        if gameState.isOver || isOver { return }
        if !isShared && gameState == .yourTurn { return navigator.show(alert: "It's not your turn.") }
        if match.reasonAgainst(column) != nil { return navigator.show(alert: "That column is full.") }
        gameController?.addDisc(toColumn: column)
        _ = play(column)
    }

    /// A new game, if this one is over; who asks for it moves first. On one keyboard the colours take turns.
    func replay() {
        guard gameState.isOver, !isOver else { return }
        gameController?.startNewGame()
        resetGame(first: isShared ? me.other : .first)
    }

    /// Leaves the game and says so to the peer.
    func disconnect() { navigator.popToRoot() }

    private func showWinner() {
        prompt = .afterTheEnd
        if let alert = gameState.alert(isShared: isShared) { navigator.show(alert: alert) }
        navigator.setNeedsDisplay()
    }

    private func updateView(from old: GameState) {
        if gameState.isOver && !old.isOver {
            score.count(gameState)
            navigator.setNeedsDisplay()
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
    private func play(_ column: Int) -> Result<Square, IllegalMove> {
        let last = match.lastSquare
        let cell = BoardCell(of: match.mover, for: me)
        let result = match.play(column)
        guard case .success(let square) = result else { return result }
        prompt = nil
        redraw(last)
        gameState = GameState(of: match, for: me)
        if navigator.settings.animation && square.row < Board.rows.count - 1 {
            falling = FallingDisc(target: square, cell: cell)
            redraw(falling?.square)
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

    private func didLand(_ square: Square) {
        redraw(square)
        if gameState.isOver { showWinner() }
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

    private func ring() { if navigator.settings.bell { navigator.surroundings.ringBell() } }
}

// MARK: - The peer

extension FourInARowViewController: GameControllerDelegate {
    func controller(_ controller: GameController, didReceive hello: Hello) {
        silence?.cancel()
        if !hello.name.isEmpty { opponentName = hello.name }
        navigator.setNeedsDisplay()
    }

    func controller(_ controller: GameController, didAddDiscToColumn column: Int) {
        silence?.cancel()
        finishFall()
        if gameState.isOver { return accuse("it dropped a disc after the end of the game") }
        if gameState != .yourTurn { return accuse("it dropped a disc out of turn") }
        switch play(column) {
        case .success: ring()
        case .failure(.columnFull): accuse("it dropped a disc into a full column")
        case .failure: accuse("it dropped a disc where there is no column")
        }
    }

    func controllerDidStartNewGame(_ controller: GameController) {
        resetGame(first: .second)
        navigator.show(alert: "\(opponentName) asked for a new game, and begins.")
        ring()
    }

    func controllerDidDisconnect(_ controller: GameController, because reason: Disconnection) {
        if reason == .isPrivate, let didFindPrivate {
            gameController = nil
            didFindPrivate()
        } else {
            endGame(sentence(for: reason))
        }
    }

    private func accuse(_ deed: String) {
        gameController?.disconnect(because: .rules)
        endGame("Your opponent's program broke the rules: \(deed). The game is over.")
    }

    private func sentence(for reason: Disconnection) -> String {
        switch reason {
        case .bye(.left): "Your opponent left the game."
        case .bye(.rules): "Your opponent's program says that this one broke the rules, and ended the game."
        case .bye(.nonsense): "Your opponent's program could not read what this one sent, and ended the game."
        case .bye(.stalled): "Your opponent's program waited too long for this one, and ended the game."
        case .closed: "You were disconnected from the game."
        case .nonsense(let why): "\(why) The game is over."
        case .notAGame: "What answers at \(opponentName) is not a Four in a Row game."
        case .isPrivate: "\(opponentName) is a private game, which is joined with its code."
        case .stalled: "Your opponent's program stopped in the middle of a message. You were disconnected from the game."
        }
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

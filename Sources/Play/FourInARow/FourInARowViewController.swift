// The game's screen: what keys and time do to it, and what it does when something has happened in the duel. It knows the duel, and
// nobody who sits opposite: how the board is drawn it leaves to BoardView, what is said of an opponent to OpponentWords.

import Engine
import Screen
import Session
import Wire

/// Four in a Row, as the player at this screen sees it.
final class FourInARowViewController {
    let navigator: Navigator
    /// The game and who plays it.
    let duel: Duel<Match>
    /// What is said about the opponent.
    let words: OpponentWords
    /// The engine, for whoever asks it.
    let thinker: Thinker
    /// Where the game stands. Setting it updates the view.
    private(set) var gameState = GameState.myTurn {
        didSet { updateView(from: oldValue) }
    }
    private(set) var cursorColumn = 3
    private(set) var falling: FallingDisc?
    private var fallTimer: Cancellable?
    var prompt: Prompt?
    /// What the engine has been asked to say about the position.
    var insight = Insight()
    /// Told instead of the player when the game that was joined turns out to be private.
    var didFindPrivate: (() -> Void)?

    /// A game of `duel`.
    init(navigator: Navigator, duel: Duel<Match>, words: OpponentWords, thinker: Thinker? = nil) {
        self.navigator = navigator
        self.duel = duel
        self.words = words
        self.thinker = thinker ?? Thinker(surroundings: navigator.surroundings)
        gameState = duel.state
        duel.delegate = self
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()
}

// MARK: - The original's verbs

extension FourInARowViewController {
    /// The game begins with the peer at the other end of a connection; the host moves first.
    func startGame(with connection: Connection, isHost: Bool) {
        startGame(with: PacketConnection(connection, surroundings: navigator.surroundings), isHost: isHost, isKnown: false)
    }

    /// The same with a peer to whom packets have been spoken already; `isKnown`: and who has answered as this program does.
    func startGame(with connection: PacketConnection, isHost: Bool, isKnown: Bool = true) {
        startGame(
            with: GameController(
                connection.handOver(), language: .fourInARow, isHost: isHost, name: navigator.playerName,
                opponent: duel.opponentName, isKnown: isKnown
            ))
    }

    /// The same with a peer to whom we have said hello already. `arbiter` has others that want the seat, and `endpoint` is where the
    /// host was found.
    func startGame(with controller: GameController, arbiter: SeatArbiter? = nil, at endpoint: Endpoint? = nil) {
        duel.begin(with: controller, arbiter: arbiter, at: endpoint)
        gameState = duel.state
    }

    /// The first game begins, against somebody here.
    func startGame() { duel.begin() }

    /// An empty board, or a game that goes on: what was shown of the last one is gone.
    private func resetGame() {
        finishFall()
        navigator.closeAlert()
        prompt = nil
        gameState = duel.state
        navigator.setNeedsDisplay()
        positionDidChange()
    }

    /// The player drops a disc into a column, or reads why not.
    func addDisc(toColumn column: Int) {
        let isTooEarly = !duel.isShared && gameState == .yourTurn
        finishFall()
        if gameState.isOver || duel.isOver || duel.reconnecting != nil { return }
        if isTooEarly { return navigator.show(alert: "It's not your turn.") }
        if duel.consent.isUndoAsked {
            return navigator.show(alert: ConsentRefusal.askedAlready.sentence(with: duel.opponentName))
        }
        if duel.refusal(of: column) != nil { return navigator.show(alert: "That column is full.") }
        duel.move(column)
    }

    /// Whether a new game may begin.
    var mayReplay: Bool { duel.mayReplay && (gameState.isOver || prompt == nil) }

    /// A new game, if there may be one.
    func replay() { if mayReplay { duel.replay() } }

    /// Leaves the game and says so to the peer.
    func disconnect() { navigator.popToRoot() }

    /// The opponent is gone: the board stays until the player has read why.
    private func endGame(_ sentence: String) {
        forgetInsight()
        finishFall()
        prompt = nil
        navigator.show(alert: sentence)
        navigator.setNeedsDisplay()
        ring()
    }

    private func showWinner() {
        prompt = .afterTheEnd
        navigator.setNeedsDisplay()
    }

    private func updateView(from old: GameState) {
        if old.isOver != gameState.isOver {
            // The end is seen when the last disc lands.
            if falling == nil { navigator.setNeedsDisplay() }
        } else {
            navigator.update(self) { canvas in
                self.drawLabel(on: canvas)
                if self.duel.isShared { self.drawCursor(on: canvas) }
            }
        }
    }

    /// The screen was left: the opponent is told.
    func didLeave() {
        fallTimer?.cancel()
        duel.leave()
        thinker.stop()
    }
}

// MARK: - What happens in the duel

extension FourInARowViewController: DuelDelegate {
    func duelDidChange(_ change: DuelChange) {
        switch change {
        case .moved(let isOurs): didMove(isOurs: isOurs)
        case .began(let isTheirs): didBegin(isTheirs: isTheirs)
        case .tookBack: resetGame()
        case .asked(let topic): ask(words.asks(duel.opponentName, for: topic))
        case .refused: navigator.show(alert: words.refuses(duel.opponentName))
        case .granted(let topic, let isOurs): didGrant(topic, toUs: isOurs)
        case .met: navigator.setNeedsDisplay()
        case .seatChanged: navigator.update(self) { self.drawLabel(on: $0) }
        case .hostIsSilent: navigator.show(alert: words.silence(of: duel.opponentName))
        case .lost: didLoseOpponent()
        case .isLooking: navigator.update(self) { self.drawLabel(on: $0) }
        case .resumed(let resumption): didResume(resumption)
        case .ended(.disconnected(.isPrivate)) where didFindPrivate != nil: didFindPrivate?()
        case .ended(let end): endGame(words.sentence(for: end, with: duel.opponentName))
        case .couldNotKeep(let failure): navigator.show(alert: failure.sentence)
        }
    }

    private func didMove(isOurs: Bool) {
        finishFall()
        let square = duel.game.lastSquare
        prompt = nil
        redraw(lastSquare(before: 1))
        // In the top row it does not fall, but has the time of a step as well.
        if navigator.settings.animation, let square {
            falling = FallingDisc(target: square, cell: BoardCell(of: duel.game.mover.other, for: duel.me))
        }
        gameState = duel.state
        positionDidChange()
        if let falling {
            redraw(falling.square)
            awaitStep()
        } else {
            didLand(square)
        }
        if !isOurs { ring() }
    }

    private func lastSquare(before count: Int) -> Square? { duel.game.prefix(duel.game.moves.count - count).lastSquare }

    private func didBegin(isTheirs: Bool) {
        resetGame()
        guard isTheirs else { return }
        navigator.show(alert: words.replays(duel.opponentName))
        ring()
    }

    private func ask(_ sentence: String) {
        finishFall()
        prompt = .consent
        navigator.show(alert: sentence)
        ring()
    }

    private func didGrant(_ topic: ConsentTopic, toUs isOurs: Bool) {
        finishFall()
        if isOurs { navigator.closeAlert() }
        if let sentence = words.grant(of: topic) { navigator.show(alert: sentence) }
        guard isOurs else { return }
        switch topic {
        case .hints: if gameState == .myTurn { showHint() }
        case .eye: toggleScores()
        case .undo: break
        }
    }

    private func didLoseOpponent() {
        finishFall()
        navigator.closeAlert()
        prompt = .absence
        navigator.setNeedsDisplay()
        ring()
    }

    private func didResume(_ resumption: DuelResumption) {
        gameState = duel.state
        prompt = gameState.isOver ? .afterTheEnd : nil
        if !duel.consent.allowed.contains(.eye) { insight.close() }
        positionDidChange()
        navigator.setNeedsDisplay()
        navigator.show(alert: words.sentence(for: resumption, with: duel.opponentName, in: gameState))
        ring()
    }

    /// What the peer asked for is answered.
    func answer(isAllowed: Bool) {
        prompt = gameState.isOver ? .afterTheEnd : nil
        navigator.closeAlert()
        navigator.setNeedsDisplay()
        duel.answer(isAllowed: isAllowed)
    }

    /// Nothing changes: the opponent is still looked for.
    func wait() {
        prompt = .absence
        navigator.setNeedsDisplay()
    }

    /// Leaves for good, while the opponent is looked for.
    func giveUp() {
        duel.giveUp()
        navigator.popToRoot()
    }

    func ring() { if navigator.settings.bell { navigator.surroundings.ringBell() } }
}

// MARK: - A disc on its way

extension FourInARowViewController {
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

    private func didLand(_ square: Square?) {
        redraw(square)
        if gameState.isOver { showWinner() }
        duel.boardDidComeToRest()
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
}

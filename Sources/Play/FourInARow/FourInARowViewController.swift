// The screen of a game. It mirrors the original app's MTViewController and keeps its verbs. This file has the events of the match and
// the animation; the other extensions have the keys, the drawing, the questions and what the engine shows.

import Engine
import Language
import Screen
import Session
import Wire

/// Four in a Row, as the player at this screen sees it.
final class FourInARowViewController {
    let navigator: Navigator
    /// The match that is played.
    let match: Match
    /// The words for this kind of opponent.
    let words: OpponentWords
    /// The engine, for hints, scores and threats.
    let thinker: Analysis
    /// The state of the game. Setting it updates the view.
    private(set) var gameState = GameState.myTurn { didSet { updateView(from: oldValue) } }
    private(set) var cursorColumn = 3
    /// The animation on the board.
    private(set) var motion = BoardMotion()
    var prompt: Prompt?
    /// What the engine says about the position.
    var insight = Insight()
    /// The short names of a stranger's key and ours.
    var contact: Contact?
    /// Called, instead of telling the player, when the joined game turns out to be private.
    var didFindPrivate: (() -> Void)?

    /// A screen for `match`.
    init(navigator: Navigator, match: Match, words: OpponentWords, thinker: Analysis? = nil) {
        self.navigator = navigator
        self.match = match
        self.words = words
        self.thinker = thinker ?? Analysis(environment: navigator.environment)
        gameState = match.state
        match.delegate = self
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()
}

// MARK: - The original's verbs

extension FourInARowViewController {
    /// The game begins with the peer at the other end of a connection; the host moves first.
    func startGame(with connection: Connection, isHost: Bool) {
        startGame(with: PacketConnection(connection, environment: navigator.environment), isHost: isHost, isKnown: false)
    }

    /// The same on a connection on which packets were exchanged already. `isKnown`: the peer is this program.
    func startGame(with connection: PacketConnection, isHost: Bool, isKnown: Bool = true) {
        startGame(
            with: GameController(
                connection.handOver(), isHost: isHost, name: navigator.playerName,
                opponent: match.opponentName, isKnown: isKnown
            ))
    }

    /// The same with a peer to whom we have said hello already. A host passes the arbiter of its guests, and the endpoint where it
    /// hosts.
    func startGame(with controller: GameController, arbiter: SeatArbiter? = nil, at endpoint: Endpoint? = nil) {
        match.begin(with: controller, arbiter: arbiter, at: endpoint)
        gameState = match.state
    }

    /// Begins the first game against an opponent on this machine.
    func startGame() { match.begin() }

    /// Shows the game that is on the board now, and nothing of the last one.
    private func resetGame() {
        comeToRest()
        navigator.closeAlert()
        gameState = match.state
        prompt = promptAtRest
        navigator.setNeedsDisplay()
        positionDidChange()
    }

    /// The player drops a disc into a column, or reads why not.
    func addDisc(toColumn column: Int) {
        let isTooEarly = !match.isShared && gameState == .yourTurn
        finishFall()
        if match.isOver || match.reconnection != nil { return }
        if gameState.isOver { return showWinnerAgain() }
        if isTooEarly { return say(tr("It's not your turn.")) }
        if match.consent.isUndoAsked {
            return show(.askedAlready)
        }
        if match.game.reasonAgainst(column) != nil { return say(tr("That column is full.")) }
        match.move(column)
    }

    /// Whether a new game may begin.
    var mayReplay: Bool { match.mayReplay && (gameState.isOver || prompt == nil) }

    /// A new game, if there may be one.
    func replay() { if mayReplay { match.replay() } }

    /// Leaves the game and says so to the peer.
    func disconnect() { if match.isKept { navigator.popToRoot() } else { navigator.pop() } }

    /// The opponent is gone. The board stays until the player has read why.
    private func endGame(_ sentence: String) {
        forgetInsight()
        comeToRest()
        prompt = nil
        navigator.show(standing: sentence)
        ring()
    }

    /// Shows the result in the label. A moment later the player can choose what comes next.
    private func showWinner() {
        prompt = nil
        navigator.closeAlert()
        navigator.setNeedsDisplay()
        motion.end(isBlinking: navigator.settings.animation && !winningSquares.isEmpty)
        awaitEndStep()
    }

    /// The choices while nothing moves.
    var promptAtRest: Prompt? {
        if match.consent.wantedTopic != nil { return .consent }
        return gameState.isOver ? .afterTheEnd(isAlone: words.isAlone, next: nextLevel) : nil
    }

    private func updateView(from old: GameState) {
        if old.isOver != gameState.isOver {
            // The result is shown when the last disc lands.
            if falling == nil { navigator.setNeedsDisplay() }
        } else {
            navigator.update(self) { canvas in
                self.drawLabel(on: canvas)
                self.drawChoice(among: [self.cursorColumn], on: canvas)
                self.navigator.frame(around: self).drawTitle()
            }
        }
    }

    /// The screen was left.
    func didLeave() {
        motion.stop()
        match.leave()
        thinker.stop()
    }
}

// MARK: - Events of the match

extension FourInARowViewController: MatchDelegate {
    func match(_ match: Match, didSend event: MatchEvent) {
        switch event {
        case .moved(let isOurs): didMove(isOurs: isOurs)
        case .began(let isTheirs): didBegin(isTheirs: isTheirs)
        case .tookBack: resetGame()
        case .asked: ask()
        case .refused: navigator.show(alert: words.refuses(match.opponentName))
        case .granted(let topic, let isOurs): didGrant(topic, toUs: isOurs)
        case .met: didMeet()
        case .opponentChanged: opponentDidChange()
        case .lost: didLoseOpponent()
        case .isLooking: navigator.update(self) { self.drawLabel(on: $0) }
        case .foundLostMove(let column): ask(about: column)
        case .resumed(let resumption): didResume(resumption)
        case .ended(.disconnected(.isPrivate)) where didFindPrivate != nil: didFindPrivate?()
        case .ended(let end): endGame(words.sentence(for: end, with: match.opponentName))
        case .couldNotKeep(let failure): navigator.show(alert: failure.sentence)
        }
    }

    private func didMove(isOurs: Bool) {
        finishFall()
        let square = match.game.lastSquare
        if prompt != nil && !isAskingToLeave {
            prompt = promptAtRest
            navigator.setNeedsDisplay()
        }
        if navigator.settings.animation, let square {
            motion.falling = FallingDisc(target: square, cell: BoardCell(of: match.game.mover.other, for: match.me))
        }
        gameState = match.state
        positionDidChange()
        redraw(lastSquare(before: 1), square)
        if falling != nil { awaitStep() } else { didLand() }
        if !isOurs { ring() }
    }

    private func lastSquare(before count: Int) -> Square? { match.game.prefix(match.game.moves.count - count).lastSquare }

    private func didBegin(isTheirs: Bool) {
        resetGame()
        guard isTheirs else { return }
        say(words.replays(match.opponentName))
        ring()
    }

    private func ask() {
        comeToRest()
        if !isAskingToLeave { prompt = .consent }
        navigator.uncover()
        ring()
    }

    private func didGrant(_ topic: ConsentTopic, toUs isOurs: Bool) {
        finishFall()
        if isOurs { navigator.closeAlert() }
        if let sentence = words.grant(of: topic) { navigator.show(alert: sentence) }
        guard isOurs else { return }
        switch topic {
        case .hints: if gameState == .myTurn { showHint() }
        case .scores: toggleScores()
        case .undo: break
        }
    }

    private func didLoseOpponent() {
        comeToRest()
        navigator.closeAlert()
        prompt = .absence
        navigator.setNeedsDisplay()
        ring()
    }

    private func ask(about lostMove: Int) {
        prompt = .lostMove
        navigator.setNeedsDisplay()
        let question = words.asksAbout(lostMove: lostMove, with: match.opponentName)
        navigator.show(alert: question) { [weak self] in self?.match.reconnection?.lostMove != nil }
        ring()
    }

    private func didResume(_ resumption: MatchResumption) {
        comeToRest()
        gameState = match.state
        prompt = promptAtRest
        if !match.consent.allowed.contains(.scores) { insight.close() }
        positionDidChange()
        navigator.setNeedsDisplay()
        navigator.show(alert: words.sentence(for: resumption, with: match.opponentName, in: gameState))
        ring()
    }

    /// The opponent is slow, silent or not answering, or has stopped being so.
    private func opponentDidChange() {
        navigator.setNeedsDisplay()
        didSlowDown()
        guard match.opponent.isHostSilent else { return }
        navigator.show(alert: words.silence(of: match.opponentName)) { [weak self] in self?.match.opponent.isHostSilent == true }
    }

    func ring() { navigator.ring(isAlone: words.isAlone) }
}

// MARK: - Animation

extension FourInARowViewController {
    /// The disc on its way down.
    var falling: FallingDisc? { motion.falling }

    private func awaitStep() {
        motion.timer = navigator.environment.after(milliseconds: FallingDisc.step) { [weak self] in self?.step() }
    }

    private func step() {
        motion.falling?.fall()
        guard let disc = falling else { return }
        if disc.hasLanded { motion.falling = nil }
        redraw(disc.target)
        if disc.hasLanded { didLand() } else { awaitStep() }
    }

    /// Ends the fall of a disc at once.
    func finishFall() {
        guard let disc = falling else { return }
        motion.stop()
        redraw(disc.target)
        didLand()
    }

    private func didLand() {
        if gameState.isOver { showWinner() }
        match.boardDidComeToRest()
    }

    private func awaitEndStep() {
        motion.timer = navigator.environment.after(milliseconds: BoardMotion.step) { [weak self] in self?.stepEnd() }
    }

    private func stepEnd() {
        let wasDeaf = motion.isDeaf
        motion.stepEnd()
        navigator.update(self) { self.drawColumns(Set(self.winningSquares.map(\.column)), on: $0) }
        if wasDeaf && !motion.isDeaf {
            prompt = promptAtRest
            navigator.setNeedsDisplay()
        }
        if motion.isEnding { awaitEndStep() }
    }

    /// Ends all animation.
    func comeToRest() {
        finishFall()
        motion.stop()
    }

    /// The squares of the winning lines.
    private var winningSquares: [Square] {
        if case .won(_, let squares) = match.game.outcome { squares } else { [] }
    }

    /// Redraws the columns of these squares, and the disc above the board.
    private func redraw(_ squares: Square?...) {
        let columns = Set(squares.compactMap { $0?.column })
        navigator.update(self) { self.drawColumns(columns, choice: self.cursorColumn, on: $0) }
    }

    func moveCursor(to column: Int) {
        finishFall()
        guard Board.columns.contains(column), column != cursorColumn else { return }
        let old = cursorColumn
        cursorColumn = column
        navigator.update(self) { self.drawChoice(among: [old, column], on: $0) }
    }
}

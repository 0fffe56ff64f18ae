// The screen of a game. It mirrors the original app's MTViewController and keeps its verbs. It follows a match and forwards keys;
// FourInARowKeys.swift has the keys, FourInARowEvents.swift what follows from the events of the match, BoardMotion the animation, Insight the engine, FourInARowCaptions the words, FourInARowDrawing the picture.

import Engine
import Language
import Screen
import Session
import Wire

/// Four in a Row, as the player at this screen sees it.
final class FourInARowViewController {
    let navigator: Navigator
    /// The match, if it is played here; nil where it is only watched.
    let match: Match?
    /// What is to be seen of it now, and what follows when the player leaves the screen.
    private let (look, leaveMatch): (() -> MatchScene, () -> Void)
    /// The animation on the board.
    private(set) lazy var motion = BoardMotion(on: self)
    /// What the engine shows.
    let insight: Insight
    /// What it was about, once it is over.
    let story: GameStory
    /// Falls beside the board after a feat.
    private(set) lazy var celebration = Celebration(navigator: navigator)
    private(set) var cursorColumn = 3
    /// The choices in the key bar.
    var prompt: Prompt? { didSet { if prompt != oldValue { navigator.setNeedsDisplay() } } }
    /// The short names of a stranger's key and ours.
    var contact: Contact?
    /// Waits for another player; nil where the player did not host the game.
    var didAskToHostAgain: (() -> Void)?
    /// Why the match is over.
    private var end: String?
    /// The last game that was played to its end, as it was seen then.
    private(set) var lastFinished: MatchScene?
    /// What was said about who is yellow: whether the first player is; nil for nothing.
    private(set) var saidYellowFirst: Bool?
    /// Called when the joined game ends before a disc was played; returns whether the player is told elsewhere.
    var didTurnAway: ((_ end: MatchEnd, _ sentence: String) -> Bool)?
    /// Whether threats were asked for last, and not scores: one consent is for both.
    var wantsThreats = false
    /// Whether the player was told that the host is asked.
    var wasToldOfAsking = false
    /// When the screen was opened, or the other player began the game on the board.
    var opened: (time: Int, isTheirs: Bool)
    /// The last key that dropped a disc, or would have, and when it came.
    private var lastDrop: (key: Key, time: Int)?
    /// Redraws the clocks.
    var ticking: Cancellable?
    /// What the players say to each other.
    private(set) lazy var phrases = Phrases(navigator: navigator) { [unowned self] phrase in
        match.map { $0.say(phrase) } ?? false
    }
    /// The keys; answers to a question come after the first one, which belongs to what is asked, and those that still move, so that an Enter meant for the board
    /// answers nothing.
    private lazy var keys = (all: [Binding].keys(of: self), moving: [Binding].moving(self))
    var bindings: [Binding] {
        let answers = answers()
        if answers.isEmpty { return keys.all }
        // Yes and no stand before the keys that move.
        let letters = answers.dropFirst(prompt?.asksTheSame(as: .consent) == true ? 2 : answers.count)
        let asked = Array(letters) + keys.moving + Array(answers.dropLast(letters.count))
        return Array(keys.all.prefix(1)) + asked + Array(keys.all.dropFirst())
    }

    /// A screen of a match, which is `match` or, without one, a match of others. A computer that plays in it shares `analysis` with the
    /// screen. What happens in the match `receive` has to hear.
    init(
        navigator: Navigator, match: Match? = nil, analysis: Analysis? = nil, looking look: @escaping () -> MatchScene,
        leaving leaveMatch: @escaping () -> Void
    ) {
        self.navigator = navigator
        opened = (navigator.environment.now, false)
        (self.match, self.look, self.leaveMatch) = (match, look, leaveMatch)
        let analysis = analysis ?? Analysis(environment: navigator.environment)
        insight = Insight(into: look, analysis: analysis, navigator: navigator)
        story = GameStory(with: analysis)
        // After a hint Enter drops where it says.
        insight.didHint = { [unowned self] columns in
            if columns.contains(cursorColumn) { return cursorColumn }
            columns.min(by: Board.isNearerMiddle).map(moveCursor(to:))
            return columns.contains(cursorColumn) ? cursorColumn : nil
        }
    }
}

// MARK: - The original's verbs

extension FourInARowViewController {
    /// What is to be seen now.
    var scene: MatchScene { look() }
    /// The words for this kind of opponent.
    var words: OpponentWords { OpponentWords(for: scene) }

    /// The game begins with the peer at the other end of a connection; the host moves first. `isKnown`: the peer is this program. `mayWatch`: it is on
    /// this network, where a host may let others watch.
    func startGame(with link: Link, isHost: Bool, isKnown: Bool = true, mayWatch: Bool = false) {
        let (opponent, terms) = (scene.opponent, navigator.settings.terms)
        startGame(
            with: GameController(
                link, isHost: isHost, name: navigator.playerName, opponent: opponent.place, isNamed: opponent.isNamed,
                isKnown: isKnown, terms: mayWatch ? terms : terms.unwatched))
    }

    /// The same with the controller of the peer, new or one that has spoken with it before. A host passes the arbiter of its guests, and the
    /// endpoint where it hosts, and the code of a private game.
    func startGame(
        with controller: GameController, arbiter: SeatArbiter? = nil, at endpoint: Endpoint? = nil, code: Passphrase? = nil
    ) {
        navigator.launcher.wasHost = controller.isHost
        sayWhoIsYellow(isFirst: controller.isYellowFirst)
        match?.begin(with: controller, arbiter: arbiter, at: endpoint, code: code)
        updateView()
    }

    /// Says once who is yellow, and again if the host's hello changes it, but not in place of what began by itself; where there is room, it stands
    /// beside the disc above the board. Nobody sees colours in text mode.
    func sayWhoIsYellow(isFirst: Bool) {
        if isFirst == saidYellowFirst || navigator.listener != nil || navigator.hasStandingAlert { return }
        saidYellowFirst = isFirst
        if insight.whoIsYellow == nil { show(untilMove: OpponentWords.whoIsYellow(isFirst: isFirst)) }
    }

    /// Shows the game that is on the board now, and nothing of the last one.
    func resetGame() {
        motion.comeToRest()
        navigator.closeAlert()
        story.forget()
        celebration.end()
        prompt = promptAtRest
        navigator.setNeedsDisplay()
        insight.positionDidChange()
    }

    /// The player drops a disc into a column, or reads why not.
    func addDisc(toColumn column: Int) {
        guard let match else { return navigator.show(alert: tr("You are watching. Only the players can move.")) }
        // Before the computer's disc has landed: its move may follow at once.
        let isTooEarly = !scene.isShared && scene.state == .yourTurn
        motion.finishFall()
        let scene = scene
        if scene.isOver || scene.isBroken && !(scene.mayMove && scene.isOurTurn) { return }
        if scene.state.isOver { return showWinnerAgain() }
        if isTooEarly { return show(untilMove: tr("It's not your turn.")) }
        if scene.game.reasonAgainst(column) != nil {
            return show(untilMove: tr("That column is full."))
        }
        match.move(column)
    }

    /// How soon after itself a key that drops a disc is taken for one that is held down, in milliseconds.
    static let repetition = 150
    /// For how long Enter drops nothing on a board that a pasted line, somebody's answer or their replay has opened, in milliseconds: it was meant
    /// for what was on the screen before.
    private static let habit = 1000

    /// The same, unless the key is only held down: no terminal tells that from many keys, but nobody is so fast. A script may be.
    func drop(into column: Int, with key: Key) {
        let now = navigator.environment.now
        let isHeld = lastDrop.map { $0.key == key && now - $0.time < Self.repetition } ?? false
        lastDrop = (key, now)
        let isFromOthers = scene.opponent.message != nil || navigator.leadsToWait || opened.isTheirs
        let isHabit = key == .enter && isFromOthers && now - opened.time < Self.habit
        if !isHeld && !isHabit || navigator.listener != nil { addDisc(toColumn: column) }
    }

    /// Whether a new game may begin.
    var mayReplay: Bool { scene.mayReplay && (scene.state.isOver || prompt == nil) }

    /// A new game, if there may be one. Against the computer it asks first while a game goes on.
    func replay() {
        guard mayReplay else { return }
        if scene.state.isOver { match?.replay() } else { prompt = .startingOver }
    }

    /// Leaves the game; `didLeave` says so to the peer.
    func disconnect() {
        if scene.isTrial || scene.isWatched || scene.opponent.message != nil { navigator.pop() } else { navigator.popGame() }
    }

    /// The opponent is gone. The board stays until the player has read why, and the result. Keys are ignored for a moment: they were meant for
    /// the game.
    func endGame(_ reason: String) {
        insight.forget()
        motion.comeToRest()
        prompt = nil
        end = reason
        let sentence = withResult(reason)
        navigator.uncover()
        // A review may lie over the game: the key that closes the sentence leads back.
        if navigator.top !== self {
            navigator.show(standing: sentence) { [weak self] in if let self { navigator.closeGame(above: self) } }
        }
        // Text mode says it as a question would be said.
        if !scene.isWatched { motion.end(lighting: 0) } else if navigator.listener == nil { navigator.show(alert: sentence) }
        call(sentence)
    }

    /// Why the match is over, after the result of its last game where that was played to its end, and what decided it.
    private func withResult(_ reason: String) -> String {
        if !scene.state.isOver { return reason }
        let (captions, room) = (captions, 2 * (navigator.canvas.size.width - 8))
        let whole = together([captions.result(width: 60), captions.story.turn, reason])
        return TextWidth.of(whole) <= room ? whole : together([captions.result(width: 60), reason])
    }

    /// Why the match is over, as a question. Where there is a row for it the result stands above that.
    var endQuestion: String? {
        end.map { reason in
            let isAlone = hasQuestionAbove ? layout.hasRow(above: reason, in: navigator.canvas.size.width) : layout.sentence > 1
            return isAlone && navigator.listener == nil ? reason : withResult(reason)
        }
    }

    /// Shows the result. A moment later the player can choose what comes next.
    func showWinner() {
        prompt = nil
        lastFinished = scene
        navigator.closeAlert()
        motion.end(lighting: navigator.isAnimated ? scene.game.winningSquares.count : 0)
        story.tell(of: scene, archive: navigator.environment.archive) { [unowned self] in
            navigator.setNeedsDisplay()
            if navigator.listener != nil, !motion.ignoresKeys, scene.state.isOver { prompt = promptAtRest }
        }
        navigator.setNeedsDisplay()
    }

    /// Shows the result again, after a key that would drop a disc.
    func showWinnerAgain() {
        // On the screen it stands above the board, unless a message stands there.
        guard navigator.listener != nil else { return navigator.uncover() }
        navigator.show(alert: captions.result(width: navigator.canvas.size.width - 2))
    }

    /// Shows whose turn it is. The result is shown when the last disc lands.
    func updateView() {
        if motion.falling == nil || !scene.state.isOver { navigator.setNeedsDisplay() }
    }
}

// MARK: - The board

extension FourInARowViewController {
    /// The words around the board.
    var captions: FourInARowCaptions { captions(of: scene) }

    private func captions(of scene: MatchScene) -> FourInARowCaptions {
        FourInARowCaptions(
            scene: scene, isFalling: motion.falling != nil, isScored: motion.falling == nil && motion.isScored,
            isAnalysisSlow: insight.isSlow, story: storyWords(of: scene),
            glyphs: navigator.glyphs, width: navigator.canvas.size.width)
    }

    /// What decided the game, and what the player has achieved.
    private func storyWords(of scene: MatchScene) -> StoryWords {
        guard scene.state.isOver else { return StoryWords() }
        let names = words.names(scene.opponent.shownName)
        let isOneOfUs = !scene.isShared && !scene.isWatched
        var told = story.words { player in
            player == scene.me ? (isOneOfUs ? nil : names.mine) : names.yours
        }
        if scene.isWatched, !scene.isOver, told.achievement.isEmpty { told.achievement = tr("Stay: they may play again.") }
        return told
    }

    /// The picture.
    var drawing: FourInARowDrawing {
        let scene = scene
        return FourInARowDrawing(
            scene: scene, captions: captions(of: scene), motion: motion, insight: insight, cursorColumn: cursorColumn,
            question: askedAbove, said: phrases.last, isAsking: prompt != nil, mayMoveNow: mayMoveNow, layout: layout,
            style: navigator.boardStyle)
    }

    private var layout: BoardLayout { BoardLayout(in: navigator.area) }
    /// Whether a question has room above the board.
    var hasQuestionAbove: Bool { layout.above >= 3 }

    /// The open question that stands above the board, where there is room. What comes after the end is chosen in the key bar.
    private var askedAbove: (prompt: Prompt, sentence: String?)? {
        guard let prompt, !prompt.choices.contains(.seeIt), hasQuestionAbove else { return nil }
        let search = scene.search
        let columns = navigator.canvas.size.width - 4
        let isLost = search.map { $0.lostMove == nil && !isAskingToGiveUp } ?? false
        return (prompt, isLost ? captions.loss(columns: columns, rows: layout.above - 1) : question)
    }

    func moveCursor(to column: Int) {
        motion.finishFall()
        guard Board.columns.contains(column), column != cursorColumn else { return }
        let old = cursorColumn
        cursorColumn = column
        // What is said beside the disc changes its place.
        if insight.columnDidChange() { return navigator.setNeedsDisplay() }
        let drawing = drawing
        navigator.update(self, keepsWords: drawing.captions.question == nil) { drawing.drawChoice(among: [old, column], on: $0) }
    }
}

// MARK: - What the navigator asks for

extension FourInARowViewController: ViewController {
    var title: String { captions.title }
    func drawTitle(on canvas: Canvas) {
        captions.scoreboard(redDisc: navigator.redDisc).draw(on: canvas)
        // What is said above the board is more important than the label.
        if !asksItself && !captions.isOver { canvas.lastRows = 0..<1 }
    }
    var news: String { captions.news }
    var messageColumns: Range<Int>? { captions.scoreboard(redDisc: navigator.redDisc).between }
    var messageRows: Range<Int>? { asksItself ? nil : layout.rowsAbove }
    var isInPicture: Bool { prompt == nil }
    var asksItself: Bool { askedAbove != nil }
    var isWithOthers: Bool { !words.isAlone }
    var holdsInvitations: Bool { isAskingToLeave || isAskingToStartOver }
    var isPlaying: Bool {
        let scene = scene
        return !scene.state.isOver && !scene.isOver && !scene.isWatched
    }
    var ignoresKeys: Bool { motion.ignoresKeys || motion.falling != nil && scene.state.isOver }
    var notes: [HelpNote] {
        (insight.showsScores ? Insight.notes(isHeard: navigator.listener != nil) : []) + captions.sealedNotes
            + (scene.opponent.isSealed ? contact?.notes ?? [] : [])
    }

    func draw(on canvas: Canvas, in area: Rect) {
        drawing.draw(on: canvas)
        if hasPlaceForPhrases { drawing.draw(phrases.shown, underMessage: navigator.alert != nil || question != nil, on: canvas) }
        for side in layout.sides(in: area) { celebration.draw(on: canvas, in: side) }
    }

    /// Whether every phrase fits beside the disc above the board, under its speaker's name.
    var hasPlaceForPhrases: Bool {
        !asksItself && Phrase.allCases.allSatisfy { TextWidth.of($0.words) + 4 <= layout.picture.x }
    }

    func didPress(_ key: Key) -> Bool {
        motion.finishFall()
        if scene.isOver { return false }
        switch key {
        case .paste(let line) where scene.opponent.message != nil: navigator.launcher.read(line: line)
        case .click(let point) where asksItself && !(mayMoveNow && point.y >= layout.board.y): break
        case .click(let point): if let column = layout.column(at: point) { addDisc(toColumn: column) }
        case .wheel(let step): if prompt == nil && isPlaying || mayMoveNow { moveCursor(to: cursorColumn + step) }
        case .character("1"..."7") where scene.state.isOver: showWinnerAgain()
        default: return false
        }
        return true
    }

    /// The key of the review means nothing in a game: once the last disc lies it opens that at once.
    func didIgnore(_ key: Key) {
        motion.skip()
        guard key.folded == .character("v"), motion.falling == nil, scene.state.isOver, !scene.isOver else { return }
        prompt = promptAtRest
        bindings.first { $0.keys.contains(key.folded) && $0.isAvailable() }?.action(key)
    }

    func didHover(over point: Point) {
        guard prompt == nil && isPlaying && scene.isOurTurn || mayMoveNow else { return }
        if let column = layout.column(at: point) { moveCursor(to: column) }
    }

    /// The screen was left.
    func didLeave() {
        motion.stop()
        phrases.stop()
        celebration.end()
        ticking?.cancel()
        leaveMatch()
        insight.stop()
    }
}

// A puzzle on the board: the player finds the moves, the computer answers with the longest defence. A wrong disc stays until the board has
// shown why it is wrong. PuzzleRun has the rules, PuzzleWords the sentences.

import Engine
import Language
import Screen
import Session

/// Puzzles, one after the other, or that of the day.
final class PuzzleViewController {
    let navigator: Navigator
    /// Where the puzzle is from.
    let source: Source
    /// The puzzle on the board.
    private(set) var run: PuzzleRun
    private(set) var progress: PuzzleProgress
    /// What the engine says of the wrong disc on the board; nil before it does.
    private(set) var judgement: Judgement?
    private(set) var cursorColumn = 3
    /// The rating before the last try that counted.
    private(set) var lastRating: PuzzleRating?
    private let puzzles: [Puzzle]
    private let analysis: Analysis
    private var pause: Cancellable?
    private var hasCounted = false

    /// Where a puzzle is from.
    enum Source: Equatable {
        case shelf
        /// The puzzle of a day, the number of days since 1970.
        case day(Int)
        /// A game of the player's.
        case ownGame
    }

    /// How long the computer waits before it answers, in milliseconds.
    static let pauseTime = 500

    /// A puzzle that suits the player, or the one of `day`; nil where there are no puzzles.
    convenience init?(navigator: Navigator, day: Int? = nil) {
        let puzzles = navigator.environment.puzzles()
        var random = SystemRandomNumberGenerator()
        let puzzle =
            if let day { PuzzleProgress.daily(day, of: puzzles) } else {
                navigator.puzzleProgress.next(of: puzzles, using: &random)
            }
        guard let puzzle else { return nil }
        self.init(navigator: navigator, puzzle: puzzle, from: day.map(Source.day) ?? .shelf, of: puzzles)
    }

    /// This puzzle. `puzzles` are all that there are, for its number.
    init(navigator: Navigator, puzzle: Puzzle, from source: Source, of puzzles: [Puzzle] = []) {
        (self.navigator, self.source, self.puzzles, progress) = (navigator, source, puzzles, navigator.puzzleProgress)
        run = PuzzleRun(puzzle)
        let open = Board.columns.filter { puzzle.start.reasonAgainst($0) == nil }
        cursorColumn = open.min { abs($0 - 3) < abs($1 - 3) } ?? 3
        analysis = Analysis(environment: navigator.environment)
        // Nobody can improve the result of a day.
        if case .day(let day) = source { hasCounted = progress.hasTried(dayOf: day) != nil }
    }

    /// Today, as the number of days since 1970 in UTC.
    static func today(_ environment: Identity) -> Int { environment.wallClock / 86_400_000 }

    /// Whether it is the puzzle of the day.
    var isDaily: Bool { if case .day = source { true } else { false } }
    /// The number of the puzzle, from 1.
    var number: Int { (puzzles.firstIndex(of: run.puzzle) ?? 0) + 1 }
    /// Whether a wrong disc is on the board.
    var isWrong: Bool { !run.wrong.isEmpty }
    /// Whether nothing more is to be found.
    var isOver: Bool { run.isSolved }
    /// Whoever solves the puzzle is yellow.
    var yellow: Player { run.puzzle.start.mover }

    func drop(_ column: Int) {
        if isWrong || isOver { return }
        guard run.game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        switch run.drop(column) {
        case .right: answerSoon()
        case .solved: finish()
        case .wrong:
            count()
            explain(column)
        case .ignored: break
        }
        cursorColumn = column
        navigator.setNeedsDisplay()
    }

    private func answerSoon() {
        guard navigator.settings.animation else { return answer() }
        pause = navigator.environment.after(milliseconds: Self.pauseTime) { [weak self] in self?.answer() }
    }

    private func answer() {
        pause = nil
        run.answer()
        navigator.setNeedsDisplay()
    }

    /// The engine says what is wrong, and the opponent takes advantage of it.
    private func explain(_ column: Int) {
        let before = run.puzzle.game(after: run.step).position
        analysis.scores(of: before) { [weak self] scores in
            guard let self, run.wrong == [column] else { return }
            judgement = Judgement(column: column, scores: scores, in: before)
            sayBriefly()
            guard run.game.outcome == nil else { return }
            analysis.scores(of: run.game.position) { [weak self] replies in
                guard let self, run.wrong == [column], let reply = ComputerPlayer.best(of: replies).first else { return }
                run.punish(with: reply)
                navigator.setNeedsDisplay()
            }
        }
    }

    private func finish() {
        count()
        navigator.ring(isAlone: true)
        judgement = nil
        sayBriefly()
    }

    /// The first result of a puzzle counts.
    private func count() {
        guard !hasCounted else { return }
        hasCounted = true
        lastRating = progress.rating
        let rating = progress.rating.after(run.score, against: PuzzleRating(of: run.puzzle))
        let attempt = PuzzleTry(
            start: run.puzzle.start.digits, theme: run.puzzle.theme, score: run.score, rating: rating,
            day: Self.today(navigator.environment), isDaily: isDaily)
        progress = PuzzleProgress(progress.tries + [attempt])
        do throws(StorageFailure) { try navigator.environment.puzzleTries.keep(attempt) } catch {
            navigator.show(alert: error.sentence)
        }
    }

    private func tryAgain() {
        analysis.forgetScores()
        run.takeBack()
        judgement = nil
        navigator.setNeedsDisplay()
    }

    private func hint() {
        run.hint()
        sayBriefly()
    }

    /// Says what there is to say where nothing stands beside the board.
    private func sayBriefly() {
        if ReviewLayout(in: navigator.area).panel == nil, navigator.listener == nil {
            navigator.show(alert: together(words.comments))
        }
        navigator.setNeedsDisplay()
    }

    private func showSolution() {
        analysis.forgetScores()
        pause?.cancel()
        pause = nil
        run.giveUp()
        count()
        judgement = nil
        navigator.setNeedsDisplay()
    }

    /// Another puzzle.
    private func next() {
        if source == .ownGame { return navigator.replaceTop(with: OwnPuzzleViewController(navigator: navigator)) }
        guard let screen = PuzzleViewController(navigator: navigator) else { return }
        navigator.replaceTop(with: screen)
    }

    private func moveCursor(to column: Int) {
        guard Board.columns.contains(column) else { return }
        cursorColumn = column
        navigator.setNeedsDisplay()
    }

    /// The puzzle with its solution, or as far as it is solved, in a review: there other lines can be tried.
    private func review() {
        let names = ReviewNames(
            yellow: DiscNames.yellow, red: DiscNames.red, me: yellow)
        navigator.push(
            ReviewViewController(
                navigator: navigator, game: run.puzzle.game(after: run.puzzle.solution.count), names: names, storedAs: nil))
    }

    private lazy var keys: [Binding] = {
        let canMove = { [unowned self] in run.isPlayersTurn }
        let digits = (0x31...0x37).compactMap { Unicode.Scalar($0).map(Key.character) }
        return [
            Binding(
                .left, .right, name: "←→", label: tr("Column"), help: tr("Choose a column."), isAvailable: canMove,
                action: { [unowned self] in moveCursor(to: cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: tr("Drop"), help: tr("Drop a disc into that column."),
                isAvailable: canMove, action: { [unowned self] _ in drop(cursorColumn) }),
            Binding(
                keys: digits, name: "1-7", help: tr("Drop a disc into this column at once."), isAvailable: canMove,
                action: { [unowned self] in if case .character(let digit) = $0 { drop(Int(digit.value) - 0x31) } }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in tryAgain() }),
            Binding(
                .enter, .character("n"), name: "N", label: tr("Next"), help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in isOver }, action: { [unowned self] _ in next() }),
            Binding(
                .character("h"), label: tr("Hint"), help: tr("A hint: first the idea, then some columns, then the column."),
                isAvailable: canMove, action: { [unowned self] _ in hint() }),
            Binding(
                .character("s"), label: tr("Solution"), help: tr("Show the solution."),
                isAvailable: { [unowned self] in !isOver && run.hasFailed }, action: { [unowned self] _ in showSolution() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Go through the solution, and try other moves."),
                isAvailable: { [unowned self] in isOver }, action: { [unowned self] _ in review() }),
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy a line with the result, to share it."),
                isAvailable: { [unowned self] in isOver && isDaily },
                action: { [unowned self] _ in navigator.copy(words.result) }),
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in !isOver && !isDaily },
                action: { [unowned self] _ in next() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the puzzles.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
    }()
}

extension PuzzleViewController: ViewController {
    var words: PuzzleWords { PuzzleWords(screen: self) }
    var title: String { isDaily ? tr("Puzzle of the day") : tr("Puzzles") }
    var status: String { words.rating }
    var bindings: [Binding] { keys }
    var isInPicture: Bool { true }

    /// What is to be done stands beside the board, or where there is no room for that, in the first row.
    func heading(width: Int) -> [(text: String, role: Role)] {
        guard ReviewLayout(in: navigator.area).panel == nil else { return [(title, .title)] }
        return [(TextWidth.clip(isOver ? words.verdict : words.goal, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let layout = ReviewLayout(in: area)
        BoardView(layout: layout.board, style: navigator.boardStyle).draw(picture, on: canvas)
        canvas.focus = layout.board.foot(ofColumn: cursorColumn)
        guard let panel = layout.panel else {
            guard let last = words.comments.last else { return }
            // Below the board, or above it where nothing hovers.
            let rows = TextWidth.wrap(last, to: area.width - 2, rows: max(1, layout.board.above))
            let top = run.isPlayersTurn ? area.y + area.height - rows.count : layout.board.rowsAbove.lowerBound
            let isFree = !run.isPlayersTurn || top > layout.board.base
            if isFree { for (index, row) in rows.enumerated() { canvas.put(row, x: 1, y: top + index, .label) } }
            return
        }
        let rect = Rect(
            x: panel.words.x, y: panel.words.y, width: panel.words.width, height: area.y + area.height - panel.words.y)
        draw(on: canvas, beside: rect)
    }

    private func draw(on canvas: Canvas, beside rect: Rect) {
        var y = rect.y
        func put(_ text: String, _ role: Role, gap: Int = 0) {
            for line in TextWidth.wrap(text, to: rect.width, rows: max(0, rect.y + rect.height - y)) {
                canvas.put(line, x: rect.x, y: y, role)
                y += 1
            }
            y += gap
        }
        put(words.name, .faint, gap: 1)
        put(words.goal, .label)
        for (index, comment) in words.comments.enumerated() {
            put(comment, isWrong && index == 0 ? .problem : isOver && index == 0 ? .good : .plain)
        }
        y = max(y + 1, rect.y + rect.height - words.facts.count - 1)
        for fact in words.facts { put(fact, .faint) }
    }

    private var picture: BoardPicture {
        let game = run.game
        var picture = BoardPicture(of: game, yellow: yellow)
        guard run.isPlayersTurn else { return picture }
        let landing = game.board.landing(in: cursorColumn)
        picture.loose = .above(column: cursorColumn, cell: .yellow, isFull: landing == nil)
        if let landing { picture[landing].ghost = .yellow }
        picture.base[cursorColumn].isLit = true
        if run.hints > 1 {
            for column in run.hints > 2 ? [run.right] : run.candidates {
                if let landing = game.board.landing(in: column) { picture[landing].isHinted = true }
            }
        }
        return picture
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = ReviewLayout(in: navigator.area).board.column(at: point) else {
            return false
        }
        if isWrong { tryAgain() } else { drop(column) }
        return true
    }

    func didHover(over point: Point) {
        if run.isPlayersTurn, let column = ReviewLayout(in: navigator.area).board.column(at: point) { moveCursor(to: column) }
    }

    func didLeave() {
        pause?.cancel()
        analysis.stop()
    }
}

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
    private(set) var progress: [PuzzleTry]
    /// What the engine says of the wrong disc on the board; nil before it does.
    private(set) var refutation: Refutation?
    /// In a draw or a defence, a disc that loses: the one to be warned of at the move for which a hint was asked; at the end the player's first, or
    /// that of the first move.
    private(set) var danger: Refutation?
    /// How many moves of the solution are before it.
    var dangerStep: Int { isOver ? mistake?.step ?? 0 : run.step }
    /// The player's first disc that lost.
    private var mistake: (refutation: Refutation, step: Int)?
    var cursorColumn = 3
    var chosenSince: Int?
    var shownGame: Game { run.game }
    /// The rating before the last try that counted; nil while it is not shown.
    private(set) var lastRating: PuzzleRating?
    /// After how many days the puzzle comes back; nil if it does not.
    private(set) var daysToReturn: Int?
    /// The game of the player's that it is from, and the column played there; nil for one from the shelf.
    let origin: (game: KeptGame, column: Int)?
    /// What is known of a puzzle that comes back; nil for others.
    let recall: Recall?
    /// Which of the puzzles of today it is, and of how many, for one that comes back.
    private(set) var place = (number: 1, count: 1)
    /// How many of those that came back one after the other were solved without a slip.
    private(set) var solvedAgain = 0
    /// How many puzzles counted before this one, while the first of them find the player's rating; nil later, and for one that is not from the
    /// shelf.
    let placing: Int?
    private let puzzles: [Puzzle]
    /// The starts of the puzzles that were shown before this one.
    private let passed: Set<String>
    let analysis: Analysis
    /// Whether the engine looks for what a hint or a wrong disc needs.
    private(set) var isSearching = false
    private(set) var pause: Cancellable?
    private var hasCounted = false
    /// The other puzzle of the day as it was left; that one does not hold this one.
    private var other: PuzzleViewController?

    /// Where a puzzle is from.
    enum Source: Equatable {
        /// One that suits the player, of this theme or of any.
        case shelf(PuzzleTheme?)
        /// The easier or the harder puzzle of a day, the number of days since 1970.
        case day(Int, isGentle: Bool)
        /// One that was missed, and comes back today.
        case due
        /// A game of the player's.
        case ownGame
    }

    /// From how many moves on a plan says more of a win than its last discs.
    private static let far = 5
    /// The time between two moves of the solution, in milliseconds.
    private static let showingTime = 1000

    /// Opens a puzzle from this source, or says that there are none.
    static func open(on navigator: Navigator, from source: Source) {
        guard let screen = PuzzleViewController(navigator: navigator, from: source) else {
            return navigator.show(alert: PuzzleViewController.missing)
        }
        navigator.push(screen)
    }

    /// A puzzle from this source; nil where there is none. `known` are all puzzles, if they have been read.
    convenience init?(navigator: Navigator, from source: Source, of known: [Puzzle] = [], except passed: Set<String> = []) {
        let puzzles = known.isEmpty ? navigator.environment.puzzles() : known
        let puzzle: Puzzle?
        switch source {
        case .day(let day, let isGentle): puzzle = Puzzle.daily(day, isGentle: isGentle, of: puzzles)
        case .due: puzzle = navigator.duePuzzles.first { !passed.contains($0.start.digits) }
        case .shelf(let theme):
            var random = SystemRandomNumberGenerator()
            let wanted = puzzles.filter { theme == nil || $0.theme == theme }
            // Nothing that other screens showed lately, as long as there is something else.
            let shown = theme == nil ? passed.union(navigator.shownLately) : passed
            let isEnough = wanted.contains { !shown.contains($0.start.digits) }
            puzzle = navigator.puzzleProgress.next(of: wanted, except: isEnough ? shown : passed, using: &random)
        case .ownGame: puzzle = nil
        }
        guard let puzzle else { return nil }
        self.init(navigator: navigator, puzzle: puzzle, from: source, of: puzzles, after: passed)
    }

    /// This puzzle, after those with the starts in `passed`. `puzzles` are all that there are, for its number.
    init(
        navigator: Navigator, puzzle: Puzzle, from source: Source, of puzzles: [Puzzle] = [], after passed: Set<String> = []
    ) {
        (self.navigator, self.source, self.puzzles, self.passed) = (navigator, source, puzzles, passed)
        let progress = navigator.puzzleProgress
        self.progress = progress
        run = PuzzleRun(puzzle)
        if case .shelf = source, !progress.isPlaced { placing = progress.counted.count } else { placing = nil }
        let comesBack = source == .due || source == .ownGame
        origin = comesBack ? navigator.ownGame(of: puzzle) : nil
        recall = source == .due ? navigator.recalls.first { $0.kind == .puzzle && $0.item == puzzle.line } : nil
        let open = Board.columns.filter { puzzle.start.reasonAgainst($0) == nil }
        cursorColumn = open.min(by: Board.isNearerMiddle) ?? 3
        analysis = Analysis(environment: navigator.environment)
        // Nobody can improve the result of a day.
        if case .day(let day, _) = source {
            let known = progress.last { $0.isDaily && $0.day == day && $0.start == puzzle.start.digits }
            isRepeated = known != nil
            if let score = known?.score, score > 0 {
                run.recallSolution(wasHelped: score < 1)
                findDanger { [weak self] in self?.navigator.setNeedsDisplay() }
            }
        }
        hasCounted = isRepeated || isEarly
        if source == .due, !isEarly {
            place = (passed.count + 1, passed.count + navigator.duePuzzles.count { !passed.contains($0.start.digits) })
        }
    }

    /// The puzzle of the day, solved after the try that counts, as the archive keeps it.
    static var laterTry: ScoredGame { .training("daily") }
    /// Whether it is the puzzle of the day.
    var isDaily: Bool { if case .day = source { true } else { false } }
    /// The number of the puzzle, from 1.
    var number: Int {
        (puzzles.firstIndex(of: run.puzzle) ?? puzzles.firstIndex { $0.lastMove == run.puzzle } ?? 0) + 1
    }
    /// Whether the result counts.
    var counts: Bool { !hasCounted }
    /// Whether it was opened before the day on which it comes back, and does not count.
    var isEarly: Bool { source == .due && recall?.isDue(on: navigator.today) != true }
    /// Whether it is the last of those that come back today.
    var isLast: Bool { source == .due && place.number >= place.count }
    /// Whether its result counted before.
    private(set) var isRepeated = false
    /// Whether a wrong disc is on the board.
    var isWrong: Bool { !run.wrong.isEmpty }
    /// Whether nothing more is to be found.
    var isOver: Bool { run.isSolved }
    /// The player's plan, where there is one and nothing else decides, and how many moves of the solution were on the board before it.
    var plan: (plan: Plan, step: Int)? {
        // Of two moves the idea says enough.
        let isFar = run.puzzle.theme?.isWaiting == true && run.puzzle.length > 2 || run.puzzle.length >= Self.far
        guard run.puzzle.goal == .draw || run.puzzle.goal == .win && isFar else { return nil }
        let steps = stride(from: 0, to: run.puzzle.solution.count, by: 2)
        return steps.lazy.compactMap { [run] step in run.puzzle.plan(after: step).map { (plan: $0, step: step) } }.first
    }
    /// Whoever solves the puzzle is yellow.
    var yellow: Player { run.puzzle.start.mover }

    func drop(_ column: Int) {
        if isWrong { tryAgain() }
        if !isPlayersTurn { return }
        guard run.game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        guard run.drop(column) else { return }
        if isWrong {
            count()
            explain(column)
        } else if isOver {
            finish()
        } else {
            answerSoon(pause: \.pause) { [weak self] in self?.run.answer() }
        }
        moveCursor(to: column)
    }

    /// The engine says what is wrong, and the opponent takes advantage of it.
    private func explain(_ column: Int) {
        isSearching = true
        analysis.refutation(of: column, in: run.puzzle.game(after: run.step).position) { [weak self] in
            guard let self else { return }
            isSearching = false
            guard run.wrong == [column] else { return }
            refutation = $0
            if mistake == nil, $0.win != nil { mistake = ($0, run.step) }
            if let reply = $0.reply { run.punish(with: reply) }
            sayBriefly()
        }
    }

    /// Finds the danger at the present move, or at the end that at the first move, and goes on. In a game of the player's it is what was played there.
    private func findDanger(then goOn: @escaping () -> Void) {
        guard run.puzzle.goal != .win else { return goOn() }
        let didFind = { @MainActor [weak self] (found: Refutation?) in
            self?.danger = found
            self?.isSearching = false
            goOn()
        }
        if let origin, isOver || run.step == 0 {
            isSearching = true
            return analysis.refutation(
                of: origin.column, in: run.puzzle.start.position, explained: true, answer: didFind)
        }
        if isOver {
            danger = mistake?.refutation
            if mistake != nil { return goOn() }
        }
        isSearching = true
        analysis.danger(in: (isOver ? run.puzzle.start : run.game).position, answer: didFind)
    }

    /// Says how it ended, and the idea.
    private func conclude() { findDanger { [weak self] in self?.sayBriefly() } }

    private func finish() {
        count()
        // The first try did not solve it.
        if case .day(let day, _) = source, !run.isGivenUp, !progress.solvedDays.contains(day) {
            navigator.keep(PlayedGame(Self.laterTry, isWon: true, score: nil))
        }
        refutation = nil
        conclude()
    }

    /// The first result of a puzzle counts.
    private func count() {
        guard !hasCounted else { return }
        hasCounted = true
        if source == .due || source == .ownGame {
            let isSolved = run.score == 1
            daysToReturn = navigator.note(.puzzle, run.puzzle.line, isMissed: !isSolved, isHelped: run.score > 0)
            navigator.keep(PlayedGame(.training("once-more"), isWon: isSolved, score: nil))
            if isSolved { solvedAgain += 1 }
            return
        }
        guard let theme = run.puzzle.theme else { return }
        // Only the first result of a puzzle changes the rating, and that of the day only for the better.
        let isFree = progress.contains { $0.start == run.puzzle.start.digits } || isDaily && run.score == 0
        if progress.isPlaced, !isFree { lastRating = progress.rating }
        let attempt = PuzzleTry(
            start: run.puzzle.start.digits, theme: theme, score: run.score,
            rating: isFree ? progress.rating : progress.rating.after(run.score, at: run.puzzle), day: navigator.today,
            isDaily: isDaily)
        progress = progress + [attempt]
        do throws(StorageFailure) { try navigator.environment.archive.keep(attempt) } catch {
            navigator.show(alert: error.sentence)
        }
        if run.score == 0 { daysToReturn = navigator.note(.puzzle, run.puzzle.line, isMissed: true) }
    }

    func tryAgain() {
        analysis.forgetScores()
        isSearching = false
        run.takeBack()
        refutation = nil
        chosenSince = nil
        navigator.setNeedsDisplay()
    }

    private func hint() {
        findDanger { [weak self] in
            guard let self else { return }
            run.hint(against: danger?.judgement.column)
            sayBriefly()
        }
    }

    /// Says what there is to say where nothing stands beside the board.
    private func sayBriefly() {
        if ReviewLayout(in: navigator.area).panel == nil, navigator.listener == nil {
            navigator.show(alert: brief)
        }
        navigator.setNeedsDisplay()
    }

    private func showSolution() {
        analysis.forgetScores()
        isSearching = false
        pause?.cancel()
        pause = nil
        run.giveUp()
        count()
        refutation = nil
        showNextMove()
    }

    /// Shows the solution move by move.
    private func showNextMove() {
        run.showMove()
        navigator.setNeedsDisplay()
        guard !run.isSolved else { return conclude() }
        // Those who listen hear all moves at once.
        if navigator.listener != nil { return showNextMove() }
        pause = navigator.environment.after(milliseconds: Self.showingTime) { [weak self] in self?.showNextMove() }
    }

    /// Another puzzle.
    private func next() {
        if source == .ownGame { return navigator.replaceTop(with: OwnPuzzleViewController(navigator: navigator)) }
        let screen = PuzzleViewController(
            navigator: navigator, from: isDaily ? .shelf(nil) : source, of: puzzles,
            except: passed.union([run.puzzle.start.digits]))
        if source == .due, isLast || screen == nil {
            let result = isOver ? "" : allDone
            navigator.pop()
            if !result.isEmpty { navigator.show(alert: result) }
            return
        }
        guard let screen else { return }
        screen.solvedAgain = solvedAgain
        navigator.replaceTop(with: screen)
    }

    /// The puzzle of the day, or the other one of that day.
    private func goToDay() {
        let wanted =
            if case .day(let day, let isGentle) = source { Source.day(day, isGentle: !isGentle) } else { navigator.puzzleOfToday }
        guard let screen = other ?? PuzzleViewController(navigator: navigator, from: wanted, of: puzzles) else { return }
        other = nil
        // Only at rest it can go on where it was.
        screen.other = isDaily && pause == nil && !isSearching ? self : nil
        screen.progress = navigator.puzzleProgress
        navigator.replaceTop(with: screen)
    }

    private(set) lazy var keys: [Binding] = {
        let canMove = { [unowned self] in run.isPlayersTurn }
        let isDaily = isDaily
        let isGentle = if case .day(_, let isGentle) = source { isGentle } else { false }
        return columnKeys + [
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in if isRested { tryAgain() } }),
            Binding(
                .enter, .character("n"), name: "Enter", label: isDaily ? tr("Puzzles") : tr("Next"),
                help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in isOver && !isLast }, action: { [unowned self] _ in next() }),
            Binding(
                .enter, .character("n"), name: "Enter", label: tr("Done"), help: tr("Go back."),
                isAvailable: { [unowned self] in isOver && isLast }, action: { [unowned self] _ in next() }),
            Binding(
                .character("h"), label: tr("Hint"), help: tr("A hint: first the idea, then some columns, then the column."),
                isAvailable: canMove, action: { [unowned self] _ in hint() }),
            Binding(
                .character("s"), label: tr("Skip"), help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in placing != nil && !isOver && !run.hasFailed },
                action: { [unowned self] _ in next() }),
            Binding(
                .character("s"), label: tr("Solution"), help: tr("Show the solution."),
                isAvailable: { [unowned self] in !isOver && run.hasFailed && !run.isGivenUp },
                action: { [unowned self] _ in showSolution() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Go through the solution, and try other moves."),
                isAvailable: { [unowned self] in isOver }, action: { [unowned self] _ in review() }),
            Binding(
                .character("d"), label: tr("Puzzle of the day"), help: tr("Go to the puzzle of the day."),
                isAvailable: { [unowned self] in isPlacedNow }, action: { [unowned self] _ in goToDay() }),
            Binding(
                .character("d"), label: isGentle ? tr("Harder one") : tr("Easier one"),
                help: tr("Go to the other puzzle of the day."), isAvailable: { isDaily },
                action: { [unowned self] _ in goToDay() }),
            Binding(
                .character("c"), label: tr("Copy result"), help: tr("Copy a line with the result, to share it."),
                isAvailable: { [unowned self] in isOver && isDaily },
                action: { [unowned self] _ in navigator.copy(result) }),
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to another puzzle."),
                isAvailable: { [unowned self] in !isOver && !isDaily && placing == nil },
                action: { [unowned self] _ in next() }),
        ]
            + [leaving(tr("Later")) { [unowned self] in isPlacing }, leaving(tr("Back")) { [unowned self] in !isPlacing }]
    }()

    private func leaving(_ label: String, isAvailable: @escaping () -> Bool) -> Binding {
        Binding(.escape, .character("q"), label: label, help: tr("Leave the puzzles."), isAvailable: isAvailable) {
            [unowned self] _ in navigator.pop()
        }
    }

    /// Whether the rating has not begun yet.
    private var isPlacing: Bool { placing != nil && !isPlacedNow }
}

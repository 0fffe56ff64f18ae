// Puzzles in a row, of rising difficulty: until the first mistake, or for three minutes. They do not change the rating, and those of the last runs do not
// come again. In text mode there is no clock: ten puzzles take its place.

import Engine
import Language
import Screen
import Session

/// A way to solve puzzles in a row. The raw values are stored.
enum Race: String {
    case untilMistake = "until-mistake"
    case threeMinutes = "three-minutes"
    /// Instead of three minutes, where nobody sees a clock.
    case ten

    var title: String {
        switch self {
        case .untilMistake: tr("Until the first mistake")
        case .threeMinutes: tr("Three minutes")
        case .ten: tr("Ten puzzles")
        }
    }

    /// What it is about.
    var about: String {
        switch self {
        case .untilMistake: tr("Puzzles in a row, slowly harder. How far can you get?")
        case .threeMinutes, .ten: tr("As many puzzles as you can. A wrong disc costs only the puzzle.")
        }
    }

    /// What it is in the archive.
    var scored: ScoredGame { .training(rawValue) }
}

/// Puzzles in a row.
final class RaceViewController {
    let navigator: Navigator
    let race: Race
    /// The puzzle on the board.
    private(set) var run: PuzzleRun
    /// How many puzzles were solved, and how many were shown.
    private(set) var (solved, shown) = (0, 1)
    /// Those that were missed, and the one at which the time was up: they can be reviewed.
    private var toReview: [Puzzle] = []
    /// How many were missed, and which of those is reviewed next.
    private(set) var (missed, reviewed) = (0, 0)
    /// What became of the puzzle before; empty at the first.
    private var verdict = ""
    private(set) var isOver = false
    /// Whether the player has ended it, and how many seconds were left then.
    private var (isStopped, secondsAtEnd): (Bool, Int?) = (false, nil)
    /// Whether the solved puzzle is still shown, before the next.
    private var isShown = false
    /// The best result so far; and that of the day and of all time at the end.
    private(set) var best: Int?
    /// Whether this result is better than all before.
    private var isRecord = false
    private(set) var bestToday: Int?
    /// What the engine says of the disc that ended it.
    private(set) var refutation: Refutation?
    var cursorColumn = 3
    var chosenSince: Int?
    var shownGame: Game { run.game }
    private let puzzles: [Puzzle]
    private var used: Set<String>
    private let analysis: Analysis
    private(set) var isSearching = false
    private var pause: Cancellable?
    private var tick: Cancellable?
    /// When the time is up, in milliseconds of the loop's clock; nil before the first disc.
    private var end: Int?

    /// How long it takes, in milliseconds, and how many puzzles it has without a clock.
    static let (time, length) = (180_000, 10)
    /// The rating of the first puzzle, and by how much each is harder than the one before.
    private static let (easiest, step) = (800.0, 30.0)
    /// The rating from which on a draw has to be held.
    private static let farSighted = 1_400.0
    /// For how many days a puzzle is not shown again, and of how many one is chosen.
    private static let (days, choice) = (14, 12)
    /// How many puzzles are wins in one move, and how many in one or two; after how many more wins become longer by a move, and how long they become.
    private static let (atOnce, short, longer, longest) = (2, 4, 5, 6)
    /// For how long no key begins again when the time is up, in milliseconds.
    private static let restTime = 1_000
    /// How long the computer waits before it answers, and for how long a solved puzzle is shown, against the clock and without, in milliseconds.
    private static let (pauseTime, shortest, shownTime) = (250, 300, 900)

    /// The clock begins with the first disc. Nil without puzzles.
    init?(navigator: Navigator, race: Race) {
        let race = race == .threeMinutes && navigator.listener != nil ? .ten : race
        puzzles = navigator.environment.puzzles()
        used = navigator.shownLately
        // Who has seen nearly all begins anew.
        if 2 * used.count > puzzles.count { used = [] }
        guard let first = Self.puzzle(0, after: nil, of: puzzles, except: used) else { return nil }
        (self.navigator, self.race) = (navigator, race)
        run = PuzzleRun(first)
        best = (try? navigator.environment.archive.best(of: race.scored)) ?? nil
        analysis = Analysis(environment: navigator.environment)
        use(first)
        placeCursor()
    }

    /// The puzzle is not shown again in this run, nor in the next ones.
    private func use(_ puzzle: Puzzle) {
        let item = puzzle.start.digits
        used.insert(item)
        let recall = Recall(.shown, item, due: navigator.today + Self.days)
        do throws(StorageFailure) { try navigator.environment.archive.keep(recall) } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// Opens it, or says that there are no puzzles.
    static func open(_ race: Race, on navigator: Navigator) {
        guard let screen = RaceViewController(navigator: navigator, race: race) else {
            return navigator.show(alert: PuzzleViewController.missing)
        }
        navigator.push(screen)
    }

    /// A puzzle after so many others, the last of which was `last`.
    private static func puzzle(_ count: Int, after last: Puzzle?, of puzzles: [Puzzle], except used: Set<String>) -> Puzzle? {
        let target = easiest + step * Double(count)
        // First wins in one and two moves, and no two positions of one game.
        let easy = count < Self.short ? [Puzzle].wins(in: count < Self.atOnce ? 1 : 2, of: puzzles) : []
        let games = Set(used.map(Puzzle.game))
        let isFresh = { (puzzle: Puzzle) in !games.contains(Puzzle.game(of: puzzle.start.digits)) }
        if let next = easy.filter(isFresh).prefix(2 * choice).randomElement() { return next }
        // Then wins that become longer, between them a defence or a draw, and no idea twice in a row.
        let goals: [PuzzleGoal] = [.win, .win, .defence] + (target >= farSighted ? [.draw] : [])
        let goal = goals.filter { $0 == .win || $0 != last?.goal }.randomElement()
        let length = min(longest, 2 + count / longer)
        let open = puzzles.filter { isFresh($0) && ($0.goal != .draw || target >= farSighted) }
        let wanted = open.filter { $0.goal == goal && ($0.goal != .win || (length...length + 1).contains($0.length)) }
        let other = wanted.filter { $0.theme != last?.theme }
        let near = ([other, wanted].first { !$0.isEmpty } ?? open).sorted {
            abs(PuzzleRating(of: $0).value - target) < abs(PuzzleRating(of: $1).value - target)
        }
        return near.prefix(choice).randomElement()
    }

    /// The seconds that are left; nil without a clock.
    var secondsLeft: Int? {
        guard race == .threeMinutes else { return nil }
        return secondsAtEnd ?? end.map { max(0, ($0 - navigator.environment.now + 999) / 1_000) } ?? Self.time / 1_000
    }

    private func waitASecond() {
        guard let end else { return }
        tick = navigator.environment.countDown(end - navigator.environment.now) { [weak self] in
            guard let self, !isOver else { return }
            navigator.setNeedsDisplay()
            if secondsLeft == 0 { finish() } else { waitASecond() }
        }
    }

    func drop(_ column: Int) {
        guard isPlayersTurn else { return }
        guard run.game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        moveCursor(to: column)
        if race == .threeMinutes, end == nil {
            end = navigator.environment.now + Self.time
            waitASecond()
        }
        guard run.drop(column) else { return }
        if !run.wrong.isEmpty {
            miss(column)
        } else if run.isSolved {
            solved += 1
            (verdict, isShown) = (tr("Right!"), true)
            answerSoon(milliseconds: race == .threeMinutes ? Self.shortest : Self.shownTime, pause: \.pause) { [weak self] in
                self?.goOn(tr("Right!"))
            }
        } else {
            answerSoon(milliseconds: Self.pauseTime, pause: \.pause) { [weak self] in self?.run.answer() }
        }
    }

    /// A wrong disc: the puzzle comes back another day.
    private func miss(_ column: Int) {
        navigator.note(.puzzle, run.puzzle.line, isMissed: true)
        missed += 1
        toReview.append(run.puzzle)
        let right = run.puzzle.solution[run.step] + 1
        guard race == .untilMistake else { return goOn(tr("The last one: column {column} was right.", ["column": right])) }
        finish()
        isSearching = true
        analysis.refutation(of: column, in: run.puzzle.game(after: run.step).position) { [weak self] in
            guard let self else { return }
            isSearching = false
            refutation = $0
            if let reply = $0.reply { run.punish(with: reply) }
            navigator.setNeedsDisplay()
        }
    }

    /// The next puzzle, or the end, after a word about the last one.
    private func goOn(_ verdict: String) {
        guard !isOver else { return }
        (self.verdict, isShown) = (verdict, false)
        if race == .ten, shown == Self.length { return finish() }
        guard let next = Self.puzzle(shown, after: run.puzzle, of: puzzles, except: used) else { return finish() }
        use(next)
        run = PuzzleRun(next)
        shown += 1
        placeCursor()
    }

    private func placeCursor() {
        let open = Board.columns.filter { run.game.reasonAgainst($0) == nil }
        (cursorColumn, chosenSince) = (open.min(by: Board.isNearerMiddle) ?? 3, nil)
    }

    private func finish(isStopped: Bool = false) {
        (self.isStopped, secondsAtEnd, isOver) = (isStopped, secondsLeft, true)
        tick?.cancel()
        pause?.cancel()
        if race == .threeMinutes, run.isPlayersTurn, toReview.last != run.puzzle {
            toReview.append(run.puzzle)
            verdict = tr("Column {column} was right.", ["column": run.right + 1])
        }
        // An Enter that was meant for the puzzle does not begin again.
        pause =
            race == .threeMinutes
            ? navigator.environment.after(milliseconds: Self.restTime) { [weak self] in
                self?.pause = nil
                self?.navigator.setNeedsDisplay()
            } : nil
        let archive = navigator.environment.archive
        isRecord = solved > best ?? 0
        do throws(StorageFailure) {
            try archive.keep(PlayedGame(race.scored, isWon: false, score: solved))
            let results = try archive.results().filter { $0.record.kind == race.scored }
            // The newest is of today.
            let today = results.first?.date.prefix(10)
            bestToday = results.filter { $0.date.prefix(10) == today }.compactMap(\.record.score).max()
            best = results.compactMap(\.record.score).max()
        } catch {
            navigator.show(alert: error.sentence)
        }
        navigator.setNeedsDisplay()
    }

    /// Whether leaving ends it with a result.
    private var canStop: Bool { !isOver && solved + missed > 0 }

    private func again() {
        if let screen = RaceViewController(navigator: navigator, race: race) { navigator.replaceTop(with: screen) }
    }

    /// The review of the next puzzle that was not solved; after the last comes the first.
    private func nextReview() -> ReviewViewController {
        let place = reviewed % toReview.count
        let puzzle = toReview[place]
        reviewed += 1
        let title = tr("Puzzle {step} of {count}", ["step": place + 1, "count": toReview.count])
        let series: ReviewViewController.Series = (title, { [unowned self] in navigator.replaceTop(with: nextReview()) })
        return self.reviewed(
            puzzle.game(after: puzzle.solution.count), after: puzzle.start.moves.count, by: puzzle.start.mover,
            in: toReview.count > 1 ? series : nil)
    }

    private lazy var keys: [Binding] =
        columnKeys + [
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Again"), help: tr("Begin again."),
                isAvailable: { [unowned self] in isOver && pause == nil }, action: { [unowned self] _ in again() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Go through the solution, and try other moves."),
                isAvailable: { [unowned self] in isOver && !toReview.isEmpty },
                action: { [unowned self] _ in navigator.push(nextReview()) }),
            // What was solved counts, and is shown.
            Binding(
                .escape, .character("q"), label: tr("Stop"), help: tr("Stop here: what you solved counts."),
                isAvailable: { [unowned self] in canStop }, action: { [unowned self] _ in finish(isStopped: true) }),
            Binding(
                .escape, .character("q"), label: tr("Back"), help: tr("Leave the puzzles."),
                isAvailable: { [unowned self] in !canStop }, action: { [unowned self] _ in navigator.pop() }),
        ]
}

// MARK: - Words

extension RaceViewController {
    /// What is to be done.
    private var goal: String {
        let left = (run.puzzle.solution.count - run.step + 1) / 2
        return run.puzzle.goal.task(left: max(1, left))
    }

    /// What that means where it is not clear.
    private var hint: [String] { run.puzzle.goal == .defence && !isShown ? [tr("Find the one column that saves you.")] : [] }

    /// What there is to beat, or the first time what it is about.
    private var toBeat: String {
        if race == .threeMinutes, end == nil { return tr("The clock starts with your first disc.") }
        guard let best, best > 0 else { return race.about }
        return solved > best
            ? tr("That is your best so far!")
            : trn("{count} more for a new best", "{count} more for a new best", best + 1 - solved).withFullStop
    }

    /// How many were solved.
    private var result: String { trn("You solved {count} puzzle.", "You solved {count} puzzles.", solved) }

    /// Why it ended.
    private var reason: String {
        if isStopped { return tr("You stopped early. Your result counts.") }
        return switch race {
        case .untilMistake: run.wrong.isEmpty ? "" : tr("That was the first mistake.")
        case .threeMinutes: tr("The time is up.")
        case .ten: ""
        }
    }

    /// Why it ended, why the last disc was wrong, and which one was right; each may be empty.
    private var explanation: [String] {
        let right = refutation.map { _ in tr("Column {column} was right.", ["column": run.puzzle.solution[run.step] + 1]) }
        let back =
            !run.wrong.isEmpty
            ? tr("This puzzle comes back tomorrow, under Once more.")
            : missed == 0
                ? ""
                : trn(
                    "{count} missed puzzle comes back tomorrow, under Once more.",
                    "{count} missed puzzles come back tomorrow, under Once more.", missed)
        let isMany = race != .untilMistake && toReview.count > 1
        let reviews = isMany ? tr("{key} shows what you did not solve.", ["key": navigator.listener == nil ? "V" : "v"]) : ""
        return [
            reason, race == .untilMistake ? "" : verdict, refutation?.reason ?? "", right ?? "",
            together([back, reviews]),
        ]
    }

    /// The best of the day and of all time.
    private var records: [String] {
        if isRecord { return [tr("That is your best so far!")] }
        if best ?? 0 == 0 { return [] }
        return [
            bestToday.map { tr("Best today: {count}", ["count": $0]).withFullStop },
            best.map { tr("Best ever: {count}", ["count": $0]).withFullStop },
        ].compactMap(\.self)
    }

    private var comments: [String] {
        guard isOver else {
            return [spokenColour, goal] + hint + (verdict.isEmpty || run.step > 0 && !isShown ? [] : ["", verdict])
        }
        return [result] + records + [""] + explanation.filter { !$0.isEmpty }
    }

    /// The time that is left: "2:41".
    private var clock: String {
        secondsLeft.map { isolated("\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)") } ?? ""
    }

    var announcement: Announcement {
        guard !isOver else {
            // The wrong disc, why it is wrong, and the answer to it.
            let moves = run.game.spokenMoves(from: run.puzzle.start.moves.count + run.step, name(of:))
            return Announcement(
                chapter: shown * 1_000 + 999,
                events: (Array(moves.prefix(1)) + explanation + Array(moves.dropFirst())).filter { !$0.isEmpty },
                state: together([result] + records + [labelled("n", tr("Begin again."))]), isAwaited: isSearching)
        }
        let start = run.puzzle.start.moves.count
        let isNew = run.game.moves.count == start
        let new = [verdict, tr("A new position. Type board to hear it.")].filter { !$0.isEmpty }
        let moves = isNew ? new : run.game.spokenMoves(from: start, name(of:))
        return Announcement(
            chapter: shown * 1_000, events: moves, state: isPlayersTurn ? together([spokenColour, goal] + hint) : "",
            turn: run.step,
            sentences: [tr("Solved: {count}", ["count": solved]).withFullStop])
    }

    var commands: [TextModeCommand] { boardCommands { [unowned self] in run.game } }
}

extension RaceViewController: BoardWithWords {
    var title: String { race.title }
    /// The clock, and how many were solved unless that stands beside the board, or at the end in the result.
    var status: String {
        [clock, isOver || layout.panel != nil ? "" : "✓ \(solved)"].filter { !$0.isEmpty }.joined(separator: "  ")
    }
    var bindings: [Binding] { keys }
    var yellow: Player { run.puzzle.start.mover }
    var isPlayersTurn: Bool { !isOver && !isShown && run.isPlayersTurn }
    var isWrong: Bool { false }
    /// Esc leaves at once.
    var isPlaying: Bool { true }

    func heading(width: Int) -> [(text: String, role: Role)] {
        let text = layout.panel != nil ? title : isOver ? result : goal
        return [(TextWidth.clip(text, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let rect = draw(picture(of: run.game), on: canvas, in: area) else {
            return drawLast(isOver ? together(records) : "", on: canvas, in: area)
        }
        let paragraphs = comments.enumerated().map {
            (text: $1, role: isOver && $0 > 0 || !isOver && $0 > 1 ? Role.plain : .label)
        }
        let level = run.puzzle.level.rawValue
        let stars = String(repeating: "★", count: level) + String(repeating: "·", count: 7 - level)
        // At the end the result says it.
        let counted: [(text: String, role: Role)] =
            isOver ? [] : [(tr("Solved: {count}", ["count": solved]), .label), ("", .plain)]
        draw(
            counted + paragraphs, closing: isOver ? [] : [labelled(tr("Difficulty"), stars), toBeat], on: canvas, in: rect)
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else { return false }
        drop(column)
        return true
    }

    func didLeave() {
        tick?.cancel()
        pause?.cancel()
        analysis.stop()
    }
}

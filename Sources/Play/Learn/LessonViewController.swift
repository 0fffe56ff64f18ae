// A lesson on the board: the reader finds the move of each step, and sees what the opponent answers. A wrong disc stays until the engine has
// said why it is wrong. Where there is no room beside the board, words and board take turns.

import Engine
import Language
import Screen
import Session

/// A lesson, step by step.
final class LessonViewController {
    /// What the reader sees of a step.
    enum Phase {
        /// The reader is to find the move.
        case asking
        /// The move was right.
        case right
        /// The move was wrong.
        case wrong
        /// All steps are done.
        case over
    }

    let navigator: Navigator
    /// The number of the lesson, from 0.
    let number: Int
    private(set) var phase = Phase.asking
    /// The number of the step, from 0.
    private(set) var index = 0
    /// The step with which it began this time.
    private(set) var firstIndex = 0
    /// The moves since the step began, 0…6.
    private(set) var moves: [Int] = []
    /// How many of them are right, while a wrong disc is on the board.
    private(set) var kept = 0
    var cursorColumn = 3
    var chosenSince: Int?
    var shownGame: Game { game }
    private(set) var refutation: Refutation?
    /// How many wrong discs there were since the step began.
    private(set) var mistakes = 0
    /// How many steps of the hint are told, and whether there was one since the step began.
    private(set) var (told, isHelped) = (0, false)
    /// How many steps one after the other were right at once.
    private(set) var inARow = 0
    /// Whether the words take the board's place, where there is no room for both.
    private var isReading = true
    private let analysis: Analysis
    private lazy var celebration = Celebration(navigator: navigator)
    /// The place in the lesson, as it is stored.
    private var place: LessonPlace

    init(navigator: Navigator, number: Int) {
        (self.navigator, self.number) = (navigator, number)
        analysis = Analysis(environment: navigator.environment)
        place = (try? navigator.environment.archive.lessons()[number + 1]) ?? LessonPlace()
        if lesson.steps.indices.contains(place.step) { (index, firstIndex) = (place.step, place.step) }
        placeCursor()
    }

    var lesson: Lesson { Lesson.all[number] }
    var step: LessonStep { lesson.steps[index] }
    var start: Game { (try? Game(digits: step.start)) ?? Game() }
    var yellow: Player { step.claim == .plan ? start.mover.other : start.mover }
    var isLast: Bool { number + 1 == Lesson.all.count }
    private var isLastStep: Bool { index + 1 == lesson.steps.count }
    private var isNarrow: Bool { layout.panel == nil }
    private var showsWords: Bool { isNarrow && isReading }

    /// The game on the board.
    var game: Game { game(after: moves.count) }
    /// The game after so many of the moves since the step began.
    func game(after count: Int) -> Game { moves.prefix(count).reduce(into: start) { _ = $0.play($1) } }

    /// The opponent's answer to the reader's move, where the next step goes on from it.
    private var answer: Int? {
        guard index + 1 < lesson.steps.count, let column = moves.first else { return nil }
        let line = step.start + String(column + 1)
        let next = lesson.steps[index + 1].start
        return next.hasPrefix(line) ? next.dropFirst(line.count).first?.wholeNumberValue.map { $0 - 1 } : nil
    }

    func drop(_ column: Int) {
        if phase == .wrong { tryAgain() }
        // Who listens may not know that the step is done.
        if [.right, .over].contains(phase), navigator.listener != nil { return goOn() }
        guard isPlayersTurn else { return }
        guard game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        cursorColumn = column
        isReading = false
        if let plan { return follow(plan, with: column) }
        append(column)
        if step.columns.contains(column + 1) {
            end()
            if step.speaksOfAnswer { play(answer) }
        } else {
            refuse(column, in: start.position)
        }
    }

    /// Another disc since the step began.
    func append(_ column: Int) {
        moves.append(column)
        told = 0
        navigator.setNeedsDisplay()
    }

    private func play(_ column: Int?) {
        if let column, moves.count == kept + 1 { append(column) }
        navigator.setNeedsDisplay()
    }

    /// The move was right, or the plan was followed to the end.
    func end() {
        phase = .right
        inARow = mistakes == 0 && !isHelped ? inARow + 1 : 0
    }

    /// The disc in `column` was wrong: the engine says why, and the opponent takes advantage of it.
    func refuse(_ column: Int, in position: Position) {
        phase = .wrong
        mistakes += 1
        kept = moves.count - 1
        analysis.refutation(of: column, in: position) { [weak self] in
            guard let self, phase == .wrong, moves.count == kept + 1 else { return }
            refutation = $0
            play($0.reply)
        }
    }

    private func tryAgain() {
        analysis.forgetScores()
        moves = Array(moves.prefix(kept))
        refutation = nil
        phase = .asking
        placeCursor()
        isReading = false
        navigator.setNeedsDisplay()
    }

    /// The next step, or the end of the lesson, or the next lesson.
    func goOn() {
        isReading = true
        navigator.setNeedsDisplay()
        if phase == .over {
            if isLast { return navigator.pop() }
            return navigator.replaceTop(with: LessonViewController(navigator: navigator, number: number + 1))
        }
        guard !isLastStep else { return finish() }
        (index, moves, phase, mistakes, kept, told, isHelped) = (index + 1, [], .asking, 0, 0, 0, false)
        keepPlace()
        placeCursor()
    }

    /// Stores where the lesson goes on.
    private func keepPlace() {
        place = LessonPlace(step: phase == .over ? 0 : index, isFinished: place.isFinished || phase == .over)
        do throws(StorageFailure) { try navigator.environment.archive.keep(place, inLesson: number + 1) } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// The first column is not the answer, and none that a plan leaves alone.
    private func placeCursor() {
        let waits = plan?.waits.map(\.column) ?? []
        let open = [3, 0, 6, 2, 4, 1, 5].filter { game.reasonAgainst($0) == nil && !waits.contains($0) }
        cursorColumn = open.first { !step.columns.contains($0 + 1) } ?? open.first ?? 3
    }

    private func finish() {
        phase = .over
        celebration.begin()
        navigator.keep(PlayedGame(.training("lesson"), isWon: true, score: nil))
        keepPlace()
    }

    private func goBack() {
        guard index > 0 else { return }
        analysis.forgetScores()
        (index, moves, phase, mistakes, kept, refutation, isReading) = (index - 1, [], .asking, 0, 0, nil, true)
        (told, isHelped, inARow) = (0, false, 0)
        celebration.end()
        placeCursor()
        navigator.setNeedsDisplay()
    }

    /// The opponent makes the first move against the plan.
    private func tryPlan() {
        guard let plan else { return }
        isReading = false
        append(challenge(to: plan))
    }

    /// The next step of the hint.
    private func hint() {
        (told, isHelped) = (min(hintSteps.count, told + 1), true)
        if isNarrow, navigator.listener == nil { navigator.show(alert: hintWords) }
        navigator.setNeedsDisplay()
    }

    private func turnPage() {
        isReading.toggle()
        navigator.setNeedsDisplay()
    }

    private lazy var keys: [Binding] = {
        return columnKeys + [
            Binding(
                .enter, .character(" "), .character("t"), name: "Enter", label: tr("Try it"),
                help: tr("Play the plan to the end."),
                isAvailable: { [unowned self] in isPlanned }, action: { [unowned self] _ in tryPlan() }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Board"), help: tr("Show the board."),
                isAvailable: { [unowned self] in showsWords && phase == .asking && !isPlanned },
                action: { [unowned self] _ in turnPage() }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Read"), help: tr("Read the words."),
                isAvailable: { [unowned self] in isNarrow && !isReading && phase != .asking },
                action: { [unowned self] _ in turnPage() }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in phase == .wrong }, action: { [unowned self] _ in tryAgain() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next step"), help: tr("Go to the next step."),
                isAvailable: { [unowned self] in phase == .right && !isLastStep }, action: { [unowned self] _ in goOn() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Finish"), help: tr("Finish the lesson."),
                isAvailable: { [unowned self] in phase == .right && isLastStep }, action: { [unowned self] _ in goOn() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next lesson"),
                help: tr("Go to the next lesson."), isAvailable: { [unowned self] in phase == .over && !isLast },
                action: { [unowned self] _ in goOn() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Lessons"), help: tr("Back to the lessons."),
                isAvailable: { [unowned self] in phase == .over && isLast }, action: { [unowned self] _ in goOn() }),
            Binding(
                .character("m"), label: tr("Words"), help: tr("Switch between the board and the words."),
                isAvailable: { [unowned self] in isNarrow && !isReading && phase == .asking },
                action: { [unowned self] _ in turnPage() }),
            Binding(
                .character("h"), label: tr("Hint"), help: tr("A hint: first the idea, then some columns, then the column."),
                isAvailable: { [unowned self] in isPlayersTurn && told < hintSteps.count },
                action: { [unowned self] _ in hint() }),
            Binding(
                .character("p"), label: tr("Step back"), help: tr("Go back to the step before."),
                isAvailable: { [unowned self] in index > 0 },
                action: { [unowned self] _ in goBack() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the lesson.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
    }()
}

// MARK: - The screen

extension LessonViewController: BoardWithWords {
    var isPlayersTurn: Bool { phase == .asking && !showsWords && !isPlanned }
    var isWrong: Bool { phase == .wrong }
    var title: String { lesson.title }
    var status: String { tr("{step} of {count}", ["step": index + 1, "count": lesson.steps.count]) }
    var bindings: [Binding] { keys }
    var notes: [HelpNote] { plan == nil ? [] : Plan.notes }

    /// Where words and board take turns, the first row says above the board whether the move was right.
    func heading(width: Int) -> [(text: String, role: Role)] {
        guard isNarrow else { return headingWithDiscs(width: width) }
        let isShort = !isReading && phase != .asking
        return [(TextWidth.clip(isShort ? paragraphs[0].text : title, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        if showsWords {
            let page = ReviewLayout.page(in: area)
            let y = canvas.put(paragraphs, in: page)
            let last = Rect(x: page.x, y: page.y + page.height - 1, width: page.width, height: 1)
            let key = phase == .asking ? tr("Enter shows the board.") : phase == .right ? tr("Enter goes on.") : ""
            if y <= last.y { canvas.put([(key, .faint)], in: last) }
        } else if let rect = draw(picture, on: canvas, in: area) {
            if phase == .asking, let plan { return draw(plan, on: canvas, in: rect) }
            // What was to be done stays above what became of it.
            let task: [(text: String, role: Role)] =
                phase == .right || phase == .wrong ? [(step.words, .faint), ("", .plain)] : []
            draw(task + paragraphs, closing: [], on: canvas, in: rect)
            celebration.draw(on: canvas, in: rect)
        }
    }

    /// The board, and on it the plan, and the column that a hint names.
    private var picture: BoardPicture {
        var picture = picture(of: game)
        if let plan = shownPlan {
            picture.show(plan, yellow: yellow)
            if isPlanned { picture.showLines(of: plan, yellow: yellow) }
        }
        if told > 0, told == hintSteps.count, isPlayersTurn {
            for column in rightColumns { game.board.landing(in: column).map { picture[$0].isHinted = true } }
        }
        return picture
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key else { return false }
        if isPlanned {
            tryPlan()
            return true
        }
        if showsWords {
            if phase == .asking { turnPage() }
            return true
        }
        guard let column = layout.board.column(at: point) else { return false }
        switch phase {
        case .asking: drop(column)
        case .wrong: tryAgain()
        case .right, .over: goOn()
        }
        return true
    }

    func didLeave() {
        celebration.end()
        analysis.stop()
    }
}

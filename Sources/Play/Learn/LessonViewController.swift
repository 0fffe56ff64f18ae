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
    private var firstIndex = 0
    /// The moves since the step began, 0…6.
    private(set) var moves: [Int] = []
    var cursorColumn = 3
    private var refutation: Refutation?
    /// How many wrong discs there were since the step began.
    private var mistakes = 0
    /// Whether the words take the board's place, where there is no room for both.
    private var isReading = true
    private let analysis: Analysis
    /// The place in the lesson, as it is stored.
    private var place: LessonPlace

    init(navigator: Navigator, number: Int) {
        (self.navigator, self.number) = (navigator, number)
        analysis = Analysis(environment: navigator.environment)
        place = (try? navigator.environment.archive.lessons()[number + 1]) ?? LessonPlace()
        if lesson.steps.indices.contains(place.step) { (index, firstIndex) = (place.step, place.step) }
        placeCursor()
    }

    private var lesson: Lesson { Lesson.all[number] }
    private var step: LessonStep { lesson.steps[index] }
    private var start: Game { (try? Game(digits: step.start)) ?? Game() }
    var yellow: Player { start.mover }
    private var isLast: Bool { number + 1 == Lesson.all.count }
    private var isNarrow: Bool { layout.panel == nil }
    private var showsWords: Bool { isNarrow && isReading }

    /// The game on the board.
    var game: Game {
        var game = start
        for column in moves { _ = game.play(column) }
        return game
    }

    /// The opponent's answer to the reader's move, where the next step goes on from it.
    private var answer: Int? {
        guard index + 1 < lesson.steps.count, let column = moves.first else { return nil }
        let line = step.start + String(column + 1)
        let next = lesson.steps[index + 1].start
        return next.hasPrefix(line) ? next.dropFirst(line.count).first?.wholeNumberValue.map { $0 - 1 } : nil
    }

    func drop(_ column: Int) {
        if phase == .wrong { tryAgain() }
        guard isPlayersTurn else { return }
        guard game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        cursorColumn = column
        moves = [column]
        isReading = false
        if step.columns.contains(column + 1) {
            phase = .right
            if step.speaksOfAnswer { play(answer) }
        } else {
            phase = .wrong
            mistakes += 1
            explain(column)
        }
        navigator.setNeedsDisplay()
    }

    private func play(_ column: Int?) {
        if let column, moves.count == 1 { moves.append(column) }
        navigator.setNeedsDisplay()
    }

    /// The engine says what is wrong, and the opponent takes advantage of it.
    private func explain(_ column: Int) {
        analysis.refutation(of: column, in: start.position) { [weak self] in
            guard let self, moves == [column] else { return }
            refutation = $0
            play($0.reply)
        }
    }

    private func tryAgain() {
        analysis.forgetScores()
        moves = []
        refutation = nil
        phase = .asking
        placeCursor()
        isReading = false
        navigator.setNeedsDisplay()
    }

    /// The next step, or the end of the lesson, or the next lesson.
    private func goOn() {
        isReading = true
        navigator.setNeedsDisplay()
        if phase == .over {
            if isLast { return navigator.pop() }
            return navigator.replaceTop(with: LessonViewController(navigator: navigator, number: number + 1))
        }
        guard index + 1 < lesson.steps.count else { return finish() }
        (index, moves, phase, mistakes) = (index + 1, [], .asking, 0)
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

    /// The first column is not the answer.
    private func placeCursor() {
        let open = [3, 0, 6, 2, 4, 1, 5].filter { start.reasonAgainst($0) == nil }
        cursorColumn = open.first { !step.columns.contains($0 + 1) } ?? open.first ?? 3
    }

    private func finish() {
        phase = .over
        keepPlace()
    }

    private func goBack() {
        guard index > 0 else { return }
        analysis.forgetScores()
        (index, moves, phase, mistakes, refutation, isReading) = (index - 1, [], .asking, 0, nil, true)
        placeCursor()
        navigator.setNeedsDisplay()
    }

    private func turnPage() {
        isReading.toggle()
        navigator.setNeedsDisplay()
    }

    private lazy var keys: [Binding] = {
        return columnKeys + [
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Board"), help: tr("Show the board."),
                isAvailable: { [unowned self] in showsWords && phase == .asking }, action: { [unowned self] _ in turnPage() }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Read"), help: tr("Read the words."),
                isAvailable: { [unowned self] in isNarrow && !isReading && phase != .asking },
                action: { [unowned self] _ in turnPage() }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in phase == .wrong }, action: { [unowned self] _ in tryAgain() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next step"), help: tr("Go to the next step."),
                isAvailable: { [unowned self] in phase == .right }, action: { [unowned self] _ in goOn() }),
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
                .character("p"), help: tr("Go back to the step before."), isAvailable: { [unowned self] in index > 0 },
                action: { [unowned self] _ in goBack() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the lesson.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
    }()
}

// MARK: - Words

extension LessonViewController {
    /// Why the wrong disc is wrong. The first time it does not name the right column.
    private var reason: String {
        guard let refutation else { return tr("Try another column.") }
        if let otherwise = step.otherwise, refutation.judgement.reason == nil { return otherwise }
        switch refutation.judgement.reason {
        case .letThrough, .gaveAway: break
        default: if mistakes > 1, let sentence = refutation.judgement.sentence { return sentence }
        }
        return refutation.reason ?? outlook(after: refutation)
    }

    /// What there is to read now.
    var paragraphs: [(text: String, role: Role)] {
        switch phase {
        case .asking: [(step.words, .plain)]
        case .right: [(tr("Right!"), .good), (step.after, .plain)]
        case .wrong: [("! " + tr("Not quite."), .high), (reason, .plain), (wayBack, .faint)]
        case .over:
            [(tr("Lesson finished."), .good), (lesson.learned, .plain)]
                + [
                    (
                        isLast
                            ? tr("That was the last lesson.") : labelled(tr("Next lesson"), Lesson.all[number + 1].title), .faint
                    )
                ]
        }
    }

    var announcement: Announcement {
        let goOn = tr("Type n to go on.")
        let facts = step.words.hasPrefix(spokenColour) ? [status] : [status, spokenColour]
        switch phase {
        case .asking:
            return Announcement(chapter: chapter, events: opening, state: step.words, sentences: facts)
        case .right:
            return Announcement(
                chapter: chapter, events: spoken(verdict: tr("Right!")), state: together([step.after, goOn]), sentences: facts)
        case .wrong:
            let why = refutation == nil ? [] : [reason]
            return Announcement(
                chapter: chapter, task: step.words, events: spoken(verdict: tr("Not quite."), why),
                sentences: facts + [wayBack])
        case .over:
            return Announcement(
                chapter: chapter, state: together(paragraphs.prefix(2).map(\.text) + [goOn]), sentences: facts)
        }
    }

    private var chapter: Int { chapter(phase == .over ? index + 1 : index, mistakes: mistakes) }

    /// The reader's move with what is said of it, why, and then the answer.
    private func spoken(verdict: String, _ why: [String] = []) -> [String] {
        let moves = game.spokenMoves(from: start.moves.count, name(of:))
        let first = together(Array(moves.prefix(1)) + [verdict])
        return [first] + why + Array(moves.dropFirst())
    }

    /// The answer with which the step begins where it goes on from the one before and the answer was not said, or that the board is new.
    private var opening: [String] {
        if start.moves.isEmpty { return [] }
        let before = index > firstIndex ? lesson.steps[index - 1] : nil
        guard let before, before.columns.count == 1, step.start.hasPrefix(before.start + String(before.columns[0])) else {
            return [tr("A new position. Type board to hear it.")]
        }
        return before.speaksOfAnswer ? [] : start.spokenMoves(from: before.start.count + 1, name(of:))
    }

    var commands: [TextModeCommand] {
        boardCommands { [unowned self] in game }
    }
}

// MARK: - The screen

extension LessonViewController: BoardWithWords {
    var isPlayersTurn: Bool { phase == .asking && !showsWords }
    var isWrong: Bool { phase == .wrong }
    var title: String { lesson.title }
    var status: String { tr("{step} of {count}", ["step": index + 1, "count": lesson.steps.count]) }
    var bindings: [Binding] { keys }

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
        } else if let rect = draw(picture(of: game), on: canvas, in: area) {
            canvas.put(paragraphs, in: rect)
        }
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key else { return false }
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
        analysis.stop()
    }
}

// MARK: - The list

extension GameList {
    /// The menu “Lessons”.
    static func lessons(_ navigator: Navigator) -> [MenuEntry] {
        let places = (try? navigator.environment.archive.lessons()) ?? [:]
        return Lesson.all.enumerated().map { number, lesson in
            let place = places[number + 1] ?? LessonPlace()
            let remark = place.remark(of: lesson, isHeard: navigator.listener != nil)
            return MenuEntry(words: lesson.title, remark: remark, about: lesson.learned) {
                $0.push(LessonViewController(navigator: $0, number: number))
            }
        }
    }
}

extension LessonPlace {
    /// How far the lesson is, in words for those who listen: beside a board there is little room.
    fileprivate func remark(of lesson: Lesson, isHeard: Bool) -> String {
        let (step, count) = (step + 1, lesson.steps.count)
        if isFinished { return isHeard ? tr("done") : "✓" }
        if step == 1 { return "" }
        return isHeard ? tr("step {step} of {count}", ["step": step, "count": count]) : "\(step)/\(count)"
    }
}

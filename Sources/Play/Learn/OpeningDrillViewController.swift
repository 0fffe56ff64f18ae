// The opening drill on the board: the player moves first, in the middle, and holds the win against each answer of the second player for the first
// eight discs. OpeningDrill says what is asked, OpeningDrillWords has the sentences.

import Engine
import Language
import Screen
import Session

/// The win from the middle.
final class OpeningDrillViewController {
    let navigator: Navigator
    /// What is on the board.
    private(set) var game = Game()
    private(set) var drill: OpeningDrill
    /// The judgement of the wrong disc on the board; nil without one.
    private(set) var wrong: Judgement?
    /// The opponent's best answer to it, and what speaks for that; nil until the engine has found it.
    private(set) var reply: (column: Int, merit: Reason?)?
    /// What is said of each right disc of the opening, by the number of moves on the board with it.
    private(set) var praise: [Int: [String]] = [:]
    /// Whether the last right disc is the end of an opening, and whether all of it was answered right at once.
    private(set) var (isOver, isFlawless) = (false, true)
    /// How many discs were dropped wrong since the last right one.
    private(set) var mistakes = 0
    /// How many steps of the hint are told: what to look for, some columns, those that are right; and for which scores.
    private(set) var (told, hinted): (Int, [Score?]) = (0, [])
    private var isHelped = false
    /// After how many days the position comes back; nil if it does not.
    private(set) var daysToReturn: Int?
    /// How many replies were answered right at once one after the other, and the most of them before this time.
    private(set) var inARow = 0
    let best: Int
    /// Whether each reply of this time was answered right at once, nil if with a hint; and how many there are to be.
    private(set) var (asked, goal): ([Bool?], Int) = ([], 0)
    /// The square for which the last right disc builds, or where it threatens four.
    private(set) var aim: Square?
    /// How many openings there were, and how many moves were on the board when a disc was last taken back.
    private(set) var (openings, retried) = (0, 0)
    var cursorColumn = 3
    var chosenSince: Int?
    var shownGame: Game { game }
    private let analysis: Analysis
    private lazy var celebration = Celebration(navigator: navigator)
    private(set) var isSearching = false
    private(set) var pause: Cancellable?
    private var random = SystemRandomNumberGenerator()

    /// What it is in the archive.
    static var scored: ScoredGame { .training("openings") }

    init(navigator: Navigator) {
        self.navigator = navigator
        drill = OpeningDrill(navigator.recalls, on: navigator.today)
        best = ((try? navigator.environment.archive.best(of: Self.scored)) ?? nil) ?? 0
        analysis = Analysis(environment: navigator.environment)
        begin()
    }

    /// Opens it, or says what is missing.
    static func open(on navigator: Navigator) {
        guard navigator.environment.hasOpeningBook else {
            return navigator.show(alert: tr("The opening book is missing: fourinarow doctor says where it should be."))
        }
        guard OpeningDrill(navigator.recalls, on: navigator.today).left != 0 else {
            return navigator.show(alert: together([tr("That is all for today."), navigator.comingBack(.opening)]))
        }
        navigator.push(OpeningDrillViewController(navigator: navigator))
    }

    /// Whether all was asked that there was to ask this time.
    var isDone: Bool { isOver && asked.count >= goal }

    /// Another opening.
    private func begin() {
        analysis.forgetScores()
        celebration.end()
        if asked.isEmpty { goal = max(drill.left ?? OpeningDrill.replies.count, drill.today.new + drill.today.again) }
        aim = nil
        pause?.cancel()
        pause = nil
        game = Game()
        for column in drill.opening(using: &random) { _ = game.play(column) }
        (retried, praise, isOver, isFlawless) = (0, [:], false, true)
        forgetTries()
        openings += 1
        chosenSince = nil
        navigator.setNeedsDisplay()
    }

    private func forgetTries() {
        (mistakes, daysToReturn, wrong, reply, isSearching) = (0, nil, nil, nil, false)
        (told, hinted, isHelped) = (0, [], false)
    }

    func drop(_ column: Int) {
        if isWrong { takeBack() }
        guard isPlayersTurn else { return }
        let before = game
        guard case .success = game.play(column) else { return navigator.show(alert: tr("That column is full.")) }
        moveCursor(to: column)
        (told, isSearching) = (0, true)
        analysis.scores(of: before.position) { [weak self] scores in
            self?.didJudge(Judgement(column: column, scores: scores, in: before.position), in: before)
        }
    }

    private func didJudge(_ judgement: Judgement, in before: Game) {
        isSearching = false
        if judgement.after > 0 {
            let isRight = mistakes == 0 && !isHelped
            if mistakes == 0 { note(before, isRight: isHelped ? nil : true) }
            aim = before.position.aim(of: judgement.column)
            if case .missedThreat(let square, _) = before.position.merit(of: judgement.column) { aim = square }
            if isRight { inARow += 1 }
            isFlawless = isFlawless && isRight
            let back = isHelped && mistakes == 0 ? daysToReturn.map(comingBackHelped) : nil
            praise[game.moves.count] = words(of: judgement, in: before) + [back].compactMap(\.self)
            forgetTries()
            // The answer to the last one is not asked.
            isOver = game.outcome != nil || game.moves.count + 1 >= OpeningDrill.discs
            if game.outcome == nil {
                for item in drill.settled(after: game.moves) { navigator.note(.opening, item, isMissed: false) }
                drill = OpeningDrill(navigator.recalls, on: navigator.today)
            }
            if isOver { end() }
            answerSoon(pause: \.pause) { [weak self] in self?.answer() }
        } else {
            wrong = judgement
            mistakes += 1
            if mistakes == 1 { note(before, isRight: false) }
            if inARow > best { keepSeries() }
            inARow = 0
            findReply()
        }
        navigator.setNeedsDisplay()
    }

    /// Notes how a reply was answered, nil if with a hint: what was asked today already only leads to the next.
    private func note(_ before: Game, isRight: Bool?) {
        guard drill.asks(before.moves) else { return }
        let item = OpeningDrill.item(before.moves)
        daysToReturn = navigator.note(.opening, item, isMissed: isRight != true, isHelped: isRight == nil)
        asked.append(isRight)
        let mark = drill.mark(left: max(0, goal - asked.count))
        do throws(StorageFailure) { try navigator.environment.archive.keep(mark) } catch { navigator.show(alert: error.sentence) }
        drill = OpeningDrill(navigator.recalls, on: navigator.today)
    }

    /// Finds the opponent's best answer to the wrong disc, rather one for which something speaks.
    private func findReply() {
        let position = game.position
        analysis.scores(of: position) { [weak self] scores in
            guard let self, isWrong else { return }
            let best = ComputerPlayer.best(of: scores).map { (column: $0, merit: position.merit(of: $0)) }
            reply = best.first { $0.merit != nil } ?? best.first
            if layout.panel == nil, navigator.listener == nil { navigator.show(alert: together(comments)) }
            navigator.setNeedsDisplay()
        }
    }

    /// Stores how many replies were answered right one after the other.
    private func keepSeries() { navigator.keep(PlayedGame(Self.scored, isWon: isFlawless, score: inARow)) }

    private func answer() {
        guard !isOver else { return }
        let column = drill.answer(to: game.moves, using: &random)
        isOver = !drill.asks(game.moves + [column])
        if isOver { end() } else { _ = game.play(column) }
        navigator.setNeedsDisplay()
    }

    /// The end of an opening.
    private func end() {
        keepSeries()
        if isDone, asked.allSatisfy({ $0 == true }) { celebration.begin() }
        navigator.setNeedsDisplay()
    }

    private func takeBack() {
        analysis.forgetScores()
        (wrong, reply) = (nil, nil)
        game = game.prefix(game.moves.count - 1)
        retried = game.moves.count
        navigator.setNeedsDisplay()
    }

    private func hint() {
        if !hinted.isEmpty { return tell() }
        isSearching = true
        analysis.scores(of: game.position) { [weak self] in
            guard let self else { return }
            (isSearching, hinted) = (false, $0)
            tell()
        }
    }

    /// The next step of the hint.
    private func tell() {
        isHelped = true
        told = min(hintSteps.count, told + 1)
        if layout.panel == nil, navigator.listener == nil { navigator.show(alert: hintWords) }
        navigator.setNeedsDisplay()
    }

    private lazy var keys: [Binding] =
        columnKeys + [
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in takeBack() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next"), help: tr("Go to the next opening."),
                isAvailable: { [unowned self] in isOver && !isDone }, action: { [unowned self] _ in begin() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Done"), help: tr("Go back."),
                isAvailable: { [unowned self] in isDone }, action: { [unowned self] _ in navigator.pop() }),
            Binding(
                .character("h"), label: tr("Hint"),
                help: tr("A hint: first the idea, then some columns, then the column."),
                isAvailable: { [unowned self] in isPlayersTurn }, action: { [unowned self] _ in hint() }),
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to the next opening."),
                isAvailable: { [unowned self] in !isOver && !isSearching }, action: { [unowned self] _ in begin() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the openings.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
}

extension OpeningDrillViewController: BoardWithWords {
    var title: String { tr("The win from the middle") }
    /// How many of the replies of this time were asked.
    var status: String {
        layout.panel == nil ? "\(asked.count)/\(goal)" : OpeningDrill.words(known: asked.count, count: max(goal, asked.count))
    }
    var bindings: [Binding] { keys }
    var yellow: Player { .first }
    var isPlayersTurn: Bool { !isOver && !isWrong && !isSearching && pause == nil && game.mover == .first }
    var isWrong: Bool { wrong != nil }
    /// Esc leaves at once.
    var isPlaying: Bool { true }

    func heading(width: Int) -> [(text: String, role: Role)] {
        guard layout.panel == nil else { return headingWithDiscs(width: width) }
        return [(TextWidth.clip(isPlayersTurn ? question : comments.first ?? title, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        var picture = picture(of: game)
        if isPlayersTurn, told > 0, told == hintSteps.count {
            for column in rightColumns { game.board.landing(in: column).map { picture[$0].isHinted = true } }
        }
        if let aim, !isWrong, picture[aim].cell == .empty { picture[aim].mark = Insight.Mark(sign: "!", role: .yellow) }
        guard let rect = draw(picture, on: canvas, in: area) else {
            return drawLast(comments.last ?? "", on: canvas, in: area)
        }
        let blank: (text: String, role: Role) = ("", .plain)
        var paragraphs: [(text: String, role: Role)] = [(marks, .faint), blank]
        if asked.isEmpty, mistakes == 0 { paragraphs += [(task, .plain), (drill.todayWords ?? drill.aim, .plain), blank] }
        if isPlayersTurn, told > 0 {
            paragraphs += [(question, .label), ("", .plain), (hintWords, .plain)]
        } else {
            for (index, comment) in comments.enumerated() {
                paragraphs.append((comment, index > 0 ? .plain : isWrong ? .high : .good))
            }
            if isPlayersTurn { paragraphs += (comments.isEmpty ? [] : [("", .plain)]) + [(question, .label)] }
        }
        let y: Int = draw(paragraphs, on: canvas, in: rect)
        drawKnown(on: canvas, in: Rect(x: rect.x, y: y, width: rect.width, height: rect.y + rect.height - y))
        celebration.draw(on: canvas, in: rect)
    }

    /// Draws to how many replies an answer is known, at the bottom of `rect` where there is room: up to those that come next.
    private func drawKnown(on canvas: Canvas, in rect: Rect) {
        let rows = drill.stages.prefix(drill.stage.map { $0 + 1 } ?? OpeningDrill.replies.count).enumerated().map {
            (name: OpeningDrill.name(ofStage: $0), stage: $1)
        }
        let top = rect.y + rect.height - rows.count - 2
        guard top > rect.y else { return }
        canvas.put(tr("Known by heart"), x: rect.x, y: top, .faint, limit: rect.width)
        let counts = rows.map { tr("{step} of {count}", ["step": $0.stage.known, "count": $0.stage.count]) }
        let name = 1 + (rows.map { TextWidth.of($0.name) }.max() ?? 0)
        let number = 1 + (counts.map { TextWidth.of($0) }.max() ?? 0)
        let width = max(0, min(Self.bar, rect.width - name - number))
        for (index, (row, count)) in zip(rows, counts).enumerated() {
            let y = top + 1 + index
            let isDone = row.stage.known == row.stage.count
            canvas.put(row.name, x: rect.x, y: y, index == drill.stage ? .plain : .faint)
            // Whoever knows one sees it.
            let done = row.stage.known == 0 ? 0 : max(1, row.stage.known * width / row.stage.count)
            let bar = navigator.glyphs.bar(done, of: max(1, width), width: width)
            canvas.put(String(bar.prefix(done)), x: rect.x + name, y: y, isDone ? .good : .yellow)
            canvas.put(String(bar.dropFirst(done)), x: rect.x + name + done, y: y, .faint)
            canvas.put(count, x: rect.x + name + width + number - TextWidth.of(count), y: y, .faint)
        }
    }

    /// The cells of a bar.
    private static let bar = 8

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else { return false }
        if isWrong { takeBack() } else if isDone { navigator.pop() } else if isOver { begin() } else { drop(column) }
        return true
    }

    func didLeave() {
        pause?.cancel()
        celebration.end()
        analysis.stop()
    }
}

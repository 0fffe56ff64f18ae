// The opening drill on the board: the player moves first, in the middle, and holds the win against each answer of the second player for the first
// eight discs. OpeningDrill says what is asked.

import Engine
import Language
import Screen
import Session

/// The win from the middle.
final class OpeningDrillViewController {
    let navigator: Navigator
    /// What is on the board.
    private(set) var game = Game()
    private var drill: OpeningDrill
    /// The judgement of the wrong disc on the board; nil without one.
    private(set) var wrong: Judgement?
    /// Whether the last right disc is the end of an opening.
    private(set) var isOver = false
    /// Whether the last disc was right, and how many were dropped wrong.
    private(set) var (isRight, mistakes) = (false, 0)
    /// After how many days the position comes back; nil if it was not missed.
    private var daysToReturn: Int?
    /// How many openings there were, and how many moves were on the board when a disc was last taken back.
    private var (openings, retried) = (0, 0)
    var cursorColumn = 3
    private let analysis: Analysis
    private(set) var isSearching = false
    private var pause: Cancellable?
    private var random = SystemRandomNumberGenerator()

    init(navigator: Navigator) {
        self.navigator = navigator
        drill = OpeningDrill(navigator.recalls, on: navigator.today)
        analysis = Analysis(environment: navigator.environment)
        begin()
    }

    /// Opens it, or says what is missing.
    static func open(on navigator: Navigator) {
        guard navigator.environment.hasOpeningBook else {
            return navigator.show(alert: tr("The opening book is missing: fourinarow doctor says where it should be."))
        }
        navigator.push(OpeningDrillViewController(navigator: navigator))
    }

    /// Another opening.
    private func begin() {
        game = Game()
        for column in drill.opening(using: &random) { _ = game.play(column) }
        retried = 0
        (isOver, isRight, mistakes, daysToReturn, wrong) = (false, false, 0, nil, nil)
        openings += 1
        navigator.setNeedsDisplay()
    }

    func drop(_ column: Int) {
        if isWrong { takeBack() }
        guard isPlayersTurn else { return }
        let before = game
        guard case .success = game.play(column) else { return navigator.show(alert: tr("That column is full.")) }
        cursorColumn = column
        isSearching = true
        navigator.setNeedsDisplay()
        analysis.scores(of: before.position) { [weak self] scores in
            self?.didJudge(Judgement(column: column, scores: scores, in: before.position), in: before)
        }
    }

    private func didJudge(_ judgement: Judgement, in before: Game) {
        isSearching = false
        isRight = judgement.after > 0
        let item = OpeningDrill.item(before.moves)
        if !isRight {
            wrong = judgement
            mistakes += 1
            if mistakes == 1 { daysToReturn = navigator.note(.opening, item, isMissed: true) }
            if layout.panel == nil, navigator.listener == nil { navigator.show(alert: together(comments)) }
        } else {
            if mistakes == 0 { navigator.note(.opening, item, isMissed: false) }
            (mistakes, daysToReturn) = (0, nil)
            drill = OpeningDrill(navigator.recalls, on: navigator.today)
            // The answer to the last one is not asked.
            isOver = game.moves.count + 1 >= OpeningDrill.discs
            if isOver { navigator.keep(PlayedGame(.training("openings"), isWon: true, score: nil)) }
            answerSoon(pause: \.pause) { [weak self] in self?.answer() }
        }
        navigator.setNeedsDisplay()
    }

    private func answer() {
        if !isOver { _ = game.play(drill.answer(to: game.moves, using: &random)) }
    }

    private func takeBack() {
        wrong = nil
        game = game.prefix(game.moves.count - 1)
        retried = game.moves.count
        navigator.setNeedsDisplay()
    }

    private lazy var keys: [Binding] =
        columnKeys + [
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Try again"), help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in takeBack() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next"), help: tr("Go to the next opening."),
                isAvailable: { [unowned self] in isOver }, action: { [unowned self] _ in begin() }),
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to the next opening."),
                isAvailable: { [unowned self] in !isOver && !isSearching }, action: { [unowned self] _ in begin() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the openings.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
}

// MARK: - Words

extension OpeningDrillViewController {
    private var red: Fillings { ["red": DiscNames.red] }

    private var task: String { tr("You moved first, in the middle, and can win. Find the answer to {red}'s disc.", red) }

    private var comments: [String] {
        if let wrong {
            let place: Fillings = ["column": wrong.column + 1, "red": DiscNames.red]
            let loss =
                wrong.after == 0
                ? tr("Column {column} lets the win slip: {red} can hold the draw.", place)
                : tr("Column {column} lets the win slip: now {red} can win.", place)
            return [loss, mistakes > 1 ? right(wrong) : "", daysToReturn.map(comingBack) ?? "", wayBack].filter { !$0.isEmpty }
        }
        if isOver { return [tr("Right!"), tr("You hold the win through the first eight discs.")] }
        return isRight ? [tr("Right!")] : []
    }

    /// The columns that still win.
    private func right(_ judgement: Judgement) -> String {
        let columns = Position.right(judgement.scores, for: .win).map { String($0 + 1) }
        if columns.count == 1 { return tr("It is column {column}.", ["column": columns[0]]) }
        return tr("It is one of these columns: {columns}.", ["columns": separated(columns)])
    }

    var announcement: Announcement {
        let goOn = labelled("n", tr("Go to the next opening."))
        let state = isOver ? together(comments + [goOn]) : isWrong ? wayBack : isPlayersTurn ? tr("Your move.") : ""
        let verdict = isWrong ? Array(comments.dropLast()) : []
        return Announcement(
            chapter: openings * 1_000 + 2 * mistakes - (isWrong ? 1 : 0),
            events: game.spokenMoves(from: retried, name(of:)) + verdict,
            state: state, turn: game.moves.count, isAwaited: isSearching || pause != nil,
            sentences: [task, status.withFullStop].filter { !$0.isEmpty })
    }

    func holdsInput(isTyped: Bool) -> Bool { ignoresKeys || (isSearching || pause != nil) && !isTyped }

    var commands: [TextModeCommand] { boardCommands { [unowned self] in game } }
}

extension OpeningDrillViewController: BoardWithWords {
    var title: String { tr("The win from the middle") }
    var status: String { drill.count == 0 ? "" : trn("{count} known", "{count} known", drill.count) }
    var bindings: [Binding] { keys }
    var yellow: Player { .first }
    var isPlayersTurn: Bool { !isOver && !isWrong && !isSearching && pause == nil && game.mover == .first }
    var isWrong: Bool { wrong != nil }
    /// Esc leaves at once.
    var isPlaying: Bool { true }

    func heading(width: Int) -> [(text: String, role: Role)] {
        guard layout.panel == nil else { return headingWithDiscs(width: width) }
        return [(TextWidth.clip(comments.first ?? title, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let rect = draw(picture(of: game), on: canvas, in: area) else {
            return drawLast(comments.last ?? "", on: canvas, in: area)
        }
        let role: Role = isWrong ? .high : .good
        let said = comments.enumerated().map { (text: $1, role: $0 == 0 ? role : .plain) }
        let rule = tr("What you miss comes back the next day, then later and later, until you solve it.")
        draw([(task, .plain), ("", .plain)] + said, closing: [rule], on: canvas, in: rect)
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else { return false }
        if isWrong { takeBack() } else if isOver { begin() } else { drop(column) }
        return true
    }

    func didLeave() {
        pause?.cancel()
        analysis.stop()
    }
}

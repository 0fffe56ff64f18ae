// The opening explorer: the player walks through positions with the arrow keys, and reads the exact value of each column, how often it was
// played here and how these games ended. The engine is asked for each position. ExplorerWords has the sentences.

import Engine
import Language
import Screen
import Session

/// The opening explorer.
final class ExplorerViewController {
    let navigator: Navigator
    /// The moves on the board.
    private(set) var game = Game()
    /// The values of the columns; nil while they are not known, and after the end.
    private(set) var scores: [Score?]?
    var cursorColumn = 3
    /// Nothing is at stake here.
    var chosenSince: Int? = Int.min / 2
    var shownGame: Game { game }
    /// What was played from this position.
    private(set) var played = PlayedColumns(from: Position(), in: [])
    /// Why the history cannot be read; nil where it can.
    private(set) var trouble: String?
    /// Rises with each position.
    private(set) var visit = 0
    /// Whether the words take the board's place where there is no room for both.
    private var showsWords = false
    private var games: [KeptGame] = []
    private let analysis: Analysis

    init(navigator: Navigator) {
        self.navigator = navigator
        analysis = Analysis(environment: navigator.environment)
    }

    /// The columns with the best value; empty while the values are not known.
    var best: [Int] { scores.map { ComputerPlayer.best(of: $0) } ?? [] }

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.environment.archive.games()
            trouble = nil
        } catch {
            trouble = error.sentence
        }
        show(game)
    }

    private func show(_ game: Game) {
        self.game = game
        visit += 1
        scores = nil
        played = PlayedColumns(from: game.position, in: games)
        analysis.forgetScores()
        navigator.setNeedsDisplay()
        guard game.outcome == nil else { return }
        analysis.scores(of: game.position) { [weak self] in
            self?.scores = $0
            self?.navigator.setNeedsDisplay()
        }
    }

    func drop(_ column: Int) {
        var next = game
        switch next.play(column) {
        case .success:
            cursorColumn = column
            show(next)
        case .failure(.columnFull): navigator.show(alert: tr("That column is full."))
        case .failure: break
        }
    }

    private func takeBack() {
        guard let last = game.moves.last else { return }
        cursorColumn = last
        show(game.prefix(game.moves.count - 1))
    }

    private lazy var keys: [Binding] = {
        let hasMoves = { [unowned self] in !game.moves.isEmpty }
        return columnKeys + [
            Binding(
                .up, .backspace, name: "↑", label: tr("Undo"), help: tr("Take the last disc back."), isAvailable: hasMoves,
                action: { [unowned self] _ in takeBack() }),
            Binding(
                .character("v"), label: tr("Words"), help: tr("Show the values in words, or the board again."),
                isAvailable: { [unowned self] in layout.panel == nil },
                action: { [unowned self] _ in
                    showsWords.toggle()
                    navigator.setNeedsDisplay()
                }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the openings.")) { [unowned self] _ in
                navigator.pop()
            },
            Binding(
                .home, label: tr("First"), help: tr("Go to the empty board."), isAvailable: hasMoves,
                action: { [unowned self] _ in show(Game()) }),
        ]
    }()
}

extension ExplorerViewController: BoardWithWords {
    var isPlayersTurn: Bool { game.outcome == nil }
    var isWrong: Bool { false }
    var yellow: Player { .first }
    var title: String { tr("Openings") }
    var status: String { tr("move {number}", ["number": game.nextMove]) }
    var bindings: [Binding] { keys }
    var notes: [HelpNote] {
        Insight.notes(isHeard: navigator.listener != nil)
            + [HelpNote(sign: "1=7", sentence: tr("A position and its mirror image count as the same here."))]
    }

    /// Where there is no room beside the board, the value of the chosen column stands in the first row.
    func heading(width: Int) -> [(text: String, role: Role)] {
        guard layout.panel == nil else { return headingWithDiscs(width: width) }
        return [(TextWidth.clip(shortSentence, to: width), .title)]
    }

    func didAppear() { load() }
    func didLeave() { analysis.stop() }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else { return false }
        drop(column)
        return true
    }

}

// MARK: - Drawing

extension ExplorerViewController {
    func draw(on canvas: Canvas, in area: Rect) {
        if layout.panel == nil, showsWords { return drawWords(on: canvas, in: ReviewLayout.page(in: area)) }
        guard let rect = draw(picture, on: canvas, in: area) else { return }
        canvas.keepingFocus { drawWords(on: canvas, in: rect) }
    }

    private var picture: BoardPicture {
        var picture = picture(of: game)
        if isPlayersTurn, let scores {
            for column in Board.columns {
                picture.base[column] = Insight.baseText(
                    of: scores[column], of: column, isLit: best.contains(column))
            }
        }
        return picture
    }

    /// Draws the sentences, and below them the table of all columns as far as there is room.
    private func drawWords(on canvas: Canvas, in rect: Rect) {
        canvas.focus = Point(x: rect.x, y: rect.y)
        let bottom = rect.y + rect.height
        var y = canvas.put(sentences.enumerated().map { ($1, $0 == 0 ? .label : .plain) }, in: rect)
        guard scores != nil, bottom - y > Board.columns.count + 1 else { return }
        y += 1
        let all = rules(width: rect.width)
        let rules = [all, Array(all.prefix(1))].map { $0.flatMap { TextWidth.wrap($0, to: rect.width) } }
        let end = y + Board.columns.count + 2
        for (index, line) in (rules.first { end + $0.count <= bottom } ?? []).enumerated() {
            canvas.put(line, x: rect.x, y: end + index, .faint)
        }
        let table = table(width: rect.width)
        let widths = Self.widths(of: table)
        canvas.picture(in: Rect(x: rect.x, y: y, width: rect.width, height: table.count)) {
            for (index, row) in table.enumerated() {
                let role: Role =
                    index == 0 ? .faint : index - 1 == cursorColumn ? .selected : best.contains(index - 1) ? .good : .plain
                let width = min(rect.width, widths.reduce(2 * widths.count) { $0 + $1 })
                canvas.fill(Rect(x: rect.x, y: y + index, width: width, height: 1), with: " ", role)
                // One by one: heads in Arabic do not change their order.
                var end = rect.x - 1
                for (word, width) in zip(row, widths) {
                    end += 2 + width
                    canvas.put(word, x: end - TextWidth.of(word), y: y + index, role)
                }
            }
        }
    }
}

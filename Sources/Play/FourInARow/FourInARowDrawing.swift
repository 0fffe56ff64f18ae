// How the game's screen is drawn, as a whole and in the parts that a key or a disc changes. It changes no state.

import Engine
import Screen

extension FourInARowViewController {
    var layout: BoardLayout { BoardLayout(in: navigator.area) }
    private var view: BoardView { BoardView(layout: layout, glyphs: navigator.glyphs) }

    func draw(on canvas: Canvas, in area: Rect) {
        let view = view
        view.drawFrame(on: canvas)
        for column in Board.columns {
            for row in Board.rows { drawCell(Square(column: column, row: row), with: view, on: canvas) }
        }
        drawLabel(on: canvas)
        drawCursor(on: canvas)
        drawInsight(on: canvas)
        if let prompt { prompt.draw(on: canvas, y: layout.prompt, isAlone: opponent != .peer) }
    }

    /// The state label in its row.
    func drawLabel(on canvas: Canvas) {
        if absence != nil { return drawAbsence(on: canvas) }
        let layout = layout
        let width = max(layout.board.width, TextWidth.of(GameState.yourTurn.label(against: .peer)))
        let x = max(0, layout.board.x - (width - layout.board.width + 1) / 2)
        let after = canvas.put(labelText, x: x, y: layout.label, .label)
        canvas.fill(Rect(x: after, y: layout.label, width: x + width - after, height: 1))
    }

    /// The arrow above its column, drawn for the first time.
    func drawCursor(on canvas: Canvas) { drawCursor(from: cursorColumn, on: canvas) }

    /// The arrow, moved from another column.
    func drawCursor(from old: Int, on canvas: Canvas) {
        if absence != nil { return }
        let layout = layout
        if insight.hasRow && layout.scores == layout.cursor { return drawInsight(on: canvas) }
        if old != cursorColumn { canvas.put(" ", x: layout.centre(ofColumn: old), y: layout.cursor) }
        canvas.put(
            isCursorShown ? "▼" : " ", x: layout.centre(ofColumn: cursorColumn), y: layout.cursor,
            isCursorShown ? cursorRole : .plain)
    }

    private var isCursorShown: Bool { !shownState.isOver && !isOver }
    private var cursorRole: Role { (isShared ? BoardCell(of: match.mover, for: me) : .mine).role(isWinning: false) }

    private var labelText: String {
        if isOver && !shownState.isOver { return "The game is over." }
        if computer.isSlow { return "The computer is thinking…" }
        if insight.isSlow { return "Thinking…" }
        return shownState.label(against: opponent)
    }

    /// The end is seen when the last disc lands.
    private var shownState: GameState {
        if falling == nil || !gameState.isOver { return gameState }
        return match.mover == me ? .yourTurn : .myTurn
    }

    /// The scores, or a hint's marks, above the columns. Where they share the arrow's row, the arrow's column is marked by colours
    /// exchanged.
    private func drawInsight(on canvas: Canvas) {
        guard insight.hasRow, absence == nil else { return }
        let layout = layout
        let isArrowHere = layout.scores == layout.cursor && isCursorShown
        canvas.fill(Rect(x: layout.board.x, y: layout.scores, width: layout.board.width, height: 1))
        for column in Board.columns {
            let isChosen = isArrowHere && column == cursorColumn
            let centre = layout.centre(ofColumn: column)
            if let (text, role) = insight.text(above: column) {
                canvas.put(text, x: centre - TextWidth.of(text) / 2, y: layout.scores, isChosen ? .selected : role)
            } else if isChosen {
                canvas.put("▼", x: centre, y: layout.scores, cursorRole)
            }
        }
    }

    /// One cell of the board as it is now.
    func drawCell(_ square: Square, on canvas: Canvas) { drawCell(square, with: view, on: canvas) }

    private func drawCell(_ square: Square, with view: BoardView, on canvas: Canvas) {
        var cell = BoardCell(of: match.board[square], for: me)
        if let falling {
            if square == falling.target { cell = .empty }
            if square == falling.square { cell = falling.isBetween ? .empty : falling.cell }
        }
        let isLast = falling == nil && square == match.lastSquare
        var isWinning = false
        if falling == nil, case .won(_, let squares) = match.outcome { isWinning = squares.contains(square) }
        view.draw(cell, at: square, isLast: isLast, isWinning: isWinning, on: canvas)
        if cell == .empty, let mark = insight.marks[square] { view.draw(mark, at: square, on: canvas) }
    }
}

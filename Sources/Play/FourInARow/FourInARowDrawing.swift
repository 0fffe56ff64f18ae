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
        if let prompt { prompt.draw(on: canvas, y: layout.prompt, isShared: isShared) }
    }

    /// The state label in its row.
    func drawLabel(on canvas: Canvas) {
        let layout = layout
        let text = isOver && !gameState.isOver ? "The game is over." : gameState.label(isShared: isShared)
        let width = max(layout.board.width, TextWidth.of(GameState.yourTurn.label(isShared: false)))
        let x = max(0, layout.board.x - (width - layout.board.width + 1) / 2)
        let after = canvas.put(text, x: x, y: layout.label, .label)
        canvas.fill(Rect(x: after, y: layout.label, width: x + width - after, height: 1))
    }

    /// The arrow above its column, drawn for the first time.
    func drawCursor(on canvas: Canvas) { drawCursor(from: cursorColumn, on: canvas) }

    /// The arrow, moved from another column.
    func drawCursor(from old: Int, on canvas: Canvas) {
        let layout = layout
        if old != cursorColumn { canvas.put(" ", x: layout.centre(ofColumn: old), y: layout.cursor) }
        let cell = isShared ? BoardCell(of: match.mover, for: me) : .mine
        canvas.put(
            gameState.isOver || isOver ? " " : "▼", x: layout.centre(ofColumn: cursorColumn), y: layout.cursor,
            gameState.isOver || isOver ? .plain : cell.role(isWinning: false))
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
    }
}

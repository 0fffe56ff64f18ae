// What of the game's screen is drawn when: as a whole, and the parts that a key or a disc changes. How it looks is BoardView's concern.
// It changes no state.

import Engine
import Screen
import Session

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
        if let prompt { view.draw(prompt, isAlone: words.isAlone, on: canvas) }
    }

    /// The state label in its row; while the opponent is looked for, that takes the arrow's row too.
    func drawLabel(on canvas: Canvas) {
        if duel.reconnecting == nil {
            view.drawLabel(labelText, on: canvas)
        } else {
            view.drawLoss(of: duel.opponentName, secondsLeft: duel.secondsLeft, on: canvas)
        }
    }

    /// The arrow above its column, drawn for the first time.
    func drawCursor(on canvas: Canvas) { drawCursor(from: cursorColumn, on: canvas) }

    /// The arrow, moved from another column.
    func drawCursor(from old: Int, on canvas: Canvas) {
        if duel.reconnecting != nil { return }
        if insight.hasRow && layout.scores == layout.cursor { return drawInsight(on: canvas) }
        view.drawCursor(isCursorShown ? cursorRole : nil, over: cursorColumn, from: old, on: canvas)
    }

    private var isCursorShown: Bool { !shownState.isOver && !duel.isOver }
    private var cursorRole: Role {
        (duel.isShared ? BoardCell(of: duel.game.mover, for: duel.me) : .mine).role(isWinning: false)
    }

    private var labelText: String {
        if duel.isOver && !shownState.isOver { return "The game is over." }
        let width = navigator.canvas.size.width - 2
        if duel.seat.isSlow { return words.thinking(duel.opponentName, width) }
        if insight.isSlow { return "Thinking…" }
        return words.label(shownState, duel.opponentName, width)
    }

    /// The end is seen when the last disc lands.
    private var shownState: GameState {
        if falling == nil || !gameState.isOver { return gameState }
        return duel.game.mover == duel.me ? .yourTurn : .myTurn
    }

    private func drawInsight(on canvas: Canvas) {
        guard insight.hasRow, duel.reconnecting == nil else { return }
        view.draw(insight, cursor: isCursorShown ? (cursorColumn, cursorRole) : nil, on: canvas)
    }

    /// One cell of the board as it is now.
    func drawCell(_ square: Square, on canvas: Canvas) { drawCell(square, with: view, on: canvas) }

    private func drawCell(_ square: Square, with view: BoardView, on canvas: Canvas) {
        let match = duel.game
        var cell = BoardCell(of: match.board[square], for: duel.me)
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

// Draws the board: its lines, discs, arrow and numbers. It knows where (BoardLayout) and how (BoardCell), not why.

import Engine
import Screen

/// Draws boards on a canvas.
struct BoardView {
    let layout: BoardLayout
    let glyphs: Glyphs

    /// One cell.
    func draw(_ cell: BoardCell, at square: Square, isLast: Bool, isWinning: Bool, on canvas: Canvas) {
        let rect = layout.cell(square)
        let role = cell.role(isWinning: isWinning)
        let art = cell.art(layout.size, glyphs, isWinning: isWinning)
        let side: Role = isWinning ? role : .plain
        canvas.fill(rect, side)
        for (index, line) in art.enumerated() {
            canvas.put(line, x: rect.x + (rect.width - TextWidth.of(line)) / 2, y: rect.y + index, role)
        }
        let middle = rect.y + rect.height / 2
        if isWinning { canvas.put("[", x: rect.x, y: middle, side) }
        if isWinning || isLast { canvas.put(isWinning ? "]" : "<", x: rect.x + rect.width - 1, y: middle, role) }
    }

    /// A mark in the middle of an empty square.
    func draw(_ mark: Insight.Mark, at square: Square, on canvas: Canvas) {
        let rect = layout.cell(square)
        canvas.put(mark.text, x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, mark.role)
    }

    /// The lines and the columns' numbers.
    func drawFrame(on canvas: Canvas) {
        if let row = layout.numbers {
            for column in Board.columns { canvas.put(String(column + 1), x: layout.centre(ofColumn: column), y: row, .faint) }
        }
        let board = layout.board
        for y in 0..<board.height - 1 {
            canvas.put("│", x: board.x, y: board.y + y, .frame)
            canvas.put("│", x: board.x + board.width - 1, y: board.y + y, .frame)
        }
        canvas.put("└" + String(repeating: "─", count: board.width - 2) + "┘", x: board.x, y: board.y + board.height - 1, .frame)
    }
}

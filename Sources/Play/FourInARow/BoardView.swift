// The view of a game: the board with its lines, discs, arrow and numbers, the state label and the replay prompt. It knows where (BoardLayout) and how (BoardCell), not why.

import Engine
import Screen

/// Draws games on a canvas.
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

    /// The arrow above a column in a colour, or none; it was above another column before.
    func drawCursor(_ role: Role?, over column: Int, from old: Int, on canvas: Canvas) {
        if old != column { canvas.put(" ", x: layout.centre(ofColumn: old), y: layout.cursor) }
        canvas.put(role == nil ? " " : "▼", x: layout.centre(ofColumn: column), y: layout.cursor, role ?? .plain)
    }

    /// The state label in its row, over whatever label was there.
    func drawLabel(_ text: String, on canvas: Canvas) {
        canvas.fill(Rect(x: 0, y: layout.label, width: canvas.size.width, height: 1))
        canvas.put(text, x: max(0, layout.board.x + (layout.board.width - TextWidth.of(text)) / 2), y: layout.label, .label)
    }

    /// That the connection is lost and for how long the opponent is looked for, in the rows of the label and the arrow.
    func drawLoss(of name: String, secondsLeft seconds: Int, on canvas: Canvas) {
        let width = canvas.size.width
        let loss = OpponentWords.fitting(width - 2, name) { "Connection to \($0) lost." }
        let time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let search = glyphs.spelt("Reconnecting… \(time)")
        for (y, line) in [(layout.label, loss), (layout.label + 1, search)] {
            canvas.fill(Rect(x: 0, y: y, width: width, height: 1))
            canvas.put(line, x: max(0, (width - TextWidth.of(line)) / 2), y: y, .label)
        }
    }

    /// The scores, or a hint's marks, above the columns. Where they share the arrow's row, the arrow's column is marked by colours
    /// exchanged.
    func draw(_ insight: Insight, cursor: (column: Int, role: Role)?, on canvas: Canvas) {
        let cursor = layout.scores == layout.cursor ? cursor : nil
        canvas.fill(Rect(x: layout.board.x, y: layout.scores, width: layout.board.width, height: 1))
        for column in Board.columns {
            let centre = layout.centre(ofColumn: column)
            if let (text, role) = insight.text(above: column) {
                let isChosen = column == cursor?.column
                canvas.put(text, x: centre - TextWidth.of(text) / 2, y: layout.scores, isChosen ? .selected : role)
            } else if let cursor, column == cursor.column {
                canvas.put("▼", x: centre, y: layout.scores, cursor.role)
            }
        }
    }

    /// The choices below the board.
    func draw(_ prompt: Prompt, isAlone: Bool, on canvas: Canvas) { prompt.draw(on: canvas, y: layout.prompt, isAlone: isAlone) }
}

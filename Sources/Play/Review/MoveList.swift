// The moves of a game as a list, two a row, each with what the game was worth after it and how good it was: a picture, as the arrows step
// to the left and to the right in it. It knows no board and asks nobody.

import Engine
import Screen

/// A list of moves in a rectangle of cells.
struct MoveList {
    let review: Review
    /// What both are called, who moved first before.
    let names: [String]

    /// The cells of the row's number, and of a move at the most.
    private static let (number, widest) = (4, 18)

    /// Draws the rows around the move `chosen`, from 0, which is marked.
    func draw(chosen: Int?, on canvas: Canvas, in rect: Rect) {
        canvas.picture(in: rect) { drawRows(around: chosen, on: canvas, in: rect) }
    }

    private func drawRows(around chosen: Int?, on canvas: Canvas, in rect: Rect) {
        let width = min(Self.widest, (rect.width - Self.number) / 2)
        let isShort = names.contains { TextWidth.of($0) >= width }
        let rows = (review.moves.count + 1) / 2
        let room = rect.height - 1
        let first = max(0, min((chosen ?? 0) / 2 - room / 2, rows - room))
        for (side, name) in names.enumerated() {
            let name = isShort ? OpponentWords.short(name) : name
            canvas.put(TextWidth.clip(name, to: width - 1), x: rect.x + Self.number + side * width, y: rect.y, .faint)
        }
        for row in first..<max(first, min(rows, first + room)) {
            let y = rect.y + 1 + row - first
            let number = String(row + 1)
            canvas.put(number, x: rect.x + 2 - number.count, y: y, .faint)
            for side in 0..<2 where 2 * row + side < review.moves.count {
                draw(2 * row + side, isChosen: 2 * row + side == chosen, x: rect.x + Self.number + side * width, y: y, on: canvas)
            }
        }
    }

    private func draw(_ index: Int, isChosen: Bool, x: Int, y: Int, on canvas: Canvas) {
        let judgement = review.judgements[index]
        let score = judgement.map { Insight.text(of: $0.after) } ?? ""
        let sign = judgement?.mark.sign ?? ""
        let text = "\(review.moves[index] + 1)" + String(repeating: " ", count: max(1, 5 - score.count)) + score
        if isChosen { canvas.focus = Point(x: x, y: y) }
        let after = canvas.put(text, x: x, y: y, isChosen ? .selected : .plain)
        canvas.put(sign, x: after + 1, y: y, .problem)
    }
}

// The moves of a game as a list, two a row, each with what it leads to and its mark. The list is not mirrored for right-to-left
// languages, because the left arrow steps back.

import Engine
import Screen

/// A list of moves in a rectangle of cells.
struct MoveList {
    let review: Review
    /// The names of both players, the first player's first.
    let names: [String]

    /// The width of the row's number, and the greatest width of a move.
    private static let (number, widest) = (4, 18)

    /// The cells of a move with what it leads to.
    private static let move = 6

    /// Whether a list this wide has room for the names of the marks.
    static func spellsMarks(in width: Int) -> Bool {
        let room = min(widest, (width - number) / 2) - move - 2
        return Mark.allCases.allSatisfy { $0 == .best || TextWidth.of($0.name) <= room }
    }

    /// Draws the rows around the move `chosen` (from 0), which is highlighted.
    func draw(chosen: Int?, on canvas: Canvas, in rect: Rect) {
        canvas.picture(in: rect) { drawRows(around: chosen, on: canvas, in: rect) }
    }

    private func drawRows(around chosen: Int?, on canvas: Canvas, in rect: Rect) {
        let width = min(Self.widest, (rect.width - Self.number) / 2)
        let isShort = names.contains { TextWidth.of($0) >= width }
        let rows = (review.moves.count + 1) / 2
        let room = rect.height - 1
        let first = max(0, min((chosen ?? 0) / 2 - room / 2, rows - room))
        let heads = names.map { isShort ? OpponentWords.short($0) : $0 }
        let widths = heads.map { TextWidth.of($0) }
        // Columns without scores make room for a long name.
        let isBare = !review.judgements.contains { $0 != nil }
        let offset = isBare && heads.count > 1 ? max(width, min(widths[0] + 1, rect.width - Self.number - widths[1])) : width
        let start = rect.x + Self.number
        let isSpelt = Self.spellsMarks(in: rect.width)
        for (side, name) in heads.enumerated() {
            let room = side == 0 ? offset - 1 : rect.width - Self.number - offset
            canvas.put(TextWidth.clip(name, to: room), x: start + side * offset, y: rect.y, .faint)
        }
        for row in first..<max(first, min(rows, first + room)) {
            let y = rect.y + 1 + row - first
            let number = String(row + 1)
            canvas.put(number, x: rect.x + 2 - number.count, y: y, .faint)
            for side in 0..<2 where 2 * row + side < review.moves.count {
                let place = Point(x: start + side * offset, y: y)
                draw(2 * row + side, isChosen: 2 * row + side == chosen, at: place, isSpelt: isSpelt, on: canvas)
            }
        }
    }

    private func draw(_ index: Int, isChosen: Bool, at place: Point, isSpelt: Bool, on canvas: Canvas) {
        let judgement = review.judgements[index]
        let score = judgement.map { Insight.outcome(of: $0.after) } ?? ""
        let mark = judgement?.mark ?? .best
        let sign = isSpelt && mark != .best ? mark.name : mark.sign
        let text = "\(review.moves[index] + 1)" + String(repeating: " ", count: max(1, 5 - score.count)) + score
        if isChosen { canvas.focus = place }
        let after = canvas.put(text, x: place.x, y: place.y, isChosen ? .selected : .plain)
        canvas.put(sign, x: after + 1, y: place.y, .problem)
    }
}

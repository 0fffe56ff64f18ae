// A question in the rows above the board, across the whole screen: its words and its answers in one line if they fit, otherwise the
// answers below.

import Screen

/// A question above the board.
struct QuestionBox {
    let prompt: Prompt
    private let rows: Range<Int>
    private let lines: [String]
    private let width: Int
    /// The row of the answers, and the column from which they are centred.
    private let answers: Point

    /// Asks `sentence`, if any; nil on a board too small for it.
    init?(_ prompt: Prompt, _ sentence: String?, above layout: BoardLayout, width: Int) {
        guard layout.above >= 3 else { return nil }
        self.prompt = prompt
        self.width = width
        rows = layout.rowsAbove
        let beside = sentence.map { TextWidth.of($0) + 4 } ?? 0
        let isOneLine = beside + prompt.width(in: width) <= width - 2
        lines = sentence.map { TextWidth.wrap($0, to: width - 4, rows: isOneLine ? 1 : layout.above - 1) } ?? []
        answers = isOneLine ? Point(x: beside, y: layout.sentence) : Point(x: 0, y: rows.upperBound - 1)
    }

    func draw(on canvas: Canvas) {
        canvas.fill(Rect(x: 0, y: rows.lowerBound, width: width, height: rows.count), with: " ", .barStrong, on: .box)
        let first = answers.x > 0 ? answers.y : answers.y - lines.count
        for (index, line) in lines.enumerated() {
            let x = answers.x > 0 ? 2 : (width - TextWidth.of(line)) / 2
            canvas.put(line, x: x, y: first + index, .barStrong, on: .box)
        }
        prompt.draw(on: canvas, y: answers.y, from: answers.x, .barStrong, on: .box)
        if prompt.chosen == nil, !lines.isEmpty {
            canvas.focus = Point(x: answers.x > 0 ? 2 : (width - TextWidth.of(lines[0])) / 2, y: first)
        }
        canvas.lastRows = rows
    }

    /// The prompt with the answer at a point chosen; nil beside them.
    func choosing(at point: Point) -> Prompt? {
        var prompt = prompt
        return point.y == answers.y && prompt.choose(at: point.x - answers.x, width: width - answers.x) ? prompt : nil
    }
}

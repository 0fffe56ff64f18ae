// Paragraphs on a canvas.

import Language
import Screen

extension Canvas {
    /// The widest line that reads well.
    static let widestText = 64

    /// Draws a paragraph in the middle of `rect`.
    func putBlock(_ words: String, in rect: Rect, _ role: Role = .plain) {
        let lines = TextWidth.wrap(words, to: min(rect.width - 2, Self.widestText), rows: rect.height)
        let width = lines.map { TextWidth.of($0) }.max() ?? 0
        let top = rect.y + min(rect.height - lines.count, max(1, (rect.height - lines.count) / 3))
        focus = Point(x: rect.x + (rect.width - width) / 2, y: top)
        for (index, line) in lines.enumerated() {
            put(line, x: rect.x + (rect.width - width) / 2, y: top + index, role)
        }
    }

    /// Draws paragraphs from the top of `rect`, as many rows as fit. Returns the row below them.
    @discardableResult
    func put(_ paragraphs: [(text: String, role: Role)], in rect: Rect) -> Int {
        var y = rect.y
        for (text, role) in paragraphs {
            for line in TextWidth.wrap(text, to: rect.width, rows: max(0, rect.y + rect.height - y)) {
                put(line, x: rect.x, y: y, role)
                y += 1
            }
        }
        return y
    }

    /// Says in the last row of `area` that there is more text below.
    func putMoreBelow(in area: Rect) {
        let words = tr("more below ↓")
        put(words, x: area.x + (area.width - TextWidth.of(words)) / 2, y: area.y + area.height - 1, .faint)
    }
}

extension Rect {
    /// The number of rows for a text below a blank first row; `count` is how many the text has. One that is longer leaves the last row to say so.
    func textRows(showing count: Int) -> Int { max(1, height - (count < height ? 1 : 2)) }
}

// Paragraphs on a canvas.

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
}

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
}

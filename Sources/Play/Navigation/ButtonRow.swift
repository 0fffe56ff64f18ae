// Buttons side by side, centred in a row: the answers of a Prompt, and the choices below the cards.

import Screen

/// A row of buttons.
struct ButtonRow {
    /// The texts of all buttons and the gap between them, in several lengths, longest first.
    let lengths: [(texts: [String], gap: Int)]

    /// The buttons and their columns in a row of `width` cells, in the longest texts that fit.
    func buttons(in width: Int) -> [(text: String, x: Int)] {
        guard let (texts, gap) = lengths.first(where: { total($0) <= width }) ?? lengths.last else { return [] }
        var x = max(0, (width - total((texts, gap))) / 2)
        return texts.map { text in
            defer { x += TextWidth.of(text) + gap }
            return (text, x)
        }
    }

    /// The index of the button at column `x`; nil if there is none.
    func index(at x: Int, in width: Int) -> Int? {
        buttons(in: width).firstIndex { x >= $0.x && x < $0.x + TextWidth.of($0.text) }
    }

    private func total(_ length: (texts: [String], gap: Int)) -> Int {
        length.texts.reduce(0) { $0 + TextWidth.of($1) } + length.gap * (length.texts.count - 1)
    }
}

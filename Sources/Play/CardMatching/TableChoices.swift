// The choices in a row below the cards, for a keyboard that has arrows and Enter and no Latin letters. It knows no actions.

import Games
import Language
import Screen

/// The row of choices, of which one or none is chosen.
struct TableChoices: Equatable, ChoosingOne {
    /// What can be chosen.
    enum Choice: Equatable {
        case deal
        /// Another mode than now.
        case mode(CardMatchingGame.Mode)
        /// So many cards.
        case size(Int)
        case menu

        /// In full words, in short ones, and as the keys alone.
        var words: [String] {
            switch self {
            case .deal: [tr("Deal again (N)"), tr("Deal"), "N"]
            case .mode(let mode): [mode.choice, mode.name, "M"]
            case .size(let count): ["\(count)", "\(count)", "\(count)"]
            case .menu: [tr("Menu (Q)"), tr("Menu"), "Q"]
            }
        }
    }

    let choices: [Choice]
    /// How many cards the game on the table has.
    let current: Int
    var chosen: Int?

    /// The choices beside a game of `count` cards in `mode`.
    init(count: Int, mode: CardMatchingGame.Mode) {
        current = count
        choices = [.deal, .mode(mode.next)] + CardMatchingGame.sizes.map { .size($0) } + [.menu]
    }

    /// Chooses one of them, or none.
    mutating func choose(_ choice: Choice?) { chosen = choice.flatMap { choices.firstIndex(of: $0) } }

    /// Draws them in the middle of a row.
    func draw(on canvas: Canvas, y: Int) {
        canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1))
        for (item, word) in zip(places(in: canvas.size.width), choices.indices) {
            canvas.put(item.text, x: item.x, y: y, role(of: word))
            if word == chosen { canvas.focus = Point(x: item.x, y: y) }
        }
    }

    /// The choice at column `x` of a row that is so wide.
    func choice(at x: Int, width: Int) -> Choice? {
        zip(places(in: width), choices).first { x >= $0.0.x && x < $0.0.x + TextWidth.of($0.0.text) }?.1
    }

    private func role(of index: Int) -> Role {
        if index == chosen { return .selected }
        if case .size(let count) = choices[index] { return count == current ? .key : .faint }
        return .keyLabel
    }

    /// Each choice's text and column, in the fullest words that fit.
    private func places(in width: Int) -> [(text: String, x: Int)] {
        for length in 0..<3 {
            let texts = choices.map { " \($0.words[length]) " }
            let gap = length == 0 ? 1 : 0
            let total = texts.reduce(0) { $0 + TextWidth.of($1) } + gap * (texts.count - 1)
            guard total <= width || length == 2 else { continue }
            var x = max(0, (width - total) / 2)
            return texts.map { text in
                defer { x += TextWidth.of(text) + gap }
                return (text, x)
            }
        }
        return []
    }
}

// The row of choices below the cards. Arrows and Enter pick one, so that no Latin letters are needed.

import Games
import Language
import Screen

/// The row of choices, of which at most one is chosen.
struct TableChoices: Equatable, ChoosingOne {
    /// A choice.
    enum Choice: Equatable {
        case deal
        /// Plays with another number of cards to match.
        case mode(CardMatchingGame.Mode)
        /// Deals this number of cards.
        case size(Int)
        /// Plays against the clock, from memory, or neither.
        case variant(MatchingVariant)
        case menu

    }

    let choices: [Choice]
    /// What the current game is: the number of cards, how many to match, and what makes it harder.
    let (current, mode, variant): (Int, CardMatchingGame.Mode, MatchingVariant)
    var chosen: Int?

    /// The choices during a game of `count` cards in `mode`.
    init(count: Int, mode: CardMatchingGame.Mode, variant: MatchingVariant = .plain) {
        (current, self.mode, self.variant) = (count, mode, variant)
        choices = [.deal, .mode(mode.next), .variant(variant.next)] + CardMatchingGame.sizes.map { .size($0) } + [.menu]
    }

    /// A choice in full, short, and as the key alone. What changes with every press says what it is now.
    private func words(for choice: Choice) -> [String] {
        switch choice {
        case .deal: [tr("Deal again (N)"), tr("Deal"), "N"]
        case .mode: [tr("Match: {count} (M)", ["count": mode.count]), tr("Match: {count}", ["count": mode.count]), "M"]
        case .size(let count): ["\(count)", "\(count)", "\(count)"]
        case .variant: [tr("{name} (O)", ["name": variant.name]), variant.name, "O"]
        case .menu: [tr("Menu (Q)"), tr("Menu"), "Q"]
        }
    }

    /// Chooses one, or none.
    mutating func choose(_ choice: Choice?) { chosen = choice.flatMap { choices.firstIndex(of: $0) } }

    /// Draws them centred in a row.
    func draw(on canvas: Canvas, y: Int) {
        let width = canvas.size.width
        canvas.fill(Rect(x: 0, y: y, width: width, height: 1), .feltText, on: .felt)
        for (index, button) in row.buttons(in: width).enumerated() {
            canvas.put(button.text, x: button.x, y: y, role(of: index), on: index == chosen ? nil : .felt)
            if index == chosen { canvas.focus = Point(x: button.x, y: y) }
        }
    }

    /// The choice at column `x` of a row of `width` cells.
    func choice(at x: Int, width: Int) -> Choice? { row.index(at: x, in: width).map { choices[$0] } }

    private func role(of index: Int) -> Role {
        if index == chosen { return .selected }
        if case .size(let count) = choices[index], count != current { return .feltFaint }
        return .feltText
    }

    private var row: ButtonRow {
        ButtonRow(lengths: (0..<3).map { length in (choices.map { " \(words(for: $0)[length]) " }, length == 0 ? 1 : 0) })
    }
}

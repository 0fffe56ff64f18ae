// Draws playing cards, face up or down, for every game that has some. What is printed on them it leaves to CardPrint; it knows no game
// and no places.

import Games
import Screen

/// Draws cards of one size.
struct CardArt {
    let size: CardSize
    let glyphs: Glyphs

    /// What is to be seen of a card.
    enum Side: Equatable {
        case face(PlayingCard)
        case back
        /// What is left of a card that is out.
        case remains(PlayingCard)
    }

    /// A card with its top left corner at (`x`, `y`). With a mark its border is double, so that it is seen without colours; where it
    /// has none, all of it is marked.
    func draw(_ side: Side, x: Int, y: Int, isMarked: Bool = false, on canvas: Canvas) {
        let rect = Rect(x: x, y: y, width: size.card.width, height: size.card.height)
        let role = isMarked && !size.hasBorder ? .cardCursor : side.role
        canvas.fill(rect, role)
        if size.hasBorder { drawBorder(rect, isMarked ? .cardCursor : side.border, on: canvas) }
        let inset = size.hasBorder ? 1 : 0
        for mark in marks(of: side) { canvas.put(mark.text, x: x + inset + mark.x, y: y + inset + mark.y, role) }
    }

    private func marks(of side: Side) -> [CardPrint.Mark] {
        let print = CardPrint(size: size, glyphs: glyphs)
        switch side {
        case .face(let card): return print.face(of: card)
        case .back: return print.back()
        case .remains(let card): return print.remains(of: card)
        }
    }

    /// The border; nil for none.
    private func drawBorder(_ rect: Rect, _ role: Role?, on canvas: Canvas) {
        guard let role else { return }
        let isDouble = role == .cardCursor
        let (corners, across, up) = isDouble ? (["╔", "╗", "╚", "╝"], "═", "║") : (["╭", "╮", "╰", "╯"], "─", "│")
        let line = String(repeating: across, count: rect.width - 2)
        let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1)
        canvas.put(corners[0] + line + corners[1], x: rect.x, y: rect.y, role)
        canvas.put(corners[2] + line + corners[3], x: rect.x, y: bottom, role)
        for y in rect.y + 1..<bottom {
            canvas.put(up, x: rect.x, y: y, role)
            canvas.put(up, x: right, y: y, role)
        }
    }
}

extension CardArt.Side {
    fileprivate var role: Role {
        switch self {
        case .face(let card): card.suit.isRed ? .cardRed : .cardBlack
        case .back: .cardBack
        case .remains: .cardOut
        }
    }

    fileprivate var border: Role? {
        switch self {
        case .face: .cardBlack
        case .back: .cardBack
        case .remains: nil
        }
    }
}

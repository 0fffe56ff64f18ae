// Draws cards: borders, faces, backs, and which one the cursor is on. It knows where (CardTableLayout) and what is printed on them
// (CardPrint), not why.

import Games
import Screen

/// Draws cards on a canvas.
struct CardView {
    let layout: CardTableLayout
    let glyphs: Glyphs

    /// The card in place `index`, with the cursor or without; `isOpen` shows its face even if it is down.
    func draw(_ dealt: CardMatchingGame.DealtCard, at index: Int, isOpen: Bool, hasCursor: Bool, on canvas: Canvas) {
        let size = layout.size
        let rect = layout.card(index)
        let isFaceUp = dealt.isFaceUp || isOpen
        let role = dealt.isMatched ? .cardOut : !isFaceUp ? .cardBack : dealt.card.suit.isRed ? Role.cardRed : .cardBlack
        canvas.fill(rect, role)
        if size.hasBorder {
            drawBorder(rect, hasCursor ? .cardCursor : dealt.isMatched ? nil : isFaceUp ? .cardBlack : .cardBack, on: canvas)
        } else {
            drawBracket(hasCursor ? "[" : " ", x: rect.x - 1, y: rect.y, on: canvas)
            drawBracket(hasCursor ? "]" : " ", x: rect.x + rect.width, y: rect.y, on: canvas)
        }
        let print = CardPrint(size: size, glyphs: glyphs)
        let marks =
            dealt.isMatched ? print.remains(of: dealt.card) : isFaceUp ? print.face(of: dealt.card) : print.back()
        let inset = size.hasBorder ? 1 : 0
        for mark in marks { canvas.put(mark.text, x: rect.x + inset + mark.x, y: rect.y + inset + mark.y, role) }
    }

    /// The border; nil for none. The cursor's is double, so that it is seen without colours.
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

    private func drawBracket(_ text: String, x: Int, y: Int, on canvas: Canvas) {
        canvas.put(text, x: x, y: y, text == " " ? .plain : .cardCursor)
    }
}

// Draws the cards on the table, and which one the cursor is on. It knows where they lie (CardTableLayout), and leaves to CardArt how
// they look.

import Games
import Screen

/// Draws cards on a canvas.
struct CardView {
    let layout: CardTableLayout
    let glyphs: Glyphs

    /// The card in place `index`, with the cursor or without; `isOpen` shows its face even if it is down.
    func draw(_ dealt: CardMatchingGame.DealtCard, at index: Int, isOpen: Bool, hasCursor: Bool, on canvas: Canvas) {
        let rect = layout.card(index)
        let side: CardArt.Side =
            dealt.isMatched ? .remains(dealt.card) : dealt.isFaceUp || isOpen ? .face(dealt.card) : .back
        let hasBorder = layout.size.hasBorder
        CardArt(size: layout.size, glyphs: glyphs).draw(side, x: rect.x, y: rect.y, isMarked: hasCursor && hasBorder, on: canvas)
        guard !hasBorder else { return }
        drawBracket(hasCursor ? "[" : " ", x: rect.x - 1, y: rect.y, on: canvas)
        drawBracket(hasCursor ? "]" : " ", x: rect.x + rect.width, y: rect.y, on: canvas)
    }

    private func drawBracket(_ text: String, x: Int, y: Int, on canvas: Canvas) {
        canvas.put(text, x: x, y: y, text == " " ? .plain : .cardCursor)
    }
}

// Draws the piles and hands of Snap!: cards of any size whose rank is large enough to be seen from the corner of an eye, and the edges of
// the cards under them.

import Games
import Screen

/// Draws the cards of a player.
struct PileArt {
    let glyphs: Glyphs

    /// Draws an open card; a marked one has a double border.
    func draw(_ card: PlayingCard, in rect: Rect, isMarked: Bool, on canvas: Canvas) {
        let role: Role = card.suit.isRed ? .cardRed : .cardBlack
        canvas.picture(in: rect) {
            canvas.fill(rect, with: " ", role)
            canvas.drawCardBorder(rect, isMarked ? .cardCursor : .cardBlack)
            let inside = Rect(x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: rect.height - 2)
            let suit = glyphs.isUnicode ? card.suit.symbol : card.suit.letter
            let rank = rank(card.rankText, in: inside)
            guard !rank.rows.isEmpty else {
                let text = card.rankText + suit
                return _ = canvas.put(
                    text, x: inside.x + (inside.width - TextWidth.of(text)) / 2, y: inside.y + inside.height / 2, role)
            }
            for (y, row) in rank.rows.enumerated() {
                // Blanks would take the place of a suit.
                for (x, pixel) in row.enumerated() where pixel != "\u{A0}" {
                    canvas.put(String(pixel), x: rank.x + x, y: rank.y + y, role)
                }
            }
            canvas.put(suit, x: inside.x, y: inside.y, role)
            canvas.put(suit, x: inside.x + inside.width - 1, y: inside.y + inside.height - 1, role)
        }
    }

    /// The width of the widest rank, 10, in pixels.
    private static let widest = 7

    /// A rank in large pixels, in rows of text, as large as fits into `rect` beside two suits; without rows where there is no room for it.
    private func rank(_ text: String, in rect: Rect) -> (rows: [String], x: Int, y: Int) {
        let scale = min((rect.height - 1) / PixelText.pixelHeight, (rect.width - 1) / (2 * Self.widest))
        var rows: [String] = []
        if scale > 0 {
            rows = PixelText.rows(of: text, scale: scale, isUnicode: glyphs.isUnicode) ?? []
        } else if glyphs.isUnicode, rect.height >= PixelText.height, rect.width >= 8 {
            rows = PixelText(text)?.rows ?? []
        }
        return (rows, rect.x + (rect.width - (rows.first?.count ?? 0)) / 2, rect.y + (rect.height - rows.count) / 2)
    }

    /// Draws the back of a card; one row has no border.
    func drawBack(in rect: Rect, on canvas: Canvas) {
        canvas.picture(in: rect) {
            canvas.fill(rect, with: " ", .cardBack)
            let hasBorder = rect.height > 2
            if hasBorder { canvas.drawCardBorder(rect, .cardBack) }
            let inset = hasBorder ? 1 : 0
            for y in rect.y + inset..<rect.y + rect.height - inset {
                canvas.put(glyphs.cardPattern(width: rect.width - 2 * inset, row: y), x: rect.x + inset, y: y, .cardBack)
            }
        }
    }

    /// Draws the edges of `count` cards below one, half a row for every four.
    func drawEdges(of count: Int, in rect: Rect, _ role: Role, _ other: Role, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .feltText, on: .felt)
        let halves = min(2 * rect.height, (count + 3) / 4)
        for y in 0..<(halves + 1) / 2 {
            let lower: Role? = 2 * y + 1 < halves ? other : nil
            let cell =
                glyphs.isUnicode ? Cell(upper: role, lower: lower, on: .felt) : Cell(lower == nil ? "-" : "=", role, on: .felt)
            canvas.put(rect.width, x: rect.x, y: rect.y + y) { _ in cell }
        }
    }
}

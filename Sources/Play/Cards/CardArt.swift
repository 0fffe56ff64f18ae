// How a playing card looks in any rectangle of cells: its face, its back, and the place where none lies. For every game with cards; it
// knows no game.
//
//     ┌─────┐  ┌─────┐  ┌───┐         From 4×3 on a card has a border; rank and suit stand in two corners from 5 rows on,
//     │10♥  │  │░░░░░│  │10♥│  10♥    else once, and from 7 rows on the suit stands in the middle too.
//     │     │  │░░░░░│  └───┘
//     │  10♥│  │░░░░░│
//     └─────┘  └─────┘

import Games
import Screen

/// Draws cards on a canvas.
struct CardArt {
    let glyphs: Glyphs

    /// Rank and suit as this terminal shows them.
    func words(_ card: PlayingCard) -> String { glyphs.isUnicode ? card.contents : card.asciiContents }

    /// A card that lies face up; `isLit` wants to be looked at.
    func drawFace(_ card: PlayingCard, in rect: Rect, on canvas: Canvas, isLit: Bool = false) {
        let role = Self.role(of: card, isLit: isLit)
        drawBorder(of: rect, isLit ? role : .frame, on: canvas)
        let inside = Self.inside(of: rect)
        canvas.fill(inside, with: " ", isLit ? role : .plain)
        let words = words(card)
        let width = TextWidth.of(words)
        guard inside.height > 2 else {
            canvas.put(words, x: inside.x + (inside.width - width) / 2, y: inside.y + inside.height / 2, role, limit: inside.width)
            return
        }
        canvas.put(words, x: inside.x, y: inside.y, role, limit: inside.width)
        canvas.put(words, x: inside.x + inside.width - width, y: inside.y + inside.height - 1, role)
        guard inside.height > 4 else { return }
        let suit = glyphs.isUnicode ? card.suit.symbol : card.suit.letter
        canvas.put(suit, x: inside.x + inside.width / 2, y: inside.y + inside.height / 2, role)
    }

    /// A card that lies face down.
    func drawBack(in rect: Rect, on canvas: Canvas) {
        drawBorder(of: rect, .frame, on: canvas)
        canvas.fill(Self.inside(of: rect), with: glyphs.isUnicode ? "░" : ":", .frame)
    }

    /// A place on which no card lies.
    func drawPlace(in rect: Rect, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .plain)
        canvas.put("·", x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, .faint)
    }

    /// How a card's rank and suit are coloured.
    static func role(of card: PlayingCard, isLit: Bool = false) -> Role {
        card.suit.isRed ? (isLit ? .redWinning : .red) : (isLit ? .selected : .plain)
    }

    private static func hasBorder(_ rect: Rect) -> Bool { rect.width > 3 && rect.height > 2 }

    private static func inside(of rect: Rect) -> Rect {
        hasBorder(rect) ? Rect(x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: rect.height - 2) : rect
    }

    private func drawBorder(of rect: Rect, _ role: Role, on canvas: Canvas) {
        guard Self.hasBorder(rect) else { return }
        let line = String(repeating: "─", count: rect.width - 2)
        canvas.put("┌" + line + "┐", x: rect.x, y: rect.y, role)
        canvas.put("└" + line + "┘", x: rect.x, y: rect.y + rect.height - 1, role)
        for y in rect.y + 1..<rect.y + rect.height - 1 {
            canvas.put("│", x: rect.x, y: y, role)
            canvas.put("│", x: rect.x + rect.width - 1, y: y, role)
        }
    }
}

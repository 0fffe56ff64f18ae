// Draws playing cards, face up or face down.

import Games
import Screen

/// Draws cards of one size.
struct CardArt {
    let size: CardSize
    let glyphs: Glyphs
    /// The table on which cards that are out leave their mark; nil for the terminal's own background.
    var ground: Role?

    /// What is visible of a card.
    enum Side: Equatable {
        case face(PlayingCard)
        case back
        /// The back of a card that was turned up, and has turned back by itself.
        case hidden
        /// The mark left by a card that is out of the game.
        case remains(PlayingCard)
    }

    /// Draws a card with its top left corner at (`x`, `y`). A marked card has a double border, which is visible without colours; one
    /// without a border is marked as a whole.
    func draw(_ side: Side, x: Int, y: Int, isMarked: Bool = false, on canvas: Canvas) {
        let rect = Rect(x: x, y: y, width: size.card.width, height: size.card.height)
        canvas.picture(in: rect) { draw(side, rect, isMarked: isMarked, on: canvas) }
    }

    private func draw(_ side: Side, _ rect: Rect, isMarked: Bool, on canvas: Canvas) {
        let ground = side.isRemains ? ground : nil
        let role = isMarked && !size.hasBorder ? .cardCursor : side.isRemains && ground != nil ? .feltFaint : side.role
        canvas.fill(rect, role, on: role == .cardCursor ? nil : ground)
        if size.hasBorder, let border = isMarked ? .cardCursor : ground == nil ? side.border : role {
            canvas.drawCardBorder(rect, border, on: border == .cardCursor ? nil : ground)
        }
        let inset = size.hasBorder ? 1 : 0
        for mark in marks(of: side) {
            canvas.put(
                mark.text, x: rect.x + inset + mark.x, y: rect.y + inset + mark.y, role, on: role == .cardCursor ? nil : ground)
        }
    }

    /// Rank and suit, such as “10♦”.
    func contents(of card: PlayingCard) -> String { glyphs.isUnicode ? card.contents : card.asciiContents }

}

extension Canvas {
    /// Draws the border of a card. That of the card under the cursor is double.
    func drawCardBorder(_ rect: Rect, _ role: Role, on ground: Role? = nil) {
        let isDouble = role == .cardCursor
        let (corners, across, up) = isDouble ? (["╔", "╗", "╚", "╝"], "═", "║") : (["╭", "╮", "╰", "╯"], "─", "│")
        let line = String(repeating: across, count: rect.width - 2)
        let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1)
        put(corners[0] + line + corners[1], x: rect.x, y: rect.y, role, on: ground)
        put(corners[2] + line + corners[3], x: rect.x, y: bottom, role, on: ground)
        for y in rect.y + 1..<bottom {
            put(up, x: rect.x, y: y, role, on: ground)
            put(up, x: right, y: y, role, on: ground)
        }
    }
}

extension Glyphs {
    /// A row of the pattern on the back of a card.
    func cardPattern(width: Int, row: Int) -> String {
        (0..<width).map { x in isUnicode ? "╳" : (x + row).isMultiple(of: 2) ? "/" : "\\" }.joined()
    }
}

// MARK: - Faces

extension CardArt {
    /// Draws a character within the border.
    private typealias Mark = (text: String, x: Int, y: Int)

    private func marks(of side: Side) -> [Mark] {
        switch side {
        case .face(let card): face(of: card)
        case .back: back()
        case .hidden: [("?", (inside.width - 1) / 2, inside.height / 2)]
        case .remains(let card): size.hasBorder ? [centred(card)] : [("·", inside.width / 2, 0)]
        }
    }

    /// The size within the border.
    private var inside: Size {
        let card = size.card
        return size.hasBorder ? Size(width: card.width - 2, height: card.height - 2) : card
    }

    private func face(of card: PlayingCard) -> [Mark] {
        let suit = glyphs.isUnicode ? card.suit.symbol : card.suit.letter
        let (right, bottom) = (inside.width - card.rankText.utf8.count, inside.height - 1)
        switch size {
        case .tiny, .bar, .small: return [centred(card)]
        case .medium:
            let pips = card.rank > 10 ? [Point(x: 2, y: 1)] : Self.closePips(of: card.rank)
            return [(card.rankText, 0, 0), (card.rankText, right, bottom)] + pips.map { (suit, $0.x, $0.y) }
        case .tall: return largePip(card.suit, suit, x: 0, y: 1) + corners(of: card)
        case .large:
            let pips = card.rank > 10 ? portrait(of: card, suit) : Self.pips(of: card.rank).map { (suit, $0.x, $0.y) }
            return [(card.rankText, 0, 0), (card.rankText, right, bottom)] + pips
        case .huge:
            // The pips of a large card, farther apart.
            let places = Self.pips(of: card.rank).map { Point(x: 2 + ($0.x - 3) / 2 * 5, y: 2 * $0.y) }
            let pips = card.rank > 10 ? [Point(x: 4, y: 2), Point(x: 10, y: 10)] : places
            let frame = card.rank > 10 ? hugeFrame(around: card) : []
            return frame + pips.flatMap { largePip(card.suit, suit, x: $0.x, y: $0.y) } + corners(of: card)
        }
    }

    /// Rank and suit in two corners.
    private func corners(of card: PlayingCard) -> [Mark] {
        let text = contents(of: card)
        return [(text, 0, 0), (text, inside.width - TextWidth.of(text), inside.height - 1)]
    }

    /// A pip drawn in pixels, three rows high.
    private func largePip(_ suit: Suit, _ symbol: String, x: Int, y: Int) -> [Mark] {
        guard glyphs.isUnicode else { return [(symbol, x + 2, y + 1)] }
        return suit.rows.enumerated().map { ($1, x, y + $0) }
    }

    /// The frame of a huge jack, queen or king, around two pips.
    private func hugeFrame(around card: PlayingCard) -> [Mark] {
        let (width, height) = (inside.width - 4, inside.height - 2)
        let rows = (0..<height - 2).map {
            "│" + ($0 == (height - 2) / 2 ? "      \(card.rankText)      " : String(repeating: " ", count: width - 2)) + "│"
        }
        let line = String(repeating: "─", count: width - 2)
        return (["┌\(line)┐"] + rows + ["└\(line)┘"]).enumerated().map { ($1, 2, $0 + 1) }
    }

    private func back() -> [Mark] {
        (0..<inside.height).map { (glyphs.cardPattern(width: inside.width, row: $0), 0, $0) }
    }

    private func centred(_ card: PlayingCard) -> Mark {
        let text = contents(of: card)
        return (text, (inside.width + 1) / 2 - (TextWidth.of(text) > 2 ? 2 : 1), inside.height / 2)
    }

    /// The places of the pips on a large card, from ace to ten: three columns and seven rows.
    private static func pips(of rank: Int) -> [Point] {
        let middle: [Int] =
            switch rank {
            case 1, 5, 9: [3]
            case 2, 10: [1, 5]
            case 3: [1, 3, 5]
            case 7: [2]
            case 8: [2, 4]
            default: []
            }
        let sides: [Int] =
            switch rank {
            case ...3: []
            case 4, 5: [1, 5]
            case 6...8: [1, 3, 5]
            default: [0, 2, 4, 6]
            }
        return middle.map { Point(x: 5, y: $0) } + sides.flatMap { [Point(x: 3, y: $0), Point(x: 7, y: $0)] }
    }

    /// The places of the pips on a medium card: three rows of five columns, of which the ranks take two corners.
    private static func closePips(of rank: Int) -> [Point] {
        let rows: [[Int]] =
            switch rank {
            case 1: [[], [2], []]
            case 2: [[2], [], [2]]
            case 3: [[2], [2], [2]]
            case 4: [[1, 3], [], [1, 3]]
            case 5: [[1, 3], [2], [1, 3]]
            case 6: [[1, 3], [1, 3], [1, 3]]
            case 7: [[1, 3], [1, 2, 3], [1, 3]]
            case 8: [[1, 2, 3], [1, 3], [1, 2, 3]]
            case 9: [[1, 2, 3], [1, 2, 3], [1, 2, 3]]
            default: [[2, 3, 4], [0, 1, 3, 4], [0, 1, 2]]
            }
        return rows.enumerated().flatMap { y, columns in columns.map { Point(x: $0, y: y) } }
    }

    /// Draws a jack, a queen or a king.
    private func portrait(of card: PlayingCard, _ suit: String) -> [Mark] {
        let lines = ["┌─────┐", "│\(suit)    │", "│  \(card.rankText)  │", "│    \(suit)│", "└─────┘"]
        return lines.enumerated().map { ($1, 2, $0 + 1) }
    }
}

extension Suit {
    /// The suit in five by six pixels.
    private var pixels: [String] {
        switch self {
        case .hearts: [" # # ", "#####", "#####", " ### ", "  #  ", "     "]
        case .diamonds: ["  #  ", " ### ", "#####", " ### ", "  #  ", "     "]
        case .spades: ["  #  ", " ### ", "#####", "#####", "  #  ", " ### "]
        case .clubs: [" ### ", " ### ", "#####", "## ##", "  #  ", " ### "]
        }
    }

    /// The same in rows of characters, two pixels each.
    fileprivate var rows: [String] {
        stride(from: 0, to: pixels.count, by: 2).map { row in
            String(zip(pixels[row], pixels[row + 1]).map { PixelText.block($0, $1, blank: " ") })
        }
    }
}

extension CardArt.Side {
    fileprivate var isRemains: Bool { if case .remains = self { true } else { false } }

    fileprivate var role: Role {
        switch self {
        case .face(let card): card.suit.isRed ? .cardRed : .cardBlack
        case .back, .hidden: .cardBack
        case .remains: .cardOut
        }
    }

    fileprivate var border: Role? {
        switch self {
        case .face: .cardBlack
        case .back, .hidden: .cardBack
        case .remains: .cardOut
        }
    }
}

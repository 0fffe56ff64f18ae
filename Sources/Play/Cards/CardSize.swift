// How large a card is drawn, and what is printed within it at that size. It knows no game and no places.

import Games
import Screen

/// How large a card is drawn.
enum CardSize: CaseIterable {
    /// Bars without a border, side by side.
    case tiny
    /// Wider bars, with a row between them.
    case bar
    /// With a border, and room for rank and suit.
    case small
    /// With the rank in two corners, and its pips.
    case medium
    /// With rank and suit in two corners, and its pips.
    case large

    /// Columns and rows of a card.
    var card: Size {
        switch self {
        case .tiny: Size(width: 3, height: 1)
        case .bar: Size(width: 5, height: 1)
        case .small: Size(width: 5, height: 3)
        case .medium: Size(width: 7, height: 5)
        case .large: Size(width: 13, height: 9)
        }
    }

    /// Columns and rows between cards.
    var gap: Size {
        switch self {
        case .tiny, .small: Size(width: 1, height: 0)
        case .bar, .medium: Size(width: 1, height: 1)
        case .large: Size(width: 2, height: 1)
        }
    }

    /// Whether cards have a border, which is then what shows the cursor. Around the others it is brackets, in the gaps.
    var hasBorder: Bool { self != .tiny && self != .bar }
}

/// What is printed on a card, within its border if it has one.
struct CardPrint {
    let size: CardSize
    let glyphs: Glyphs

    /// A mark at a place within the card.
    typealias Mark = (text: String, x: Int, y: Int)

    /// Columns and rows within the border.
    var inside: Size {
        let card = size.card
        return size.hasBorder ? Size(width: card.width - 2, height: card.height - 2) : card
    }

    /// Rank and suit in one word.
    func contents(of card: PlayingCard) -> String { glyphs.isUnicode ? card.contents : card.asciiContents }

    /// What a face shows.
    func face(of card: PlayingCard) -> [Mark] {
        let suit = glyphs.isUnicode ? card.suit.symbol : card.suit.letter
        let (right, bottom) = (inside.width - card.rankText.utf8.count, inside.height - 1)
        switch size {
        case .tiny, .bar, .small: return [centred(card)]
        case .medium:
            let pips = card.rank > 10 ? [Point(x: 2, y: 1)] : Self.closePips(of: card.rank)
            return [(card.rankText, 0, 0), (card.rankText, right, bottom)] + pips.map { (suit, $0.x, $0.y) }
        case .large:
            let corners: [Mark] = [
                (card.rankText, 0, 0), (suit, 0, 1), (suit, inside.width - 1, bottom - 1), (card.rankText, right, bottom),
            ]
            return corners + (card.rank > 10 ? portrait(of: card, suit) : Self.pips(of: card.rank).map { (suit, $0.x, $0.y) })
        }
    }

    /// What is left to see of a card that is out.
    func remains(of card: PlayingCard) -> [Mark] { size.hasBorder ? [centred(card)] : [("·", inside.width / 2, 0)] }

    /// The pattern on the back.
    func back() -> [Mark] {
        (0..<inside.height).map { y in
            let row = (0..<inside.width).map { x in glyphs.isUnicode ? "╳" : (x + y).isMultiple(of: 2) ? "/" : "\\" }
            return (row.joined(), 0, y)
        }
    }

    private func centred(_ card: PlayingCard) -> Mark {
        let text = contents(of: card)
        return (text, (inside.width + 1) / 2 - (TextWidth.of(text) > 2 ? 2 : 1), inside.height / 2)
    }

    /// Where a large card from the ace to the ten has its pips: in three columns and seven rows.
    private static func pips(of rank: Int) -> [Point] {
        let middle: [Int]
        switch rank {
        case 1, 5, 9: middle = [3]
        case 2: middle = [1, 5]
        case 3: middle = [1, 3, 5]
        case 7: middle = [2]
        case 8: middle = [2, 4]
        case 10: middle = [1, 5]
        default: middle = []
        }
        let sides: [Int]
        switch rank {
        case ...3: sides = []
        case 4, 5: sides = [1, 5]
        case 6...8: sides = [1, 3, 5]
        default: sides = [0, 2, 4, 6]
        }
        return middle.map { Point(x: 5, y: $0) } + sides.flatMap { [Point(x: 3, y: $0), Point(x: 7, y: $0)] }
    }

    /// Where a card of middle size has them: in three rows of five columns, of which the ranks take two corners.
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

    /// A jack, a queen or a king.
    private func portrait(of card: PlayingCard, _ suit: String) -> [Mark] {
        let lines = ["┌─────┐", "│\(suit)    │", "│  \(card.rankText)  │", "│    \(suit)│", "└─────┘"]
        return lines.enumerated().map { ($1, 2, $0 + 1) }
    }
}

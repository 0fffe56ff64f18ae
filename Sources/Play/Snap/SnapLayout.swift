// Where everything at a table of Snap! is, from the size of the terminal and the number of players alone, so that nothing jumps while
// playing. It knows no cards.

import Screen

/// Where everything at the table is.
struct SnapLayout: Equatable {
    /// How large a card is drawn.
    let card: Size
    /// The row of the state: whose turn it is, or the match.
    let label: Int
    /// Each player's place: the name's row, the cards, the counts' row.
    let seats: [Rect]
    /// What has come to pass, newest first.
    let news: Rect
    /// The row of the choices.
    let prompt: Int

    private static let cards = [
        Size(width: 3, height: 1), Size(width: 5, height: 3), Size(width: 7, height: 5), Size(width: 9, height: 7),
        Size(width: 13, height: 9), Size(width: 17, height: 13),
    ]

    /// The layout of so many places within `area`, which lies between the title and the key bar.
    init(in area: Rect, players: Int) {
        let width = area.width / players
        // The label, a name, the counts, two lines of news and the choices must have room as well.
        let card = Self.cards.last { Self.both($0) <= width - 1 && $0.height + 6 <= area.height } ?? Self.cards[0]
        self.card = card
        let slack = area.height - card.height - 6
        let gap = min(2, slack / 4)
        let seatWidth = min(width, Self.both(card) + 6)
        let pitch = min(width, seatWidth + 8)
        let left = area.x + (area.width - (pitch * (players - 1) + seatWidth)) / 2
        let newsHeight = 2 + min(10, max(0, slack - 3 * gap))
        let used = card.height + 4 + 3 * gap + newsHeight
        label = area.y + max(0, (area.height - used) / 2)
        let top = label + 1 + gap
        seats = (0..<players).map { Rect(x: left + $0 * pitch, y: top, width: seatWidth, height: card.height + 2) }
        news = Rect(
            x: area.x + max(1, (area.width - 72) / 2), y: top + card.height + 2 + gap, width: min(72, area.width - 2),
            height: newsHeight)
        prompt = min(news.y + newsHeight + gap, area.y + area.height - 1)
    }

    /// The cards that lie face down at a place.
    func stack(of seat: Int) -> Rect {
        let place = seats[seat]
        let width = Self.both(card) - card.width - Self.gap(card)
        let x = place.x + max(0, (place.width - Self.both(card)) / 2)
        return Rect(x: x, y: place.y + 1, width: width, height: card.height)
    }

    /// The cards that lie face up there.
    func pile(of seat: Int) -> Rect {
        let stack = stack(of: seat)
        return Rect(x: stack.x + stack.width + Self.gap(card), y: stack.y, width: card.width, height: card.height)
    }

    /// The columns of a stack and a pile side by side. Small cards that lie face down are narrower: there is nothing to read on them.
    private static func both(_ card: Size) -> Int { 2 * card.width + (card.width > 5 ? 1 : card.width == 5 ? -1 : 0) }

    private static func gap(_ card: Size) -> Int { card.width > 5 ? 1 : 0 }
}

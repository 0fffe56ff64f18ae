// Where everything is at a table of Snap!. It depends only on the size of the terminal and the number of players, so that nothing jumps
// during a game.

import Screen

/// The layout of a table.
struct SnapLayout: Equatable {
    /// The size of a card.
    let size: CardSize
    /// The row of the state: whose turn it is, or the match.
    let label: Int
    /// Each player's place: the name's row, the cards, the counts' row.
    let seats: [Rect]
    /// The rows of the news, newest first.
    let news: Rect
    /// The row of the choices.
    let prompt: Int

    /// Creates the layout for a number of players within `area`, which lies between the title and the key bar.
    init(in area: Rect, players: Int) {
        let width = area.width / players
        // The label, a name, the counts, two lines of news and the choices must have room as well.
        let sizes: [CardSize] = [.small, .medium, .large, .huge]
        size = sizes.last { Self.both($0) < width && $0.card.height + 6 <= area.height } ?? .tiny
        let card = size.card
        let slack = area.height - card.height - 6
        let gap = min(2, slack / 4)
        let seatWidth = min(width, Self.both(size) + 6)
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

    /// Where the face-down cards of a player are. Small ones are half a border under the face-up cards.
    func stack(of seat: Int) -> Rect {
        let place = seats[seat]
        let x = place.x + max(0, (place.width - Self.both(size)) / 2)
        return Rect(x: x, y: place.y + 1, width: size.card.width, height: size.card.height)
    }

    /// Where the face-up cards of a player are.
    func pile(of seat: Int) -> Rect {
        let stack = stack(of: seat)
        return Rect(x: stack.x + stack.width + Self.gap(size), y: stack.y, width: stack.width, height: stack.height)
    }

    /// The columns of a stack and a pile side by side.
    private static func both(_ size: CardSize) -> Int { 2 * size.card.width + gap(size) }

    private static func gap(_ size: CardSize) -> Int { size == .tiny ? 0 : size == .small ? -1 : 1 }
}

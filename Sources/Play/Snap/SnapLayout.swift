// Where everything is at a table of Snap!. It depends only on the size of the terminal and the number of players, so that nothing jumps
// during a game. Each player has a column: the name, the open pile, room for the news of all, the hand, the counts.

import Screen

/// The layout of a table.
struct SnapLayout: Equatable {
    /// The size of an open card.
    let card: Size
    /// The height of a card in the hand; 1 has no border.
    let handHeight: Int
    /// The rows below a card for the edges of those under it.
    let edges: Int
    /// The first column of each player's cards.
    private let columns: [Int]
    /// The row of the names.
    let names: Int
    /// The rows of the news.
    let news: Rect

    /// The smallest and the largest height of an open card.
    private static let heights = 3...24

    /// Creates the layout for a number of players within `area`, which lies between the title and the key bar.
    init(in area: Rect, players: Int) {
        let height = area.height
        let newsHeight = height < 11 ? 1 : height < 14 ? 2 : height < 28 ? 3 : 5
        edges = height < 14 ? 0 : height < 20 ? 1 : height < 40 ? 2 : 3
        let room = height - 2 - newsHeight - 2 * edges
        let pitch = area.width / players
        let widest = pitch - (pitch > 12 ? 2 : 1)
        let handRoom = height < 16 ? 1 : max(3, room * 3 / 11)
        let cardHeight = max(Self.heights.lowerBound, min(room - handRoom, widest * 2 / 3, Self.heights.upperBound))
        card = Size(width: min(widest, 2 * cardHeight + 1), height: cardHeight)
        handHeight = handRoom == 1 ? 1 : max(3, min(handRoom, cardHeight / 2))
        let step = min(pitch, card.width + max(8, card.width / 3))
        let left = area.x + (area.width - step * (players - 1) - card.width) / 2
        columns = (0..<players).map { left + $0 * step }
        let used = 2 + newsHeight + 2 * edges + card.height + handHeight
        names = area.y + max(0, (height - used) / 2)
        let width = min(76, area.width - 2)
        news = Rect(
            x: area.x + (area.width - width) / 2, y: names + 1 + card.height + edges, width: width, height: newsHeight)
    }

    /// The open card of a player.
    func pile(of seat: Int) -> Rect { Rect(x: columns[seat], y: names + 1, width: card.width, height: card.height) }

    /// The hand of a player.
    func hand(of seat: Int) -> Rect {
        Rect(x: columns[seat], y: news.y + news.height, width: card.width, height: handHeight)
    }

    /// The edges below a card.
    func below(_ card: Rect) -> Rect { Rect(x: card.x, y: card.y + card.height, width: card.width, height: edges) }

    /// The row of the counts.
    var counts: Int { news.y + news.height + handHeight + edges }

    /// The counts of a player, wider than the hand where the next one leaves room.
    func counts(of seat: Int) -> Rect {
        let hand = hand(of: seat)
        let gap = columns.count > 1 ? columns[1] - columns[0] - hand.width : 0
        let more = max(0, min(2, (gap - 1) / 2, hand.x))
        return Rect(x: hand.x - more, y: counts, width: hand.width + 2 * more, height: 1)
    }
}

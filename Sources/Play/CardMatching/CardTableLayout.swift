// The layout of card matching. It depends only on the number of cards and the size of the terminal, so that no card ever moves.

import Screen

/// The layout of the cards, and of what is said above and below them.
struct CardTableLayout: Equatable {
    /// The size of the cards.
    let size: CardSize
    /// The number of cards in a row.
    let columns: Int
    /// The number of rows.
    let rows: Int
    /// The area of all cards, including the columns for brackets.
    let table: Rect
    /// The row of how the player stands; nil if there is no room for it above the cards.
    let standing: Int?
    /// The row of the message.
    let message: Int

    /// The layout with the largest cards so that `count` of them fit into `area` and fill it evenly.
    init(count: Int, in area: Rect) {
        let shapes = (1...count).filter { count.isMultiple(of: $0) }.map { (columns: $0, rows: count / $0) }
        var found: (size: CardSize, columns: Int, rows: Int, extent: Size)?
        for size in CardSize.allCases.reversed() where found == nil {
            var smallest = Double.infinity
            for shape in shapes {
                let extent = Self.extent(of: shape.columns, by: shape.rows, size)
                guard extent.width <= area.width, extent.height < area.height else { continue }
                let across = Double(extent.width) / Double(area.width)
                let unevenness = abs(across - Double(extent.height) / Double(area.height))
                if unevenness < smallest { (smallest, found) = (unevenness, (size, shape.columns, shape.rows, extent)) }
            }
        }
        // Nothing fits: use as many columns as there is room for, and cut off the rest.
        let columns = found?.columns ?? max(1, min(count, (area.width - 1) / 4))
        self.columns = columns
        rows = found?.rows ?? (count + columns - 1) / columns
        size = found?.size ?? .tiny
        let extent = found?.extent ?? Self.extent(of: columns, by: rows, .tiny)
        let slack = max(0, area.height - extent.height)
        // Below the cards is the message, and above them how the player stands, each with a blank row if there is room.
        let (above, below) = (slack > 3 ? 2 : 0, min(slack, 2))
        let y = area.y + above + (slack - above - below + 1) / 2
        standing = above > 0 ? y - above : nil
        table = Rect(x: area.x + (area.width - extent.width) / 2, y: y, width: extent.width, height: extent.height)
        message = min(table.y + table.height + (below > 1 ? 1 : 0), area.y + area.height - 1)
    }

    private static func extent(of columns: Int, by rows: Int, _ size: CardSize) -> Size {
        let margin = size.hasBorder ? 0 : 2
        return Size(
            width: columns * (size.card.width + size.gap.width) - size.gap.width + margin,
            height: rows * (size.card.height + size.gap.height) - size.gap.height)
    }

    /// The cells of a card, including its border.
    func card(_ index: Int) -> Rect {
        let margin = size.hasBorder ? 0 : 1
        return Rect(
            x: table.x + margin + index % columns * (size.card.width + size.gap.width),
            y: table.y + index / columns * (size.card.height + size.gap.height), width: size.card.width, height: size.card.height)
    }

    /// The index of the card at `point`; nil if there is none.
    func card(at point: Point, of count: Int) -> Int? { (0..<count).first { card($0).contains(point) } }
}

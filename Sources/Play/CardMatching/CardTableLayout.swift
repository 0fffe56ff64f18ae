// Where everything on the card table's screen is, from the number of cards and the size of the terminal alone: so that no card
// ever moves. It knows no cards and no canvas.

import Screen

/// Where everything on the card table's screen is.
struct CardTableLayout: Equatable {
    /// How large the cards are drawn.
    let size: CardSize
    /// Cards in a row.
    let columns: Int
    /// Rows of cards.
    let rows: Int
    /// All the cards, with the brackets' columns where there are some.
    let table: Rect
    /// The row that says what happened.
    let message: Int
    /// The row of the choices; the message's where there is no room for both.
    let choices: Int

    /// The largest cards with which `count` of them fit into `area`, arranged so that they fill it as evenly as may be.
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
        // Nothing fits: then in as many columns as there is room for, and the rest is cut off.
        let columns = found?.columns ?? max(1, min(count, (area.width - 1) / 4))
        self.columns = columns
        rows = found?.rows ?? (count + columns - 1) / columns
        size = found?.size ?? .tiny
        let extent = found?.extent ?? Self.extent(of: columns, by: rows, .tiny)
        let slack = max(0, area.height - extent.height)
        // Beneath the cards: the message, the choices, and blank rows before either as there are rows for them.
        let below = min(slack, 4)
        let y = area.y + (slack - below + 1) / 2
        table = Rect(x: area.x + (area.width - extent.width) / 2, y: y, width: extent.width, height: extent.height)
        message = min(table.y + table.height + (below > 2 ? 1 : 0), area.y + area.height - 1)
        choices = min(message + (below > 3 ? 2 : 1), area.y + area.height - 1)
    }

    private static func extent(of columns: Int, by rows: Int, _ size: CardSize) -> Size {
        let margin = size.hasBorder ? 0 : 2
        return Size(
            width: columns * (size.card.width + size.gap.width) - size.gap.width + margin,
            height: rows * (size.card.height + size.gap.height) - size.gap.height)
    }

    /// A card's cells, its border included.
    func card(_ index: Int) -> Rect {
        let margin = size.hasBorder ? 0 : 1
        return Rect(
            x: table.x + margin + index % columns * (size.card.width + size.gap.width),
            y: table.y + index / columns * (size.card.height + size.gap.height), width: size.card.width, height: size.card.height)
    }

    /// The card that a click hits; nil beside them.
    func card(at point: Point, of count: Int) -> Int? { (0..<count).first { card($0).contains(point) } }
}

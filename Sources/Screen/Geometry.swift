// Places on the screen, in terminal cells: x counts columns from the left, y rows from the top, both from 0.

/// A size in cells.
public struct Size: Equatable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// So many columns and rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A cell's place.
public struct Point: Hashable, Sendable {
    /// The column, from 0.
    public var x: Int
    /// The row, from 0.
    public var y: Int

    /// The cell in column `x` of row `y`.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of cells; it may be empty, never negative.
public struct Rect: Equatable, Sendable {
    /// The leftmost column.
    public var x: Int
    /// The top row.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// The rectangle with its top left cell at (`x`, `y`).
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// Whether the cell at `point` is in it.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }
}

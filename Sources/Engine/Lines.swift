// The 69 places on the board where four in a row can stand. It knows no discs.

/// A line of four squares.
struct Line: Sendable {
    /// Its squares, in the board's bits.
    let bits: UInt64
    /// Whether it runs diagonally: those are the ones that people overlook.
    let isDiagonal: Bool

    /// Every line.
    static let all: [Line] = directions.flatMap { across, up in
        Board.columns.flatMap { column in Board.rows.compactMap { Line(column, $0, across: across, up: up) } }
    }

    private static let directions = [(1, 0), (0, 1), (1, 1), (1, -1)]

    /// Nil where the line would leave the board.
    private init?(_ column: Int, _ row: Int, across: Int, up: Int) {
        guard Board.columns.contains(column + 3 * across), Board.rows.contains(row + 3 * up) else { return nil }
        bits = (0..<4).reduce(0) { $0 | Square(column: column + $1 * across, row: row + $1 * up).bit }
        isDiagonal = across != 0 && up != 0
    }
}

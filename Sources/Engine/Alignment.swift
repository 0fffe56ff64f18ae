// The 69 alignments: the places on the board where four in a row can stand.

/// Four squares in a row.
struct Alignment: Sendable {
    /// Its squares, in the board's bits.
    let bits: UInt64
    /// Whether it is diagonal. People overlook diagonals most.
    let isDiagonal: Bool

    /// All 69.
    static let all: [Alignment] = directions.flatMap { across, up in
        Board.columns.flatMap { column in Board.rows.compactMap { Alignment(column, $0, across: across, up: up) } }
    }

    private static let directions = [(1, 0), (0, 1), (1, 1), (1, -1)]

    /// Nil if it would leave the board.
    private init?(_ column: Int, _ row: Int, across: Int, up: Int) {
        guard Board.columns.contains(column + 3 * across), Board.rows.contains(row + 3 * up) else { return nil }
        bits = (0..<4).reduce(0) { $0 | Square(column: column + $1 * across, row: row + $1 * up).bit }
        isDiagonal = across != 0 && up != 0
    }
}

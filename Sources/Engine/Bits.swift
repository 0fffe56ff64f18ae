// Bit masks on the board, and what follows from them without a search.

/// Bit masks and bit tricks; the layout is in Board.swift.
enum Bits {
    /// The lowest square of each column.
    static var bottoms: UInt64 { 0x0000_0408_1020_4081 }
    /// The 42 squares.
    static var board: UInt64 { bottoms &* 0x3F }
    /// Rows 2, 4 and 6. They go to the second player if he always answers in the column just played.
    static var evenRows: UInt64 { bottoms &* 0x2A }
    /// Rows 1, 3 and 5.
    static var oddRows: UInt64 { bottoms &* 0x15 }

    /// The lowest square of `column`.
    static func bottom(_ column: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: 7 &* column) }
    /// The highest square of `column`.
    static func top(_ column: Int) -> UInt64 { 0x20 &<< UInt64(truncatingIfNeeded: 7 &* column) }
    /// The six squares of `column`.
    static func column(_ column: Int) -> UInt64 { 0x3F &<< UInt64(truncatingIfNeeded: 7 &* column) }

    /// The column, 0…6, of the lowest bit.
    static func index(ofColumn bit: UInt64) -> Int { (bit.trailingZeroBitCount &* 37) &>> 8 }

    /// Whether `discs` hold a line of four.
    static func hasFour(_ discs: UInt64) -> Bool {
        var lines: UInt64 = 0
        for step: UInt64 in [1, 6, 7, 8] {
            let pairs = discs & discs &>> step
            lines |= pairs & pairs &>> (2 &* step)
        }
        return lines != 0
    }

    /// Every bit that would complete a line of four with three of `discs`. Includes taken squares and bits outside the board.
    static func completions(of discs: UInt64) -> UInt64 {
        var cells = (discs &<< 1) & (discs &<< 2) & (discs &<< 3)
        for step: UInt64 in [6, 7, 8] {
            let up = (discs &<< step) & (discs &<< (2 &* step))
            let down = (discs &>> step) & (discs &>> (2 &* step))
            cells |= up & (discs &<< (3 &* step) | discs &>> step)
            cells |= down & (discs &>> (3 &* step) | discs &<< step)
        }
        return cells
    }

    /// The columns in reverse order.
    static func mirror(_ word: UInt64) -> UInt64 {
        var mirror: UInt64 = 0
        for column in 0..<7 {
            mirror |= (word &>> UInt64(7 * column) & 0x7F) &<< UInt64(42 - 7 * column)
        }
        return mirror
    }
}

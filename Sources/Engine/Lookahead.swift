// A shallow search over the lines that a human-like player sees. Beyond its depth it estimates from the lines that are still open.

/// A search over the lines that a player sees.
struct Lookahead {
    /// The value of a line of four, minus one for each move it takes.
    static let win = 10_000

    private let lines: [UInt64]
    /// For each bit of the board, the seen lines through it.
    private let through: [[UInt64]]
    private let knowsParity: Bool

    /// A search that sees only `lines`.
    init(lines: [UInt64], knowsParity: Bool) {
        self.lines = lines
        self.knowsParity = knowsParity
        through = (0..<49).map { bit in lines.filter { $0 & 1 << UInt64(bit) != 0 } }
    }

    /// The value of each column for the player to move; nil for a full one. Values more than `window` below the best are upper
    /// bounds.
    func values(of position: Position, plies: Int, window: Int) -> [Int?] {
        let (mine, yours) = (position.mover, position.mover ^ position.taken)
        var values = [Int?](repeating: nil, count: Board.columns.count)
        var best = -Self.win * 2
        for column in Self.fromTheMiddle {
            guard let disc = Self.landing(in: column, mine | yours) else { continue }
            let value = self.value(of: disc, mine, yours, plies: plies, ply: 0, alpha: best - window - 1, beta: Self.win * 2)
            values[column] = value
            best = max(best, value)
        }
        return values
    }

    /// The value of dropping `disc`, for the player who drops it.
    private func value(
        of disc: UInt64, _ mine: UInt64, _ yours: UInt64, plies: Int, ply: Int, alpha: Int, beta: Int
    ) -> Int {
        let mine = mine | disc
        if through[disc.trailingZeroBitCount].contains(where: { $0 & mine == $0 }) { return Self.win - ply }
        if mine | yours == Bits.board { return 0 }
        if plies == 1 { return guess(mine, yours) }
        var best = -Self.win * 2
        for column in Self.fromTheMiddle {
            guard let reply = Self.landing(in: column, mine | yours) else { continue }
            let value = self.value(
                of: reply, yours, mine, plies: plies - 1, ply: ply + 1, alpha: max(best, -beta), beta: -alpha)
            best = max(best, value)
            if best >= -alpha { break }
        }
        return -best
    }

    /// The estimated value of the board for `mine`.
    private func guess(_ mine: UInt64, _ yours: UInt64) -> Int {
        var sum = 0
        for line in lines {
            switch (mine & line, yours & line) {
            case (let own, 0) where own != 0: sum += worth(own, of: line, against: yours, isFirst: isFirst(mine, yours))
            case (0, let own) where own != 0: sum -= worth(own, of: line, against: mine, isFirst: !isFirst(mine, yours))
            default: break
            }
        }
        return sum
    }

    private func worth(_ own: UInt64, of line: UInt64, against others: UInt64, isFirst: Bool) -> Int {
        let count = own.nonzeroBitCount
        guard count == 3, knowsParity else { return Self.worths[count] }
        let row = (line & ~own).trailingZeroBitCount % 7
        return Self.worths[3] + (row > 0 && row.isMultiple(of: 2) == isFirst ? 25 : 0)
    }

    /// The value of a line with `count` discs of one player and none of the other.
    private static let worths = [0, 1, 4, 14, 0]

    /// Whether `mine`, who moved last, is the first player.
    private func isFirst(_ mine: UInt64, _ yours: UInt64) -> Bool { mine.nonzeroBitCount > yours.nonzeroBitCount }

    private static let fromTheMiddle = [3, 2, 4, 1, 5, 0, 6]

    /// The square where a disc lands; nil in a full column.
    private static func landing(in column: Int, _ discs: UInt64) -> UInt64? {
        let disc = (discs + Bits.bottom(column)) & Bits.column(column)
        return disc == 0 ? nil : disc
    }
}

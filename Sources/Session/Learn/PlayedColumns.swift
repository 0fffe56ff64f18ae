// How often the player and the opponents played each column from a position, and how these games ended: for the opening explorer. Mirror
// images count as the same position.

import Engine

/// What was played from one position in the stored games.
package struct PlayedColumns: Equatable {
    /// How often a column was played.
    package struct Count: Equatable {
        /// How often, unfinished games included.
        package var times = 0
        /// How the finished ones of these games ended for the player of this machine.
        package var tally = Tally()
    }

    /// What the player played, by column.
    package private(set) var mine = Array(repeating: Count(), count: Board.columns.count)
    /// What the opponents played, by column.
    package private(set) var theirs = Array(repeating: Count(), count: Board.columns.count)

    /// What was played from `position` in these games. Games of two players on one keyboard do not count: nobody knows who was who.
    package init(from position: Position, in games: [KeptGame]) {
        let ply = position.ply
        let mirrored = position.mirrored
        for record in games.map(\.record) where record.kind != .shared {
            let digits = Array(record.digits.utf8)
            guard digits.count > ply, let column = Self.column(of: digits[ply]),
                let reached = try? Position(digits: String(decoding: digits.prefix(ply), as: UTF8.self)),
                reached == position || reached == mirrored
            else { continue }
            // From a position that is its own mirror image two columns come to the same.
            let columns = Set(
                [(position, column), (mirrored, Board.columns.count - 1 - column)].filter { $0.0 == reached }.map(\.1))
            for column in columns { count(column, isMine: record.isFirst == ply.isMultiple(of: 2), record) }
        }
    }

    private static func column(of digit: UInt8) -> Int? {
        let column = Int(digit) - 0x31
        return Board.columns.contains(column) ? column : nil
    }

    private mutating func count(_ column: Int, isMine: Bool, _ record: GameRecord) {
        var count = isMine ? mine[column] : theirs[column]
        count.times += 1
        if let state = record.result.state(forFirst: record.isFirst) { count.tally.count(state) }
        if isMine { mine[column] = count } else { theirs[column] = count }
    }
}

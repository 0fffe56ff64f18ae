// How often the player and the opponents played each column from a position, and how these games ended: for the opening explorer. Mirror
// images count as the same position.

import Engine

/// What was played from one position in the stored games.
package struct PlayedColumns: Equatable {
    /// How the games ended for the player of this machine in which the player played a column, by column.
    package private(set) var mine = Array(repeating: Tally(), count: Board.columns.count)
    /// How the games ended in which an opponent played a column, by column.
    package private(set) var theirs = Array(repeating: Tally(), count: Board.columns.count)

    /// What was played from `position` in the finished ones of these games. Games of two players on one keyboard do not count: nobody knows who
    /// was who.
    package init(from position: Position, in games: [KeptGame]) {
        let ply = position.ply
        let mirrored = position.mirrored
        for record in games.map(\.record) where record.kind != .shared {
            guard let state = record.result.state(forFirst: record.isFirst) else { continue }
            let digits = Array(record.digits.utf8)
            guard digits.count > ply, let column = Self.column(of: digits[ply]),
                let reached = try? Position(digits: String(decoding: digits.prefix(ply), as: UTF8.self)),
                reached == position || reached == mirrored
            else { continue }
            // From a position that is its own mirror image two columns come to the same.
            let columns = Set(
                [(position, column), (mirrored, Board.columns.count - 1 - column)].filter { $0.0 == reached }.map(\.1))
            for column in columns {
                if record.isFirst == ply.isMultiple(of: 2) { mine[column].count(state) } else { theirs[column].count(state) }
            }
        }
    }

    private static func column(of digit: UInt8) -> Int? {
        let column = Int(digit) - 0x31
        return Board.columns.contains(column) ? column : nil
    }
}

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
            let played = reached == position ? column : Board.columns.count - 1 - column
            if record.isFirst == ply.isMultiple(of: 2) { mine[played].count(state) } else { theirs[played].count(state) }
        }
    }

    private static func column(of digit: UInt8) -> Int? {
        let column = Int(digit) - 0x31
        return Board.columns.contains(column) ? column : nil
    }
}

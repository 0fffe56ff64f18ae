// The table games: one row per game, with its moves as digits, updated with every move.

import Glibc
import Session
import Wire

extension GameDatabase: Archive {
    /// Returns after the row is committed. If the row no longer exists, for example because the database was set aside, inserts
    /// a new one.
    package func keep(_ game: GameRecord, id: inout Int?) throws(StorageFailure) {
        let known = id
        var number = id
        defer { id = number }
        try write { connection throws(SQLiteError) in
            number = try write(game, id: known, in: connection)
            numbered = file
        }
    }

    /// Writes a game into row `id` if that exists, else into a new row. Returns the row's number.
    func write(_ game: GameRecord, id: Int?, in connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let isNew = numbered != nil && numbered != file
        guard let id else { return try Self.insert(game, in: connection) }
        let isOurs = isNew ? try Self.isEarlier(id, than: game, in: connection) : true
        let isWritten = isOurs ? try Self.update(game, id: id, in: connection) : false
        return isWritten ? id : try Self.insert(game, in: connection)
    }

    /// Whether row `id` has an earlier state of this game. After the file was replaced, it may be any game.
    private static func isEarlier(_ id: Int, than game: GameRecord, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let rows = try connection.run(
            "SELECT moves FROM games WHERE id = ? AND kind = ? AND opponent = ? AND is_first = ?",
            [.integer(id), .text(game.kind.rawValue), .text(game.opponent), .integer(game.isFirst ? 1 : 0)])
        return rows.first?.first?.text.map { game.digits.hasPrefix($0) } ?? false
    }

    /// Does not create a database.
    package func games(beginning digits: String) throws(StorageFailure) -> [KeptGame] {
        let rows = try self.rows(
            "SELECT \(Self.columns) FROM games WHERE moves GLOB ? ORDER BY id DESC", [.text(digits + "?*")])
        return rows.compactMap { KeptGame($0) }
    }

    /// A new number is one that no game ever had.
    package func renew(_ id: Int) throws(StorageFailure) -> Int {
        var number = id
        try write { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let newest =
                    try connection.run("SELECT seq FROM sqlite_sequence WHERE name = 'games'").first?.first?.integer ?? id
                guard newest > id else { return }
                try connection.run(
                    "UPDATE games SET id = ?, began = ? WHERE id = ?", [.integer(newest + 1), .integer(time(nil)), .integer(id)])
                guard connection.changedRows > 0 else { return }
                try connection.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'games'", [.integer(newest + 1)])
                number = newest + 1
            }
        }
        return number
    }

    /// Reads one game.
    package func game(_ id: Int) throws(StorageFailure) -> KeptGame? {
        try rows("SELECT \(Self.columns) FROM games WHERE id = ?", [.integer(id)]).first.flatMap { KeptGame($0) }
    }

    private static let columns =
        "id, kind, opponent, level, is_first, moves, result, first_accuracy, second_accuracy, began, reason, pause, message, opponent_key"

    private static func update(_ game: GameRecord, id: Int, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.run(
            "UPDATE games SET opponent = ?, level = ?, moves = ?, result = ?, reason = ?, first_accuracy = ?, second_accuracy = ?, pause = ?, message = ? WHERE id = ? AND kind = ?",
            [
                .text(game.opponent), .number(game.level), .text(game.digits), .text(game.result.rawValue),
                .text(game.reason.rawValue), .number(game.firstAccuracy), .number(game.secondAccuracy), .text(game.pause),
                .text(game.message), .integer(id),
                .text(game.kind.rawValue),
            ])
        return connection.changedRows > 0
    }

    private static func insert(_ game: GameRecord, in connection: SQLiteConnection) throws(SQLiteError) -> Int {
        try connection.run(
            """
            INSERT INTO games (kind, opponent, level, is_first, moves, result, reason, first_accuracy, second_accuracy, began, pause,
                message, opponent_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(game.kind.rawValue), .text(game.opponent), .number(game.level), .integer(game.isFirst ? 1 : 0),
                .text(game.digits), .text(game.result.rawValue), .text(game.reason.rawValue), .number(game.firstAccuracy),
                .number(game.secondAccuracy), .integer(time(nil)), .text(game.pause), .text(game.message),
                .text(Hexadecimal.text(game.opponentKey)),
            ])
        return connection.newRow
    }
}

extension KeptGame {
    /// Nil if the row has values that this version does not know.
    fileprivate init?(_ row: [SQLiteValue]) {
        guard row.count == 14, let id = row[0].integer, let kind = row[1].text.flatMap(GameKind.init),
            let opponent = row[2].text, let digits = row[5].text, let result = row[6].text.flatMap(GameResult.init),
            let began = row[9].integer, let reason = row[10].text.flatMap(EndingReason.init), let pause = row[11].text,
            let message = row[12].text
        else { return nil }
        var record = GameRecord(
            kind: kind, opponent: opponent, level: row[3].integer, isFirst: row[4].integer == 1, digits: digits, result: result,
            reason: reason, firstAccuracy: row[7].integer, secondAccuracy: row[8].integer)
        (record.pause, record.message) = (pause, message)
        record.opponentKey = row[13].text.flatMap { Hexadecimal.bytes($0, count: $0.utf8.count / 2) } ?? []
        self.init(id: id, date: String(localTime: began), record: record)
    }
}

// The table seats: the seat of a guest at somebody's table while the game goes on. A name contains no newline.

import Glibc
import Session
import Text
import Wire

/// What is read of a seat.
private enum Column: String, CaseIterable {
    case id
    case key = "CAST(key AS BLOB)"
    case host, endpoint
    case isSealed = "is_sealed"
    case game, seat, names, memory, seen, owner

    /// In their order, for SELECT.
    static var all: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension [SQLiteValue] {
    fileprivate subscript(column: Column) -> SQLiteValue {
        guard let place = Column.allCases.firstIndex(of: column) else { preconditionFailure("all columns are selected") }
        return self[place]
    }
}

extension GameDatabase {
    package func keep(_ seat: KeptSeat) throws(StorageFailure) {
        let session = seat.session
        try run(
            """
            INSERT INTO seats (id, key, host, endpoint, is_sealed, game, seat, names, memory, seen, owner)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET host = excluded.host, endpoint = excluded.endpoint, names = excluded.names,
                memory = excluded.memory, seen = excluded.seen, owner = excluded.owner
            """,
            [
                .text(Hexadecimal.text(session.token.id)), .secret(Hexadecimal.digits(session.token.key)),
                .text(session.opponent), (session.endpoint?.text).map(SQLiteValue.text) ?? .null,
                .integer(session.isSealed ? 1 : 0),
                .text(seat.game), .integer(seat.seat), .text(seat.names.joined(separator: "\n")), .text(seat.memory),
                .integer(Int(time(nil))), .text(ownProcessMark),
            ])
    }

    package func forgetSeat(_ token: ResumeToken) throws(StorageFailure) { try forgetSeat(.text(Hexadecimal.text(token.id))) }

    private func forgetSeat(_ id: SQLiteValue) throws(StorageFailure) { try erase("DELETE FROM seats WHERE id = ?", [id]) }

    package func claimSeat() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)? {
        let rows = try self.rows("SELECT \(Column.all) FROM seats ORDER BY seen DESC")
        var claimed: (seat: KeptSeat, secondsLeft: Int)?
        for row in rows where !isRunning(processMark: row[.owner].text ?? "") {
            let left = TableParty.reservedSeconds - max(0, Int(time(nil)) - (row[.seen].integer ?? 0))
            if left > 0, let seat = KeptSeat(row) {
                if claimed == nil, try claimSeat(row) { claimed = (seat, left) }
            } else {
                try? forgetSeat(row[.id])
            }
        }
        return claimed
    }

    /// Makes a row this process's own. Returns false if another process was faster.
    private func claimSeat(_ row: [SQLiteValue]) throws(StorageFailure) -> Bool {
        var isOurs = false
        try write { connection throws(SQLiteError) in
            let changed = try connection.run(
                "UPDATE seats SET owner = ? WHERE id = ? AND owner = ? RETURNING id",
                [.text(ownProcessMark), row[.id], row[.owner]])
            isOurs = !changed.isEmpty
        }
        return isOurs
    }
}

extension KeptSeat {
    /// Nil if the row has values that this version does not know.
    fileprivate init?(_ row: [SQLiteValue]) {
        let names = (row[.names].text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let id = row[.id].text.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.idLength) }),
            let key = row[.key].secret.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.keyLength) }),
            let host = row[.host].text, let game = row[.game].text, let seat = row[.seat].integer,
            names.indices.dropFirst().contains(seat)
        else { return nil }
        var session = ResumableGame(
            token: ResumeToken(id: id, key: key), isHost: false, opponent: host,
            endpoint: row[.endpoint].text.flatMap(Endpoint.init(stored:)))
        session.isSealed = row[.isSealed].integer == 1
        self.init(session: session, game: game, seat: seat, names: names)
        memory = row[.memory].text ?? ""
    }
}

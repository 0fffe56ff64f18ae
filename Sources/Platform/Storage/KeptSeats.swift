// The table seats: the seat of a guest at somebody's table while the game goes on. A name contains no newline.

import Glibc
import Session
import Text
import Wire

/// Seats in the database.
package final class KeptSeats: SeatStore {
    private let database: GameDatabase

    /// Does not open the database yet.
    package init(in database: GameDatabase) { self.database = database }

    package func keep(_ seat: KeptSeat) throws(StorageFailure) {
        let session = seat.session
        let place = StoredPlace(session.endpoint)
        try database.run(
            """
            INSERT INTO seats (id, key, host, address, port, is_sealed, game, seat, names, memory, seen, owner)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET memory = excluded.memory, seen = excluded.seen, owner = excluded.owner
            """,
            [
                .text(Hexadecimal.text(session.token.id)), .secret(Hexadecimal.digits(session.token.key)),
                .text(session.opponent),
                place.address.map(SQLiteValue.text) ?? .null, .integer(place.port), .integer(session.isSealed ? 1 : 0),
                .text(seat.game), .integer(seat.seat), .text(seat.names.joined(separator: "\n")), .text(seat.memory),
                .integer(Int(time(nil))), .text(ProcessMark.own),
            ])
    }

    package func forget(_ token: ResumeToken) throws(StorageFailure) { try forget(.text(Hexadecimal.text(token.id))) }

    private func forget(_ id: SQLiteValue) throws(StorageFailure) {
        try database.forget("DELETE FROM seats WHERE id = ?", [id])
    }

    package func claim() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)? {
        let rows = try database.rows(
            """
            SELECT id, CAST(key AS BLOB), host, address, port, is_sealed, game, seat, names, memory, seen, owner
            FROM seats ORDER BY seen DESC
            """)
        var claimed: (seat: KeptSeat, secondsLeft: Int)?
        for row in rows where !ProcessMark.isAlive(row[11].text ?? "") {
            let left = TableParty.reservedSeconds - max(0, Int(time(nil)) - (row[10].integer ?? 0))
            if left > 0, let seat = Self.seat(row) {
                if claimed == nil, try isClaimed(row) { claimed = (seat, left) }
            } else {
                try? forget(row[0])
            }
        }
        return claimed
    }

    /// Makes a row this process's own. Returns false if another process was faster.
    private func isClaimed(_ row: [SQLiteValue]) throws(StorageFailure) -> Bool {
        var isOurs = false
        try database.write { connection throws(SQLiteError) in
            let changed = try connection.run(
                "UPDATE seats SET owner = ? WHERE id = ? AND owner = ? RETURNING id", [.text(ProcessMark.own), row[0], row[11]])
            isOurs = !changed.isEmpty
        }
        return isOurs
    }

    /// Nil if the row has values that this version does not know.
    private static func seat(_ row: [SQLiteValue]) -> KeptSeat? {
        let names = (row[8].text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let id = row[0].text.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.idLength) }),
            let key = row[1].secret.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.keyLength) }), let host = row[2].text,
            let game = row[6].text, let seat = row[7].integer, names.indices.dropFirst().contains(seat)
        else { return nil }
        let place = StoredPlace(address: row[3].text, port: row[4].integer ?? 0)
        var session = ResumableGame(token: ResumeToken(id: id, key: key), isHost: false, opponent: host, endpoint: place.endpoint)
        session.isSealed = row[5].integer == 1
        var kept = KeptSeat(session: session, game: game, seat: seat, names: names)
        kept.memory = row[9].text ?? ""
        return kept
    }
}

/// A host's endpoint in columns: an address and a port, or an endpoint at the relay as its text.
private struct StoredPlace {
    let address: String?
    let port: Int

    init(address: String?, port: Int) { (self.address, self.port) = (address, port) }

    init(_ endpoint: Endpoint?) {
        let place = endpoint.flatMap(Destination.init)
        address = endpoint.flatMap { RelayEndpoint($0) == nil ? nil : $0.text } ?? place?.hosts.first
        port = Int(place?.port ?? TCPListener.usualPort)
    }

    var endpoint: Endpoint? {
        if let place = address.flatMap(RelayEndpoint.init(text:)) { return place.endpoint }
        guard let address, let port = UInt16(exactly: port) else { return nil }
        return Destination(hosts: [address], port: port).endpoint()
    }
}

// The table players: players met online, by key.

import Glibc
import Session
import Text
import Wire

extension GameDatabase {
    /// Does not create a database.
    package func players() throws(StorageFailure) -> [MetPlayer] {
        let won = "CASE is_first WHEN 1 THEN 'first' ELSE 'second' END"
        let lost = "CASE is_first WHEN 1 THEN 'second' ELSE 'first' END"
        let rows = try self.rows(
            """
            SELECT key, name, alias, is_blocked, met, count(CASE result WHEN \(won) THEN 1 END),
                count(CASE result WHEN 'draw' THEN 1 END), count(CASE result WHEN \(lost) THEN 1 END)
            FROM players LEFT JOIN games ON opponent_key = key GROUP BY key ORDER BY met DESC, key
            """)
        return rows.compactMap { row in
            guard row.count == 8, let key = row[0].text.flatMap({ Hexadecimal.bytes($0, count: 32) }), let name = row[1].text,
                let alias = row[2].text
            else { return nil }
            var player = MetPlayer(key: key, name: name.asListedName, alias: alias.asPlayerName, isBlocked: row[3].integer == 1)
            player.date = row[4].integer.map { String(localTime: $0) } ?? ""
            let games = row[5...].map { $0.integer ?? 0 }
            player.tally = Tally(won: games[0], drawn: games[1], lost: games[2])
            return player
        }
    }

    /// Records the present time, in seconds since 1970.
    package func meet(_ key: [UInt8], called name: String) throws(StorageFailure) {
        try run(
            """
            INSERT INTO players (key, name, met) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET name = excluded.name, met = excluded.met
            """, [.text(Hexadecimal.text(key)), .text(name), .integer(time(nil))])
    }

    /// Updates one row.
    package func keep(_ player: MetPlayer) throws(StorageFailure) {
        try run(
            "UPDATE players SET alias = ?, is_blocked = ? WHERE key = ?",
            [.text(player.alias), .integer(player.isBlocked ? 1 : 0), .text(Hexadecimal.text(player.key))])
    }

    /// Deletes one row.
    package func forget(_ player: MetPlayer) throws(StorageFailure) {
        try erase("DELETE FROM players WHERE key = ?", [.text(Hexadecimal.text(player.key))])
    }
}

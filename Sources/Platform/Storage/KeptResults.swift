// The table results: one row for each finished game of card matching, the secret number or Snap!.

import Glibc
import Session

extension GameDatabase {
    /// Does not create a database.
    package func best(of kind: ScoredGame) throws(StorageFailure) -> Int? {
        let rows = try self.rows(
            "SELECT max(score) FROM results WHERE game = ? AND size = ? AND mode = ?",
            [.text(kind.game), .integer(kind.size), .text(kind.mode)])
        return rows.first?.first?.integer
    }

    package func keep(_ game: PlayedGame) throws(StorageFailure) {
        try run(
            "INSERT INTO results (game, size, mode, opponents, is_won, score, ended) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .text(game.kind.game), .integer(game.kind.size), .text(game.kind.mode),
                .text(game.opponents.joined(separator: "\n")), .integer(game.isWon ? 1 : 0), .number(game.score),
                .integer(time(nil)),
            ])
    }

    /// Does not create a database.
    package func results() throws(StorageFailure) -> [KeptResult] {
        let rows = try self.rows(
            "SELECT id, game, size, mode, opponents, is_won, score, ended FROM results ORDER BY id DESC")
        return rows.compactMap { KeptResult($0) }
    }
}

extension KeptResult {
    /// Nil if a value is missing.
    fileprivate init?(_ row: [SQLiteValue]) {
        guard row.count == 8, let id = row[0].integer, let game = row[1].text, let size = row[2].integer,
            let mode = row[3].text, let opponents = row[4].text, let ended = row[7].integer
        else { return nil }
        let played = PlayedGame(
            ScoredGame(game: game, size: size, mode: mode), against: opponents.split(separator: "\n").map(String.init),
            isWon: row[5].integer == 1, score: row[6].integer)
        self.init(id: id, date: String(localTime: ended), record: played)
    }
}

extension String {
    /// Seconds since 1970 as "2026-11-21 15:04" in the local time zone.
    init(localTime seconds: Int) {
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else {
            self = ""
            return
        }
        let numbers = [Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min)].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        self = "\(Int(parts.tm_year) + 1900)-\(numbers[0])-\(numbers[1]) \(numbers[2]):\(numbers[3])"
    }
}

// The table best_scores: one row for each kind of game.

import Glibc
import Session

/// Best scores in the database.
package final class BestScores: BestScoreKeeper {
    private let database: GameDatabase

    /// Does not open the database yet.
    package init(in database: GameDatabase) { self.database = database }

    /// Reads a score. Does not create a database.
    package func best(of kind: ScoredGame) throws(StorageFailure) -> Int? {
        let rows = try database.rows(
            "SELECT score FROM best_scores WHERE game = ? AND size = ? AND mode = ?",
            [.text(kind.game), .integer(kind.size), .text(kind.mode)])
        return rows.first?.first?.integer
    }

    /// Writes a score with the time (seconds since 1970) unless the table has a better one: another program may have written
    /// it.
    package func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure) {
        try database.run(
            """
            INSERT INTO best_scores (game, size, mode, score, achieved) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET score = excluded.score, achieved = excluded.achieved WHERE excluded.score > score
            """, [.text(kind.game), .integer(kind.size), .text(kind.mode), .integer(score), .integer(time(nil))])
    }
}

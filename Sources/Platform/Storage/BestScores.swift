// The table of best scores: one row for each kind of game. It knows no game and no files.

import Glibc
import Session

/// Best scores in the player's database.
package final class BestScores: BestScoreKeeper {
    private let database: GameDatabase

    /// In `database`, which is opened when it is first needed.
    package init(in database: GameDatabase) { self.database = database }

    /// Reads one; where there is no database yet, none is made.
    package func best(of kind: ScoredGame) throws(StorageFailure) -> Int? {
        let rows = try database.rows(
            "SELECT score FROM best_scores WHERE game = ? AND size = ? AND mode = ?",
            [.text(kind.game), .integer(kind.size), .text(kind.mode)])
        return rows.first?.first?.integer
    }

    /// Writes one with the time (seconds since 1970), if it is better than what is there: another program may have been faster.
    package func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure) {
        try database.run(
            """
            INSERT INTO best_scores (game, size, mode, score, achieved) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET score = excluded.score, achieved = excluded.achieved WHERE excluded.score > score
            """, [.text(kind.game), .integer(kind.size), .text(kind.mode), .integer(score), .integer(time(nil))])
    }
}

// What is kept of learning, in the tables puzzles, lessons, recalls and practice: one row for each puzzle that the player has tried, each lesson that was begun, each thing
// that comes back or is known, and each practice position that was won or held.

import Engine
import Session

extension GameDatabase {
    package func keep(_ attempt: PuzzleTry) throws(StorageFailure) {
        try run(
            """
            INSERT INTO puzzles (start, theme, score, rating, deviation, volatility, day, is_daily) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(attempt.start), .text(String(attempt.theme.rawValue)), .integer(Self.stored(attempt.score)),
                .integer(Self.stored(attempt.rating.value)), .integer(Self.stored(attempt.rating.deviation)),
                .integer(Self.stored(attempt.rating.volatility)), .integer(attempt.day),
                .integer(attempt.isDaily ? 1 : 0),
            ])
    }

    /// Does not create a database.
    package func tries() throws(StorageFailure) -> [PuzzleTry] {
        let rows = try self.rows(
            "SELECT start, theme, score, rating, deviation, volatility, day, is_daily FROM puzzles ORDER BY id")
        return rows.compactMap { row in
            guard row.count == 8, let start = row[0].text, let theme = row[1].text?.first.flatMap(PuzzleTheme.init),
                let score = row[2].integer, let value = row[3].integer, let deviation = row[4].integer,
                let volatility = row[5].integer,
                let day = row[6].integer
            else { return nil }
            return PuzzleTry(
                start: start, theme: theme, score: Self.number(score),
                rating: PuzzleRating(
                    value: Self.number(value), deviation: Self.number(deviation), volatility: Self.number(volatility)), day: day,
                isDaily: row[7].integer == 1)
        }
    }

    package func keep(_ place: LessonPlace, inLesson number: Int) throws(StorageFailure) {
        try run(
            "INSERT OR REPLACE INTO lessons (number, step, is_finished) VALUES (?, ?, ?)",
            [.integer(number), .integer(place.step), .integer(place.isFinished ? 1 : 0)])
    }

    /// Does not create a database.
    package func lessons() throws(StorageFailure) -> [Int: LessonPlace] {
        let rows = try self.rows("SELECT number, step, is_finished FROM lessons").map { $0.compactMap(\.integer) }
        let places = rows.filter { $0.count == 3 }.map { ($0[0], LessonPlace(step: $0[1], isFinished: $0[2] == 1)) }
        return Dictionary(places) { $1 }
    }

    package func keep(_ recall: Recall) throws(StorageFailure) {
        try run(
            """
            INSERT INTO recalls (kind, item, misses, due) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET misses = excluded.misses, due = excluded.due
            """,
            [
                .text(recall.kind.rawValue), .text(recall.item), .integer(recall.misses),
                recall.due.map { .integer($0) } ?? .null,
            ])
    }

    /// Does not create a database.
    package func recalls() throws(StorageFailure) -> [Recall] {
        try self.rows("SELECT kind, item, misses, due FROM recalls ORDER BY rowid").compactMap { row in
            guard row.count == 4, let kind = row[0].text.flatMap(Recall.Kind.init), let item = row[1].text,
                let misses = row[2].integer
            else { return nil }
            return Recall(kind, item, misses: misses, due: row[3].integer)
        }
    }

    package func keep(stars: Int, of position: String) throws(StorageFailure) {
        try run(
            "INSERT OR REPLACE INTO practice (position, stars) VALUES (?, ?)", [.text(position), .integer(stars)])
    }

    /// Does not create a database.
    package func stars() throws(StorageFailure) -> [String: Int] {
        let rows = try self.rows("SELECT position, stars FROM practice")
        let stars = rows.compactMap { row in
            row.count == 2 ? row[0].text.flatMap { text in row[1].integer.map { (text, $0) } } : nil
        }
        return Dictionary(stars) { $1 }
    }

    /// Fractions are stored as millionths.
    private static func stored(_ number: Double) -> Int { Int((number * 1e6).rounded()) }
    private static func number(_ stored: Int) -> Double { Double(stored) / 1e6 }
}

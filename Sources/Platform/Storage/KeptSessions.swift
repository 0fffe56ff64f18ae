// The table sessions: network games that can be resumed after the connection or the program has died, updated with every move.
// The moves are in the table games.

import Glibc
import Session
import Text
import Wire

extension KeptGames {
    /// Writes session and game in one transaction. A saved session has no owner; any other is owned by this process.
    package func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure) {
        let known = id
        var number = id
        defer { id = number }
        try database.write { connection throws(SQLiteError) in
            var new = known
            try connection.transaction { () throws(SQLiteError) in
                if let game { new = try write(game, id: known, in: connection) }
                try Self.write(session, game: new, in: connection)
            }
            // After the commit: another program may get the number of a row that was rolled back.
            number = new
            if game != nil { numbered = database.file }
        }
    }

    /// Deletes the session with its key.
    package func forget(_ token: ResumeToken) throws(StorageFailure) {
        try database.forget("DELETE FROM sessions WHERE id = ?", [.text(Hexadecimal.text(token.id))])
    }

    /// The interrupted games, the latest first. Those that have expired have no seconds left and are deleted.
    package func brokenGames() throws(StorageFailure) -> [BrokenGame] {
        let rows = try database.rows(
            """
            SELECT sessions.id, CAST(key AS BLOB), is_host, sessions.opponent, endpoint, relay, game, number, is_host_first, take_backs, before,
                won, drawn, lost, state, seen, broke, owner, moves, is_sealed, undo_asked, boot, name, may_have_crossed, ending,
                ending_before, draw_offered, clock, spectators
            FROM sessions LEFT JOIN games ON games.id = game ORDER BY seen DESC
            """)
        let others = rows.filter { !ProcessMark.isAlive($0[17].text ?? "") }
        let broken = others.compactMap(Self.brokenGame)
        for row in others where Self.secondsLeft(of: row) == 0 {
            // If the database is read-only, the row stays and is skipped again next time.
            try? database.forget("DELETE FROM sessions WHERE id = ?", [row[0]])
        }
        return broken
    }

    /// Returns false if another process has claimed the session first.
    package func claim(_ game: BrokenGame) throws(StorageFailure) -> Bool {
        var isOurs = false
        try database.write { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let id = SQLiteValue.text(Hexadecimal.text(game.session.token.id))
                let owner = try connection.run("SELECT owner FROM sessions WHERE id = ?", [id]).first?.first?.text
                guard let owner, !ProcessMark.isAlive(owner) else { return }
                try connection.run("UPDATE sessions SET owner = ? WHERE id = ?", [.text(ProcessMark.own), id])
                isOurs = true
            }
        }
        return isOurs
    }

    private static func write(_ session: ResumableGame, game: Int?, in connection: SQLiteConnection) throws(SQLiteError) {
        let now = Int(time(nil))
        let history = session.history
        try connection.run(
            """
            INSERT INTO sessions (id, key, is_host, opponent, endpoint, relay, game, number, is_host_first, take_backs, before,
                won, drawn, lost, state, seen, broke, owner, is_sealed, undo_asked, boot, name, may_have_crossed, ending, ending_before,
                draw_offered, clock, spectators)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET opponent = excluded.opponent, endpoint = excluded.endpoint, relay = excluded.relay,
                game = excluded.game, number = excluded.number, is_host_first = excluded.is_host_first,
                take_backs = excluded.take_backs, before = excluded.before, won = excluded.won, drawn = excluded.drawn,
                lost = excluded.lost, state = excluded.state, seen = excluded.seen, owner = excluded.owner,
                undo_asked = excluded.undo_asked, boot = excluded.boot, name = excluded.name,
                may_have_crossed = excluded.may_have_crossed, ending = excluded.ending,
                ending_before = excluded.ending_before, draw_offered = excluded.draw_offered, clock = excluded.clock,
                broke = CASE WHEN excluded.broke IS NULL THEN NULL ELSE coalesce(broke, excluded.broke) END
            """,
            [
                .text(Hexadecimal.text(session.token.id)), .secret(Hexadecimal.digits(session.token.key)),
                .integer(session.isHost ? 1 : 0), .text(session.opponent),
                (session.endpoint?.text).map(SQLiteValue.text) ?? .null, .text(session.relay), .number(game),
                .integer(history.game),
                .integer(history.isHostFirst ? 1 : 0), .integer(history.takeBacks), .text(history.before),
                .integer(session.tally.won), .integer(session.tally.drawn), .integer(session.tally.lost),
                .text(session.state.rawValue), .integer(now), session.state == .playing ? .null : .integer(now),
                .text(session.state == .saved ? "" : ProcessMark.own), .integer(session.isSealed ? 1 : 0),
                .number(session.undoAsked), .text(session.mayLackMove ? "" : ProcessMark.boot),
                .text(session.name), .integer(session.mayHaveCrossed ? 1 : 0), .number(history.ending?.rawValue),
                .number(history.endingBefore?.rawValue), .number(session.drawOffered), .text(session.clock),
                .text(session.spectators),
            ])
    }

    /// Nil if the row has values that this version does not know.
    private static func brokenGame(_ row: [SQLiteValue]) -> BrokenGame? {
        let numbers = (0..<row.count).map { row[$0].integer ?? 0 }
        guard let id = row[0].text.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.idLength) }),
            let key = row[1].secret.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.keyLength) }),
            let opponent = row[3].text, let before = row[10].text,
            let state = row[14].text.flatMap(ResumableGame.State.init)
        else { return nil }
        var session = ResumableGame(
            token: ResumeToken(id: id, key: key), isHost: numbers[2] == 1, opponent: opponent,
            endpoint: row[4].text.flatMap(Endpoint.init(stored:)))
        session.relay = row[5].text ?? ""
        session.history = MatchHistory(
            game: numbers[7], isHostFirst: numbers[8] == 1, takeBacks: numbers[9], digits: row[18].text ?? "",
            ending: row[24].integer.flatMap(GameEnding.init), before: before,
            endingBefore: row[25].integer.flatMap(GameEnding.init))
        session.isSealed = numbers[19] == 1
        session.undoAsked = row[20].integer
        session.drawOffered = row[26].integer
        session.clock = row[27].text ?? ""
        session.spectators = row[28].text ?? ""
        session.mayHaveCrossed = numbers[23] == 1
        // A kill loses nothing that was written; a crash of the machine may.
        session.mayLackMove = ProcessMark.boot.isEmpty || row[21].text != ProcessMark.boot
        session.name = (row[22].text ?? "").asPlayerName
        session.tally = Tally(won: numbers[11], drawn: numbers[12], lost: numbers[13])
        session.state = state
        return BrokenGame(
            session: session, game: row[6].integer, secondsLeft: secondsLeft(of: row), secondsLate: secondsLate(of: row))
    }

    /// How many seconds are left to resume the game.
    private static func secondsLeft(of row: [SQLiteValue]) -> Int { max(0, ResumableGame.timeout - secondsSinceTheEnd(of: row)) }

    /// For how many seconds it has been too late.
    private static func secondsLate(of row: [SQLiteValue]) -> Int { max(0, secondsSinceTheEnd(of: row) - ResumableGame.timeout) }

    private static func secondsSinceTheEnd(of row: [SQLiteValue]) -> Int {
        max(0, Int(time(nil)) - (row[16].integer ?? row[15].integer ?? 0))
    }
}

extension ResumableGame {
    /// Who may watch, as it is stored: nobody, anybody, or whoever knows these words, perhaps after the number of a room.
    fileprivate var spectators: String {
        get {
            guard isWatchable else { return "" }
            return ([spectatorRoom, spectatorCode?.text ?? Self.anybody].compactMap { $0 }).joined(separator: " ")
        }
        set {
            isWatchable = !newValue.isEmpty
            spectatorCode = newValue == Self.anybody ? nil : try? Passphrase(typed: newValue)
            spectatorRoom = (try? RoomCode(typed: newValue))?.number
        }
    }

    private static let anybody = "anybody"
}

// The table sessions: network games that can be resumed after the connection or the program has died, updated with every move.
// The moves are in the table games.

import Glibc
import Session
import Text
import Wire

/// What is read of a session and its game.
private enum Column: String, CaseIterable {
    case id = "sessions.id"
    case key = "CAST(key AS BLOB)"
    case isHost = "is_host"
    case opponent = "sessions.opponent"
    case isHostFirst = "is_host_first"
    case takeBacks = "take_backs"
    case isSealed = "is_sealed"
    case isConfirmed = "is_confirmed"
    case mayHaveCrossed = "may_have_crossed"
    case endingBefore = "ending_before"
    case endpoint, relay, game, number, before, won, drawn, lost, state, seen, broke, owner, moves, boot, name, ending, clock
    case spectators, asked, granted, allowed

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
    /// Writes session and game in one transaction. A saved session has no owner; any other is owned by this process.
    package func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure) {
        let known = id
        var number = id
        defer { id = number }
        try write { connection throws(SQLiteError) in
            var new = known
            try connection.transaction { () throws(SQLiteError) in
                if let game { new = try write(game, id: known, in: connection) }
                try Self.write(session, game: new, in: connection)
            }
            // After the commit: another program may get the number of a row that was rolled back.
            number = new
            if game != nil { numbered = file }
        }
    }

    /// Deletes the session with its key.
    package func forget(_ token: ResumeToken) throws(StorageFailure) {
        try erase("DELETE FROM sessions WHERE id = ?", [.text(Hexadecimal.text(token.id))])
    }

    /// The interrupted games, the latest first. Those that have expired have no seconds left and are deleted.
    package func brokenGames() throws(StorageFailure) -> [ResumableGame] {
        let rows = try self.rows(
            "SELECT \(Column.all) FROM sessions LEFT JOIN games ON games.id = game ORDER BY seen DESC")
        let others = rows.filter { !isRunning(processMark: $0[.owner].text ?? "") }
        let broken = others.compactMap { ResumableGame($0) }
        for row in others where ResumableGame.isTooOld(row) {
            // If the database is read-only, the row stays and is skipped again next time.
            try? erase("DELETE FROM sessions WHERE id = ?", [row[.id]])
        }
        return broken
    }

    /// Returns false if another process has claimed the session first.
    package func claim(_ session: ResumableGame) throws(StorageFailure) -> Bool {
        var isOurs = false
        try write { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let id = SQLiteValue.text(Hexadecimal.text(session.token.id))
                let owner = try connection.run("SELECT owner FROM sessions WHERE id = ?", [id]).first?.first?.text
                guard let owner, !isRunning(processMark: owner) else { return }
                try connection.run("UPDATE sessions SET owner = ? WHERE id = ?", [.text(ownProcessMark), id])
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
                won, drawn, lost, state, seen, broke, owner, is_sealed, is_confirmed, boot, name, may_have_crossed, ending, ending_before,
                asked, granted, allowed, clock, spectators)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET opponent = excluded.opponent, endpoint = excluded.endpoint, relay = excluded.relay,
                game = excluded.game, number = excluded.number, is_host_first = excluded.is_host_first,
                take_backs = excluded.take_backs, before = excluded.before, won = excluded.won, drawn = excluded.drawn,
                lost = excluded.lost, state = excluded.state, seen = excluded.seen, owner = excluded.owner,
                is_confirmed = excluded.is_confirmed, boot = excluded.boot, name = excluded.name,
                may_have_crossed = excluded.may_have_crossed, ending = excluded.ending,
                ending_before = excluded.ending_before, asked = excluded.asked, granted = excluded.granted, allowed = excluded.allowed, clock = excluded.clock,
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
                .text(session.state == .saved ? "" : ownProcessMark), .integer(session.isSealed ? 1 : 0),
                .integer(session.isConfirmed ? 1 : 0), .text(session.mayLackMove ? "" : bootID),
                .text(session.name), .integer(session.mayHaveCrossed ? 1 : 0), .number(history.ending?.rawValue),
                .number(history.endingBefore?.rawValue), .text(session.asked.stored), .text(session.granted.stored),
                .integer(history.allowedBits), .text(session.clock), .text(session.spectators),
            ])
    }
}

extension Consent.Question? {
    /// As it is stored: the topic's number and that of the discs.
    fileprivate var stored: String { map { "\($0.topic.rawValue) \($0.ply)" } ?? "" }
}

extension Consent.Question {
    /// From what is stored; nil for anything else.
    fileprivate init?(_ value: SQLiteValue) {
        let numbers = (value.text ?? "").split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2, let topic = ConsentTopic(rawValue: numbers[0]) else { return nil }
        self.init(topic: topic, ply: numbers[1])
    }
}

extension ResumableGame {
    /// Nil if the row has values that this version does not know.
    fileprivate init?(_ row: [SQLiteValue]) {
        func number(_ column: Column) -> Int { row[column].integer ?? 0 }
        guard let id = row[.id].text.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.idLength) }),
            let key = row[.key].secret.flatMap({ Hexadecimal.bytes($0, count: ResumeToken.keyLength) }),
            let opponent = row[.opponent].text, let before = row[.before].text,
            let state = row[.state].text.flatMap(State.init)
        else { return nil }
        self.init(
            token: ResumeToken(id: id, key: key), isHost: number(.isHost) == 1, opponent: opponent,
            endpoint: row[.endpoint].text.flatMap(Endpoint.init(stored:)))
        relay = row[.relay].text ?? ""
        history = MatchHistory(
            game: number(.number), isHostFirst: number(.isHostFirst) == 1, takeBacks: number(.takeBacks),
            digits: row[.moves].text ?? "", ending: row[.ending].integer.flatMap(GameEnding.init), before: before,
            endingBefore: row[.endingBefore].integer.flatMap(GameEnding.init))
        history.allowedBits = number(.allowed)
        isSealed = number(.isSealed) == 1
        (asked, granted) = (Consent.Question(row[.asked]), Consent.Question(row[.granted]))
        isConfirmed = number(.isConfirmed) == 1
        clock = row[.clock].text ?? ""
        spectators = row[.spectators].text ?? ""
        mayHaveCrossed = number(.mayHaveCrossed) == 1
        // A kill loses nothing that was written; a crash of the machine may.
        mayLackMove = bootID.isEmpty || row[.boot].text != bootID
        name = (row[.name].text ?? "").asPlayerName
        tally = Tally(won: number(.won), drawn: number(.drawn), lost: number(.lost))
        gameID = row[.game].integer
        let passed = Self.secondsSinceTheEnd(of: row)
        // Once the search is over it is as if the player had saved the game.
        self.state = passed < Self.timeout ? state : .saved
        secondsLeft = max(0, (self.state == .saved ? lifetime : Self.timeout) - passed)
    }

    /// Whether it is too late to resume the game. One that this version cannot read may be another version's, and stays for five minutes.
    fileprivate static func isTooOld(_ row: [SQLiteValue]) -> Bool {
        ResumableGame(row).map { $0.secondsLeft == 0 } ?? (secondsSinceTheEnd(of: row) >= timeout)
    }

    private static func secondsSinceTheEnd(of row: [SQLiteValue]) -> Int {
        max(0, Int(time(nil)) - (row[.broke].integer ?? row[.seen].integer ?? 0))
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

// Saved games in a real SQLite database: move by move, from program to program, and beside an older database.

import Glibc
import Session
import Testing

@testable import Platform

@MainActor struct KeptGamesTests {
    private let directory = TestDirectory()
    private var path: String { directory.path + "/data/games.db" }

    /// A program that starts now.
    private func games() -> GameDatabase { GameDatabase(path: path) }

    private func record(_ digits: String, _ result: GameResult = .unfinished) -> GameRecord {
        GameRecord(kind: .computer, opponent: "O'Neill \u{1F600}", level: 7, isFirst: false, digits: digits, result: result)
    }

    @Test func aGameIsKeptMoveByMove() throws {
        let games = games()
        #expect(try games.games().isEmpty && access(path, F_OK) != 0, "nothing is made before something is kept")
        var id: Int?
        for digits in ["4", "44", "445"] {
            try games.keep(record(digits), id: &id)
            #expect(try self.games().games().map(\.record) == [record(digits)], "another program sees it at once")
        }
        #expect(id == 1)
        try games.keep(record("44", .draw), id: &id)
        #expect(try games.game(1)?.record == record("44", .draw))
        #expect(try games.game(2) == nil)
    }

    /// Nobody waits for a pipe, and a folder or garbage is no database. Looking at them changes nothing.
    @Test(arguments: ["a pipe", "a folder", "garbage"]) func whatIsNoDatabase(_ kind: String) throws {
        let database = GameDatabase(path: path)
        #expect(database.problem() == nil, "there is none yet")
        mkdir(directory.path + "/data", 0o700)
        switch kind {
        case "a pipe": mkfifo(path, 0o600)
        case "a folder": mkdir(path, 0o700)
        default: directory.file("data/games.db", String(repeating: "garbage ", count: 100))
        }
        let reason = StorageFailure.Reason.noFile
        let isGarbage = kind == "garbage"
        #expect(database.problem() == .gamesNotUsable(path: path, isGarbage ? .mismatch(.damaged) : reason))
        #expect(access(path, F_OK) == 0)
        if isGarbage { return }
        #expect(throws: StorageFailure.gamesNotUsable(path: path, reason)) { try games().games() }
        var id: Int?
        #expect(throws: StorageFailure.gamesNotUsable(path: path, reason)) { try games().keep(record("4"), id: &id) }
    }

    @Test func theNewestIsFirstAndNumbersStay() throws {
        let games = games()
        var first: Int?
        var second: Int?
        try games.keep(record("1"), id: &first)
        try games.keep(record("2"), id: &second)
        try games.keep(record("13"), id: &first)
        #expect(try games.games().map(\.id) == [2, 1] && games.games().map(\.record.digits) == ["2", "13"])
        #expect(try games.renew(2) == 2, "it is the newest")
        first = try games.renew(1)
        try games.keep(record("132"), id: &first)
        #expect(try games.games().map(\.id) == [3, 2] && games.games().map(\.record.digits) == ["132", "2"])
        var third: Int?
        try games.keep(record("3"), id: &third)
        #expect(third == 4)
    }

    @Test func everyFieldComesBack() throws {
        var id: Int?
        var record = GameRecord(kind: .shared, opponent: "", isFirst: true, digits: "", result: .second)
        record.firstAccuracy = 0
        record.secondAccuracy = 100
        (record.pause, record.message) = ("2 0 1", "7k2m")
        try games().keep(record, id: &id)
        record.message = "7k2m hd12"
        try games().keep(record, id: &id)
        let kept = try #require(try games().game(1))
        #expect(kept.record == record)
        let shape = kept.date.map { $0.isNumber ? "9" : String($0) }.joined()
        #expect(shape == "9999-99-99 99:99")
    }

    /// The number of a game in a database that was set aside: the game goes into the new one as a whole.
    @Test func aGameWhoseDatabaseIsGoneIsKeptAnew() throws {
        var id: Int? = 41
        try games().keep(record("445"), id: &id)
        #expect(id == 1)
        #expect(try games().games().map(\.record.digits) == ["445"])
    }

    @Test func aDamagedDatabaseIsSetAsideAndTheGameKept() throws {
        mkdir(directory.path + "/data", 0o700)
        directory.file("data/games.db", String(repeating: "no database ", count: 100))
        var id: Int?
        #expect(throws: StorageFailure.self) { try games().keep(record("4"), id: &id) }
        #expect(id == 1)
        #expect(try games().games().count == 1)
    }

    @Test func whatALaterVersionWroteIsPassedOver() throws {
        var id: Int?
        try games().keep(record("4"), id: &id)
        let connection = try SQLiteConnection(path: path)
        try connection.run("UPDATE games SET kind = 'tournament'")
        #expect(try games().games().isEmpty && games().game(1) == nil)
    }
}

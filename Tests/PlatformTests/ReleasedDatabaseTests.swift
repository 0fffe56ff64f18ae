// A games.db as version 1.0.0 wrote it (Tests/Recorded/games-4, made by KeptDatabase.swift of ProgramTests), read row by row; and that the
// steps by which a database comes about are only ever appended.

import Glibc
import Play
import Session
import TestSupport
import Testing

@testable import Platform

@MainActor
@Suite("A database of version 1.0.0, row by row", .enabled(if: Recorded.exists("games-4/bob.db"), "it is not recorded yet"))
struct ReleasedDatabaseTests {
    private let directory = TestDirectory()
    private var path: String { directory.path + "/games.db" }

    /// A copy, as its player's next program opens it.
    private func database(of owner: String) throws -> GameDatabase {
        let source = try #require(fopen(Recorded.path("games-4/\(owner).db"), "re"))
        let target = try #require(fopen(path, "we"))
        defer { fclose(source) }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&room, 1, room.count, source)
        #expect(fwrite(room, 1, count, target) == count && fclose(target) == 0)
        return GameDatabase(path: path)
    }

    private static let shortWin = "1212121"
    private static let draw = "174166227341672362665415453424277135575133"

    private func network(_ opponent: String, isFirst: Bool, _ digits: String, _ result: GameResult) -> GameRecord {
        GameRecord(kind: .network, opponent: opponent, isFirst: isFirst, digits: digits, result: result)
    }

    @Test func theGamesOfTheHost() throws {
        let games = try KeptGames(in: database(of: "ann")).games()
        #expect(games.map(\.id) == Array((1...8).reversed()))
        let records = games.reversed().map(\.record)
        let two = GameRecord(kind: .shared, opponent: "", isFirst: true, digits: Self.draw, result: .draw)
        var other = two
        (other.digits, other.result) = ("4453", .unfinished)
        #expect(records[0] == two && records[1] == other)
        #expect(
            records[2]
                == GameRecord(
                    kind: .computer, opponent: "Computer (First game)", level: 1, isFirst: true, digits: Self.shortWin,
                    result: .first,
                    firstAccuracy: 75, secondAccuracy: 57))
        #expect(records[3].kind == .computer && records[3].level == 3 && !records[3].isFirst && records[3].digits.count == 3)
        #expect(records[3].result == .unfinished)
        #expect(
            records[4...] == [
                network("Bob", isFirst: true, "44", .unfinished), network("Bob", isFirst: true, Self.shortWin, .first),
                network("Bob", isFirst: false, Self.shortWin, .first), network("Bob", isFirst: true, "445", .unfinished),
            ])
    }

    @Test func theGamesOfTheGuest() throws {
        #expect(
            try KeptGames(in: database(of: "bob")).games().reversed().map(\.record) == [
                network("Ann", isFirst: false, "44", .unfinished), network("Ann", isFirst: false, Self.shortWin, .first),
                network("Ann", isFirst: true, Self.shortWin, .first), network("Ann", isFirst: false, "445", .unfinished),
            ])
    }

    @Test func theBestScore() throws {
        let scores = BestScores(in: try database(of: "ann"))
        #expect(try scores.best(of: ScoredGame(game: "card-matching", size: 12, mode: "two")) == -15)
        #expect(try scores.best(of: ScoredGame(game: "card-matching", size: 12, mode: "three")) == nil)
    }

    @Test(arguments: [("ann", true), ("bob", false)]) func theBrokenGames(owner: String, isHost: Bool) throws {
        let games = KeptGames(in: try database(of: owner))
        let connection = try SQLiteConnection(path: path)
        try connection.run("UPDATE sessions SET owner = '1 0', seen = ?", [.integer(Int(time(nil)))])
        try connection.run("UPDATE sessions SET broke = seen WHERE broke IS NOT NULL")
        let broken = try games.brokenGames().map(\.session).sorted { !$0.isSealed && $1.isSealed }
        try #require(broken.count == 2)
        for session in broken {
            #expect(session.isHost == isHost && session.opponent == (isHost ? "Bob" : "Ann") && session.history.isHostFirst)
            let place = try #require(session.endpoint.flatMap(Destination.init))
            #expect(place.hosts == (isHost ? [] : ["127.0.0.1"]) && place.port > 0)
        }
        #expect(broken[0].history.digits == "445" && broken[0].history.game == 3 && !broken[0].isSealed)
        #expect(broken[0].tally == Tally(won: 1, drawn: 0, lost: 1) && broken[0].state == (isHost ? .playing : .saved))
        #expect(broken[1].history.digits == "44" && broken[1].history.game == 1 && broken[1].isSealed)
        #expect(broken[1].state == .saved && broken[0].secret.id != broken[1].secret.id)
    }

    /// A file that took these steps takes none of them again. A new step is written below them in the record.
    @Test func theStepsThatWereReleasedStayAsTheyAre() {
        let steps = GameDatabase.steps.enumerated().map { "-- step \($0 + 1)\n\($1)\n" }.joined(separator: "\n")
        Recorded.check(steps, "steps.sql")
    }
}

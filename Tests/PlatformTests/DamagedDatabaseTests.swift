// A database that is damaged while it is in use: the next write says so and goes into a new file, and nobody cries wolf.

import Glibc
import Session
import Testing
import Wire

@testable import Platform

@MainActor struct DamagedDatabaseTests {
    private let directory = TestDirectory()
    private var path: String { directory.path + "/data/games.db" }

    private func games() -> GameDatabase { GameDatabase(path: path) }

    private func record(_ digits: String) -> GameRecord {
        GameRecord(kind: .shared, opponent: "", isFirst: true, digits: digits, result: .unfinished)
    }

    /// What happens to the file.
    enum Damage: CaseIterable { case emptied, halved, firstPage, thirdPage }

    /// Does so until the file's time tells: the kernel's clock may stand still for some milliseconds.
    private func happen(_ damage: Damage) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let before = DatabaseFiles(at: path)
        let noise = [UInt8](repeating: 0x2A, count: 4096)
        repeat {
            switch damage {
            case .emptied: #expect(ftruncate(file, 0) == 0)
            case .halved: #expect(ftruncate(file, before.length / 2) == 0)
            case .firstPage: #expect(pwrite(file, noise, noise.count, 0) == noise.count)
            case .thirdPage: #expect(pwrite(file, noise, noise.count, 2 * noise.count) == noise.count)
            }
        } while DatabaseFiles(at: path) == before
    }

    private var said: String { "The saved games in \(path) are damaged. The file was renamed to games-damaged-1.db." }

    /// Older games, in a file that was closed.
    private func fill() throws {
        let old = games()
        for _ in 0..<200 {
            var id: Int?
            try old.keep(record("1234567"), id: &id)
        }
        old.close()
    }

    @Test(arguments: Damage.allCases) func theGameGoesOnInANewFile(damage: Damage) throws {
        try fill()
        let games = games()
        var id: Int?
        for digits in ["4", "44"] { try games.keep(record(digits), id: &id) }
        happen(damage)
        #expect(sentence { try games.keep(record("445"), id: &id) } == said)
        try games.keep(record("4453"), id: &id)
        #expect(try self.games().games().map(\.record.digits) == ["4453"], "another program finds it")
        #expect(directory.names(in: "data").contains("games-damaged-1.db"))
    }

    /// Nearly everything is still in the log.
    @Test(arguments: [Damage.emptied, .halved, .firstPage]) func theSameInANewDatabase(damage: Damage) throws {
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        happen(damage)
        #expect(sentence { try games.keep(record("44"), id: &id) } == said)
        #expect(try self.games().games().map(\.record.digits) == ["44"])
    }

    /// After a key was forgotten the database is closed until the next move.
    @Test(arguments: Damage.allCases) func theSameBetweenTwoGames(damage: Damage) throws {
        try fill()
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        games.close()
        happen(damage)
        #expect(sentence { try games.keep(record("44"), id: &id) } == said)
        #expect(try self.games().games().map(\.record.digits) == ["44"])
    }

    /// Readers may keep it to themselves.
    @Test func whatAReaderFindsIsSaidAtTheNextMove() throws {
        try fill()
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        happen(.thirdPage)
        #expect(sentence { _ = try games.games() } == said)
        #expect(sentence { try games.keep(record("44"), id: &id) } == said)
        #expect(sentence { try games.keep(record("445"), id: &id) } == nil)
        #expect(try self.games().games().map(\.record.digits) == ["445"])
    }

    @Test(arguments: ["touched", "checkpoint", "vacuum"]) func aSoundFileStays(event: String) throws {
        try fill()
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        let other = try SQLiteConnection(path: path)
        switch event {
        case "touched": utimensat(AT_FDCWD, path, [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)], 0)
        case "vacuum":
            try other.run("DELETE FROM games WHERE id < 100")
            try other.run("VACUUM")
        default: break
        }
        try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(sentence { try games.keep(record("44"), id: &id) } == nil)
        #expect(try self.games().games().first?.record.digits == "44")
        #expect(directory.names(in: "data") == ["games.db", "games.db-shm", "games.db-wal"])
    }

    /// The number of a row that was rolled back belongs to the next one who writes.
    @Test func aNumberThatWasNeverStoredIsNoGamesNumber() throws {
        let games = games()
        var id: Int?
        try games.write { connection throws(SQLiteError) in try connection.run("ALTER TABLE sessions RENAME TO away") }
        let token = ResumeToken(id: Array(0..<16), key: SecretBytes(Array(0..<32)))
        let session = ResumableGame(token: token, isHost: true, opponent: "Bob", endpoint: nil)
        #expect(sentence { try games.keep(session, game: record("4"), id: &id) } != nil)
        #expect(id == nil)
    }
}

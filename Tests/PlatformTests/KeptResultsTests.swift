// Results in a real SQLite database: saved, read back, and what becomes of a database that cannot be used.

import Engine
import Glibc
import Session
import Testing

@testable import Platform

@MainActor struct KeptResultsTests {
    private let directory = TestDirectory()
    private var path: String { directory.path + "/data/fourinarow/games.db" }
    private let kind = ScoredGame(game: "card-matching", size: 16, mode: "two")

    /// A program that starts now.
    private func scores() -> GameDatabase { GameDatabase(path: path) }

    /// The files beside the database.
    private var files: [String] { directory.names(in: "data/fourinarow") }

    /// A file in the database's place.
    private func put(_ text: String) {
        mkdir(directory.path + "/data", 0o700)
        mkdir(directory.path + "/data/fourinarow", 0o700)
        directory.file("data/fourinarow/games.db", text)
    }

    // MARK: Keeping

    @Test func whatIsKeptIsReadBackByTheNextProgram() throws {
        #expect(try scores().best(of: kind) == nil)
        try scores().keep(-7, of: kind)
        #expect(try scores().best(of: kind) == -7)
        for score in [12, 11] { try scores().keep(score, of: kind) }
        #expect(try scores().best(of: kind) == 12)
        #expect(try scores().results().map(\.record.score) == [11, 12, -7], "newest first")
        #expect(files == ["games.db"], "closing leaves no log behind")
    }

    @Test func puzzlesAndLessonsAreReadBackByTheNextProgram() throws {
        func puzzles() -> GameDatabase { GameDatabase(path: path) }
        #expect(try puzzles().tries().isEmpty && puzzles().lessons().isEmpty && files.isEmpty)
        let tries = PuzzleTheme.allCases.enumerated().map { index, theme in
            PuzzleTry(
                start: "445\(index + 1)", theme: theme, score: Double(index % 3) / 2,
                rating: PuzzleRating(value: 1_234.5 + Double(index), deviation: 199.25, volatility: 0.06), day: 20_000 + index,
                isDaily: index % 2 == 0)
        }
        for attempt in tries { try puzzles().keep(attempt) }
        for step in [1, 4] { try puzzles().keep(LessonPlace(step: step), inLesson: 3) }
        try puzzles().keep(LessonPlace(isFinished: true), inLesson: 1)
        #expect(try puzzles().tries() == tries)
        #expect(try puzzles().lessons() == [1: LessonPlace(step: 0, isFinished: true), 3: LessonPlace(step: 4)])
        #expect(try puzzles().recalls().isEmpty && puzzles().stars().isEmpty)
        var recalls = [Recall(.puzzle, "4455 4 w21"), Recall(.opening, "42", misses: 2, due: 20_003)]
        for recall in recalls { try puzzles().keep(recall) }
        recalls[0].miss(on: 20_000)
        try puzzles().keep(recalls[0])
        for stars in [1, 3] { try puzzles().keep(stars: stars, of: "4455") }
        #expect(try puzzles().recalls() == recalls && puzzles().stars() == ["4455": 3])
    }

    @Test func everythingAboutAGameIsKept() throws {
        let games = [
            PlayedGame(ScoredGame(game: "snap", size: 3, mode: "table"), against: ["Ann", "Zoë\nx"], isWon: true, score: -412),
            PlayedGame(kind, isWon: false, score: nil),
        ]
        for game in games { try scores().keep(game) }
        let kept = try scores().results()
        #expect(kept.map(\.record) == games.reversed() && kept.map(\.id) == [2, 1] && kept[0].date.count == 16)
    }

    @Test func everyKindHasItsOwn() throws {
        let scores = scores()
        try scores.keep(1, of: kind)
        try scores.keep(2, of: ScoredGame(game: "card-matching", size: 16, mode: "three"))
        try scores.keep(3, of: ScoredGame(game: "card-matching", size: 30, mode: "two"))
        try scores.keep(4, of: ScoredGame(game: "x'; DROP TABLE results; --", size: 16, mode: "two"))
        #expect(try scores.best(of: kind) == 1)
        #expect(try scores.best(of: ScoredGame(game: "x'; DROP TABLE results; --", size: 16, mode: "two")) == 4)
        #expect(try scores.best(of: ScoredGame(game: "card-matching", size: 12, mode: "two")) == nil)
    }

    @Test func nothingIsMadeBeforeSomethingIsKept() throws {
        #expect(try scores().best(of: kind) == nil)
        #expect(directory.names().isEmpty)
        try scores().keep(1, of: kind)
        var facts = stat()
        #expect(stat(directory.path + "/data/fourinarow", &facts) == 0 && facts.st_mode & 0o777 == 0o700)
    }

    @Test func twoProgramsAtOnce() throws {
        let (one, other) = (scores(), scores())
        try one.keep(5, of: kind)
        try other.keep(9, of: kind)
        try one.keep(7, of: kind)
        #expect(try one.best(of: kind) == 9)
        #expect(try other.best(of: kind) == 9)
    }

    @Test func aCrashLosesNothing() throws {
        let scores = scores()
        try scores.keep(5, of: kind)
        // What is on the disk now, with the program still running, is what a crash would leave.
        let copy = directory.path + "/copy.db"
        for ending in ["", "-wal"] { try copyFile(path + ending, copy + ending) }
        #expect(try GameDatabase(path: copy).best(of: kind) == 5)
    }

    @Test func theFileSaysWhatItIs() throws {
        try scores().keep(5, of: kind)
        let connection = try SQLiteConnection(path: path)
        #expect(try connection.run("PRAGMA application_id") == [[.integer(GameDatabase.mark)]])
        #expect(try connection.run("PRAGMA user_version") == [[.integer(GameDatabase.schemaVersion)]])
        #expect(try connection.run("PRAGMA journal_mode") == [[.text("wal")]])
        let row = try connection.run("SELECT game, size, mode, score, ended FROM results")[0]
        #expect(row.prefix(4) == [.text("card-matching"), .integer(16), .text("two"), .integer(5)])
        #expect((row[4].integer ?? 0) > 1_700_000_000)
    }

    // MARK: Setting aside

    @Test(arguments: [false, true]) func aDamagedDatabaseIsSetAsideWhole(beginsLikeOne: Bool) throws {
        let text =
            (beginsLikeOne ? "SQLite format 3\0" : "no database, and long enough to be one: ")
            + String(repeating: "\u{1}", count: 8192)
        put(text)
        let scores = scores()
        let said = sentence { _ = try scores.best(of: kind) }
        #expect(said == "The saved games in \(path) are damaged. The file was renamed to games-damaged-1.db.")
        #expect(directory.text("data/fourinarow/games-damaged-1.db") == text)
        #expect(try scores.best(of: kind) == nil)
        try scores.keep(3, of: kind)
        #expect(try scores.best(of: kind) == 3)
    }

    @Test func damageFoundWhileKeepingLosesNoScore() throws {
        put("no database at all, though of some length; \(String(repeating: "y", count: 600))")
        let scores = scores()
        #expect(sentence { try scores.keep(8, of: kind) }?.contains("games-damaged-1.db") == true)
        #expect(try scores.best(of: kind) == 8)
    }

    @Test func whatWasSetAsideBeforeIsNotOverwritten() throws {
        for number in 1...3 {
            put("damaged \(number)" + String(repeating: ".", count: 600))
            #expect(sentence { _ = try scores().best(of: kind) }?.contains("games-damaged-\(number).db") == true)
        }
        #expect(files == ["games-damaged-1.db", "games-damaged-2.db", "games-damaged-3.db"])
        #expect(directory.text("data/fourinarow/games-damaged-2.db")?.hasPrefix("damaged 2") == true)
    }

    /// The newer program is perhaps still there, and goes on with it.
    @Test func aNewerDatabaseIsRefusedAndLeftAsItIs() throws {
        try scores().keep(99, of: kind)
        try SQLiteConnection(path: path).run("PRAGMA user_version = \(GameDatabase.schemaVersion + 1)")
        let words = "The saved games in \(path) cannot be used: a newer version of this game wrote it."
        let scores = scores()
        for _ in 1...2 {
            #expect(sentence { try scores.keep(4, of: kind) } == words)
            #expect(sentence { _ = try scores.best(of: kind) } == words)
        }
        #expect(files == ["games.db"])
        #expect(try SQLiteConnection(path: path).run("SELECT score FROM results") == [[.integer(99)]])
    }

    @Test func aDatabaseOfAnEarlierSchemaIsSetAside() throws {
        try scores().keep(99, of: kind)
        try SQLiteConnection(path: path).run("PRAGMA user_version = \(GameDatabase.schemaVersion - 1)")
        let scores = scores()
        #expect(sentence { try scores.keep(4, of: kind) }?.contains("are an earlier version's. The file was renamed") == true)
        #expect(files.contains("games-older-1.db"))
        #expect(try scores.best(of: kind) == 4)
    }

    @Test func anotherProgramsDatabaseIsSetAside() throws {
        put("")
        try SQLiteConnection(path: path).run("CREATE TABLE cats (name TEXT)")
        #expect(sentence { _ = try scores().best(of: kind) }?.contains("are another program's. The file was renamed") == true)
        #expect(files == ["games-foreign-1.db"])
    }

    @Test func anEmptyFileBecomesADatabase() throws {
        put("")
        try scores().keep(2, of: kind)
        #expect(try scores().best(of: kind) == 2 && files == ["games.db"])
    }

    @Test func whoeverComesSecondDoesNotSetTheNewOneAside() throws {
        let slow = scores()
        try slow.keep(1, of: kind)
        // Another program set the file aside and began a new one, and what this one still has open turns out to be damaged.
        for ending in ["", "-wal", "-shm"] { rename(path + ending, path + ".old" + ending) }
        try scores().keep(6, of: kind)
        let vandal = try SQLiteConnection(path: path + ".old")
        try vandal.run("PRAGMA writable_schema = ON")
        try vandal.run("UPDATE sqlite_schema SET sql = 'CREATE NONSENSE'")
        try vandal.run("PRAGMA schema_version = 77")
        #expect(sentence { try slow.keep(2, of: kind) } == nil, "it goes on with the new one")
        #expect(try scores().best(of: kind) == 6)
        #expect(files.filter { $0.contains("damaged") }.isEmpty)
    }

    // MARK: What cannot be

    @Test func whereNothingCanBeWrittenASentenceSaysWhy() throws {
        directory.file("data", "a file in the folder's place")
        #expect(
            sentence { try scores().keep(1, of: kind) }
                == "The saved games in \(path) cannot be used: not a directory.")
        #expect(try scores().best(of: kind) == nil)
        let proc = GameDatabase(path: "/proc/fourinarow/games.db")
        #expect(sentence { try proc.keep(1, of: kind) }?.contains("/proc/fourinarow/games.db cannot be used: ") == true)
    }

    @Test func aFolderInTheFilesPlaceIsLeftAlone() throws {
        put("")
        unlink(path)
        mkdir(path, 0o700)
        directory.file("data/fourinarow/games.db/inside", "kept")
        #expect(sentence { _ = try scores().best(of: kind) }?.contains("cannot be used: ") == true)
        #expect(directory.text("data/fourinarow/games.db/inside") == "kept")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere")) func aFolderThatCanOnlyBeRead() throws {
        put("")
        unlink(path)
        chmod(directory.path + "/data/fourinarow", 0o500)
        defer { chmod(directory.path + "/data/fourinarow", 0o700) }
        #expect(sentence { try scores().keep(1, of: kind) }?.hasSuffix("cannot be used: permission denied.") == true)
    }

    @Test func aFullDiskIsSaidAndWhatWasThereStays() throws {
        let database = GameDatabase(path: path)
        try database.keep(5, of: kind)
        try database.write { connection throws(SQLiteError) in
            let pages = try connection.run("PRAGMA page_count")[0][0].integer ?? 0
            try connection.run("PRAGMA max_page_count = \(pages)")
        }
        var full: String?
        for size in 0..<1_000 where full == nil {
            full = sentence { try database.keep(1, of: ScoredGame(game: "filler", size: size, mode: "two")) }
        }
        #expect(full == "The saved games in \(path) cannot be used: the disk is full.")
        #expect(try database.best(of: kind) == 5)
    }

    @Test func anotherProgramThatIsWritingIsWaitedForAndThenNamed() throws {
        try scores().keep(1, of: kind)
        let other = try SQLiteConnection(path: path)
        try other.run("BEGIN IMMEDIATE")
        #expect(sentence { try scores().keep(2, of: kind) }?.hasSuffix("another program is using it.") == true)
        try other.run("COMMIT")
        try scores().keep(3, of: kind)
        #expect(try scores().best(of: kind) == 3)
    }

    private func copyFile(_ from: String, _ to: String) throws {
        let (source, target) = (open(from, O_RDONLY | O_CLOEXEC), open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        defer {
            close(source)
            close(target)
        }
        try #require(source >= 0 && target >= 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(source, &bytes, bytes.count)
            if count <= 0 { return }
            #expect(Glibc.write(target, bytes, count) == count)
        }
    }
}

extension GameDatabase {
    /// Keeps a game with this score.
    fileprivate func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure) {
        try keep(PlayedGame(kind, isWon: true, score: score))
    }
}

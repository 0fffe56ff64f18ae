// Resumable games in a real database: which are returned, for how long, and to which of several programs; and that nothing committed is
// lost if the files are copied at any time.

import Glibc
import Session
import Testing
import Wire

@testable import Platform

@MainActor struct KeptSessionsTests {
    private let directory = TestDirectory()
    private var path: String { directory.path + "/data/games.db" }
    private let secret = ResumeToken(id: Array(0..<16), key: SecretBytes(Array(100..<132)))

    /// A program that starts now.
    private func games() -> GameDatabase { GameDatabase(path: path) }

    private func record(_ digits: String) -> GameRecord {
        GameRecord(kind: .network, opponent: "Bob", isFirst: true, digits: digits, result: .unfinished)
    }

    private func session(_ state: ResumableGame.State = .playing, isSealed: Bool = false) -> ResumableGame {
        let endpoint = Destination(hosts: ["fe80::1%eth0"], port: 40_001).endpoint()
        var session = ResumableGame(token: secret, isHost: false, opponent: "Bob", endpoint: endpoint)
        session.history = MatchHistory(game: 3, isHostFirst: false, takeBacks: 2, before: "1212121")
        session.tally = Tally(won: 1, drawn: 0, lost: 1)
        session.state = state
        session.isSealed = isSealed
        return session
    }

    /// The program that wrote it died, some seconds ago.
    private func bury(_ seconds: Int = 0) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.run(
            "UPDATE sessions SET owner = '1 0', seen = seen - ?, broke = broke - ?", [.integer(seconds), .integer(seconds)])
    }

    @Test func aMoveAndItsSessionComeBackTogether() throws {
        var id: Int?
        let begun = time(nil)
        try games().keep(session(), game: record("44"), id: &id)
        #expect(id == 1)
        #expect(try games().brokenGames().isEmpty, "its program still runs")
        try bury()
        var expected = session()
        expected.history.digits = "44"
        let broken = try games().brokenGames()
        #expect(broken.map(\.asWritten) == [expected] && broken.map(\.gameID) == [1])
        // The clock goes on while the disk is busy.
        let passed = time(nil) - begun
        #expect(broken.allSatisfy { (0...passed).contains(ResumableGame.timeout - $0.secondsLeft) })
        try games().keep(session(), game: nil, id: &id)
        #expect(try games().games().map(\.record.digits) == ["44"] && id == 1, "nothing new about the moves")
    }

    @Test("Who may watch comes back: nobody, anybody, who has the words, and in which room")
    func spectators() throws {
        let code = try Passphrase(typed: "lemon otter violet zebra")
        let known: [(Bool, Passphrase?, String?)] = [
            (false, nil, nil), (true, nil, nil), (true, code, nil), (true, code, "481306"),
        ]
        for (isWatchable, code, room) in known {
            var session = session(.saved)
            (session.isWatchable, session.spectatorCode, session.spectatorRoom) = (isWatchable, code, room)
            var id: Int?
            try games().forget(secret)
            try games().keep(session, game: nil, id: &id)
            let stored = try #require(try games().brokenGames().first)
            #expect(stored.isWatchable == isWatchable && stored.spectatorCode == code && stored.spectatorRoom == room)
        }
    }

    /// The host has a place, also one that its router opens, and its guest the way there; who does not know the way has none.
    @Test func wherever() throws {
        func comesBack(isHost: Bool, _ endpoint: Endpoint?) throws -> Endpoint? {
            var session = ResumableGame(token: secret, isHost: isHost, opponent: "Bob", endpoint: endpoint)
            session.state = .saved
            var id: Int?
            try games().forget(secret)
            try games().keep(session, game: nil, id: &id)
            return try #require(try games().brokenGames().first).endpoint
        }
        let (place, way) = (LANRendezvous.place(port: 4000), Destination(hosts: ["10.0.0.1"], port: 4000).endpoint())
        #expect(try comesBack(isHost: true, place) == place && comesBack(isHost: false, way) == way)
        #expect(try comesBack(isHost: true, place.opened) == place.opened)
        for isHost in [true, false] { #expect(try comesBack(isHost: isHost, nil) == nil) }
        let relay = RelayEndpoint.inbox(String(repeating: "0a", count: 16)).endpoint
        for isHost in [true, false] { #expect(try comesBack(isHost: isHost, relay) == relay) }
    }

    @Test func aGameWithoutMovesIsASessionAllTheSame() throws {
        var id: Int?
        try games().keep(session(), game: nil, id: &id)
        try bury()
        #expect(id == nil)
        #expect(try games().brokenGames().map(\.asWritten) == [session()] && games().games().isEmpty)
        #expect(try games().brokenGames().first?.gameID == nil)
    }

    /// A program that is started anew must not say in the clear what was private.
    @Test(arguments: [true, false]) func whatWasPrivateStaysSo(isSealed: Bool) throws {
        var id: Int?
        try games().keep(session(isSealed: isSealed), game: nil, id: &id)
        try games().keep(session(.broken, isSealed: isSealed), game: nil, id: &id)
        try bury()
        #expect(try games().brokenGames().map(\.isSealed) == [isSealed])
    }

    /// A question that nobody has answered yet outlives the program.
    @Test(arguments: [nil, Consent.Question(topic: .undo, ply: 4)]) func whatIsOpenIsKept(question: Consent.Question?) throws {
        var id: Int?
        var session = session()
        try games().keep(session, game: record("4453"), id: &id)
        (session.asked, session.granted, session.isConfirmed) = (question, question, question != nil)
        session.history.allowed = question == nil ? [] : [.hints, .scores]
        try games().keep(session, game: nil, id: &id)
        try bury()
        let kept = try #require(try games().brokenGames().first)
        #expect(kept.asked == question && kept.granted == question && kept.isConfirmed == (question != nil))
        #expect(kept.history.allowed == session.history.allowed)
    }

    /// What shows that the opponent knows of our new game outlives the program.
    @Test(arguments: [true, false]) func whetherNewGamesMayHaveCrossedIsKept(mayHaveCrossed: Bool) throws {
        var id: Int?
        var session = session()
        session.mayHaveCrossed = !mayHaveCrossed
        try games().keep(session, game: record("4"), id: &id)
        session.mayHaveCrossed = mayHaveCrossed
        try games().keep(session, game: nil, id: &id)
        try bury()
        #expect(try games().brokenGames().map(\.mayHaveCrossed) == [mayHaveCrossed])
    }

    /// A kill loses nothing that was written, a crash of the machine may; that holds until the two have found each other.
    @Test func aCrashOfTheMachineIsKnownByItsBoot() throws {
        var id: Int?
        try games().keep(session(), game: record("44"), id: &id)
        try bury()
        #expect(!bootID.isEmpty)
        #expect(try games().brokenGames().map(\.mayLackMove) == [false])
        try SQLiteConnection(path: path).run("UPDATE sessions SET boot = 'another'")
        var session = try #require(try games().brokenGames().first)
        #expect(session.mayLackMove)
        for mayLackMove in [true, false] {
            session.mayLackMove = mayLackMove
            try games().keep(session, game: nil, id: &id)
            try bury()
            #expect(try games().brokenGames().map(\.mayLackMove) == [mayLackMove])
        }
    }

    /// The host of a table was found elsewhere meanwhile, and the players are others.
    @Test func aSeatIsStoredAgainAsItIsNow() throws {
        let seats = GameDatabase(path: path)
        var seat = KeptSeat(session: session(), game: "snap", seat: 1, names: ["Ann", "Bob"])
        try seats.keep(seat)
        seat.session.endpoint = Destination(hosts: ["10.0.0.7"], port: 40_002).endpoint()
        (seat.names, seat.memory) = (["Ann", "Bob", "Cyd"], "42")
        try seats.keep(seat)
        try SQLiteConnection(path: path).run("UPDATE seats SET owner = '1 0'", [])
        let found = try #require(try seats.claimSeat()).seat
        #expect(found.session.endpoint == seat.session.endpoint && found.names == seat.names && found.memory == seat.memory)
    }

    @Test func whatIsForgottenIsGone() throws {
        var id: Int?
        try games().keep(session(), game: record("4"), id: &id)
        try games().forget(secret)
        try bury()
        #expect(try games().brokenGames().isEmpty && games().games().count == 1)
        let connection = try SQLiteConnection(path: path)
        #expect(try connection.run("SELECT count(*) FROM sessions") == [[.integer(0)]])
    }

    /// How many of the database's files hold the key, as it is written there.
    private func filesWithTheKey() -> Int {
        let key = Array(Hexadecimal.text(secret.key.copy).utf8)
        return ["", "-wal", "-shm"].count { ending in
            guard let file = fopen(path + ending, "r") else { return false }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = fread(&bytes, 1, bytes.count, file)
            return bytes.prefix(count).firstRange(of: key) != nil
        }
    }

    /// Nothing of a key is left in any file, neither while the program goes on nor after it; moves that were kept before and after, and
    /// another program that has the file open, change nothing of that.
    @Test(arguments: [true, false]) func aForgottenKeyIsInNoFile(isPutOff: Bool) throws {
        let database = GameDatabase(path: path)
        var flushes: [() -> Void] = []
        if isPutOff { database.deferFlush = { flushes.append($0) } }
        let other = GameDatabase(path: path)
        var id: Int?
        for digits in ["4", "44", "445"] { try database.keep(session(), game: record(digits), id: &id) }
        #expect(try other.games().count == 1)
        for flush in flushes { flush() }
        flushes = []
        try #require(filesWithTheKey() > 0)
        try database.forget(secret)
        #expect(!isPutOff || filesWithTheKey() > 0, "nobody waits for the disk")
        for flush in flushes { flush() }
        #expect(filesWithTheKey() == 0)
        database.close()
        #expect(filesWithTheKey() == 0 && id == 1)
    }

    /// The program ends before it came to that, and the next one finds a session that is too old.
    @Test func theKeyIsGoneWithTheProgramAndWithTheSession() throws {
        let database = GameDatabase(path: path)
        database.deferFlush = { _ in }
        var id: Int?
        try database.keep(session(), game: record("4"), id: &id)
        try database.forget(secret)
        database.close()
        #expect(filesWithTheKey() == 0)
        try games().keep(session(.broken), game: nil, id: &id)
        try bury(ResumableGame.keptFor + 1)
        try #require(filesWithTheKey() > 0)
        #expect(try games().brokenGames().map(\.secondsLeft) == [0] && filesWithTheKey() == 0)
        #expect(try games().brokenGames().isEmpty, "it is said once")
    }

    /// Five minutes from the loss, or from when a program that was killed last stored that it runs; without a clock it is as if it had been saved then,
    /// for a week.
    @Test(arguments: [
        (ResumableGame.State.broken, 0, 300), (.broken, 299, 1), (.broken, 300, 0), (.saved, 100, 200), (.saved, 301, 0),
        (.playing, 299, 1), (.playing, 300, 0),
    ])
    func forHowLong(state: ResumableGame.State, age: Int, left: Int) throws {
        var id: Int?
        var timed = session(state)
        timed.clock = "3+2"
        try games().keep(timed, game: record("4"), id: &id)
        try bury(age)
        let seconds = try games().brokenGames().first?.secondsLeft ?? 0
        #expect((left - 2...left).contains(seconds), "\(seconds)")
        #expect(
            try left > 0 || SQLiteConnection(path: path).run("SELECT 1 FROM sessions").isEmpty, "too old: forgotten, with its key"
        )
    }

    @Test(arguments: [(ResumableGame.State.broken, 300), (.saved, 300), (.playing, 86_400)])
    func withoutAClockForAWeek(state: ResumableGame.State, age: Int) throws {
        var id: Int?
        try games().keep(session(state), game: record("4"), id: &id)
        try bury(age)
        let late = try #require(try games().brokenGames().first)
        #expect(late.state == .saved && (0...2).contains(ResumableGame.keptFor - age - late.secondsLeft))
        try bury(ResumableGame.keptFor)
        #expect(try games().brokenGames().map(\.secondsLeft) == [0])
        #expect(try games().brokenGames().isEmpty)
    }

    @Test func aRunningGameIsRefreshed() throws {
        var id: Int?
        try games().keep(session(), game: record("4"), id: &id)
        try bury(200)
        try games().keep(session(), game: record("4"), id: &id)
        try SQLiteConnection(path: path).run("UPDATE sessions SET owner = '1 0'")
        #expect(try (298...300).contains(games().brokenGames().first?.secondsLeft ?? 0))
    }

    /// The loss counts from when it was first noticed, until the two have found each other.
    @Test func theClockOfTheLossRunsOn() throws {
        var id: Int?
        try games().keep(session(.broken), game: nil, id: &id)
        try bury(200)
        try games().keep(session(.saved), game: nil, id: &id)
        let all = ResumableGame.keptFor
        #expect(try (all - 202...all - 200).contains(games().brokenGames().first?.secondsLeft ?? 0))
        try games().keep(session(), game: nil, id: &id)
        try games().keep(session(.saved), game: nil, id: &id)
        #expect(try (all - 2...all).contains(games().brokenGames().first?.secondsLeft ?? 0))
    }

    @Test func onlyOneProgramHasIt() throws {
        var id: Int?
        try games().keep(session(.saved), game: nil, id: &id)
        let broken = try #require(try games().brokenGames().first)
        #expect(try games().claim(broken))
        #expect(try games().brokenGames().isEmpty && !games().claim(broken), "this program runs")
        try games().forget(secret)
        #expect(try !games().claim(broken))
    }

    /// As every version has written it; what is no key is passed over.
    @Test func aKeyIsKeptInDigits() throws {
        var id: Int?
        try games().keep(session(.saved), game: nil, id: &id)
        let connection = try SQLiteConnection(path: path)
        #expect(try connection.run("SELECT key FROM sessions") == [[.text(Hexadecimal.text(secret.key.copy))]])
        #expect(try games().brokenGames().map(\.token) == [secret])
        for key in ["00", String(repeating: "0g", count: ResumeToken.keyLength)] {
            try connection.run("UPDATE sessions SET key = ?", [.text(key)])
            #expect(try games().brokenGames().isEmpty, "no key: \(key)")
        }
    }

    @Test func whatALaterVersionWroteIsPassedOver() throws {
        var id: Int?
        try games().keep(session(.saved), game: nil, id: &id)
        try SQLiteConnection(path: path).run("UPDATE sessions SET state = 'adjourned'")
        #expect(try games().brokenGames().isEmpty)
    }

    // MARK: The file

    /// The keys are the player's alone, in a database that an older version made as well.
    @Test(arguments: [false, true]) func nobodyElseMayRead(isOld: Bool) throws {
        if isOld {
            mkdir(directory.path + "/data", 0o755)
            directory.file("data/games.db", "", mode: 0o644)
        }
        let games = games()
        var id: Int?
        try games.keep(session(), game: record("4"), id: &id)
        for ending in ["", "-wal", "-shm"] {
            var facts = stat()
            #expect(stat(path + ending, &facts) == 0 && facts.st_mode & 0o777 == 0o600, "\(ending)")
        }
    }

    /// A write is on the disk when it returns: 2 is FULL (https://www.sqlite.org/pragma.html#pragma_synchronous).
    @Test func aPowerCutLosesNothing() throws {
        let database = GameDatabase(path: path)
        try database.write { connection throws(SQLiteError) in
            #expect(try connection.run("PRAGMA synchronous") == [[.integer(2)]])
        }
    }

    /// Where the screen comes first, the log is on the disk as soon as it is told to be, and when the database is closed.
    @Test(.enabled(if: canSeeDirtyPages, "the kernel is older than 6.5")) func aFlushThatWasPutOffIsMadeUpFor() throws {
        let database = GameDatabase(path: path)
        var flushes: [() -> Void] = []
        database.deferFlush = { flushes.append($0) }
        var id: Int?
        for moves in ["4", "44"] { try database.keep(session(), game: record(moves), id: &id) }
        #expect(flushes.count == 1, "one for what was written in one turn of the loop")
        #expect(dirtyPages(of: path + "-wal") > 0)
        flushes.removeFirst()()
        let log = DiskFlush(path: path + "-wal")
        log.begin()
        log.wait()
        #expect(dirtyPages(of: path + "-wal") == 0)
        let other = try SQLiteConnection(path: path)
        _ = try other.run("SELECT 1 FROM games")
        try database.keep(session(), game: record("444"), id: &id)
        #expect(dirtyPages(of: path + "-wal") > 0)
        database.close()
        #expect(dirtyPages(of: path + "-wal") == 0, "the other has it open, so the log is still there")
    }

    /// Copied away after any move, with the program running, the files have every move; cut off anywhere in what was written last,
    /// every move before it.
    @Test func copiedAwayAtAnyMoment() throws {
        let games = games()
        var id: Int?
        let digits = "174166227341672362665415453424277135575133"
        var length = 0
        for count in 1...digits.count {
            let moves = String(digits.prefix(count))
            try games.keep(session(), game: record(moves), id: &id)
            let copy = directory.path + "/copy\(count).db"
            let (base, log) = (try bytes(path), try bytes(path + "-wal"))
            for (cut, known) in [(log.count, count), ((length + log.count) / 2, count - 1), (log.count - 1, count - 1)] {
                try write(base, to: copy)
                try write(Array(log[..<cut]), to: copy + "-wal")
                let kept = try GameDatabase(path: copy).games().first?.record.digits ?? ""
                #expect(kept == digits.prefix(known), "move \(count), \(cut) of \(log.count) bytes")
                for ending in ["", "-wal", "-shm"] { unlink(copy + ending) }
            }
            length = log.count
        }
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var facts = stat()
        try #require(fstat(descriptor, &facts) == 0)
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        try #require(read(descriptor, &bytes, bytes.count) == bytes.count)
        return bytes
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }
}

@Suite struct ProcessMarkTests {
    @Test func whoRunsAndWhoDoesNot() throws {
        #expect(isRunning(processMark: ownProcessMark))
        let start = try #require(ownProcessMark.split(separator: " ").last)
        for mark in ["", "1 0", "\(getpid()) 0", "\(getpid())", "0 \(start)", "-1 \(start)", "x y", "99999999999 1"] {
            #expect(!isRunning(processMark: mark), "\(mark)")
        }
    }
}

/// syscall(2), for one that takes a descriptor, two pointers and flags.
@_silgen_name("syscall")
nonisolated private func systemCall(
    _ number: Int, _ file: Int, _ range: UnsafeRawPointer, _ counts: UnsafeMutableRawPointer, _ flags: Int
)
    -> Int

/// cachestat(2), which glibc has no function for.
nonisolated private let cachestat = 451

nonisolated private var canSeeDirtyPages: Bool {
    var words: [UInt64] = Array(repeating: 0, count: 5)
    return systemCall(cachestat, -1, [0, 0] as [UInt64], &words, 0) == -1 && errno == EBADF
}

/// How many pages of a file are not on the disk yet.
private func dirtyPages(of path: String) -> Int {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var words: [UInt64] = Array(repeating: 0, count: 5)  // in the cache, dirty, being written, evicted, lately evicted
    #expect(systemCall(cachestat, Int(file), [0, 0] as [UInt64], &words, 0) == 0)
    return Int(words[1] + words[2])
}

extension ResumableGame {
    /// The same without what only reading adds.
    fileprivate var asWritten: ResumableGame {
        var session = self
        (session.gameID, session.secondsLeft) = (nil, ResumableGame.timeout)
        return session
    }
}

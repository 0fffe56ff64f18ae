// The player's games.db: opening it when it is first needed, bringing an older one up to date, and setting aside one that cannot
// be used. What is in its tables is for others to know, each with a file of its own (BestScores.swift).

import Glibc
import Play
import Session

/// The database of everything that is kept of games. It belongs to one thread.
package final class GameDatabase {
    /// Where it is.
    package let path: String
    private var connection: SQLiteConnection?
    /// Which files were opened: another program may have moved them away since.
    private var opened: DatabaseFiles?
    /// Whether the database was moved away or deleted while it was open, and nothing has taken its place.
    private var isGone = false
    /// How a flush is put off until the screen shows what was written. Nil: a write is on the disk when it returns.
    var putOff: ((@escaping () -> Void) -> Void)?
    /// Where SQLite appends what is written. Its locks are on the other files.
    private let log: DiskFlush
    private var isPutOff = false
    /// Whether the log still has what was forgotten.
    private var mustClean = false

    /// What marks a file as ours (PRAGMA application_id): "4ROW".
    static let mark = 0x3452_4F57
    /// What each version added to the one before; the last one's number, from 1, is the file's PRAGMA user_version. Steps that
    /// were released stay as they are: a change is another step.
    static let steps = [
        """
        CREATE TABLE best_scores (
            game TEXT NOT NULL, size INTEGER NOT NULL, mode TEXT NOT NULL, score INTEGER NOT NULL, achieved INTEGER NOT NULL,
            PRIMARY KEY (game, size, mode)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, opponent TEXT NOT NULL, level INTEGER,
            is_first INTEGER NOT NULL, moves TEXT NOT NULL, result TEXT NOT NULL, first_accuracy INTEGER,
            second_accuracy INTEGER, began INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY, key TEXT NOT NULL, is_host INTEGER NOT NULL, opponent TEXT NOT NULL, address TEXT,
            port INTEGER NOT NULL, game INTEGER, number INTEGER NOT NULL, is_host_first INTEGER NOT NULL,
            take_backs INTEGER NOT NULL, before TEXT NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,
            lost INTEGER NOT NULL, state TEXT NOT NULL, seen INTEGER NOT NULL, broke INTEGER, owner TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE sessions ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN undo_asked INTEGER",
        "ALTER TABLE sessions ADD COLUMN boot TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT ''",
        """
        CREATE TABLE players (
            key TEXT PRIMARY KEY, name TEXT NOT NULL, alias TEXT NOT NULL DEFAULT '', is_blocked INTEGER NOT NULL DEFAULT 0,
            met INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// The database at `path`; nil: `$XDG_DATA_HOME/fourinarow/games.db`, or `~/.local/share/fourinarow/games.db`. Nothing is
    /// opened yet.
    package init(path: String? = nil) {
        self.path = path ?? UserFolder.data.path + "/fourinarow/games.db"
        log = DiskFlush(path: self.path + "-wal")
    }

    /// The file that was opened last: what has a number in it has another one, or none, in any other.
    var file: FileIdentity? { opened?.main }
    /// Whether there is one yet.
    package var isThere: Bool { access(path, F_OK) == 0 }

    /// Reads from the database, which is then as open as before; nil where there is none yet, and none is made. After a failure that
    /// says that the database was set aside, there is none. What cannot be written can still be read.
    func read<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(StorageFailure) -> Value? {
        checkPlace()
        guard connection != nil || isThere else { return nil }
        let wasOpen = connection != nil
        defer { if !wasOpen { close() } }
        do throws(Trouble) {
            return try attempt(body)
        } catch {
            if let value = error.isReadOnly ? readOnly(body) : nil { return value }
            guard let misfit = error.misfit else { throw cannotUse(error) }
            throw try setAside(misfit)
        }
    }

    /// The rows that one statement reads; none where there is no database yet.
    func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(StorageFailure) -> [[SQLiteValue]] {
        try read { connection throws(SQLiteError) in try connection.run(sql, values) } ?? []
    }

    /// Writes with one statement.
    func run(_ sql: String, _ values: [SQLiteValue]) throws(StorageFailure) {
        try write { connection throws(SQLiteError) in try connection.run(sql, values) }
    }

    /// Writes to the database, and makes it where there is none. A failure that says that the database was set aside, or is gone, comes
    /// after all was written into a new one.
    func write(_ body: (SQLiteConnection) throws(SQLiteError) -> Void) throws(StorageFailure) {
        defer { flushSoon() }
        checkPlace()
        do throws(Trouble) {
            try attempt(body)
        } catch {
            guard let misfit = error.misfit else { throw cannotUse(error) }
            let failure = try setAside(misfit)
            do throws(Trouble) { try attempt(body) } catch { throw cannotUse(error) }
            throw failure
        }
        let code = log.takeFailure()
        if code != 0 { throw .gamesNotOnDisk(path: path, .other(systemWords(for: code))) }
        guard isGone else { return }
        isGone = false
        throw .gamesGone(path: path)
    }

    /// Deletes from the database with one statement. Nothing of it is left in its files, or in memory, once the screen has shown that,
    /// or the database is closed; another program that has it open can put off the files.
    func forget(_ sql: String, _ values: [SQLiteValue]) throws(StorageFailure) {
        mustClean = true
        try run(sql, values)
        if putOff == nil { clean() }
    }

    /// Moves the log into the database and empties it. What SQLite itself remembers goes with the connection; the next use opens another.
    private func clean() {
        guard mustClean, let connection else { return }
        let row = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)").first
        mustClean = row?.first?.integer != 0
        self.connection = nil
    }

    /// Closes the database, if it is open, and leaves one file of it, on the disk; the next use opens it again.
    package func close() {
        clean()
        connection = nil
        flush()  // another program may have it open: then the log stays
        log.wait()
    }

    private func flushSoon() {
        guard let putOff, !isPutOff else { return }
        isPutOff = true
        putOff { [weak self] in self?.flush() }
    }

    private func flush() {
        clean()
        if isPutOff { log.begin() }
        isPutOff = false
    }

    private func attempt<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(Trouble) -> Value {
        let connection = try open()
        do throws(SQLiteError) {
            return try body(connection)
        } catch {
            throw .sqlite(error)
        }
    }

    /// Reads without a lock and without a log where these cannot be made; nil where that cannot be, either.
    private func readOnly<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) -> Value? {
        for isAlone in [false, true] {
            guard let connection = try? SQLiteConnection(reading: path, isAlone: isAlone),
                (try? Self.isForeign(connection)) == false, let value = try? body(connection)
            else { continue }
            return value
        }
        return nil
    }

    private func cannotUse(_ trouble: Trouble) -> StorageFailure { .gamesNotUsable(path: path, trouble.reason) }
}

// MARK: - Opening

extension GameDatabase {
    /// Why the database cannot be used.
    private enum Trouble: Error {
        case sqlite(SQLiteError)
        /// Its folder cannot be made, with this errno.
        case noFolder(Int32)
        /// It is not ours to use.
        case misfit(StorageFailure.Mismatch)
        /// A later version of this program wrote it, and goes on with it one day.
        case newer
        /// It is a link: the one who made it would choose where we write.
        case link

        /// Why a file is to be set aside; nil where that would not help.
        var misfit: StorageFailure.Mismatch? {
            switch self {
            case .sqlite(let error): error.isDamage ? .damaged : nil
            case .noFolder, .newer, .link: nil
            case .misfit(let misfit): misfit
            }
        }

        /// Whether it may be that nothing can be written, but read.
        var isReadOnly: Bool {
            if case .sqlite(let error) = self { error.isForWriting } else { false }
        }

        var reason: StorageFailure.Reason {
            switch self {
            case .sqlite(let error): error.isDamage ? .misfit(.damaged) : error.reason
            case .noFolder(let code): .other(systemWords(for: code))
            case .misfit(let misfit): .misfit(misfit)
            case .newer: .newer
            case .link: .link
            }
        }
    }

    private func open() throws(Trouble) -> SQLiteConnection {
        if let connection { return connection }
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        if let code = UserFolder.make(String(folder)) { throw .noFolder(code) }
        guard DatabaseFiles.secure(path) else { throw .link }
        let connection: SQLiteConnection
        let trouble: Trouble?
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path: path)
            opened = DatabaseFiles(at: path)
            trouble = try prepare(connection)
        } catch {
            throw .sqlite(error)
        }
        if let trouble { throw trouble }
        opened = DatabaseFiles(at: path)  // the log, too
        self.connection = connection
        return connection
    }

    /// Lets go of files that are no longer in their place. What is in the log goes into the one that was moved away; the log itself
    /// stays, since one of that name is perhaps another's by now.
    private func checkPlace() {
        guard let connection else { return }
        let now = DatabaseFiles(at: path)
        if now == opened { return }
        isGone = now.main == nil
        _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.leaveLog()
        self.connection = nil
    }

    /// Makes the database ready for use; returns why it is left as it is instead.
    private func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Trouble? {
        if try Self.isForeign(connection) { return .misfit(.foreign) }
        if try Self.version(of: connection) > Self.steps.count { return .newer }
        // A crash of the program loses nothing, and neither does a power cut: what is written is on the disk (fsync) when a write
        // returns, or as soon as the screen has shown it. By itself Normal would leave it to the system for up to half a minute.
        try connection.run("PRAGMA journal_mode = WAL")
        // What is deleted is overwritten: the keys of games that are over are in it.
        try connection.run("PRAGMA secure_delete = ON")
        try connection.run("PRAGMA synchronous = \(putOff == nil ? "FULL" : "NORMAL")")
        try Self.migrate(connection)
        return nil
    }

    /// Brings the tables up to date; two programs that start at once do it one after the other.
    private static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        guard try version(of: connection) < steps.count else { return }
        try connection.transaction { () throws(SQLiteError) in
            for step in try version(of: connection)..<steps.count { try connection.run(steps[step]) }
            try connection.run("PRAGMA application_id = \(mark)")
            try connection.run("PRAGMA user_version = \(steps.count)")
        }
    }

    private static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
        try connection.run("PRAGMA user_version").first?.first?.integer ?? 0
    }

    /// Whether the file is a database without our mark. An empty file is nobody's.
    private static func isForeign(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // In this order: whoever makes the first table sets the mark with it.
        if try connection.run("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty { return false }
        return try connection.run("PRAGMA application_id").first?.first?.integer != mark
    }
}

// MARK: - Setting aside

extension GameDatabase {
    /// Renames the file, and what SQLite keeps beside it, to a name that nothing has; returns the failure that says so.
    private func setAside(_ misfit: StorageFailure.Mismatch) throws(StorageFailure) -> StorageFailure {
        connection = nil
        // Another program may have been faster; then the file in this place is a new one.
        guard let file, FileIdentity(of: path) == file else { return .gamesSetAside(path: path, misfit, name: nil) }
        let free = freePath(misfit)
        for ending in ["-wal", "-shm"] where access(path + ending, F_OK) == 0 { rename(path + ending, free + ending) }
        guard rename(path, free) == 0 else { throw .gamesInTheWay(path: path, misfit, .other(systemWords(for: errno))) }
        let name = free[free.index(after: free.lastIndex(of: "/") ?? free.startIndex)...]
        return .gamesSetAside(path: path, misfit, name: String(name))
    }

    /// games-damaged-1.db and so on.
    private func freePath(_ misfit: StorageFailure.Mismatch) -> String {
        let stem = path.hasSuffix(".db") ? String(path.dropLast(3)) : path
        var number = 1
        while access("\(stem)-\(misfit.rawValue)-\(number).db", F_OK) == 0 { number += 1 }
        return "\(stem)-\(misfit.rawValue)-\(number).db"
    }
}

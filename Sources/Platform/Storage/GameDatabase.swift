// The player's games.db. It is opened when it is first needed, and a file that cannot be used is renamed. It implements Archive in
// the files Kept….swift, one for each kind of data; DatabaseSchema.swift has the tables.

import Glibc
import Session

/// The database with all of the player's `Archive`. Used from one thread.
package final class GameDatabase {
    /// The path of the main file.
    package let path: String
    private var connection: SQLiteConnection?
    /// The files after the last use: another program may have moved, changed or damaged them since.
    private var known: DatabaseFiles?
    /// What is wrong with the file since the last use.
    private var doubt = Doubt.none
    /// What has become of the file and was not thrown by a write yet.
    private var untold: StorageFailure?
    /// Calls back once the screen shows what was written, which is when the disk is flushed. Nil: each write flushes before it returns.
    var deferFlush: ((@escaping () -> Void) -> Void)?
    /// Flushes the write-ahead log. SQLite's locks are on the other files, so it may be opened and closed.
    private let log: DiskFlush
    private var isFlushDeferred = false
    /// Whether the log still contains deleted rows.
    private var mustClean = false

    /// The database at `path`; nil: `$XDG_DATA_HOME/fourinarow/games.db`, or `~/.local/share/fourinarow/games.db`. Does not open it.
    package init(path: String? = nil) {
        self.path = path ?? UserFolder.data.path + "/fourinarow/games.db"
        log = DiskFlush(path: self.path + "-wal")
    }

    /// The file that was opened last. Row numbers are valid in this file only.
    var file: FileIdentity? { known?.main }
    /// The file in which the numbers of this run's games are valid.
    var numbered: FileIdentity?
    /// Whether the file exists.
    var exists: Bool { isThere(path) }

    /// Reads from the database. Nil if there is none; none is created. The database is closed again if it was closed before. Throws
    /// `gamesSetAside` after renaming a file that cannot be used. Works without permission to write.
    func read<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(StorageFailure) -> Value? {
        checkPlace()
        guard connection != nil || exists else { return nil }
        let wasOpen = connection != nil
        let isDoubtful = doubt != .none
        defer { if wasOpen { remember() } else { close() } }
        do throws(Failure) {
            return try attempt(body)
        } catch {
            if let value = error.isReadOnly ? readOnly(body) : nil { return value }
            guard let mismatch = error.mismatch else { throw cannotUse(error) }
            let failure = try setAside(mismatch)
            // Not every caller of `read` shows the failure, so the next write throws it again.
            if isDoubtful { untold = failure }
            throw failure
        }
    }

    /// The rows that one statement reads. Empty if there is no database.
    func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(StorageFailure) -> [[SQLiteValue]] {
        try read { connection throws(SQLiteError) in try connection.run(sql, values) } ?? []
    }

    /// Runs one statement that writes.
    func run(_ sql: String, _ values: [SQLiteValue]) throws(StorageFailure) {
        try write { connection throws(SQLiteError) in try connection.run(sql, values) }
    }

    /// Writes to the database; creates it if there is none. `gamesSetAside` and `gamesGone` are thrown after everything was written to a
    /// new file.
    func write(_ body: (SQLiteConnection) throws(SQLiteError) -> Void) throws(StorageFailure) {
        defer { flushSoon() }
        checkPlace()
        do throws(Failure) {
            try attempt(body)
        } catch {
            guard let mismatch = error.mismatch else { throw cannotUse(error) }
            untold = try setAside(mismatch)
            do throws(Failure) { try attempt(body) } catch { throw cannotUse(error) }
        }
        remember()
        if let failure = untold {
            untold = nil
            throw failure
        }
        let code = log.takeFailure()
        if code != 0 { throw .gamesNotOnDisk(path: path, .other(systemMessage(for: code))) }
    }

    /// Runs one statement that deletes secrets. Once the screen has been drawn, or the database is closed, the deleted bytes are neither
    /// in its files nor in memory. Another program that has the database open can delay the files.
    func erase(_ sql: String, _ values: [SQLiteValue]) throws(StorageFailure) {
        mustClean = true
        try run(sql, values)
        if deferFlush == nil { clean() }
    }

    /// Copies the log into the database and truncates it. Closing the connection frees SQLite's cache; the next use opens another one.
    private func clean() {
        guard mustClean, let connection else { return }
        let row = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)").first
        mustClean = row?.first?.integer != 0
        self.connection = nil
        remember()
    }

    /// Closes the database and leaves a single flushed file. The next use opens it again.
    package func close() {
        clean()
        connection = nil
        remember()
        flush()  // the log stays if another program has the database open
        log.wait()
    }

    private func flushSoon() {
        guard let deferFlush, !isFlushDeferred else { return }
        isFlushDeferred = true
        deferFlush { [weak self] in self?.flush() }
    }

    private func flush() {
        clean()
        if isFlushDeferred { log.begin() }
        isFlushDeferred = false
    }

    /// Tries twice, because many an error passes, the second time with a new connection: a transaction may be stuck in the old one.
    private func attempt<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(Failure) -> Value {
        do throws(Failure) {
            return try attemptOnce(body)
        } catch {
            connection = nil
            guard error.mayPass else { throw error }
            return try attemptOnce(body)
        }
    }

    private func attemptOnce<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(Failure) -> Value {
        let connection = try open()
        do throws(SQLiteError) {
            return try body(connection)
        } catch {
            throw .sqlite(error)
        }
    }

    /// Reads without creating a lock or a log. Nil if that fails, too.
    private func readOnly<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) -> Value? {
        for isAlone in [false, true] {
            guard let connection = try? SQLiteConnection(reading: path, isAlone: isAlone),
                (try? Self.failure(with: connection) == nil) == true, let value = try? body(connection)
            else { continue }
            return value
        }
        return nil
    }

    private func cannotUse(_ failure: Failure) -> StorageFailure { .gamesNotUsable(path: path, failure.reason) }
}

// MARK: - Looking at it

extension GameDatabase {
    /// Why the database cannot be used; nil if it can, or if there is none. Changes nothing.
    package func problem() -> StorageFailure? {
        guard exists else { return nil }
        if let obstacle = DatabaseFiles.obstacle(at: path) { return .gamesNotUsable(path: path, obstacle) }
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(reading: path, isAlone: access(path + "-wal", F_OK) != 0)
            return try Self.failure(with: connection).map(cannotUse)
        } catch {
            return cannotUse(.sqlite(error))
        }
    }
}

// MARK: - Opening

extension GameDatabase {
    /// Why the database cannot be used.
    private enum Failure: Error {
        case sqlite(SQLiteError)
        /// The folder cannot be created, with this errno.
        case noFolder(Int32)
        /// The file is not a database of ours.
        case mismatch(StorageFailure.Mismatch)
        /// A later version of this program wrote it and may use it again.
        case newer
        /// It is a symbolic link, or no file.
        case obstacle(StorageFailure.Reason)

        /// Why the file has to be renamed; nil if renaming would not help.
        var mismatch: StorageFailure.Mismatch? {
            switch self {
            case .sqlite(let error): error.isDamage ? .damaged : nil
            case .noFolder, .newer, .obstacle: nil
            case .mismatch(let mismatch): mismatch
            }
        }

        /// Whether it may go well the next time: SQLite calls an error of reading damage, too. A full disk stays full, and for another
        /// program's lock we have waited already.
        var mayPass: Bool {
            switch self {
            case .sqlite(let error): ![.inUse, .diskFull].contains(error.reason)
            case .noFolder: true
            case .mismatch, .newer, .obstacle: false
            }
        }

        /// Whether only writing failed, and the file can still be read.
        var isReadOnly: Bool {
            if case .sqlite(let error) = self { error.isForWriting } else { false }
        }

        var reason: StorageFailure.Reason {
            switch self {
            case .sqlite(let error): error.isDamage ? .mismatch(.damaged) : error.reason
            case .noFolder(let code): .other(systemMessage(for: code))
            case .mismatch(let mismatch): .mismatch(mismatch)
            case .newer: .newer
            case .obstacle(let reason): reason
            }
        }
    }

    private func open() throws(Failure) -> SQLiteConnection {
        if let connection { return connection }
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        if let code = UserFolder.make(String(folder)) { throw .noFolder(code) }
        if let obstacle = DatabaseFiles.obstacle(at: path) { throw .obstacle(obstacle) }
        if doubt == .damaged { throw .mismatch(.damaged) }
        DatabaseFiles.secure(path)
        let connection: SQLiteConnection
        let failure: Failure?
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path: path)
            remember()
            failure = try prepare(connection)
        } catch {
            throw .sqlite(error)
        }
        if let failure { throw failure }
        remember()  // the log, too
        doubt = .none
        self.connection = connection
        return connection
    }

    private func remember() { known = DatabaseFiles(at: path) }

    /// Closes a database whose files were moved or changed since the last use. Its log is copied into the file, wherever that is now, but
    /// not deleted: a log of that name may belong to another database by now.
    private func checkPlace() {
        let now = DatabaseFiles(at: path)
        guard let known, now != known, known.main != nil || connection != nil else { return }
        untold = now.main == nil && !exists ? .gamesGone(path: path) : nil
        // Another program of ours may have changed the file. Damaged pages are found when it is opened again, but a new connection sees
        // neither a first page that is still in the log, nor that an empty file was once a database.
        let isEmptied = now.main != nil && now.length == 0 && known.length > 0
        let isDamaged = isEmptied || connection?.hasDamagedFile(ofLength: now.length, before: known.length) == true
        doubt = now.main == known.main && isDamaged ? .damaged : .changed
        guard let connection else { return }
        _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.leaveLog()
        self.connection = nil
    }

    /// What may be wrong with a file that was in use.
    private enum Doubt {
        case none
        /// It was changed, and has to be read through.
        case changed
        case damaged
    }

    /// Prepares a new connection; creates the tables in an empty file. Returns why the file cannot be used instead.
    private func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Failure? {
        if let failure = try Self.failure(with: connection) { return failure }
        if doubt == .changed, try !connection.isSound() { return .mismatch(.damaged) }
        // With Normal SQLite does not flush on commit: `log` does, after the screen was drawn.
        try connection.run("PRAGMA journal_mode = WAL")
        // Overwrites deleted rows: they may contain keys of finished games.
        try connection.run("PRAGMA secure_delete = ON")
        try connection.run("PRAGMA synchronous = \(deferFlush == nil ? "FULL" : "NORMAL")")
        try Self.createTables(connection)
        return nil
    }

    /// Two programs that start at the same time do this one after the other.
    private static func createTables(_ connection: SQLiteConnection) throws(SQLiteError) {
        guard try isEmpty(connection) else { return }
        try connection.transaction { () throws(SQLiteError) in
            guard try isEmpty(connection) else { return }
            for table in schema { try connection.run(table) }
            try connection.run("PRAGMA application_id = \(mark)")
            try connection.run("PRAGMA user_version = \(schemaVersion)")
        }
    }

    private static func isEmpty(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.run("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty
    }

    /// Why the file cannot be used; nil if it has our tables or is empty.
    private static func failure(with connection: SQLiteConnection) throws(SQLiteError) -> Failure? {
        // The tables are looked for first: the same transaction creates them and sets the mark and the version.
        if try isEmpty(connection) { return nil }
        guard try connection.run("PRAGMA application_id").first?.first?.integer == mark else { return .mismatch(.foreign) }
        let version = try connection.run("PRAGMA user_version").first?.first?.integer ?? 0
        return version == schemaVersion ? nil : version > schemaVersion ? .newer : .mismatch(.older)
    }
}

// MARK: - Setting aside

extension GameDatabase {
    /// Renames the file and its log to a name that is free. Returns the failure that says so.
    private func setAside(_ mismatch: StorageFailure.Mismatch) throws(StorageFailure) -> StorageFailure {
        connection = nil
        defer { doubt = .none }
        // If another program was faster, the file at this path is a new one.
        guard let file, FileIdentity(of: path) == file else { return .gamesSetAside(path: path, mismatch, name: nil) }
        let free = freePath(mismatch)
        for ending in ["-wal", "-shm", ""] where isThere(path + ending) && rename(path + ending, free + ending) != 0 {
            throw .gamesInTheWay(path: path, mismatch, .other(systemMessage(for: errno)))
        }
        known = nil
        let name = free[free.index(after: free.lastIndex(of: "/") ?? free.startIndex)...]
        return .gamesSetAside(path: path, mismatch, name: String(name))
    }

    /// games-damaged-1.db and so on.
    private func freePath(_ mismatch: StorageFailure.Mismatch) -> String {
        let stem = path.hasSuffix(".db") ? String(path.dropLast(3)) : path
        var number = 1
        while isThere("\(stem)-\(mismatch.rawValue)-\(number).db") { number += 1 }
        return "\(stem)-\(mismatch.rawValue)-\(number).db"
    }

    /// Whether there is a file, also if that cannot be told.
    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) }
}

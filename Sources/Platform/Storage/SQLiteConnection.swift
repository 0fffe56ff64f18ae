// A connection to a SQLite database.

import CSQLite
import Glibc
import Session
import Wire

/// A value in a row.
enum SQLiteValue: Equatable {
    case integer(Int)
    case text(String)
    /// The bytes of a secret text, such as a key in hexadecimal. Only SQLite makes copies of them. A statement reads one with
    /// CAST(… AS BLOB).
    case secret(SecretBytes)
    /// NULL, or a type that our tables do not use.
    case null

    /// The integer; nil for other types.
    var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The text; nil for other types.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The secret; nil for other types.
    var secret: SecretBytes? {
        guard case .secret(let bytes) = self else { return nil }
        return bytes
    }

    /// An integer, or NULL for nil.
    static func number(_ number: Int?) -> SQLiteValue { number.map(SQLiteValue.integer) ?? .null }
}

/// An error of SQLite.
struct SQLiteError: Error {
    /// The extended result code (https://www.sqlite.org/rescode.html).
    let code: Int32
    /// The errno behind it, or 0.
    let systemCode: Int32

    /// Whether the file is damaged or not a database.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }

    /// Whether the reason may be that nothing can be written here.
    var isForWriting: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xFF) }

    /// The reason as it is shown to the player.
    var reason: StorageFailure.Reason {
        switch code & 0xFF {
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse
        case SQLITE_CANTOPEN, SQLITE_IOERR: systemCode == 0 ? .cannotOpen : .other(systemMessage(for: systemCode))
        default: .other(String(cString: sqlite3_errstr(code)))
        }
    }
}

/// An open database. It is used from one thread and closed when it is released.
final class SQLiteConnection {
    private let handle: OpaquePointer
    /// Prepared statements by their text: preparing would be most of the work of saving a move.
    private var statements: [String: OpaquePointer] = [:]
    /// How long to wait for another program's transaction, in milliseconds.
    private static let timeout: Int32 = 250
    /// Configures SQLite to wipe memory that it frees and to allocate little, unless SQLite is already in use.
    private static let isMemoryOurs = sqlite_wipe_what_is_freed() == SQLITE_OK && sqlite_take_small_pieces() == SQLITE_OK

    /// Opens the database at `path`; creates an empty one if there is none.
    convenience init(path: String) throws(SQLiteError) {
        try self.init(opening: path, at: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens an existing database for reading. `isAlone`: assumes that no other program uses it and ignores its log, so that
    /// nothing has to be written.
    convenience init(reading path: String, isAlone: Bool) throws(SQLiteError) {
        // All other characters may have a meaning in a URI (https://www.sqlite.org/uri.html).
        let escaped = path.utf8.map { byte in
            switch byte {
            case 0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(Unicode.Scalar(byte))
            default: "%" + Hexadecimal.text([byte])
            }
        }
        try self.init(
            opening: "file:\(escaped.joined())" + (isAlone ? "?immutable=1" : ""), at: path,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    private init(opening name: String, at path: String, _ access: Int32) throws(SQLiteError) {
        _ = Self.isMemoryOurs
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code: code, systemCode: Self.reason(handle.map { sqlite3_system_errno($0) } ?? 0, path))
            sqlite3_close(handle)
            throw error
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, Self.timeout)
    }

    /// If SQLite cannot create a file it reports that there is none; access(2) of the directory tells why.
    private static func reason(_ code: Int32, _ path: String) -> Int32 {
        guard code == ENOENT else { return code }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return access(folder, W_OK | X_OK) == 0 ? code : errno
    }

    /// Whether the file, without its log, has lost its header or its end. The file may be shorter than its header says while another
    /// program copies the log into it, and shorter than before after a VACUUM.
    func hasDamagedFile(ofLength length: Int, before: Int) -> Bool {
        let whole = Int(sqlite_length_by_header(handle))
        return whole < 0 || length < min(whole, before)
    }

    /// Reads the whole database. SQLite describes an error of reading like damage, so damage is what it finds twice.
    func isSound() throws(SQLiteError) -> Bool {
        for _ in 1...2 where try run("PRAGMA quick_check(1)") == [[.text("ok")]] { return true }
        return false
    }

    /// Keeps the log when the database is closed.
    func leaveLog() {
        var isKept: Int32 = 1
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }

    isolated deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs one statement with values for its question marks; returns its rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
            withExtendedLifetime(values) {}
        }
        for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), in: statement) }
        var rows: [[SQLiteValue]] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw error(code) }
            rows.append((0..<sqlite3_column_count(statement)).map { Self.value(in: statement, column: $0) })
            // A text for which there is no memory looks like NULL.
            if sqlite3_errcode(handle) & 0xFF == SQLITE_NOMEM { throw error(SQLITE_NOMEM) }
        }
    }

    /// The number of rows that the last writing statement changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }
    /// The number of the row that was inserted last.
    var newRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

    private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer? {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        statements[sql] = statement
        return statement
    }

    /// Runs `body` in a transaction and rolls back if it throws.
    func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    private func bind(_ value: SQLiteValue, to index: Int32, in statement: OpaquePointer?) throws(SQLiteError) {
        switch value {
        case .integer(let number): try check(sqlite3_bind_int64(statement, index, Int64(number)))
        case .text(let text): try check(sqlite_bind_copy(statement, index, text, Int32(text.utf8.count)))
        // Not copied: the value outlives the statement's run.
        case .secret(let bytes):
            let count = bytes.count
            try check(
                bytes.withBytes { bytes in
                    bytes.withMemoryRebound(to: CChar.self, capacity: count) {
                        sqlite3_bind_text(statement, index, $0, Int32(count), nil)
                    }
                })
        case .null: try check(sqlite3_bind_null(statement, index))
        }
    }

    private static func value(in statement: OpaquePointer?, column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(Int(sqlite3_column_int64(statement, column)))
        case SQLITE_TEXT: sqlite3_column_text(statement, column).map { .text(String(cString: $0)) } ?? .null
        case SQLITE_BLOB: .secret(secret(in: statement, column: column))
        default: .null
        }
    }

    private static func secret(in statement: OpaquePointer?, column: Int32) -> SecretBytes {
        let bytes = sqlite3_column_blob(statement, column)
        return SecretBytes(count: Int(sqlite3_column_bytes(statement, column))) { memory in
            if let bytes {
                UnsafeMutableRawPointer(memory).copyMemory(from: bytes, byteCount: Int(sqlite3_column_bytes(statement, column)))
            }
        }
    }

    private func check(_ code: Int32) throws(SQLiteError) { if code != SQLITE_OK { throw error(code) } }

    private func error(_ code: Int32) -> SQLiteError { SQLiteError(code: code, systemCode: sqlite3_system_errno(handle)) }
}

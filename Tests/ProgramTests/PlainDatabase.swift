// A database through SQLite itself: statements in, rows of text out.

import CSQLite
import TestSupport

/// An open database; closed when it is let go.
final class PlainDatabase {
    private var handle: OpaquePointer?

    /// Opens what is at `path`.
    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { throw failure(path) }
    }

    deinit { sqlite3_close(handle) }

    /// Runs one statement; its rows, NULL as "NULL".
    @discardableResult
    func run(_ statement: String) throws -> [[String]] {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else { throw failure(statement) }
        defer { sqlite3_finalize(prepared) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(prepared)).map { column in
                        sqlite3_column_text(prepared, column).map { String(cString: $0) } ?? "NULL"
                    })
            case SQLITE_DONE: return rows
            default: throw failure(statement)
            }
        }
    }

    private func failure(_ what: String) -> PseudoTerminalFailure {
        PseudoTerminalFailure(description: "\(what): \(String(cString: sqlite3_errmsg(handle)))")
    }
}

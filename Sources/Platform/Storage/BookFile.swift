// Finds and reads the file of the opening book.

import Engine
import Glibc

/// The opening book's file.
package nonisolated enum BookFile {
    /// The result of reading it.
    package enum Finding: Sendable {
        /// It was read.
        case read(Book, path: String)
        /// It exists but cannot be read.
        case unreadable(path: String)
        /// It exists but is not a book.
        case useless(path: String, BookError)
        /// There is none.
        case missing
    }

    /// The file's name.
    static let name = "opening.book"
    /// The largest size of a book.
    static let sizeLimit = 8 << 20

    /// The file at FOURINAROW_BOOK; else next to the program; else in the source tree. Nil where there is none.
    static var path: String? { installedPath(of: name, named: "FOURINAROW_BOOK", or: ["../../../Resources/"], R_OK) }

    /// Reads it.
    package static func read() -> Finding {
        guard let path else { return .missing }
        guard let bytes = try? readFile(path, upTo: sizeLimit) else { return .unreadable(path: path) }
        do throws(BookError) {
            return .read(try Book(bytes: bytes), path: path)
        } catch {
            return .useless(path: path, error)
        }
    }

    /// The book; nil if there is none. Without it, searches are slower but just as exact.
    package static func book() -> Book? {
        if case .read(let book, _) = read() { return book }
        return nil
    }
}

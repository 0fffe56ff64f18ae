// The opening book's file: where it is and what is wrong with it. It knows no scores.

import Engine
import Glibc

/// The file of the opening book.
package nonisolated enum BookFile {
    /// How reading it went.
    package enum Finding: Sendable {
        /// It is there and whole.
        case read(Book, path: String)
        /// It is there and cannot be read.
        case unreadable(path: String)
        /// It is there and no book.
        case useless(path: String, BookError)
        /// It is nowhere.
        case missing
    }

    /// Its name.
    static let name = "opening.book"
    /// A longer file is not one of ours.
    static let sizeLimit = 8 << 20

    /// Reads it: where FOURINAROW_BOOK says; else beside the game; else where `make install` puts it; else in the sources that
    /// the game was built from.
    package static func read() -> Finding {
        let places = ["", "../share/fourinarow/", "../../../Resources/"]
        guard let path = Executable.path(of: name, named: "FOURINAROW_BOOK", in: places, R_OK) else { return .missing }
        guard let bytes = try? readFile(path, upTo: sizeLimit) else { return .unreadable(path: path) }
        do throws(BookError) {
            return .read(try Book(bytes: bytes), path: path)
        } catch {
            return .useless(path: path, error)
        }
    }

    /// The book; nil where there is none to use: the search is slower then, and as right.
    package static func book() -> Book? {
        if case .read(let book, _) = read() { return book }
        return nil
    }
}

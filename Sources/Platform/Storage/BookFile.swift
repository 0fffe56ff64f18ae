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
        guard let path = path() else { return .missing }
        guard let bytes = bytes(of: path) else { return .unreadable(path: path) }
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

    private static func path() -> String? {
        if let named = getenv("FOURINAROW_BOOK") { return String(cString: named) }
        guard let directory = Executable.directory() else { return nil }
        let places = ["", "../share/fourinarow/", "../../../Resources/"]
        return places.map { "\(directory)/\($0)\(name)" }.first { access($0, R_OK) == 0 }
    }

    private static func bytes(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= sizeLimit else { return nil }
        let size = Int(facts.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { room, count in
            while count < size, let base = room.baseAddress {
                let more = Glibc.read(file, base + count, size - count)
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { break }
                count += more
            }
        }
    }
}

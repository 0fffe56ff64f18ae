// Reads a password from a file that only the player may read.

import Glibc
import Session

/// Password files.
enum PasswordFile {
    private static let sizeLimit = 1 << 10

    /// The first line of a file.
    static func password(in path: String) throws(BrokerTrouble) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .noPassword(path: path) }
        guard facts.st_mode & 0o077 == 0 else { throw .passwordOpenToOthers(path: path) }
        guard let bytes = try? readFile(path, upTo: sizeLimit), let text = String(validating: bytes, as: UTF8.self),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .noPassword(path: path) }
        return String(line)
    }
}

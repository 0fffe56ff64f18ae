// Writes an exported game into the working directory.

import Glibc
import Session

extension LinuxEnvironment {
    /// Writes into the working directory.
    package func export(_ text: String, as name: String) throws(StorageFailure) -> String {
        try Self.export(text, as: name, to: Self.workingFolder)
    }

    /// Writes a new file with permissions for the player only and returns its path. Never overwrites a file or follows a link, and
    /// leaves no incomplete file.
    static func export(_ text: String, as name: String, to folder: String) throws(StorageFailure) -> String {
        let path = folder + "/" + name
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        var code = writeAll(Array(text.utf8), to: descriptor)
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else {
            unlink(path)
            throw failure(path, code)
        }
        return path
    }

    /// The working directory; "." if it was deleted.
    private static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path) == "/" ? "" : String(cString: path)
    }

    private static func failure(_ path: String, _ code: Int32) -> StorageFailure {
        code == EEXIST
            ? .fileIsThere(path: path) : .fileNotWritten(path: path, .other(systemMessage(for: code)))
    }
}

// A file for the player to take along, in the folder where the program was started. It knows nothing of what is in it.

import Glibc
import Session

/// A new file in the working folder.
enum ExportedFile {
    /// Writes it, for the player alone, and returns its path. Nothing that was there before is touched, no link is followed, and no half of
    /// a file stays.
    static func write(_ text: String, as name: String, in folder: String = working) throws(StorageFailure) -> String {
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

    /// The working folder; where it was removed meanwhile, the name for it that the system calls know.
    static var working: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path) == "/" ? "" : String(cString: path)
    }

    private static func failure(_ path: String, _ code: Int32) -> StorageFailure {
        code == EEXIST
            ? .fileIsThere(path: path) : .fileNotWritten(path: path, .other(systemWords(for: code)))
    }
}

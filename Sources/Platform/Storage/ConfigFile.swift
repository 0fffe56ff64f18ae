// Reads the text of the config file, and replaces it in such a way that a crash or a full disk cannot damage it.

import Glibc
import Session

/// The config file.
package final class ConfigFile {
    /// The largest size that is read.
    static let sizeLimit = 1 << 16

    /// The file's path.
    package let path: String

    /// The file at `path`; nil: `$XDG_CONFIG_HOME/fourinarow/config`, or `~/.config/fourinarow/config`.
    package init(path: String? = nil) { self.path = path ?? UserFolder.config.path + "/fourinarow/config" }

    // MARK: Reading

    /// The file's text; nil if there is no file.
    package func read() throws(StorageFailure) -> String? {
        do throws(ReadFailure) {
            return String(decoding: try readFile(path, upTo: Self.sizeLimit), as: UTF8.self)
        } catch {
            switch error {
            case .system(ENOENT), .system(ENOTDIR): return nil
            case .system(let code): throw .settingsNotRead(path: path, .other(systemMessage(for: code)))
            case .noFile: throw .settingsNotRead(path: path, .noFile)
            case .tooLong: throw .settingsNotRead(path: path, .tooLong(kibibytes: Self.sizeLimit >> 10))
            }
        }
    }

    // MARK: Writing

    /// The directory in which `write` replaces the file; nil if it must not.
    var directory: String? { (try? resolved()).map(Self.directory) }

    private static func directory(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// Replaces the file by renaming: after a crash it has either the old or the new text.
    package func write(_ text: String) throws(StorageFailure) {
        let target = try resolved()
        let directory = Self.directory(of: target)
        if let reason = UserFolder.make(directory) { throw cannotWrite(reason) }
        var name = Array((directory + "/.config-XXXXXX").utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw cannotWrite(errno) }
        let temporary = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let code = fill(descriptor, with: Array(text.utf8), like: target)
        guard code == 0, rename(temporary, target) == 0 else {
            let reason = code == 0 ? errno : code
            unlink(temporary)
            throw cannotWrite(reason)
        }
        sync(directory)
    }

    /// The target of a symbolic link, for players who keep their settings in a repository. A link made by another user is
    /// refused: it may lead to any file of the player.
    private func resolved() throws(StorageFailure) -> String {
        var facts = stat()
        let isLink = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
        if isLink && facts.st_uid != geteuid() { throw .settingsNotKept(path: path, .foreignLink) }
        guard let real = realpath(path, nil) else {
            if errno != ENOENT { throw cannotWrite(errno) }
            return path
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// Writes and flushes the file, then closes it; returns an errno, or 0.
    private func fill(_ descriptor: Int32, with bytes: [UInt8], like old: String) -> Int32 {
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var facts = stat()
        if stat(old, &facts) == 0, fchmod(descriptor, facts.st_mode & 0o7777) != 0 { return errno }
        let code = writeAll(bytes, to: descriptor)
        return code != 0 || fsync(descriptor) == 0 ? code : errno
    }

    /// Makes the renaming durable; without it the file is still intact after a power cut.
    private func sync(_ directory: String) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func cannotWrite(_ code: Int32) -> StorageFailure {
        .settingsNotKept(path: path, .other(systemMessage(for: code)))
    }
}

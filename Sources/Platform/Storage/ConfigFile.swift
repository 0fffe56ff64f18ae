// The config file as text: where it is, reading it, and writing it so that a crash or a full disk leaves the old one whole. It does
// not know what the text means.

import Glibc
import Session

/// A text file of the player's.
package final class ConfigFile {
    /// A longer file is not one of ours.
    static let sizeLimit = 1 << 16

    /// Where it is.
    package let path: String

    /// The file at `path`; nil: `$XDG_CONFIG_HOME/fourinarow/config`, or `~/.config/fourinarow/config`.
    package init(path: String? = nil) { self.path = path ?? UserFolder.config.path + "/fourinarow/config" }

    // MARK: Reading

    /// The text; nil where there is no such file.
    package func read() throws(StorageFailure) -> String? {
        do throws(ReadFailure) {
            return String(decoding: try readFile(path, upTo: Self.sizeLimit), as: UTF8.self)
        } catch {
            switch error {
            case .system(ENOENT), .system(ENOTDIR): return nil
            case .system(let code): throw .settingsNotRead(path: path, .other(systemWords(for: code)))
            case .noFile: throw .settingsNotRead(path: path, .noFile)
            case .tooLong: throw .settingsNotRead(path: path, .tooLong(kibibytes: Self.sizeLimit >> 10))
            }
        }
    }

    // MARK: Writing

    /// Replaces the text, in one step: whoever reads meanwhile, and whoever comes after a crash, finds the old or the new.
    package func write(_ text: String) throws(StorageFailure) {
        let target = try resolved()
        let directory = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
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

    /// The file itself where the path is a symbolic link to it, as it is for those who keep their settings in a repository: the link
    /// stays. One that somebody else made may lead to any file of the player's, and is not followed.
    private func resolved() throws(StorageFailure) -> String {
        var facts = stat()
        let isLink = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
        if isLink && facts.st_uid != geteuid() { throw .settingsNotKept(path: path, .foreignLink) }
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Writes everything down to the disk and closes; an errno, or 0.
    private func fill(_ descriptor: Int32, with bytes: [UInt8], like old: String) -> Int32 {
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var facts = stat()
        if stat(old, &facts) == 0, fchmod(descriptor, facts.st_mode & 0o7777) != 0 { return errno }
        let code = writeAll(bytes, to: descriptor)
        return code != 0 || fsync(descriptor) == 0 ? code : errno
    }

    /// Makes the renaming last through a power cut; where that cannot be, the file is still whole.
    private func sync(_ directory: String) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func cannotWrite(_ code: Int32) -> StorageFailure {
        .settingsNotKept(path: path, .other(systemWords(for: code)))
    }
}

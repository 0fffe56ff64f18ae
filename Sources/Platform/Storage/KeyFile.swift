// The player's key, in a file next to the database. It is created once, readable by the player only, and never a symbolic link.

import CSodium
import Glibc
import Session
import Wire

/// The file with the player's key: a seed of 64 hexadecimal digits.
struct KeyFile {
    /// The file's path.
    let path: String
    private static let seedLength = 32
    private static let sizeLimit = 1 << 10

    /// Reads the key; creates one if there is none.
    func key() throws(StorageFailure) -> PlayerKey {
        if access(path, F_OK) != 0 { try make() }
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw failure(errno) }
        if facts.st_mode & S_IFMT == S_IFLNK { throw .keyNotUsable(path: path, .link) }
        if facts.st_mode & 0o077 != 0 { fchmodat(AT_FDCWD, path, 0o600, AT_SYMLINK_NOFOLLOW) }
        let digits: [UInt8]
        do throws(ReadFailure) {
            digits = try readFile(path, upTo: Self.sizeLimit)
        } catch {
            if case .system(let code) = error { throw failure(code) }
            digits = []
        }
        guard digits.last == 0x0A, let seed = Hexadecimal.bytes(SecretBytes(digits.dropLast()), count: Self.seedLength) else {
            throw .keyNotUsable(path: path, .mismatch(.damaged))
        }
        return PlayerKey(seed: seed)
    }

    /// If another program creates the file at the same time, its key is used.
    private func make() throws(StorageFailure) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if let code = UserFolder.make(folder) { throw failure(code) }
        let draft = "\(path)-\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { unlink(draft) }
        var code = writeAll(
            Hexadecimal.digits(SecretBytes(SodiumSeals.randomBytes(Self.seedLength))).copy + [0x0A], to: descriptor)
        if code == 0, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, link(draft, path) != 0, errno != EEXIST { code = errno }
        if code != 0 { throw failure(code) }
    }

    private func failure(_ code: Int32) -> StorageFailure { .keyNotUsable(path: path, .other(systemMessage(for: code))) }
}

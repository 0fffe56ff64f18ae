// The files of a SQLite database: their identity, permissions, and that none is a symbolic link. An existing file is never
// opened here, because closing it would drop SQLite's locks.

import Glibc
import Session

/// A database's files as they were at one moment: the database, its log, and the log's index.
nonisolated struct DatabaseFiles: Equatable {
    /// What SQLite appends to the path for each file.
    static let endings = ["", "-wal", "-shm"]

    private let identities: [FileIdentity?]
    /// The length of the database in bytes; 0 if there is none.
    let length: Int
    /// When the database was written to. Its log is written to with every move, the database itself seldom.
    private let seconds, nanoseconds: Int

    /// The files at `path` now.
    init(at path: String) {
        let facts = Self.endings.map { ending in
            var facts = stat()
            return stat(path + ending, &facts) == 0 ? facts : nil
        }
        identities = facts.map { $0.map(FileIdentity.init) }
        length = facts[0].map { Int($0.st_size) } ?? 0
        (seconds, nanoseconds) = facts[0].map { ($0.st_mtim.tv_sec, $0.st_mtim.tv_nsec) } ?? (0, 0)
    }

    /// The database itself.
    var main: FileIdentity? { identities[0] }

    /// Why the files at a path are no database: one of them is a symbolic link, whose owner could choose where we write, or no file, such
    /// as a pipe, which SQLite would wait for. Nil if they may be one, or if there are none.
    static func obstacle(at path: String) -> StorageFailure.Reason? {
        let kinds = modes(at: path).compactMap { $0.map { $0 & S_IFMT } }
        return kinds.contains(S_IFLNK) ? .link : kinds.allSatisfy { $0 == S_IFREG } ? nil : .noFile
    }

    private static func modes(at path: String) -> [mode_t?] {
        endings.map { ending in
            var facts = stat()
            return lstat(path + ending, &facts) == 0 ? facts.st_mode : nil
        }
    }

    /// Creates an empty file if there is none, and removes the permissions of others, because the database contains keys.
    static func secure(_ path: String) {
        let modes = modes(at: path)
        if modes[0] == nil {
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file >= 0 { close(file) }
        }
        for (ending, mode) in zip(endings, modes) {
            guard let mode, mode & S_IFMT == S_IFREG, mode & 0o077 != 0 else { continue }
            fchmodat(AT_FDCWD, path + ending, 0o600, AT_SYMLINK_NOFOLLOW)
        }
    }
}

/// The identity of a file.
nonisolated struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t

    /// Nil if there is no file.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// What stat(2) says.
    init(_ facts: stat) { (device, node) = (facts.st_dev, facts.st_ino) }
}

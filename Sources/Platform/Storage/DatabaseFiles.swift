// The files of a database as the file system has them: which they are, that no link leads elsewhere, and that they are the player's
// alone. It knows no tables, and opens none that is there: closing it would take away SQLite's locks.

import Glibc

/// Which files stand in a database's place: its own, its log, and the index of that.
nonisolated struct DatabaseFiles: Equatable {
    /// What SQLite adds to the path for each.
    static let endings = ["", "-wal", "-shm"]

    private let identities: [FileIdentity?]

    /// Those that are there now.
    init(at path: String) { identities = Self.endings.map { FileIdentity(of: path + $0) } }

    /// The database itself.
    var main: FileIdentity? { identities[0] }

    /// Makes an empty file where there is none, and takes everybody else's rights from those that are there: the keys of games on the
    /// network are in them. False where one is a link: then nothing is touched.
    static func secure(_ path: String) -> Bool {
        var modes: [mode_t?] = []
        for ending in endings {
            var facts = stat()
            modes.append(lstat(path + ending, &facts) == 0 ? facts.st_mode : nil)
        }
        if modes.contains(where: { $0.map { $0 & S_IFMT == S_IFLNK } ?? false }) { return false }
        if modes[0] == nil {
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file >= 0 { close(file) }
        }
        for (ending, mode) in zip(endings, modes) {
            guard let mode, mode & S_IFMT == S_IFREG, mode & 0o077 != 0 else { continue }
            fchmodat(AT_FDCWD, path + ending, 0o600, AT_SYMLINK_NOFOLLOW)
        }
        return true
    }
}

/// Which file a path leads to.
nonisolated struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t

    /// Nil where there is none.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        (device, node) = (facts.st_dev, facts.st_ino)
    }
}

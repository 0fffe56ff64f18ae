// What a process may do with files: a rule set of landlock(7). Reading and listing are never restricted.

import CLinux
import Glibc

/// Kinds of access to files, as bits of Landlock.
nonisolated struct FileAccess: OptionSet {
    let rawValue: UInt64

    static let execute = Self(rawValue: 1 << 0)
    static let write = Self(rawValue: 1 << 1)
    static let removeFile = Self(rawValue: 1 << 5)
    static let makeFile = Self(rawValue: 1 << 8)
    /// Since version 3.
    private static let truncate = Self(rawValue: 1 << 14)
    /// ioctl(2) on devices, since version 5.
    private static let control = Self(rawValue: 1 << 15)

    /// Everything with regular files in a folder.
    static let keepFiles: Self = [.write, .truncate, .makeFile, .removeFile]
    /// Writing to a device.
    static let useDevice: Self = [.write, .control]

    /// What this version of Landlock can refuse, but for reading and listing. To move files to other folders is bit 13: that is
    /// refused without being named.
    static func all(in version: Int32) -> Self {
        let first = Self(rawValue: (1 << 13) - 1 - 1 << 2 - 1 << 3)
        return first.union(version >= 3 ? .truncate : []).union(version >= 5 ? .control : [])
    }
}

/// Rules that hold once they are enforced: what no rule allows is refused.
nonisolated struct FileRules: ~Copyable {
    private let ruleset: Int32
    private let all: FileAccess

    /// No rules yet; nil if the kernel has no Landlock (5.13).
    init?() {
        let version = linux_landlock_version()
        guard version > 0 else { return nil }
        let all = FileAccess.all(in: version)
        let ruleset = linux_landlock_create(all.rawValue)
        guard ruleset >= 0 else { return nil }
        (self.all, self.ruleset) = (all, ruleset)
    }

    deinit { close(ruleset) }

    /// Allows access to a file, or to all files in a folder and below. A path without either is left out.
    func allow(_ access: FileAccess, at path: String) {
        let onlyPath: Int32 = 0o1000_0000  // O_PATH, which Swift's Glibc module does not have
        let file = open(path, onlyPath | O_CLOEXEC)
        guard file >= 0 else { return }
        allow(access, on: file)
        close(file)
    }

    /// The same for what is open. Pipes need no rule.
    func allow(_ access: FileAccess, on descriptor: Int32) {
        _ = linux_landlock_allow(ruleset, access.intersection(all).rawValue, descriptor)
    }

    /// Restricts this thread, and the threads and programs it starts, for good. Returns false if the kernel cannot. The process needs
    /// `linux_no_new_privileges`.
    func enforce() -> Bool { linux_landlock_restrict(ruleset) == 0 }
}

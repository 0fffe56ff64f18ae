// Finds files that were installed with the program.

import Glibc

/// The program's executable.
nonisolated enum Executable {
    /// The executable's directory with symbolic links resolved; nil if it is unknown.
    private static var directory: String? { directory(of: "/proc/self/exe") }

    /// The directory of a file with symbolic links resolved; nil if there is none.
    static func directory(of file: String) -> String? {
        guard let path = realpath(file, nil) else { return nil }
        defer { free(path) }
        let name = String(cString: path)
        return name.lastIndex(of: "/").map { String(name[..<$0]) }
    }

    /// The value of the environment's `variable`; else `file` in the executable's directory, where `make install` puts or links it; else
    /// in the first of `others` (relative to that directory) where it grants `access`. Nil: none.
    static func path(of file: String, named variable: String, or others: [String] = [], _ access: Int32) -> String? {
        getenv(variable).map { String(cString: $0) } ?? path(of: file, in: [""] + others, access)
    }

    /// The first of `places` (relative to the executable's directory) in which `file` grants `access`. Nil: none.
    static func path(of file: String, in places: [String], _ access: Int32) -> String? {
        guard let directory else { return nil }
        return places.map { "\(directory)/\($0)\(file)" }.first { Glibc.access($0, access) == 0 }
    }
}

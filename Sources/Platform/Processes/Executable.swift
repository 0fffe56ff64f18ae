// Where the running program is, and what came with it.

import Glibc

/// The program's own file.
nonisolated enum Executable {
    /// Its directory, symbolic links resolved; nil where the system does not say.
    private static var directory: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let name = String(cString: path)
        return name.lastIndex(of: "/").map { String(name[..<$0]) }
    }

    /// The path of `file`: what the environment's `variable` says; else in the first of `places`, seen from the program's directory,
    /// where it grants `access`. Nil: nowhere.
    static func path(of file: String, named variable: String, in places: [String], _ access: Int32) -> String? {
        getenv(variable).map { String(cString: $0) } ?? path(of: file, in: places, access)
    }

    /// The path of `file` in the first of `places`, seen from the program's directory, where it grants `access`. Nil: nowhere.
    static func path(of file: String, in places: [String], _ access: Int32) -> String? {
        guard let directory else { return nil }
        return places.map { "\(directory)/\($0)\(file)" }.first { Glibc.access($0, access) == 0 }
    }
}

// Finds files that were installed with the program.

import Glibc

/// The directory of a file with symbolic links resolved; nil if there is none.
nonisolated func directory(of file: String) -> String? {
    guard let path = realpath(file, nil) else { return nil }
    defer { free(path) }
    let name = String(cString: path)
    return name.lastIndex(of: "/").map { String(name[..<$0]) }
}

/// The value of the environment's `variable`; else `file` in the executable's directory, where `make install` puts or links it; else
/// in the first of `others` (relative to that directory) where it grants `access`. Nil: none.
nonisolated func installedPath(of file: String, named variable: String, or others: [String] = [], _ access: Int32) -> String? {
    getenv(variable).map { String(cString: $0) } ?? installedPath(of: file, in: [""] + others, access)
}

/// The first of `places` (relative to the executable's directory) in which `file` grants `access`. Nil: none.
nonisolated func installedPath(of file: String, in places: [String], _ access: Int32) -> String? {
    guard let folder = directory(of: "/proc/self/exe") else { return nil }
    return places.map { "\(folder)/\($0)\(file)" }.first { Glibc.access($0, access) == 0 }
}

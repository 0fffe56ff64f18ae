// Where the running program is.

import Glibc

/// The program's own file.
nonisolated enum Executable {
    /// Its directory, symbolic links resolved; nil where the system does not say.
    static func directory() -> String? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = room.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink("/proc/self/exe", $0, room.count) } ?? -1
        }
        guard count > 0, let slash = room[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: room[..<slash], as: UTF8.self)
    }
}

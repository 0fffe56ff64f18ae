// Where the helper program is. It starts nothing.

import Glibc

/// The helper `fourinarow-bonjour`.
enum BonjourHelper {
    /// Its path: what FOURINAROW_BONJOUR says; else beside the game; else where `make install` puts it. Nil: nowhere.
    static func path() -> String? {
        if let named = getenv("FOURINAROW_BONJOUR") { return String(cString: named) }
        guard let directory = executableDirectory() else { return nil }
        let places = ["", "../libexec/fourinarow/", "../lib/fourinarow/"]
        return places.map { "\(directory)/\($0)fourinarow-bonjour" }.first { access($0, X_OK) == 0 }
    }

    /// The directory of the running program, symbolic links resolved.
    private static func executableDirectory() -> String? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = room.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink("/proc/self/exe", $0, room.count) } ?? -1
        }
        guard count > 0, let slash = room[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: room[..<slash], as: UTF8.self)
    }
}

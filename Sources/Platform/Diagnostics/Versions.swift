// The versions of the libraries in use. They are asked at run time, since the system may have updated dynamic ones.

import CNcurses
import CSQLite
import CSodium
import Glibc
import Session

nonisolated extension Program {
    /// The names and versions of the libraries in use, in one line.
    package static var libraries: String {
        let libraries = [
            String(cString: curses_version()), "SQLite " + String(cString: sqlite3_libversion()),
            "libsodium " + String(cString: sodium_version_string()),
        ]
        return (["Swift " + swift, glibc] + libraries).joined(separator: ", ")
    }

    /// The Swift runtime has no version call; it is the compiler's.
    private static var swift: String {
        #if compiler(>=6.5)
            "after 6.4"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// For example "glibc 2.36".
    private static var glibc: String {
        var name = [UInt8](repeating: 0, count: 64)
        let length = name.withUnsafeMutableBytes { confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress, $0.count) }
        return String(decoding: name.prefix(max(0, min(length, name.count) - 1)), as: UTF8.self)
    }
}

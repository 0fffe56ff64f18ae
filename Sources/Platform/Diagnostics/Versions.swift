// What the program is made of, and which versions: each library is asked at run time, for where it is linked dynamically the system
// changes it. It knows nothing of what they are for.

import CNcurses
import CSQLite
import CSodium
import Glibc

/// The parts of the program that others made.
package enum Versions {
    /// Each with its version, in one line.
    package static var line: String {
        let libraries = [
            String(cString: curses_version()), "SQLite " + String(cString: sqlite3_libversion()),
            "libsodium " + String(cString: sodium_version_string()),
        ]
        return (["Swift " + swift, glibc] + libraries).joined(separator: ", ")
    }

    /// The Swift runtime does not tell; it is of the compiler's version.
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

    /// Such as "glibc 2.36".
    private static var glibc: String {
        var name = [UInt8](repeating: 0, count: 64)
        let length = name.withUnsafeMutableBytes { confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress, $0.count) }
        return String(decoding: name.prefix(max(0, min(length, name.count) - 1)), as: UTF8.self)
    }
}

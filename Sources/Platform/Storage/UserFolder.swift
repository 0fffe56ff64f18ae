// Where the player's files live (XDG Base Directory Specification, version 0.8), and the making of such folders. It knows no files.

import Glibc

/// A folder of the player's.
package enum UserFolder {
    /// For what the player chose.
    case config
    /// For what the program keeps for the player.
    case data

    /// Its absolute path. The specification has relative paths in the variables ignored; without HOME the user's entry in the
    /// password file says where home is.
    package var path: String {
        let (name, usual) = self == .config ? ("XDG_CONFIG_HOME", "/.config") : ("XDG_DATA_HOME", "/.local/share")
        return Self.path(override: Self.variable(name), home: Self.variable("HOME"), usual: usual)
    }

    /// Makes the folders of `path` that are missing, for the player alone, as the standard says; the errno where that cannot be.
    static func make(_ path: String) -> Int32? {
        var made = ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            let code = errno
            if access(made, F_OK) != 0 { return code }  // it exists on a read-only disk: EROFS comes first
        }
        return nil
    }

    static func path(override: String?, home: String?, usual: String) -> String {
        if let override, override.hasPrefix("/") { return override }
        let known = home.flatMap { $0.isEmpty ? nil : $0 } ?? homeInPasswordFile
        return (known ?? "") + usual
    }

    private static var homeInPasswordFile: String? { getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) } }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

// The player's directories (XDG Base Directory Specification 0.8).

import Glibc

/// A directory of the player.
package enum UserFolder {
    /// For settings.
    case config
    /// For data.
    case data

    /// The absolute path. Relative paths in the variables are ignored, as the specification says. Without HOME, the home
    /// directory of the password database is used.
    package var path: String {
        let (name, usual) = self == .config ? ("XDG_CONFIG_HOME", "/.config") : ("XDG_DATA_HOME", "/.local/share")
        return Self.path(override: Self.variable(name), home: Self.variable("HOME"), usual: usual)
    }

    /// Creates missing directories, with permissions for the player only. Returns an errno on failure.
    static func make(_ path: String) -> Int32? {
        var made = ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            let code = errno
            if access(made, F_OK) != 0 { return code }  // on a read-only disk EROFS is returned although it exists
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

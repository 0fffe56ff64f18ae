// Where the helper program is. It starts nothing.

import Glibc

/// The helper `fourinarow-bonjour`.
package enum BonjourHelper {
    /// Its path: what FOURINAROW_BONJOUR says; else beside the game; else where `make install` puts it. Nil: nowhere.
    package static func path() -> String? {
        if let named = getenv("FOURINAROW_BONJOUR") { return String(cString: named) }
        guard let directory = Executable.directory() else { return nil }
        let places = ["", "../libexec/fourinarow/", "../lib/fourinarow/"]
        return places.map { "\(directory)/\($0)fourinarow-bonjour" }.first { access($0, X_OK) == 0 }
    }
}

// A program that lacks a library is ended by the system's dynamic loader, which says so: here is what the player reads instead.

import Language

/// A library that is not on this machine.
struct MissingLibrary {
    /// The library's file, such as "libavahi-core.so.7".
    let name: String

    /// What the loader says: "PROGRAM: error while loading shared libraries: LIBRARY: cannot open …". Nil: that is something else.
    init?(complaint: String) {
        let parts = complaint.split(separator: ":").map { $0.drop { $0 == " " } }
        let words = "error while loading shared libraries"  // English
        guard let place = parts.firstIndex(of: words[...]), place + 1 < parts.count else { return nil }
        name = String(parts[place + 1])
    }

    /// The package in which Debian has the library: by its rules, the name is the library's with its number.
    var debianPackage: String {
        let parts = name.lowercased().split(separator: ".")
        guard let end = parts.firstIndex(of: "so"), end + 1 < parts.count else { return name }
        let stem = parts[..<end].joined(separator: ".")
        let others = ["libcrypto": "libssl", "libcares": "libc-ares"]
        return (others[stem] ?? stem) + (stem.last?.isNumber == true ? "-" : "") + parts[end + 1]
    }

    /// Why a program could not be started, given the system's words.
    static func reason(in words: String) -> String {
        guard let library = MissingLibrary(complaint: words) else { return words }
        return tr(
            "{library} is missing; Debian has it in {package}",
            ["library": library.name.plain, "package": library.debianPackage.plain])
    }
}

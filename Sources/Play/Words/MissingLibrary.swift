// A program that lacks a library is ended by the system's dynamic loader, which says so: here is what the player reads instead.

import Language

extension String {
    /// The system's words on a program that could not be started, as a reason: a library that is missing is named.
    var asStartFailure: String {
        guard let library = missingLibrary else { return self }
        return tr(
            "{library} is missing; Debian has it in {package}",
            ["library": library.plain, "package": library.debianPackage.plain])
    }

    /// The library's file, such as "libavahi-core.so.7", in what the loader says: "PROGRAM: error while loading shared libraries: LIBRARY: cannot
    /// open …". Nil: that is something else.
    private var missingLibrary: String? {
        let parts = split(separator: ":").map { $0.drop { $0 == " " } }
        let words = "error while loading shared libraries"  // English
        guard let place = parts.firstIndex(of: words[...]), place + 1 < parts.count else { return nil }
        return String(parts[place + 1])
    }

    /// The package in which Debian has the library of this file: by its rules, the name is the library's with its number.
    private var debianPackage: String {
        let parts = lowercased().split(separator: ".")
        guard let end = parts.firstIndex(of: "so"), end + 1 < parts.count else { return self }
        let stem = parts[..<end].joined(separator: ".")
        let others = ["libcrypto": "libssl", "libcares": "libc-ares"]
        return (others[stem] ?? stem) + (stem.last?.isNumber == true ? "-" : "") + parts[end + 1]
    }
}

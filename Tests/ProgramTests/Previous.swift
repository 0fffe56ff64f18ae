// The program of an earlier version, as `make previous` builds it. It knows where that is, and nothing of what it can do.

import Glibc
import TestSupport
import Testing

/// An earlier version of the program.
enum Previous {
    /// The program: what FOURINAROW_PREVIOUS names, or what `make previous` built.
    static let program = getenv("FOURINAROW_PREVIOUS").map { String(cString: $0) } ?? built
    /// Whether it is there.
    static let isThere = access(program, X_OK) == 0
    /// For `.enabled(if:)`.
    static let reason = "needs the program of an earlier version: make previous, or FOURINAROW_PREVIOUS=path"

    private static let built =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/.build/previous/build/debug/fourinarow"
}

/// Which of two players has the program of the earlier version.
enum Older: CaseIterable, CustomTestStringConvertible {
    case host, guest

    var testDescription: String { self == .host ? "the host's is the earlier one" : "the guest's is the earlier one" }
    /// The host's program.
    var host: String { self == .host ? Previous.program : Player.program }
    /// The guest's program.
    var guest: String { self == .guest ? Previous.program : Player.program }
}

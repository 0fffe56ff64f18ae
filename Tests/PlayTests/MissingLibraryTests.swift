// What a player reads where a helper lacks a library.

import Testing

@testable import Play

@MainActor struct MissingLibraryTests {
    @Test(arguments: [
        ("/x/fourinarow-bonjour: error while loading shared libraries: libavahi-core.so.7: cannot open", "libavahi-core7"),
        ("helper: error while loading shared libraries: libdbus-1.so.3: no such file", "libdbus-1-3"),
        ("helper: error while loading shared libraries: libcrypto.so.3: no such file", "libssl3"),
    ])
    func packages(complaint: String, package: String) {
        #expect(complaint.asStartFailure.hasSuffix("is missing; Debian has it in \(package)"))
    }

    @Test func otherWordsStay() {
        #expect("permission denied".asStartFailure == "permission denied")
    }
}

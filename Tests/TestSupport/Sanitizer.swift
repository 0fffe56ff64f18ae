// Whether the tests and the programs run with a sanitizer (`make sanitize`), and what cannot be measured then.

import Glibc

/// The sanitizer that all of this was built with.
package nonisolated enum Sanitizer: String, Sendable {
    case address
    case thread

    /// It; nil: none. Its runtime's own entry says so.
    package static let present: Sanitizer? =
        dlsym(nil, "__asan_init") != nil ? .address : dlsym(nil, "__tsan_init") != nil ? .thread : nil

    /// How many times as long everything may take.
    package static let slowness = present == nil ? 1 : 12

    /// Whether `what` cannot be judged here, and says so in the run's output, which `make sanitize` sums up.
    package static func leavesOut(_ what: String) -> Bool {
        guard let present else { return false }
        print("Left out with the \(present.rawValue) sanitizer: \(what)")
        return true
    }

    /// Why memory is not judged: a sanitizer keeps what is freed for a while, and shadows of everything.
    package static func leavesOutMemory(of program: String) -> Bool { leavesOut("how much memory \(program) holds") }
}

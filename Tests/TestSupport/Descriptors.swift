// Descriptors that are closed on exec from the start. Tests start programs on many threads at once: a child with a copy would keep a
// connection or pipe open after the test has closed its own.

import Glibc

// glibc functions that Swift's Glibc module does not export.
@_silgen_name("pipe2") nonisolated private func makePipe(_ ends: UnsafeMutablePointer<CInt>, _ flags: CInt) -> CInt
@_silgen_name("accept4") nonisolated private func accept(
    _ listener: CInt, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?, _ flags: CInt
) -> CInt

/// Making descriptors.
package nonisolated enum Descriptors {
    /// A pipe: the end to read from, then the one to write to. Throws where the process has too many descriptors.
    package static func pipe() throws -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [-1, -1]
        guard makePipe(&ends, O_CLOEXEC) == 0 else { throw PseudoTerminalFailure(description: "no pipe") }
        return (ends[0], ends[1])
    }

    /// A TCP socket; -1 where there is none to be had.
    package static func socket(family: CInt = AF_INET) -> CInt {
        Glibc.socket(family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// The next connection to a listening socket; -1 where accept(2) fails.
    package static func accept(from listener: CInt) -> CInt {
        TestSupport.accept(listener, nil, nil, CInt(SOCK_CLOEXEC.rawValue))
    }
}

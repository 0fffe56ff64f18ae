// The system calls that Swift's Glibc module does not show, and the few idioms every file with a descriptor needs.
// It knows no loop and no protocol.

import Glibc

/// signalfd(2): <sys/signalfd.h> is not in Swift's Glibc module. Plain integers and a pointer, so the conventions agree.
@_silgen_name("signalfd")
nonisolated func signalfd(_ descriptor: Int32, _ mask: UnsafePointer<sigset_t>, _ flags: Int32) -> Int32

/// eventfd(2): <sys/eventfd.h> is not in Swift's Glibc module either.
@_silgen_name("eventfd")
nonisolated func eventfd(_ count: UInt32, _ flags: Int32) -> Int32

/// The flags signalfd and eventfd take; the kernel defines both pairs as these.
nonisolated let quietDescriptorFlags = O_CLOEXEC | O_NONBLOCK

/// Makes a descriptor non-blocking and closed on exec. Only the main thread spawns, so nothing can slip through between.
nonisolated func makeQuiet(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

/// Writes all of `bytes` to a file; an errno, or 0.
package nonisolated func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
    }
    return 0
}

/// What the system calls an errno, without capital: "read-only file system".
package nonisolated func systemWords(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
}

// The few idioms that every file with a descriptor needs. It knows no loop and no protocol.

import Glibc

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

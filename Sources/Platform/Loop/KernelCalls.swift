// Small wrappers around system calls that several files need.

import Glibc

/// The flags for signalfd and eventfd: the kernel defines theirs with the same values.
nonisolated let nonBlockingFlags = O_CLOEXEC | O_NONBLOCK

/// Makes a descriptor non-blocking and close-on-exec. Only the main thread starts processes, so there is no race.
nonisolated func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

/// Writes all of `bytes`; returns an errno, or 0.
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

/// The system's message for an errno, without a capital: "read-only file system".
package nonisolated func systemMessage(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
}

/// Why a file cannot be read.
package nonisolated enum ReadFailure: Error {
    /// A system call failed with this errno.
    case system(Int32)
    /// It is not a regular file.
    case noFile
    /// It is longer than the limit.
    case tooLong
}

/// Reads the file at `path`, which may have at most `limit` bytes.
package nonisolated func readFile(_ path: String, upTo limit: Int) throws(ReadFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // does not block on a named pipe
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .system(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    guard facts.st_size <= limit else { throw .tooLong }
    var code: Int32 = 0
    // Files in /proc have a size of 0.
    let room = facts.st_size == 0 ? limit : Int(facts.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: room + 1) { room, count in
        while count < room.count {
            let more = read(file, room.baseAddress.map { $0 + count }, room.count - count)
            if more < 0, errno == EINTR { continue }
            if more < 0 { code = errno }
            if more <= 0 { return }
            count += more
        }
    }
    if code != 0 { throw .system(code) }
    guard bytes.count <= limit else { throw .tooLong }
    return bytes
}

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

/// Why a file's bytes are not to be had.
nonisolated enum ReadFailure: Error {
    /// With this errno.
    case system(Int32)
    /// It is a folder, a pipe or the like.
    case noFile
    /// It is longer than anything of ours.
    case tooLong
}

/// All bytes of the file at `path`, which are `limit` at most.
nonisolated func readFile(_ path: String, upTo limit: Int) throws(ReadFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // a pipe in its place must not hold us up
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .system(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    guard facts.st_size <= limit else { throw .tooLong }
    var code: Int32 = 0
    // Those of the kernel say that they are empty.
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

// The two pipes to the game: lines in on stdin, lines out on stdout. It must not know what the lines say.

import Glibc
import HelperProtocol

/// Lines from stdin.
struct LineInput {
    private var splitter = LineSplitter()

    /// Reads once, which waits where nothing is there: the lines that this ended. nil: the game is gone.
    mutating func read() -> [String]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
        return splitter.append(chunk[..<count])
    }
}

/// Lines to stdout, no faster than the game takes them.
struct LineOutput {
    /// A pipe that poll(2) calls writable takes so much without blocking (PIPE_BUF).
    private static let piece = 4096

    private var waiting: [UInt8] = []
    /// Whether the game reads no more.
    private(set) var isBroken = false

    /// Whether the game has not taken everything yet.
    var isWaiting: Bool { !waiting.isEmpty && !isBroken }

    /// Adds a line, and writes what the pipe takes now.
    mutating func write(_ line: String) {
        waiting += line.utf8
        flush()
    }

    /// Writes what the pipe takes now.
    mutating func flush() {
        var written = 0
        while written < waiting.count, isWritable() {
            let count = waiting.withUnsafeBufferPointer { bytes in
                Glibc.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, min(Self.piece, bytes.count - written))
            }
            if count < 0, errno != EINTR { isBroken = true }
            written += max(0, count)
        }
        waiting.removeFirst(written)
    }

    private mutating func isWritable() -> Bool {
        guard !isBroken else { return false }
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1 else { return false }
        isBroken = CInt(entry.revents) & (POLLERR | POLLNVAL) != 0
        return !isBroken
    }
}

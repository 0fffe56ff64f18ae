// A helper's two pipes to the game: commands come on stdin, events go to stdout, each a line.

import Glibc
import HelperProtocol

/// Reads and writes lines on stdin and stdout.
public struct GamePipes {
    /// A pipe that poll(2) calls writable takes this many bytes without blocking (PIPE_BUF).
    private static let chunk = 4096

    private var commands = LineSplitter()
    private var unsent: [UInt8] = []
    /// Whether the game closed its end of stdout.
    public private(set) var isBroken = false

    /// Nothing was read or written yet.
    public init() {}

    /// Whether the game has not read everything yet. Call `flush` when stdout is ready for POLLOUT.
    public var isFull: Bool { !unsent.isEmpty && !isBroken }

    /// Reads stdin once; blocks if nothing is there. Returns the lines that are complete now, nil once the game is gone.
    public mutating func read() -> [String]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
        return commands.append(bytes[..<count])
    }

    /// Adds a line, newline included, and writes what the pipe takes without blocking.
    public mutating func write(_ line: String) {
        unsent += line.utf8
        flush()
    }

    /// Writes what the pipe takes without blocking, and notices that the game closed its end.
    public mutating func flush() {
        var written = 0
        while isWritable(), written < unsent.count {
            let count = unsent.withUnsafeBufferPointer { bytes in
                Glibc.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, min(Self.chunk, bytes.count - written))
            }
            if count < 0, errno != EINTR { isBroken = true }
            written += max(0, count)
        }
        unsent.removeFirst(written)
    }

    private mutating func isWritable() -> Bool {
        guard !isBroken else { return false }
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1 else { return false }
        isBroken = CInt(entry.revents) & (POLLERR | POLLNVAL) != 0
        return !isBroken
    }
}

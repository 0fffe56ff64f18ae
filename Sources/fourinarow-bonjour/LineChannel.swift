// The two pipes to the game: lines in on stdin, lines out on stdout. It must not know what the lines say.

import Glibc

/// Reads lines, and writes lines no faster than the reader takes them. Nothing here ever blocks.
final class LineChannel {
    /// Linux takes a write of up to this many bytes (PIPE_BUF) to a pipe in one piece, and without blocking when poll(2) says so.
    static let longestLine = 4096

    /// A line came, without its newline; nil for one that was too long to be a command.
    var didRead: (String?) -> Void = { _ in }
    /// The game is gone: stdin ended or stdout broke.
    var didClose: () -> Void = {}

    private var unread: [UInt8] = []
    private var isSkipping = false
    private var output: Watch?

    /// A channel on stdin and stdout.
    init(loop: EventLoop) {
        loop.watch(STDIN_FILENO, for: POLLIN) { [unowned self] in read() }
        output = loop.watch(STDOUT_FILENO, for: 0) { [unowned self] in outputDidChange() }
    }

    /// Writes the lines that `next` gives, each in one write, until there is none or the pipe is full; the rest is asked for again when
    /// there is room. So what waits, waits with its source, which knows what has become stale.
    func drain(_ next: () -> String?) {
        while true {
            guard outputState() & POLLOUT != 0 else {
                output?.wait(for: POLLOUT)
                return
            }
            guard let line = next() else { return }
            write(line)
        }
    }
}

extension LineChannel {
    private func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { didClose() }
            return
        }
        for byte in chunk[..<count] { take(byte) }
    }

    private func take(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            didRead(isSkipping ? nil : String(decoding: unread, as: UTF8.self))
            unread.removeAll(keepingCapacity: true)
            isSkipping = false
        } else if unread.count < Self.longestLine {
            unread.append(byte)
        } else {
            isSkipping = true
        }
    }

    private func outputState() -> CInt {
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return Glibc.poll(&entry, 1, 0) == 1 ? CInt(entry.revents) : 0
    }

    private func outputDidChange() {
        output?.wait(for: 0)
        if outputState() & (POLLERR | POLLNVAL) != 0 { didClose() }
    }

    private func write(_ line: String) {
        let bytes = Array(line.utf8)
        if Glibc.write(STDOUT_FILENO, bytes, bytes.count) < 0 { didClose() }
    }
}

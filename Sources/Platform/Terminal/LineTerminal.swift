// Standard input and output in lines, for the program without a full screen: a terminal of any kind, a pipe or a file. What is read waits
// here until it is asked for; what is written never blocks the loop. It knows no meaning of a line.

import Glibc
import Play
import Screen

/// Lines in and out. One at a time.
package final class LineTerminal {
    /// Nobody reads what is written any more.
    package var didEnd: (() -> Void)?
    /// What it can show.
    package let glyphs: Glyphs

    private let loop: MainLoop
    private let isUTF8: Bool
    private let output: Int32
    private var readable: Watch?
    private var writable: Watch?
    /// Whether the input is over.
    private var hasEnded = false
    private var isGone = false
    /// The line that is being read, as far as it is kept.
    private var line: [UInt8] = []
    private var lines: [String] = []
    /// What is on its way out.
    private var leaving: [UInt8] = []

    /// The most bytes that are kept of a line.
    private static let longestLine = 1 << 12
    /// So many lines are read ahead, and so many bytes may wait to be written, before nothing more is read.
    private static let (mostLines, mostLeaving) = (64, 1 << 16)
    /// How long the way out waits for a reader that does not read, in milliseconds.
    private static let patience: Int32 = 250

    /// Reads from now on.
    package init(loop: MainLoop) {
        self.loop = loop
        isUTF8 = TerminalLocale.adopt().isUTF8
        glyphs = isUTF8 ? .unicode : .ascii
        signal(SIGPIPE, SIG_IGN)
        output = Self.openOutput()
        readable = loop.watch(STDIN_FILENO, .read) { [unowned self] _ in read() }
    }

    /// Whether all that was to be read has been.
    package var isAtEnd: Bool { hasEnded && lines.isEmpty }

    /// The next line that was read, without its end; nil while there is none.
    package func nextLine() -> String? {
        guard leaving.count < Self.mostLeaving, !lines.isEmpty else { return nil }
        defer { setInterest() }
        return lines.removeFirst()
    }

    /// Writes a line.
    package func say(_ text: String) {
        let scalars = text.unicodeScalars.map { isUTF8 || $0.isASCII ? $0 : "?" }
        put(Array(String(String.UnicodeScalarView(scalars)).utf8) + [UInt8(ascii: "\n")])
    }

    /// Rings the bell, where there is one.
    package func ringBell() { if isatty(STDOUT_FILENO) == 1 { put([7]) } }

    /// Nothing is read any more, and what was written leaves, if somebody reads it within a moment.
    package func restore() {
        readable?.cancel()
        writable?.cancel()
        var waited = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        while !isGone, !leaving.isEmpty, poll(&waited, 1, Self.patience) > 0 { flush() }
    }

    // MARK: Reading

    private func read() {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, count in
            let more = Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
            if more < 0 { code = errno }
            count = max(0, more)
        }
        if bytes.isEmpty {
            if code == EINTR || code == EAGAIN { return }
            hasEnded = true
            readable?.cancel()
            if !line.isEmpty { endLine() }
            return
        }
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        keep(rest)
        setInterest()
    }

    private func keep(_ part: ArraySlice<UInt8>) { line += part.prefix(Self.longestLine - line.count) }

    private func endLine() {
        lines.append(String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self))
        line = []
    }

    /// Who types faster than the program answers, or does not read the answers, has to wait.
    private func setInterest() {
        if !hasEnded { readable?.interest = lines.count < Self.mostLines && leaving.count < Self.mostLeaving ? .read : [] }
    }

    // MARK: Writing

    /// A terminal and a pipe are opened once more: O_NONBLOCK on what we share with others would reach them too.
    private static func openOutput() -> Int32 {
        var status = stat()
        let isWritable = fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
        guard isWritable, fstat(STDOUT_FILENO, &status) == 0, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            return STDOUT_FILENO
        }
        let new = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return new >= 0 ? new : STDOUT_FILENO
    }

    private func put(_ bytes: [UInt8]) {
        if isGone { return }
        leaving += bytes
        if writable == nil { flush() }
        setInterest()
    }

    private func flush() {
        var sent = 0
        defer { leaving.removeFirst(sent) }
        while sent < leaving.count {
            let count = leaving[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if count < 0 && errno == EINTR {
                continue
            } else if count < 0 && errno == EAGAIN {
                if writable == nil { writable = loop.watch(output, .write) { [unowned self] _ in flush() } }
                return
            } else {
                sent = leaving.count
                isGone = true
                break
            }
        }
        writable?.cancel()
        writable = nil
        if isGone { didEnd?() } else { setInterest() }
    }
}

// Reads lines from standard input, for commands that read all of it.

import Glibc

/// Reads one line after the other; blocks.
package struct LineReader {
    /// The most bytes of a line; the rest is dropped.
    package static let limit = 1 << 12

    private var buffer: [UInt8] = []
    private var at = 0
    private var hasEnded = false
    /// Why reading failed, in the system's words; nil if it did not.
    package private(set) var failure: String?

    /// A reader of standard input.
    package init() {}

    /// The next line without its end; nil at the end of the input.
    package mutating func next() -> String? {
        var line: [UInt8] = []
        while true {
            if at == buffer.count && !fill() {
                return line.isEmpty ? nil : text(line)
            }
            let end = buffer[at...].firstIndex(of: UInt8(ascii: "\n"))
            let part = buffer[at..<(end ?? buffer.count)]
            line += part.prefix(Self.limit - line.count)
            at = end.map { $0 + 1 } ?? buffer.count
            if end != nil { return text(line) }
        }
    }

    private func text(_ line: [UInt8]) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }

    private mutating func fill() -> Bool {
        guard !hasEnded else { return false }
        at = 0
        var code: Int32 = 0
        buffer = [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, count in
            while true {
                let more = read(STDIN_FILENO, room.baseAddress, room.count)
                if more < 0, errno == EINTR { continue }
                if more < 0 { code = errno }
                count = max(0, more)
                return
            }
        }
        hasEnded = buffer.isEmpty
        if code != 0 { failure = systemMessage(for: code) }
        return !hasEnded
    }
}

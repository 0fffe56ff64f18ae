// Splits the bytes of another process into lines of limited length.

/// Collects bytes until a line is complete.
public struct LineSplitter: Sendable {
    /// The longest line in bytes; longer ones are dropped.
    public static let limit = 1 << 14

    /// The bytes after the last newline.
    private(set) var line: [UInt8] = []
    private var isSkipping = false

    /// No bytes yet.
    public init() {}

    /// Appends bytes; returns the lines that are complete now, without newlines. Drops empty lines and those that are not UTF-8.
    public mutating func append(_ bytes: ArraySlice<UInt8>) -> [String] {
        var lines: [String] = []
        var rest = bytes
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            collect(rest[..<newline])
            if !isSkipping, !line.isEmpty, let text = String(validating: line, as: UTF8.self) { lines.append(text) }
            line.removeAll(keepingCapacity: true)
            isSkipping = false
            rest = rest[(newline + 1)...]
        }
        collect(rest)
        return lines
    }

    private mutating func collect(_ part: ArraySlice<UInt8>) {
        guard !isSkipping else { return }
        if line.count + part.count > Self.limit {
            isSkipping = true
            line.removeAll(keepingCapacity: true)
        } else {
            line += part
        }
    }
}

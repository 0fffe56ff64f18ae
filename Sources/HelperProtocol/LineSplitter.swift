// Bytes into lines, with a bound: what another process writes may be endless. It knows no descriptor and no meaning of a line.

/// Collects bytes until a line is whole.
public struct LineSplitter: Sendable {
    /// The longest line; a longer one is passed over up to its newline.
    public static let limit = 1 << 14

    private var line: [UInt8] = []
    private var isPassingOver = false

    /// No byte has come yet.
    public init() {}

    /// How many bytes wait for their newline.
    public var pendingCount: Int { line.count }

    /// Takes more bytes; returns the lines they end, without newlines, empty ones and ones that are no UTF-8 left out.
    public mutating func append(_ bytes: ArraySlice<UInt8>) -> [String] {
        var lines: [String] = []
        var rest = bytes
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            collect(rest[..<newline])
            if !isPassingOver, !line.isEmpty, let text = String(validating: line, as: UTF8.self) { lines.append(text) }
            line.removeAll(keepingCapacity: true)
            isPassingOver = false
            rest = rest[(newline + 1)...]
        }
        collect(rest)
        return lines
    }

    private mutating func collect(_ part: ArraySlice<UInt8>) {
        guard !isPassingOver else { return }
        if line.count + part.count > Self.limit {
            isPassingOver = true
            line.removeAll(keepingCapacity: true)
        } else {
            line += part
        }
    }
}

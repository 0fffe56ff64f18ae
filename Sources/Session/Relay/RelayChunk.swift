// What is sent on a connection over a broker: 8 bytes of a counter from 0, the highest first, one byte of what it is, and the rest. No
// connection lives long enough for the first byte to be anything but 0, so a chunk is never mistaken for a RelayMessage.

/// A chunk of a connection over a broker.
nonisolated struct RelayChunk: Equatable {
    /// How many chunks were sent before it.
    var count: UInt64
    /// The next bytes; nil: nothing follows.
    var content: [UInt8]?

    /// The most bytes that one carries.
    static let longest = 4096
    private static let headerLength = 9

    init(_ count: UInt64, _ content: [UInt8]?) {
        self.count = count
        self.content = content
    }

    /// Reads a chunk; nil where the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerLength, bytes.count <= Self.headerLength + Self.longest, bytes[0] == 0 else { return nil }
        count = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        let rest = Array(bytes[Self.headerLength...])
        switch bytes[8] {
        case 0: content = rest
        case 1: content = nil
        default: return nil
        }
    }

    /// The chunk as it is published.
    var bytes: [UInt8] {
        let kind: UInt8 = content == nil ? 1 : 0
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) } + [kind] + (content ?? [])
    }
}

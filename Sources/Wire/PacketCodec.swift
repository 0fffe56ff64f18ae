// Frames: an 8-byte little-endian length, then an archive. Bytes in, packets out, and back. It knows no sockets, no timers and
// nothing of what is inside an archive.

/// The bytes of a frame's length.
private let headerLength = 8

/// Packets out of a stream of bytes that arrives in any pieces. It holds what arrived and no more, whatever a header claims.
public struct PacketDecoder: Sendable {
    /// The longest archive that is read, in bytes. Ours have a few hundred.
    public static let maximumLength = 65_536

    /// What arrived, from the last frame that was read on; `consumed` bytes of it have had their use.
    private(set) var buffer: [UInt8] = []
    private var consumed = 0
    private var failure: WireError?

    /// A decoder that has seen no byte.
    public init() {}

    /// Whether bytes of an unfinished frame (its header included) have arrived: a peer must not stall now.
    public var isInsideFrame: Bool { consumed < buffer.count }

    /// Takes in what arrived. After an error it is dropped.
    public mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

    /// The same. It is not generic: that would cost a disc four times the instructions.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard failure == nil else { return }
        // The rest is moved to the front only when that moves fewer bytes than were consumed: each byte is paid for once.
        if consumed > 0, consumed >= buffer.count - consumed {
            buffer.removeSubrange(..<consumed)
            consumed = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole packet; nil when more bytes are needed. After an error the stream has no meaning any more, and every
    /// further call throws the same.
    public mutating func next() throws(WireError) -> Packet? {
        if let failure { throw failure }
        do {
            return try read()
        } catch {
            failure = error
            buffer = []
            consumed = 0
            throw error
        }
    }

    /// What arrived and was not read; the decoder holds nothing any more.
    public mutating func takeRest() -> [UInt8] {
        defer {
            buffer = []
            consumed = 0
        }
        return Array(buffer[consumed...])
    }

    private mutating func read() throws(WireError) -> Packet? {
        guard buffer.count - consumed >= headerLength else { return nil }
        var length: UInt64 = 0
        for index in (0..<headerLength).reversed() { length = length << 8 | UInt64(buffer[consumed + index]) }
        guard 1...UInt64(Self.maximumLength) ~= length else { throw .badLength }
        let start = consumed + headerLength
        guard buffer.count - start >= Int(length) else { return nil }
        let archive = start..<start + Int(length)
        defer { consumed = archive.upperBound }
        return try PacketArchive.decode(buffer, in: archive)
    }
}

/// Packets to bytes.
public enum PacketEncoder {
    /// The whole frame, header included: for types 0 and 1 byte for byte what the original app sends. A disc's column must be
    /// 0…6.
    public static func encode(_ packet: Packet) -> [UInt8] {
        if case .didAddDisc(let column) = packet { return discs[column] }
        return frame(packet)
    }

    /// Made once: there are seven.
    private static let discs = (0...6).map { frame(.didAddDisc(column: $0)) }

    private static func frame(_ packet: Packet) -> [UInt8] {
        let body = PacketArchive.encode(packet)
        let header = (0..<headerLength).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
        return header + body
    }
}

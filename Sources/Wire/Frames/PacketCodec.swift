// Frames: an 8-byte little-endian length, then an archive. Bytes in, packets out, and back. It knows no sockets, no timers and
// nothing of what is inside an archive; but that it may be a key, so that nothing is left of one that was read.

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
        buffer.append(traceless: bytes)
    }

    /// The next whole packet; nil when more bytes are needed. After an error the stream has no meaning any more, and every
    /// further call throws the same.
    public mutating func next() throws(WireError) -> Packet? {
        if let failure { throw failure }
        do {
            return try read()
        } catch {
            failure = error
            forget()
            throw error
        }
    }

    /// What arrived and was not read; the decoder holds nothing any more.
    public mutating func takeRest() -> [UInt8] {
        defer { forget() }
        return Array(buffer[consumed...])
    }

    /// Lets go of what was not read.
    public mutating func forget() {
        buffer.wipe()
        consumed = 0
    }

    private mutating func read() throws(WireError) -> Packet? {
        guard buffer.count - consumed >= headerLength else { return nil }
        var length: UInt64 = 0
        for index in (0..<headerLength).reversed() { length = length << 8 | UInt64(buffer[consumed + index]) }
        guard 1...UInt64(Self.maximumLength) ~= length else { throw .badLength }
        let start = consumed + headerLength
        guard buffer.count - start >= Int(length) else { return nil }
        let archive = start..<start + Int(length)
        defer {
            consumed = archive.upperBound
            buffer.overwrite(archive)
        }
        return try PacketArchive.decode(buffer, in: archive)
    }
}

/// Packets to bytes.
public enum PacketEncoder {
    /// The whole frame, header included: for the original's types byte for byte what the original app sends. If there is a key in it,
    /// this is the only list of bytes that has it.
    public static func encode(_ packet: Packet) -> [UInt8] {
        var frame = PacketArchive.encode(packet, after: headerLength)
        let length = frame.count - headerLength
        for place in 0..<headerLength { frame[place] = UInt8(truncatingIfNeeded: length >> (place * 8)) }
        return frame
    }

    /// Several frames, one after the other.
    public static func encode(_ packets: [Packet]) -> [UInt8] {
        var frames: [UInt8] = []
        for packet in packets {
            var frame = encode(packet)
            frames.append(traceless: frame[...])
            frame.wipe()
        }
        return frames
    }
}

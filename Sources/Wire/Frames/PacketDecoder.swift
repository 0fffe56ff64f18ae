// Frames: an 8-byte little-endian length, then an archive. The decoder turns bytes into packets; a packet makes its frame. A
// frame may contain a key, so frames are overwritten in memory once they have been read.

/// The bytes of a frame's length.
private let headerLength = 8

/// Decodes packets from a stream of bytes that arrives in pieces. It buffers only what arrived, whatever length a header claims.
public struct PacketDecoder: Sendable {
    /// The longest accepted archive in bytes. Ours have a few hundred.
    public static let maximumLength = 65_536

    /// The received bytes. The first `consumed` of them have been read.
    private(set) var buffer: [UInt8] = []
    private var consumed = 0
    private var failure: WireError?

    /// A decoder at the start of a stream.
    public init() {}

    /// Whether part of a frame, or of its header, has arrived. A peer must not stall now.
    public var isInsideFrame: Bool { consumed < buffer.count }

    /// Adds received bytes. After an error they are dropped.
    public mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

    /// The same for a slice. Not generic, which would cost four times the instructions per disc.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard failure == nil else { return }
        // The rest moves to the front only if it is shorter than the consumed part, so each byte is moved at most once.
        if consumed > 0, consumed >= buffer.count - consumed {
            buffer.removeSubrange(..<consumed)
            consumed = 0
        }
        buffer.append(traceless: bytes)
    }

    /// The next complete packet; nil if more bytes are needed. After an error the stream is unusable, and every further call throws
    /// the same error.
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

    /// Removes and returns the bytes that were not read.
    public mutating func takeRest() -> [UInt8] {
        defer { forget() }
        return Array(buffer[consumed...])
    }

    /// Drops the bytes that were not read.
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
        return try Packet(archived: buffer, in: archive)
    }
}

extension Packet {
    /// The frame of a packet, including its header. For the original's packet types these are exactly the bytes the original app sends. If the
    /// packet contains a key, this array is its only copy.
    public static func frame(of packet: Packet) -> [UInt8] {
        var frame = packet.archive(after: headerLength)
        let length = frame.count - headerLength
        for place in 0..<headerLength { frame[place] = UInt8(truncatingIfNeeded: length >> (place * 8)) }
        return frame
    }

    /// Several frames in a row.
    public static func frames(of packets: [Packet]) -> [UInt8] {
        var frames: [UInt8] = []
        for packet in packets {
            var frame = frame(of: packet)
            frames.append(traceless: frame[...])
            frame.wipe()
        }
        return frames
    }
}

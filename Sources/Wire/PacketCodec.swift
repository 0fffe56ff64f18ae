// Frames: an 8-byte little-endian length, then an archive. Bytes in, packets out, and back. It knows no sockets.

/// Why bytes from a peer are no packet.
public enum WireError: Error, Equatable, Sendable {
    /// A placeholder until the codec stands.
    case notAPacket
}

/// Packets out of a stream of bytes that arrives in any pieces.
public struct PacketDecoder: Sendable {
    /// A decoder that has seen no byte.
    public init() {}
    /// Whether bytes of an unfinished frame (its header included) have arrived: a peer must not stall now.
    public var isInsideFrame: Bool { false }
    /// Takes in what arrived.
    public mutating func append(_ bytes: some Collection<UInt8>) {}
    /// The next whole packet; nil when more bytes are needed. After an error the stream has no meaning any more, and every
    /// further call throws the same.
    public mutating func next() throws(WireError) -> Packet? { nil }
}

/// Packets to bytes.
public enum PacketEncoder {
    /// The whole frame, header included: for types 0 and 1 byte for byte what the original app sends.
    public static func encode(_ packet: Packet) -> [UInt8] { [] }
}
extension WireError { public var sentence: String { "" } }

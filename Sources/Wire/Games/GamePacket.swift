// The packets of games: a type and what came with it. What they say is for the game that is played to decode, so that code that serves
// all games lists none. It knows no game.

/// A packet of a game, which only that game can read.
public struct GamePacket: Equatable, Sendable {
    /// The number on the wire.
    public var type: Int64
    /// What it holds.
    public var content: Content

    /// What a packet of a game can hold.
    public enum Content: Equatable, Sendable {
        /// Nothing.
        case nothing
        /// A dictionary, as far as it can be read.
        case fields(MessageFields)
        /// A bare text.
        case text(String)
        /// Anything else. It can only be received.
        case unreadable
    }

    /// A packet of this type.
    public init(type: Int64, content: Content = .nothing) {
        self.type = type
        self.content = content
    }
}

/// What the programs that play one game say to each other.
public protocol GameMessage: Equatable, Sendable {
    /// As a packet.
    var packet: GamePacket { get }
    /// The message that a packet says; nil where it says none, and is to be passed over. It throws where whoever says such a thing
    /// is not to be listened to any more.
    init?(_ packet: GamePacket) throws(WireError)
}

/// The usual message of a game: fields, in packets of one type.
public protocol FieldMessage: GameMessage, PacketMessage {
    /// The type of its packets.
    static var packetType: Int64 { get }
}

extension FieldMessage {
    /// As a packet.
    public var packet: GamePacket { GamePacket(type: Self.packetType, content: .fields(fields)) }

    /// The message that a packet says; nil for another type, and for what this program would not say.
    public init?(_ packet: GamePacket) {
        guard packet.type == Self.packetType, case .fields(let fields) = packet.content, fields.isWhole else { return nil }
        self.init(fields)
    }
}

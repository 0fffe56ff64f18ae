// The packets of games, not decoded yet: the current game reads them with its own messages.

/// A packet of a game.
public struct GamePacket: Equatable, Sendable {
    /// The number on the wire.
    public var type: Int64
    /// Its data.
    public var content: Content

    /// The data of a game's packet.
    public enum Content: Equatable, Sendable {
        /// Nothing.
        case nothing
        /// A dictionary; its `unreadable` lists the fields that cannot be read.
        case fields(MessageFields)
        /// A text without a dictionary.
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

/// A message of one game that consists of fields. All packets of the game have one type.
public protocol FieldMessage: PacketMessage, Equatable {
    /// The type of its packets.
    static var packetType: Int64 { get }
}

extension FieldMessage {
    /// The message as a packet.
    public var packet: GamePacket { GamePacket(type: Self.packetType, content: .fields(fields)) }

    /// Reads a message from a packet; nil for another type, and if the fields are not a message of this program.
    public init?(_ packet: GamePacket) {
        guard packet.type == Self.packetType, case .fields(let fields) = packet.content, fields.isWhole else { return nil }
        self.init(fields)
    }
}

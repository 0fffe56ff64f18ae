// The packets that two programs exchange, in three layers: any two programs (ControlPacket), the lobby (LobbyPacket), and a single
// game (GamePacket).

/// A packet.
public enum Packet: Equatable, Sendable {
    /// A packet that any two programs exchange.
    case control(ControlPacket)
    /// A packet of the lobby, up to the start of a game.
    case lobby(LobbyPacket)
    /// Any other type. Only the current game understands it.
    case game(GamePacket)
    /// A control or lobby packet of this type that we do not understand and ignore.
    case ignored(type: Int64)

    /// The type on the wire, `MTPacketType` in the original app. 0 and 1 are the original's. 16 and above are ours; the original
    /// ignores them.
    public var type: Int64 {
        switch self {
        case .control(let packet): packet.content.number.rawValue
        case .lobby(let packet): packet.content.number.rawValue
        case .game(let packet): packet.type
        case .ignored(let type): type
        }
    }
}

// What two programs say to each other, in three layers: what any two say (ControlPacket), what the lobby's say (LobbyPacket), and
// what belongs to one game alone, as it came (GamePacket). It knows no game, no bytes (Frames has those) and no sockets.

/// A packet.
public enum Packet: Equatable, Sendable {
    /// What any two programs say, whatever they play.
    case control(ControlPacket)
    /// What is said until a game begins, and as it begins.
    case lobby(LobbyPacket)
    /// Any other type. Only the game that is played knows what it says.
    case game(GamePacket)
    /// A control or lobby packet of this type that says nothing to us. To be passed over.
    case ignored(type: Int64)

    /// The number on the wire, `MTPacketType` in the original app. 0 and 1 are the original's; 16 and above are this program's own,
    /// which the original passes over.
    public var type: Int64 {
        switch self {
        case .control(let packet): packet.content.number.rawValue
        case .lobby(let packet): packet.content.number.rawValue
        case .game(let packet): packet.type
        case .ignored(let type): type
        }
    }
}

// The packets that programs exchange until a game begins: at a table, and to invite somebody to one.

/// A packet of the lobby.
public enum LobbyPacket: Hashable, Sendable {
    /// What a table's host and its guests say to each other.
    case matchmaking(MatchmakingMessage)
    /// An invitation to a table, or the answer to one.
    case invitation(InvitationMessage)

    /// The packet types of this layer.
    enum Number: Int64 {
        case matchmaking = 19
        case invitation = 20
    }

    /// The packet's type and its fields on the wire.
    var content: (number: Number, fields: MessageFields?) {
        switch self {
        case .matchmaking(let message): (.matchmaking, message.fields)
        case .invitation(let message): (.invitation, message.fields)
        }
    }

    /// Reads the packet of this type. Throws if the data is not one of its messages.
    init(_ number: Number, _ data: PacketData) throws(NoMessage) {
        switch number {
        case .matchmaking: self = .matchmaking(try data.message())
        case .invitation: self = .invitation(try data.message())
        }
    }
}

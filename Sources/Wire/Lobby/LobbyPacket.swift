// The packets that are said until a game begins, at a table and between players near each other, and as it begins. It knows no game.

/// A packet of the lobby.
public enum LobbyPacket: Hashable, Sendable {
    /// What a table's host and its guests say to each other.
    case matchmaking(MatchmakingMessage)
    /// What players near each other say.
    case peer(PeerEnvelope)
    /// The game begins.
    case party(PartyMessage)

    /// The types of this layer.
    enum Number: Int64 {
        case matchmaking = 19
        case peer = 20
        case party = 23
    }

    var number: Number {
        switch self {
        case .matchmaking: .matchmaking
        case .peer: .peer
        case .party: .party
        }
    }

    /// What it holds on the wire.
    var fields: MessageFields {
        switch self {
        case .matchmaking(let message): message.fields
        case .peer(let letter): letter.fields
        case .party(let message): message.fields
        }
    }

    /// The packet of this type that the data says; nil where it says none.
    init?(_ number: Number, _ data: PacketData) {
        let packet: LobbyPacket? =
            switch number {
            case .matchmaking: data.message().map { .matchmaking($0) }
            case .peer: data.message().map { .peer($0) }
            case .party: data.message().map { .party($0) }
            }
        guard let packet else { return nil }
        self = packet
    }
}

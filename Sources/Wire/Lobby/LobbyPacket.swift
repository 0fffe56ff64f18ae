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

    /// Its type, and what it holds on the wire.
    var content: (number: Number, fields: MessageFields?) {
        switch self {
        case .matchmaking(let message): (.matchmaking, message.fields)
        case .peer(let letter): (.peer, letter.fields)
        case .party(let message): (.party, message.fields)
        }
    }

    /// The packet of this type that the data says.
    init(_ number: Number, _ data: PacketData) throws(NoMessage) {
        switch number {
        case .matchmaking: self = .matchmaking(try data.message())
        case .peer: self = .peer(try data.message())
        case .party: self = .party(try data.message())
        }
    }
}

/// What a host says to those who are gathered, whichever way they were.
public enum PartyMessage: Hashable, PacketMessage {
    /// The game begins: its word, where the reader sits, and everybody's names by seat. The host's seat is 0, the reader's is not.
    case begin(game: String, seat: Int, names: [String])

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .begin(let game, let seat, let names):
            MessageFields(0, ints: ["seat": seat], texts: ["game": game], lists: ["names": names])
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let (game, seat, names) = (try fields.name("game"), try fields.int("seat"), try fields.names())
        guard fields.kind == 0, names.indices.dropFirst().contains(seat) else { throw NoMessage() }
        self = .begin(game: game, seat: seat, names: names)
    }
}

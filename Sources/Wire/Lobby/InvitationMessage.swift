// Invitations between nearby players. An invitation says "come to my table": the inviter connects to the invited player and sends it.
// To accept, the invited player asks for a seat on the same connection (MatchmakingMessage.introduction). To decline, it answers
// `declined`. The inviter takes an invitation back by closing the connection.

/// An invitation to a table, or a refusal of one.
public enum InvitationMessage: Hashable, PacketMessage {
    /// Inviter: "Come to my table." The ids of both players, and the table; its name is the inviter's.
    case invite(from: String, to: String, MatchmakingTable)
    /// Invited player: "No."
    case declined(DeclineReason)

    /// The message's fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .invite(let sender, let recipient, let table):
            table.fields(kind: 0, texts: ["sender": sender, "recipient": recipient])
        case .declined(let reason): MessageFields(1, ints: ["reason": reason.rawValue])
        }
    }

    /// Reads a message. Throws if the fields are not one.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0:
            self = .invite(
                from: try fields.playerID("sender"), to: try fields.playerID("recipient"), try MatchmakingTable(reading: fields))
        case 1: self = .declined(try fields.choice("reason"))
        default: throw NoMessage()
        }
    }
}

/// Why an invitation is declined.
public enum DeclineReason: Int, CaseIterable, Sendable {
    /// The player does not want to play.
    case declined = 0
    /// The player sits at a table.
    case busy = 1
    /// The player's program has a different version.
    case otherVersion = 2
}

extension MessageFields {
    /// A player's id.
    func playerID(_ name: String) throws(NoMessage) -> String {
        guard let id = texts[name], TablePlayer.isID(id) else { throw NoMessage() }
        return id
    }
}

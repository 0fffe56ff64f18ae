// The messages by which two players of a network game ask each other for hints, scores, a draw, and to take a move back; and by which one of
// them gives up.

/// What a player can ask for.
public enum ConsentTopic: Int, CaseIterable, Sendable {
    /// Hints, for both, while the connection lasts.
    case hints = 0
    /// Column scores and threats, for both, while the connection lasts.
    case scores = 1
    /// To take back the asker's last move and the reply. The asker's next move withdraws the question.
    case undo = 2
    /// To end the game as a draw. The next move withdraws the offer.
    case draw = 3
}

/// A question, its answer, what the asker then does, or a resignation, which needs none of them. `ply` is the number of discs on the asker's
/// board; an answer about another board does not count.
public enum ConsentMessage: Equatable, PacketMessage {
    case ask(ConsentTopic, ply: Int)
    case allow(ConsentTopic, ply: Int)
    case refuse(ConsentTopic, ply: Int)
    /// The sender gives the game up.
    case resign(ply: Int)
    /// The sender asked for an undo or a draw, was allowed it, and has carried it out.
    case done(ConsentTopic, ply: Int)

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .ask(let topic, let ply): Self.fields(0, topic, ply)
        case .allow(let topic, let ply): Self.fields(1, topic, ply)
        case .refuse(let topic, let ply): Self.fields(2, topic, ply)
        case .resign(let ply): MessageFields(3, ints: ["ply": ply])
        case .done(let topic, let ply): Self.fields(4, topic, ply)
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let ply = try fields.int("ply", in: 0...42)
        if fields.kind == 3 {
            self = .resign(ply: ply)
            return
        }
        let topic: ConsentTopic = try fields.choice("topic")
        switch fields.kind {
        case 0: self = .ask(topic, ply: ply)
        case 1: self = .allow(topic, ply: ply)
        case 2: self = .refuse(topic, ply: ply)
        case 4 where topic == .undo || topic == .draw: self = .done(topic, ply: ply)
        default: throw NoMessage()
        }
    }

    private static func fields(_ kind: Int64, _ topic: ConsentTopic, _ ply: Int) -> MessageFields {
        MessageFields(kind, ints: ["topic": topic.rawValue, "ply": ply])
    }
}

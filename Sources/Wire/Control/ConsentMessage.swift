// What two players of a game on the network ask of each other: hints, scores, a move taken back. It knows no rules and no screen.

/// What is asked for.
public enum ConsentTopic: Int, CaseIterable, Sendable {
    /// Hints, for both, while the connection lasts.
    case hints = 0
    /// The scores over the columns and the marks of threats, likewise.
    case eye = 1
    /// That the asker's last move is taken back, and what followed it.
    case undo = 2
}

/// A question, or its answer. `ply` is how many discs are on the asker's board: an answer for another board is none.
public enum ConsentMessage: Equatable, PacketMessage {
    case ask(ConsentTopic, ply: Int)
    case allow(ConsentTopic, ply: Int)
    case refuse(ConsentTopic, ply: Int)

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .ask(let topic, let ply): Self.fields(0, topic, ply)
        case .allow(let topic, let ply): Self.fields(1, topic, ply)
        case .refuse(let topic, let ply): Self.fields(2, topic, ply)
        }
    }

    /// The message that fields say, of a board that has so many discs.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let (topic, ply): (ConsentTopic, Int) = (try fields.choice("topic"), try fields.int("ply", in: 0...42))
        switch fields.kind {
        case 0: self = .ask(topic, ply: ply)
        case 1: self = .allow(topic, ply: ply)
        case 2: self = .refuse(topic, ply: ply)
        default: throw NoMessage()
        }
    }

    private static func fields(_ kind: Int64, _ topic: ConsentTopic, _ ply: Int) -> MessageFields {
        MessageFields(kind, ints: ["topic": topic.rawValue, "ply": ply])
    }
}

// Players near each other: the words of a session without a table, in which anybody may invite anybody. PeerSession says what is done
// with them. No rules, sockets or screens.
//
// An invitation has a number, counted by who invites; all that is said of it later quotes the number, so that a word about an old
// invitation is never taken for one about a new. The inviter says invite, cancel, welcome, roster; the invited accept and decline.

/// What players say to each other.
public enum PeerMessage: Hashable, PacketMessage {
    /// "I am …: will you play … with me?"
    case invite(Int, name: String, game: String)
    /// The inviter: "The invitation no longer stands", or, to who accepted it, "This is the end of the session."
    case cancel(Int)
    /// The invited: "I will."
    case accept(Int)
    /// The invited: "I will not", or, after accepting, "I am leaving."
    case decline(Int, DeclineReason)
    /// The inviter: "You are in." Before that, who accepted is not.
    case welcome(Int)
    /// The inviter: these are in the session, by name and by id, the host first. A program that knows no ids says none.
    case roster(Int, [String], ids: [String] = [])

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .invite(let number, let name, let game): Self.fields(0, number, texts: ["name": name, "game": game])
        case .cancel(let number): Self.fields(1, number)
        case .accept(let number): Self.fields(2, number)
        case .decline(let number, let reason): Self.fields(3, number, reason: reason)
        case .welcome(let number): Self.fields(4, number)
        case .roster(let number, let names, let ids):
            Self.fields(5, number, lists: ids.isEmpty ? ["names": names] : ["names": names, "ids": ids])
        }
    }

    private static func fields(
        _ kind: Int64, _ number: Int, reason: DeclineReason? = nil, texts: [String: String] = [:], lists: [String: [String]] = [:]
    ) -> MessageFields {
        var numbers = ["invitation": number]
        numbers["reason"] = reason?.rawValue
        return MessageFields(kind, ints: numbers, texts: texts, lists: lists)
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let number = try fields.int("invitation")
        switch fields.kind {
        case 0: self = .invite(number, name: try fields.name(), game: try fields.name("game"))
        case 1: self = .cancel(number)
        case 2: self = .accept(number)
        case 3: self = .decline(number, try fields.choice("reason"))
        case 4: self = .welcome(number)
        case 5:
            let (names, ids) = (try fields.names(), fields.lists["ids"] ?? [])
            guard ids.isEmpty || ids.count == names.count && ids.allSatisfy(PeerEnvelope.isID) else { throw NoMessage() }
            self = .roster(number, names, ids: ids)
        default: throw NoMessage()
        }
    }
}

/// Why an invitation is declined.
public enum DeclineReason: Int, CaseIterable, Sendable {
    /// The player does not want to.
    case declined = 0
    /// The player is in another session.
    case busy = 1
    /// The player leaves the session.
    case left = 2
}

/// A message between players near each other, with who sent it: whoever accepts a connection knows only an address.
public struct PeerEnvelope: Hashable, PacketMessage {
    /// Who says it, as the sender's service says too: 1 to 32 ASCII letters and digits.
    public let sender: String
    /// To whom; nil from a program that does not say it. Names and addresses move on: somebody else may read it.
    public let recipient: String?
    /// What they say.
    public let message: PeerMessage

    /// A letter; nil where an id is none.
    public init?(from sender: String, to recipient: String? = nil, _ message: PeerMessage) {
        guard Self.isID(sender), recipient.map(Self.isID) ?? true else { return nil }
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }

    /// Whether a text can be a player's id.
    public static func isID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
    }

    /// What it holds on the wire.
    public var fields: MessageFields {
        var fields = message.fields
        fields.texts["sender"] = sender
        fields.texts["recipient"] = recipient
        return fields
    }

    /// The letter that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let message = try PeerMessage(reading: fields)
        guard let sender = fields.texts["sender"],
            let letter = PeerEnvelope(from: sender, to: fields.texts["recipient"], message)
        else { throw NoMessage() }
        self = letter
    }
}

// What the lobby's programs say to each other, as fields: at a table, between players near each other, and as a game begins.
// It knows no state: which message makes sense when is for the machines to say.

extension MatchmakingMessage: PacketMessage {
    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .introduction(let name): MessageFields(kind: 0, texts: ["name": name])
        case .welcome: MessageFields(kind: 1)
        case .refused(let reason): MessageFields(2, ints: ["reason": reason.rawValue])
        case .roster(let names): MessageFields(kind: 3, lists: ["names": names])
        case .start: MessageFields(kind: 4)
        case .sentAway: MessageFields(kind: 5)
        case .hostQuit: MessageFields(kind: 6)
        }
    }

    /// The message that fields say.
    public init?(_ fields: MessageFields) {
        switch fields.kind {
        case 0:
            guard let name = fields.name() else { return nil }
            self = .introduction(name: name)
        case 1: self = .welcome
        case 2:
            guard let reason = fields.int("reason").flatMap(RefusalReason.init) else { return nil }
            self = .refused(reason)
        case 3:
            guard let names = fields.names else { return nil }
            self = .roster(names)
        case 4: self = .start
        case 5: self = .sentAway
        case 6: self = .hostQuit
        default: return nil
        }
    }
}

/// A message between players near each other, with who sent it: whoever accepts a connection knows only an address.
public struct PeerEnvelope: Hashable, PacketMessage {
    /// Who says it, as the sender's service says too: 1 to 32 ASCII letters and digits.
    public let sender: String
    /// What they say.
    public let message: PeerMessage

    /// A letter; nil where the sender's id is none.
    public init?(from sender: String, _ message: PeerMessage) {
        guard Self.isID(sender) else { return nil }
        self.sender = sender
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
        return fields
    }

    /// The letter that fields say.
    public init?(_ fields: MessageFields) {
        guard let sender = fields.texts["sender"], let message = PeerMessage(fields) else { return nil }
        self.init(from: sender, message)
    }
}

extension PeerMessage: PacketMessage {
    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .invite(let number, let name, let game): Self.fields(0, number, texts: ["name": name, "game": game])
        case .cancel(let number): Self.fields(1, number)
        case .accept(let number): Self.fields(2, number)
        case .decline(let number, let reason): Self.fields(3, number, reason: reason)
        case .welcome(let number): Self.fields(4, number)
        case .roster(let number, let names): Self.fields(5, number, lists: ["names": names])
        }
    }

    private static func fields(
        _ kind: Int64, _ number: Int, reason: DeclineReason? = nil, texts: [String: String] = [:], lists: [String: [String]] = [:]
    ) -> MessageFields {
        var numbers = ["invitation": number]
        if let reason { numbers["reason"] = reason.rawValue }
        return MessageFields(kind, ints: numbers, texts: texts, lists: lists)
    }

    /// The message that fields say.
    public init?(_ fields: MessageFields) {
        guard let number = fields.int("invitation") else { return nil }
        switch fields.kind {
        case 0:
            guard let name = fields.name(), let game = fields.name("game") else { return nil }
            self = .invite(number, name: name, game: game)
        case 1: self = .cancel(number)
        case 2: self = .accept(number)
        case 3:
            guard let reason = fields.int("reason").flatMap(DeclineReason.init) else { return nil }
            self = .decline(number, reason)
        case 4: self = .welcome(number)
        case 5:
            guard let names = fields.names else { return nil }
            self = .roster(number, names)
        default: return nil
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
    public init?(_ fields: MessageFields) {
        guard fields.kind == 0, let game = fields.name("game"), let seat = fields.int("seat"), let names = fields.names,
            names.count > 1, names.indices.dropFirst().contains(seat)
        else { return nil }
        self = .begin(game: game, seat: seat, names: names)
    }
}

// What the players of "Guess the secret number" say to each other. It knows no rules.

/// A message of the game.
public enum SecretNumberMessage: Equatable, PacketMessage {
    /// A guest: my guess.
    case guess(Int)

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .guess(let number): MessageFields(kind: 0, numbers: ["number": Int64(number)])
        }
    }

    /// The message that fields say.
    public init?(_ fields: MessageFields) {
        switch fields.kind {
        case 0:
            guard let number = fields.numbers["number"].flatMap(Int.init(exactly:)) else { return nil }
            self = .guess(number)
        default: return nil
        }
    }
}

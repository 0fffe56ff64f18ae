// What the players of Snap! say to each other. It knows no rules.

/// A message of the game.
public enum SnapMessage: Equatable, PacketMessage {
    /// A guest: I turn my card.
    case turn
    /// A guest: Snap!
    case snap

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .turn: MessageFields(kind: 0)
        case .snap: MessageFields(kind: 1)
        }
    }

    /// The message that fields say.
    public init?(_ fields: MessageFields) {
        switch fields.kind {
        case 0: self = .turn
        case 1: self = .snap
        default: return nil
        }
    }
}

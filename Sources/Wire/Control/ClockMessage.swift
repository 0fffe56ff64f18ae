// The messages by which two programs keep the same clocks. GameClock in Session says what a move costs.

/// What one side says of the clocks. `ply` is the number of discs on the board before the move, or at the end.
public enum ClockMessage: Equatable, PacketMessage {
    /// Right before a move: how many milliseconds it took.
    case used(ply: Int, milliseconds: Int)
    /// From the receiver of that move: how much time its sender has left.
    case left(ply: Int, milliseconds: Int)
    /// The time of the sender is up, or that of the reader.
    case timeUp(ply: Int, isSenders: Bool)

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .used(let ply, let milliseconds): MessageFields(0, ints: ["ply": ply, "time": milliseconds])
        case .left(let ply, let milliseconds): MessageFields(1, ints: ["ply": ply, "time": milliseconds])
        case .timeUp(let ply, let isSenders): MessageFields(2, ints: ["ply": ply, "senders": isSenders ? 1 : 0])
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let ply = try fields.int("ply", in: 0...42)
        switch fields.kind {
        case 0: self = .used(ply: ply, milliseconds: try fields.int("time", in: 0...Self.longest))
        case 1: self = .left(ply: ply, milliseconds: try fields.int("time", in: 0...Self.longest))
        case 2: self = .timeUp(ply: ply, isSenders: try fields.int("senders", in: 0...1) == 1)
        default: throw NoMessage()
        }
    }

    /// The longest time, in milliseconds: a day.
    private static let longest = 86_400_000
}

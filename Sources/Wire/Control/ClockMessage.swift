// The messages by which two programs keep the same clocks. GameClock and MatchClock in Session say what a move costs.

/// What one side says of the clocks. `ply` is the number of discs on the board before the move, or at the end.
public enum ClockMessage: Equatable, PacketMessage {
    /// Right before a move: how many milliseconds it took.
    case used(ply: Int, milliseconds: Int)
    /// From the receiver of that move: what it cost.
    case charged(ply: Int, milliseconds: Int)
    /// The time of the sender is up, or that of the reader.
    case timeUp(ply: Int, isSenders: Bool)
    /// How long has the reader been to move? It is asked after a silence.
    case howLong(ply: Int)
    /// The answer.
    case thinking(ply: Int, milliseconds: Int)

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .used(let ply, let milliseconds): MessageFields(0, ints: ["ply": ply, "time": milliseconds])
        case .charged(let ply, let milliseconds): MessageFields(1, ints: ["ply": ply, "time": milliseconds])
        case .timeUp(let ply, let isSenders): MessageFields(2, ints: ["ply": ply, "senders": isSenders ? 1 : 0])
        case .howLong(let ply): MessageFields(3, ints: ["ply": ply])
        case .thinking(let ply, let milliseconds): MessageFields(4, ints: ["ply": ply, "time": milliseconds])
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        let ply = try fields.int("ply", in: 0...42)
        switch fields.kind {
        case 0: self = .used(ply: ply, milliseconds: try fields.int("time", in: 0...Self.longest))
        case 1: self = .charged(ply: ply, milliseconds: try fields.int("time", in: 0...Self.longest))
        case 2: self = .timeUp(ply: ply, isSenders: try fields.int("senders", in: 0...1) == 1)
        case 3: self = .howLong(ply: ply)
        case 4: self = .thinking(ply: ply, milliseconds: try fields.int("time", in: 0...Self.longest))
        default: throw NoMessage()
        }
    }

    /// The longest time, in milliseconds: a day.
    static let longest = 86_400_000
}

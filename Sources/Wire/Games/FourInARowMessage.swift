// The messages of Four in a Row: the original app's two packets, byte for byte.

/// A message of Four in a Row.
public enum FourInARowMessage: Equatable, Sendable {
    /// A disc went into `column`, counted 0…6 from the left.
    case didAddDisc(column: Int)
    /// A new game starts; its sender moves first.
    case startNewGame

    /// The message as a packet. A disc's column must be 0…6.
    public var packet: GamePacket {
        switch self {
        case .didAddDisc(let column):
            precondition(0...6 ~= column, "the board has seven columns")
            return GamePacket(type: 0, content: .fields(MessageFields(nil, ints: ["column": column])))
        case .startNewGame: return GamePacket(type: 1)
        }
    }

    /// Reads a message from a packet; nil for another type, and for a disc without a column. A new game may carry anything. Throws if the
    /// connection must end.
    public init?(_ packet: GamePacket) throws(WireError) {
        switch packet.type {
        case 0:
            guard let column = try Self.column(in: packet.content) else { return nil }
            self = .didAddDisc(column: column)
        case 1: self = .startNewGame
        default: return nil
        }
    }

    /// The tutorial on which the original app is based sends this text first, in a packet of type 0, as a test.
    private static let greeting = "This is a proof of concept."

    /// A disc's dictionary may hold anything besides its column.
    private static func column(in content: GamePacket.Content) throws(WireError) -> Int? {
        switch content {
        case .nothing, .text(greeting): return nil
        case .text, .unreadable: throw .badData
        case .fields(let fields):
            guard fields.holds("column") else { return nil }
            guard let column = fields.numbers["column"] else { throw .badData }
            guard 0...6 ~= column else { throw .badColumn }
            return Int(column)
        }
    }
}

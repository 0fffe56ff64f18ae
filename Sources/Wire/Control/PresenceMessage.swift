// What a program says to show that it runs: a machine answers for a program that is stopped, the program itself does not. It knows no
// game and no clock.

/// A sign of life. The first one to a peer is sent unasked, and says that the program knows them: no hello can say it without other
/// bytes to the original app.
public enum PresenceMessage: Equatable, PacketMessage {
    /// In a party: the program is there. At the host: those in these seats, or before the game at these places of the roster, are not.
    case alive(silent: [Int])
    /// In a game of two: of the game's packets that came on this connection, so many were read.
    case received(Int)

    /// The most seats that are told of, more than any game has.
    private static let mostSeats = 16

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .alive(let silent): MessageFields(0, lists: silent.isEmpty ? [:] : ["silent": silent.map(String.init)])
        case .received(let count): MessageFields(1, ints: ["count": count])
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0:
            let texts = fields.lists["silent"] ?? []
            let seats = texts.compactMap { Int($0) }.filter { $0 >= 0 }
            guard seats.count == texts.count, seats.count <= Self.mostSeats else { throw NoMessage() }
            self = .alive(silent: seats)
        case 1: self = .received(try fields.int("count", in: 0 ... .max))
        default: throw NoMessage()
        }
    }
}

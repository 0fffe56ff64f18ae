// The message that shows that a program runs. A machine acknowledges packets for a stopped program; the program itself does not.

/// A heartbeat. It is sent only to peers that are known to be this program.
public struct HeartbeatMessage: Equatable, PacketMessage {
    /// How many game packets its sender has read on this connection.
    public var read: Int
    /// From the host of a party: the seats, or before the game the places in the roster, of players who do not answer.
    public var silent: [Int]

    /// The most seats in a message, which is more than any game has.
    private static let mostSeats = 16

    /// A heartbeat of these.
    public init(read: Int = 0, silent: [Int] = []) {
        self.read = read
        self.silent = silent
    }

    /// The fields on the wire.
    public var fields: MessageFields {
        MessageFields(0, ints: ["read": read], lists: silent.isEmpty ? [:] : ["silent": silent.map(String.init)])
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        guard fields.kind == 0 else { throw NoMessage() }
        let texts = fields.lists["silent"] ?? []
        let seats = texts.compactMap { Int($0) }.filter { $0 >= 0 }
        guard seats.count == texts.count, seats.count <= Self.mostSeats else { throw NoMessage() }
        self.init(read: try fields.int("read", in: 0 ... .max), silent: seats)
    }
}

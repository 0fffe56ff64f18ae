// The message that shows that a program runs. A machine acknowledges packets for a stopped program; the program itself does not.

/// A heartbeat. It is sent only to peers that are known to be this program.
public struct HeartbeatMessage: Equatable, PacketMessage {
    /// How many game packets its sender has read on this connection.
    public var read: Int
    /// From the host of a party: the seats, or before the game the places in the roster, of players who do not answer.
    public var silent: [Int]
    /// From the host of a party: for how many more seconds it reserves the seats of players who lost their connection.
    public var reserved: [Int: Int]

    /// The most seats in a message, which is more than any game has.
    private static let mostSeats = 16
    /// The longest time for which a seat is reserved, in seconds.
    private static let longest = 3600

    /// A heartbeat of these.
    public init(read: Int = 0, silent: [Int] = [], reserved: [Int: Int] = [:]) {
        self.read = read
        self.silent = silent
        self.reserved = reserved
    }

    /// The fields on the wire.
    public var fields: MessageFields {
        var lists: [String: [String]] = [:]
        if !silent.isEmpty { lists["silent"] = silent.map(String.init) }
        if !reserved.isEmpty { lists["reserved"] = reserved.sorted { $0.key < $1.key }.map { "\($0) \($1)" } }
        return MessageFields(0, ints: ["read": read], lists: lists)
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        guard fields.kind == 0 else { throw NoMessage() }
        let silent = try Self.rows(fields.lists["silent"], count: 1).map { $0[0] }
        let reserved = try Self.rows(fields.lists["reserved"], count: 2).map { ($0[0], min($0[1], Self.longest)) }
        self.init(
            read: try fields.int("read", in: 0 ... .max), silent: silent,
            reserved: Dictionary(reserved, uniquingKeysWith: { $1 }))
    }

    /// Rows of `count` numbers that are not negative, of which the first is a seat.
    private static func rows(_ texts: [String]?, count: Int) throws(NoMessage) -> [[Int]] {
        let texts = texts ?? []
        let rows = texts.map { $0.split(separator: " ").compactMap { Int($0) }.filter { $0 >= 0 } }
        guard texts.count <= mostSeats, rows.allSatisfy({ $0.count == count }) else { throw NoMessage() }
        return rows
    }
}

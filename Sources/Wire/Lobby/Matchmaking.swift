// Words that the matchmaking machines share: tables, players, messages between programs, and the reasons why it ends.
//
// A machine is a value: an event in, the new state and effects out. It knows no sockets, no mDNS, no clock and no screen; who owns one
// carries out the effects in their order and reports what happens as events. An event that makes no sense in a state is passed over.

import Text

/// A table in the list: a service on the network, by what it publishes.
public struct MatchmakingTable: Hashable, Sendable {
    /// The instance's name, different from every other table's: a key, which may hold anything.
    public var name: String
    /// The game's word, such as "snap".
    public var game: String
    /// The host's version of the program.
    public var version: String
    /// How many sit at it, the host included.
    public var players: Int
    /// How many may, the host included.
    public var limit: Int

    /// A table of these parts.
    public init(name: String, game: String, version: String, players: Int, limit: Int) {
        self.name = name
        self.game = game
        self.version = version
        self.players = players
        self.limit = limit
    }

    /// Its name for sentences and screens.
    public var title: String { name.asListedName }

    /// Whether no seat is free.
    public var isFull: Bool { players >= limit }

    /// Its TXT record.
    public var text: [String: String] {
        ["game": game, "version": version, "players": String(players), "limit": String(limit)]
    }

    /// The table that a TXT record tells of; nil without a game, or where the numbers are none.
    public init?(name: String, text: [String: String]) {
        guard let game = text["game"], let players = text["players"].flatMap(Int.init),
            let limit = text["limit"].flatMap(Int.init), players >= 0, limit >= 0
        else { return nil }
        self.init(name: name, game: game, version: text["version"] ?? "", players: players, limit: limit)
    }
}

/// What a host and a client of a table say to each other.
public enum MatchmakingMessage: Hashable, PacketMessage {
    /// Client: "I am …, and would like to play."
    case introduction(name: String)
    /// Host: "Have a seat."
    case welcome
    /// Host: "There is no seat for you."
    case refused(RefusalReason)
    /// Host: these sit at the table, the host first.
    case roster([String])
    /// Host: the game starts.
    case start
    /// Host: "I do not want to play with you."
    case sentAway
    /// Host: "I am leaving, and that is the end."
    case hostQuit
    /// Host, first of all, to one who came without a list: "This is a table, and so it is."
    case table(MatchmakingTable)

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
        case .table(let table):
            MessageFields(
                7, ints: ["players": table.players, "limit": table.limit],
                texts: ["name": table.name, "game": table.game, "version": table.version])
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0: self = .introduction(name: try fields.name())
        case 1: self = .welcome
        case 2: self = .refused(try fields.choice("reason"))
        case 3: self = .roster(try fields.names())
        case 4: self = .start
        case 5: self = .sentAway
        case 6: self = .hostQuit
        case 7:
            self = .table(
                MatchmakingTable(
                    name: try fields.name(), game: try fields.name("game"), version: try fields.name("version"),
                    players: try fields.int("players", in: 0 ... .max), limit: try fields.int("limit", in: 0 ... .max)))
        default: throw NoMessage()
        }
    }
}

/// Why a host has no seat for a client.
public enum RefusalReason: Int, Error, CaseIterable, Sendable {
    /// All seats are taken.
    case full = 0
    /// The game has started.
    case started = 1
}

/// Why matchmaking, or the session that came of it, is over.
public enum QuitReason: CaseIterable, Sendable {
    /// The connection to the host was lost.
    case connectionDropped
    /// The player left.
    case userQuit
    /// The host left.
    case serverQuit
    /// The host sent the player away.
    case sentAway
}

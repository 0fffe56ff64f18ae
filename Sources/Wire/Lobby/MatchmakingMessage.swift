// A table: how it is listed, who sits at it, and what its host and guests say to each other.

import Text

/// A table as it is listed.
public struct MatchmakingTable: Hashable, Sendable {
    /// The name of its service, which is unique: a key, which may hold any characters.
    public var name: String
    /// The game's id, such as "snap".
    public var game: String
    /// The version of the host's program.
    public var version: String
    /// How many players sit at it, including the host.
    public var players: Int
    /// How many seats it has, including the host's.
    public var limit: Int
    /// How much time its players have, as in a hello; empty without clocks.
    public var clock: String

    /// Creates a table.
    public init(name: String, game: String, version: String, players: Int, limit: Int, clock: String = "") {
        self.name = name
        self.game = game
        self.version = version
        self.players = players
        self.limit = limit
        self.clock = clock
    }

    /// Its name for sentences and screens.
    public var title: String { name.asListedName }

    /// Whether all seats are taken.
    public var isFull: Bool { players >= limit }

    /// Its TXT record.
    public var text: [String: String] {
        ["game": game, "version": version, "players": String(players), "limit": String(limit)]
            .merging(clockText) { first, _ in first }
    }

    private var clockText: [String: String] { clock.isEmpty ? [:] : ["clock": clock] }

    /// Reads a TXT record. Returns nil if the game is missing or a number is invalid.
    public init?(name: String, text: [String: String]) {
        guard let game = text["game"], let players = text["players"].flatMap(Int.init),
            let limit = text["limit"].flatMap(Int.init), players >= 0, limit >= 0
        else { return nil }
        self.init(
            name: name, game: game, version: text["version"] ?? "", players: players, limit: limit,
            clock: text["clock"] ?? "")
    }

    /// The table's fields in a message of this kind, with further texts.
    func fields(kind: Int64, texts: [String: String] = [:]) -> MessageFields {
        let own = ["name": name, "game": game, "version": version].merging(clockText) { first, _ in first }
        return MessageFields(kind, ints: ["players": players, "limit": limit], texts: texts.merging(own) { _, own in own })
    }

    /// Reads the table from a message's fields.
    init(reading fields: MessageFields) throws(NoMessage) {
        self.init(
            name: try fields.name(), game: try fields.name("game"), version: try fields.name("version"),
            players: try fields.int("players", in: 0 ... .max), limit: try fields.int("limit", in: 0 ... .max),
            clock: fields.texts["clock"] ?? "")
    }
}

/// A player at a table.
public struct TablePlayer: Hashable, Sendable {
    /// The name that the others read. It need not be unique.
    public var name: String
    /// Identifies the player for one run of the program; see `isID`.
    public var id: String
    /// In a roster: the address from which the player came; empty if it tells nobody anything.
    public var place: String

    /// Creates a player.
    public init(name: String, id: String, place: String = "") {
        self.name = name
        self.id = id
        self.place = place
    }

    /// Whether a text can be a player's id: 1 to 32 ASCII letters and digits.
    public static func isID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
    }
}

/// What a host and a guest of a table say to each other.
public enum MatchmakingMessage: Hashable, PacketMessage {
    /// Guest: "I am …, and would like to play."
    case introduction(TablePlayer)
    /// Host: "You have a seat."
    case welcome
    /// Host: "There is no seat for you."
    case refused(RefusalReason)
    /// Host: these players sit at the table, the host first.
    case roster([TablePlayer])
    /// Host: the game starts. The reader's seat, from 1 on, and all players' names by seat.
    case start(seat: Int, names: [String])
    /// Host: "I do not want to play with you."
    case sentAway
    /// Host: "I am leaving, and the table is closed."
    case hostQuit
    /// Host, as its first packet: what is played here.
    case table(MatchmakingTable)

    /// The message's fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .introduction(let player): MessageFields(kind: 0, texts: ["name": player.name, "id": player.id])
        case .welcome: MessageFields(kind: 1)
        case .refused(let reason): MessageFields(2, ints: ["reason": reason.rawValue])
        case .roster(let players):
            MessageFields(
                kind: 3, lists: ["names": players.map(\.name), "ids": players.map(\.id), "places": players.map(\.place)])
        case .start(let seat, let names): MessageFields(4, ints: ["seat": seat], lists: ["names": names])
        case .sentAway: MessageFields(kind: 5)
        case .hostQuit: MessageFields(kind: 6)
        case .table(let table): table.fields(kind: 7)
        }
    }

    /// Reads a message. Throws if the fields are not one.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0: self = .introduction(TablePlayer(name: try fields.name(), id: try fields.playerID("id")))
        case 1: self = .welcome
        case 2: self = .refused(try fields.choice("reason"))
        case 3: self = .roster(try fields.players())
        case 4:
            let (seat, names) = (try fields.int("seat"), try fields.names())
            guard names.indices.dropFirst().contains(seat) else { throw NoMessage() }
            self = .start(seat: seat, names: names)
        case 5: self = .sentAway
        case 6: self = .hostQuit
        case 7: self = .table(try MatchmakingTable(reading: fields))
        default: throw NoMessage()
        }
    }
}

extension MessageFields {
    /// The players of a roster.
    fileprivate func players() throws(NoMessage) -> [TablePlayer] {
        let (names, ids, places) = (try names(), lists["ids"] ?? [], lists["places"] ?? [])
        guard ids.count == names.count, places.count == names.count, ids.allSatisfy(TablePlayer.isID) else { throw NoMessage() }
        return names.indices.map { TablePlayer(name: names[$0], id: ids[$0], place: places[$0].plain) }
    }
}

/// Why a host has no seat for a guest.
public enum RefusalReason: Int, CaseIterable, Sendable {
    /// All seats are taken.
    case full = 0
    /// The game has started.
    case started = 1
}

/// Why a table or its game is over.
public enum QuitReason: CaseIterable, Sendable {
    /// The connection to the host was lost.
    case connectionDropped
    /// The player left.
    case userQuit
    /// The host left.
    case serverQuit
    /// The host sent the player away.
    case sentAway
    /// The host's program has ended.
    case hostGone
    /// The player lost the connection, and the others went on.
    case seatGivenUp
}

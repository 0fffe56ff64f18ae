// The first packet that our programs send: who is there.

import Text

/// Who plays at the other end. A peer that sends no hello is the original app, or another program that speaks its protocol.
public struct Hello: Equatable, Sendable {
    /// The player's name: at most 63 bytes of UTF-8. Invisible characters are removed from a received name.
    public var name: String
    /// The program's version, such as "1.1.0". Only programs of the same version play together.
    public var version: String
    /// The game's service type without underscores, such as "fourinarow".
    public var game: String
    /// From a host: whoever moves first is yellow on both screens. Otherwise both see themselves as yellow, as in the original app.
    public var isYellowFirst = false
    /// From a host: minutes and seconds per move, such as "3+2"; empty without clocks.
    public var clock = ""

    /// From a host: others may watch.
    public var isWatchable = false

    /// The `game` of a match that is watched.
    public static let watched = "fiar-watch"
    /// The `game` of Four in a Row.
    public static let fourInARow = "fourinarow"

    /// A hello of these three.
    public init(
        name: String, version: String, game: String, isYellowFirst: Bool = false, clock: String = "",
        isWatchable: Bool = false
    ) {
        self.name = name
        self.version = version
        self.game = game
        self.isYellowFirst = isYellowFirst
        self.clock = clock
        self.isWatchable = isWatchable
    }

    /// The hello with its texts cut to what a reader accepts.
    private var bounded: Hello {
        Hello(
            name: name.cut(toBytes: PlayerName.longest), version: version.cut(toBytes: PlayerName.longest),
            game: game.cut(toBytes: PlayerName.longest), isYellowFirst: isYellowFirst,
            clock: clock.cut(toBytes: Self.longestClock), isWatchable: isWatchable)
    }

    /// The fields on the wire.
    var fields: MessageFields {
        let hello = bounded
        var texts = ["name": hello.name, "version": hello.version, "game": hello.game]
        if isYellowFirst { texts["yellow"] = Self.first }
        if !clock.isEmpty { texts["clock"] = hello.clock }
        if isWatchable { texts["watch"] = Self.yes }
        return MessageFields(texts: texts)
    }

    /// Reads a hello. Throws where one of the three texts is missing; longer texts than a message may have are cut.
    init(_ data: PacketData) throws(NoMessage) {
        guard let name = data.text("name"), let version = data.text("version"), let game = data.text("game")
        else { throw NoMessage() }
        self =
            Hello(
                name: name.asPlayerName, version: version.plain, game: game, isYellowFirst: data.text("yellow") == Self.first,
                clock: (data.text("clock") ?? "").plain, isWatchable: data.text("watch") == Self.yes
            ).bounded
    }

    /// The text that says so.
    private static let first = "first"
    /// The text that says that others may watch.
    private static let yes = "yes"
    /// The longest text about the clocks, in bytes.
    static let longestClock = 8
}

// Who is there: the first thing that programs of ours say. It knows no state: who says hello when is the connection's business.

import Text

/// Who a peer of this program is. A peer that sends none is the original app (or another that speaks its protocol).
public struct Hello: Equatable, Sendable {
    /// The player's name: at most 63 bytes of UTF-8. Of one that was received, what could not be seen is gone.
    public var name: String
    /// The program's version, such as "1.0.0".
    public var version: String
    /// The game's service type without underscores, such as "fourinarow".
    public var game: String
    /// Words for what this peer can do beyond the original app; unknown ones are passed over.
    public var capabilities: [String]

    /// This game's `game`.
    public static let fourInARow = "fourinarow"

    /// The longest capability. A longer one is left out: a cut one would be another word.
    private static let longestCapability = 32
    /// The first so many capabilities are kept.
    private static let mostCapabilities = 16

    /// A hello of these four.
    public init(name: String, version: String, game: String, capabilities: [String]) {
        self.name = name
        self.version = version
        self.game = game
        self.capabilities = capabilities
    }

    /// The same within its limits.
    private var bounded: Hello {
        let words = capabilities.lazy.filter { $0.utf8.count <= Self.longestCapability }.prefix(Self.mostCapabilities)
        return Hello(
            name: name.cut(toBytes: PlayerName.longest), version: version.cut(toBytes: PlayerName.longest),
            game: game.cut(toBytes: PlayerName.longest), capabilities: Array(words))
    }

    /// What it holds on the wire, cut to what its reader would take.
    var fields: MessageFields {
        let hello = bounded
        return MessageFields(
            texts: ["name": hello.name, "version": hello.version, "game": hello.game], lists: ["capabilities": hello.capabilities]
        )
    }

    /// The hello that the data says, if none of the four is missing. It may hold more, and longer texts, than a message does:
    /// what is too long is cut or left out, and so is what could not be seen of the name.
    init(_ data: PacketData) throws(NoMessage) {
        guard let name = data.text("name"), let version = data.text("version"), let game = data.text("game"),
            let words = data.texts("capabilities", most: Self.mostCapabilities, longest: Self.longestCapability)
        else { throw NoMessage() }
        self = Hello(name: name.asPlayerName, version: version.plain, game: game, capabilities: words).bounded
    }
}

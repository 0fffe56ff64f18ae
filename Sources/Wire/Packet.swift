// What two programs say to each other in a game: the one table of packet types, with a value for each.
// It knows no bytes (PacketArchive writes and reads them), no sockets and no rules.

/// A packet, as one value a type. The number of each is `MTPacketType` in the original app; 16 and above are this program's own,
/// which the original ignores.
public enum Packet: Equatable, Sendable {
    /// 0: a disc went into `column`, counted 0…6 from the left.
    case didAddDisc(column: Int)
    /// 1: a new game starts; its sender moves first.
    case startNewGame
    /// 16: who is there. Sent once by each side as a connection opens.
    case hello(Hello)
    /// 17: goodbye, with the reason; the connection closes after it.
    case bye(ByeReason)
    /// 18: "both of us asked for a new game at once, and yours it is". Discs that its sender dropped before it belong to the
    /// game given up.
    case yield
    /// 19: what a table's host and its guests say to each other.
    case matchmaking(MatchmakingMessage)
    /// 20: what players near each other say.
    case peer(PeerEnvelope)
    /// 21: a message of "Guess the secret number".
    case secretNumber(SecretNumberMessage)
    /// 22: a message of Snap!
    case snap(SnapMessage)
    /// 23: the game begins.
    case party(PartyMessage)
    /// 24: what the players of a game ask of each other.
    case consent(ConsentMessage)
    /// 25: how a game that broke off is taken up again.
    case session(SessionMessage)
    /// 26: what the two sides of a private game say before their words are sealed.
    case privacy(PrivacyMessage)
    /// A well-formed packet that says nothing to us: an unknown type, or a disc without a column. To be passed over.
    case ignored(type: Int64)

    /// The number on the wire.
    public var type: Int64 {
        switch self {
        case .didAddDisc: 0
        case .startNewGame: 1
        case .hello: 16
        case .bye: 17
        case .yield: 18
        case .matchmaking: 19
        case .peer: 20
        case .secretNumber: 21
        case .snap: 22
        case .party: 23
        case .consent: 24
        case .session: 25
        case .privacy: 26
        case .ignored(let type): type
        }
    }
}

/// Who a peer of this program is. A peer that sends none is the original app (or another that speaks its protocol).
public struct Hello: Equatable, Sendable {
    /// The player's name, as typed: at most 63 bytes of UTF-8. It may hold anything; it is made harmless where it is shown.
    public var name: String
    /// The program's version, such as "1.0.0".
    public var version: String
    /// The game's service type without underscores, such as "fourinarow".
    public var game: String
    /// Words for what this peer can do beyond the original app; unknown ones are passed over.
    public var capabilities: [String]

    /// The longest name that the network can carry, in bytes of UTF-8 (RFC 6763, section 4.1.1).
    public static let longestName = 63
    /// This game's `game`.
    public static let fourInARow = "fourinarow"

    /// A hello of these four.
    public init(name: String, version: String, game: String, capabilities: [String]) {
        self.name = name
        self.version = version
        self.game = game
        self.capabilities = capabilities
    }
}

/// Why a peer says goodbye.
public enum ByeReason: Int, Equatable, Sendable {
    /// The player left the game.
    case left = 0
    /// The player broke the rules of the game, in the other's judgement.
    case rules = 1
    /// The peer's bytes made no sense.
    case nonsense = 2
    /// The peer stalled in the middle of a packet.
    case stalled = 3
    /// The game has its two players already.
    case taken = 4
}

// The packets that any two programs exchange, whatever they play.

/// A packet of any two programs.
public enum ControlPacket: Equatable, Sendable {
    /// Who is there. Each side sends it once, when a connection opens.
    case hello(Hello)
    /// Goodbye, with the reason; the connection closes after it.
    case bye(ByeReason)
    /// Both sides began a new game at once, and the receiver's counts. Discs that the sender dropped before this packet do not.
    case yield
    /// A question of a player, or its answer.
    case consent(ConsentMessage)
    /// A message about resuming an interrupted game.
    case resume(ResumeMessage)
    /// The handshake of a private game.
    case privacy(PrivacyMessage)
    /// Shows that the program runs.
    case heartbeat(HeartbeatMessage)
    /// A player says something.
    case phrase(PhraseMessage)
    /// What a move cost, or whose time is up.
    case clock(ClockMessage)
    /// What spectators see.
    case watch(WatchMessage)
    /// From a host to a seated guest: whether the host's player is at something else, and was told that the guest is here.
    case coming(Bool)

    /// Whether it changes or ends a game, as a move does. A heartbeat's `read` counts it then.
    public var changesGame: Bool {
        switch self {
        case .consent(.done), .consent(.resign), .clock(.timeUp): true
        default: false
        }
    }

    /// The packet types of this layer.
    enum Number: Int64 {
        case hello = 16
        case bye = 17
        case yield = 18
        case consent = 24
        case resume = 25
        case privacy = 26
        case heartbeat = 27
        case phrase = 28
        case clock = 29
        case watch = 30
        case coming = 31
    }

    /// The packet's type and its fields on the wire; nil where it has none.
    var content: (number: Number, fields: MessageFields?) {
        switch self {
        case .hello(let hello): (.hello, hello.fields)
        case .bye(let reason): (.bye, MessageFields(nil, ints: ["reason": reason.rawValue]))
        case .yield: (.yield, nil)
        case .consent(let message): (.consent, message.fields)
        case .resume(let message): (.resume, message.fields)
        case .privacy(let message): (.privacy, message.fields)
        case .heartbeat(let message): (.heartbeat, message.fields)
        case .phrase(let message): (.phrase, message.fields)
        case .clock(let message): (.clock, message.fields)
        case .watch(let message): (.watch, message.fields)
        case .coming(let isComing): (.coming, MessageFields(nil, ints: ["coming": isComing ? 1 : 0]))
        }
    }

    /// Reads a packet of this type from its data.
    init(_ number: Number, _ data: PacketData) throws(NoMessage) {
        switch number {
        case .hello: self = .hello(try Hello(data))
        case .bye: self = .bye(try (data.fields ?? MessageFields()).choice("reason"))
        case .yield: self = .yield
        case .consent: self = .consent(try data.message())
        case .resume: self = .resume(try data.message())
        case .privacy: self = .privacy(try data.message())
        case .heartbeat: self = .heartbeat(try data.message())
        case .phrase: self = .phrase(try data.message())
        case .clock: self = .clock(try data.message())
        case .watch: self = .watch(try data.message())
        case .coming: self = .coming(try (data.fields ?? MessageFields()).int("coming", in: 0...1) == 1)
        }
    }
}

/// Why a peer ends the connection.
public enum ByeReason: Int, Equatable, Sendable {
    /// The player left the game.
    case left = 0
    /// The receiver broke the rules of the game.
    case rules = 1
    /// The receiver sent something that makes no sense.
    case nonsense = 2
    /// The receiver stopped in the middle of a packet.
    case stalled = 3
    /// The game has both players already.
    case taken = 4
    /// The host's player is at something else, and cannot play now; to a spectator: has saved the game, and may go on with it.
    case busy = 5
}

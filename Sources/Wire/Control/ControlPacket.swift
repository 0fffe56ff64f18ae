// The packets that any two programs say to each other, whatever they play. It knows no game and no lobby.

/// A packet that any two say.
public enum ControlPacket: Equatable, Sendable {
    /// Who is there. Sent once by each side as a connection opens.
    case hello(Hello)
    /// Goodbye, with the reason; the connection closes after it.
    case bye(ByeReason)
    /// "Both of us asked for a new game at once, and yours it is". Discs that its sender dropped before it belong to the game given
    /// up.
    case yield
    /// What the players of a game ask of each other.
    case consent(ConsentMessage)
    /// How a game that broke off is taken up again.
    case session(SessionMessage)
    /// What the two sides of a private game say before their words are sealed.
    case privacy(PrivacyMessage)
    /// That the program runs.
    case presence(PresenceMessage)

    /// The types of this layer.
    enum Number: Int64 {
        case hello = 16
        case bye = 17
        case yield = 18
        case consent = 24
        case session = 25
        case privacy = 26
        case presence = 27
    }

    /// Its type, and what it holds on the wire; nil for nothing.
    var content: (number: Number, fields: MessageFields?) {
        switch self {
        case .hello(let hello): (.hello, hello.fields)
        case .bye(let reason): (.bye, MessageFields(nil, ints: ["reason": reason.rawValue]))
        case .yield: (.yield, nil)
        case .consent(let message): (.consent, message.fields)
        case .session(let message): (.session, message.fields)
        case .privacy(let message): (.privacy, message.fields)
        case .presence(let message): (.presence, message.fields)
        }
    }

    /// The packet of this type that the data says.
    init(_ number: Number, _ data: PacketData) throws(NoMessage) {
        switch number {
        case .hello: self = .hello(try Hello(data))
        case .bye: self = .bye(try (data.fields ?? MessageFields()).choice("reason"))
        case .yield: self = .yield
        case .consent: self = .consent(try data.message())
        case .session: self = .session(try data.message())
        case .privacy: self = .privacy(try data.message())
        case .presence: self = .presence(try data.message())
        }
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

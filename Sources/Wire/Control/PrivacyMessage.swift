// What the two sides of a private game say to each other before their words are sealed. It knows no arithmetic: how the bytes come
// about and what they prove is PassphraseHandshake's.

/// A message of the handshake of a private game. It travels as a packet of its own type, so that the original app, should it come to
/// such a game, reads it and passes over it.
public enum PrivacyMessage: Equatable, PacketMessage {
    /// The host, first of all: this game is private. `version` says how the handshake goes; the salt has 16 bytes, the session 16,
    /// the host's share 32.
    case greeting(version: Int, salt: [UInt8], session: [UInt8], share: [UInt8])
    /// The guest: its share, 32 bytes, and its proof of 64 that it knows the code.
    case attempt(share: [UInt8], proof: [UInt8])
    /// The host: that was another code. So many more may be tried here, the next one in this session with this share.
    case wrong(left: Int, session: [UInt8], share: [UInt8])
    /// The host: its own proof, 64 bytes. All that follows, both ways, is a sealed stream.
    case opened(proof: [UInt8])
    /// The host: too many wrong codes came from there; none is looked at for so many seconds. It closes after this.
    case pause(seconds: Int)

    /// How the handshake goes that these messages belong to.
    public static let version = 1

    /// The lengths of what is in the messages, in bytes.
    public enum Length {
        /// Of the password hash's salt.
        public static let salt = 16
        /// Of what makes a try another than all others.
        public static let session = 16
        /// Of a side's share.
        public static let share = 32
        /// Of a side's proof.
        public static let proof = 64
    }

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .greeting(let version, let salt, let session, let share):
            MessageFields(0, ints: ["version": version], bytes: ["salt": salt, "session": session, "share": share])
        case .attempt(let share, let proof): MessageFields(1, bytes: ["share": share, "proof": proof])
        case .wrong(let left, let session, let share):
            MessageFields(2, ints: ["left": left], bytes: ["session": session, "share": share])
        case .opened(let proof): MessageFields(3, bytes: ["proof": proof])
        case .pause(let seconds): MessageFields(4, ints: ["seconds": seconds])
        }
    }

    /// The message that fields say. Of a version that is not known, nothing else is asked for.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func share() throws(NoMessage) -> [UInt8] { try fields.bytes("share", count: Length.share) }
        func session() throws(NoMessage) -> [UInt8] { try fields.bytes("session", count: Length.session) }
        func proof() throws(NoMessage) -> [UInt8] { try fields.bytes("proof", count: Length.proof) }
        switch fields.kind {
        case 0:
            let version = try fields.int("version", in: 1...1000)
            guard version == Self.version else {
                self = .greeting(version: version, salt: [], session: [], share: [])
                return
            }
            let salt = try fields.bytes("salt", count: Length.salt)
            self = .greeting(version: version, salt: salt, session: try session(), share: try share())
        case 1: self = .attempt(share: try share(), proof: try proof())
        case 2: self = .wrong(left: try fields.int("left", in: 0...1000), session: try session(), share: try share())
        case 3: self = .opened(proof: try proof())
        case 4: self = .pause(seconds: try fields.int("seconds", in: 0...86_400))
        default: throw NoMessage()
        }
    }
}

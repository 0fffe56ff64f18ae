// What the two sides of a private game say to each other before their words are sealed. It knows no arithmetic: how the bytes come
// about and what they prove is PassphraseHandshake's.

/// A message of the handshake of a private game. It travels as a packet of its own type, so that the original app, should it come to
/// such a game, reads it and passes over it.
public enum PrivacyMessage: Equatable, PacketMessage {
    /// The host, first of all: this game is private. `version` is the oldest way the handshake can go, `latest` the newest that the
    /// host knows. The salt has 16 bytes, the host's half of the session 16; the host's share, 32, is for the first way.
    case greeting(version: Int, latest: Int = 1, salt: [UInt8], session: [UInt8], share: [UInt8])
    /// The guest, in the first way: its share, 32 bytes, and its proof of 64 that it knows the code.
    case attempt(share: [UInt8], proof: [UInt8])
    /// The host: that was another code. So many more may be tried here, the next one in this session, with this share in the first way.
    case wrong(left: Int, session: [UInt8], share: [UInt8])
    /// The host: its own proof, 64 bytes. All that follows, both ways, is a sealed stream. In the first way nothing is said of what
    /// is listed; else it is the proof, 32 bytes, of what the host is listed as.
    case opened(proof: [UInt8], listing: [UInt8]? = nil)
    /// The host: too many wrong codes came from there; none is looked at for so many seconds. It closes after this.
    case pause(seconds: Int)
    /// The guest, in this way, and in place of `attempt`: the newest way that it knows, its half of the session, 16 bytes, its share.
    case reply(version: Int, latest: Int, session: [UInt8], share: [UInt8])
    /// The host: its share for both halves.
    case share([UInt8])
    /// The guest: its proof.
    case proof([UInt8])

    /// The oldest way of the handshake that these messages belong to.
    public static let version = 1

    /// The lengths of what is in the messages, in bytes.
    public enum Length {
        /// Of the password hash's salt.
        public static let salt = 16
        /// Of one side's half of what makes a try another than all others.
        public static let session = 16
        /// Of a side's share.
        public static let share = 32
        /// Of a side's proof.
        public static let proof = 64
        /// Of the proof of what is listed.
        public static let listing = 32
    }

    /// The ways after the first, as they are named in messages and bound as one byte.
    private static let laterVersions = 2...255

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .greeting(let version, let latest, let salt, let session, let share):
            MessageFields(
                0, ints: ["version": version].merging(latest > 1 ? ["latest": latest] : [:]) { first, _ in first },
                bytes: ["salt": salt, "session": session, "share": share])
        case .attempt(let share, let proof): MessageFields(1, bytes: ["share": share, "proof": proof])
        case .wrong(let left, let session, let share):
            MessageFields(2, ints: ["left": left], bytes: ["session": session, "share": share])
        case .opened(let proof, let listing):
            MessageFields(3, bytes: listing.map { ["proof": proof, "listing": $0] } ?? ["proof": proof])
        case .pause(let seconds): MessageFields(4, ints: ["seconds": seconds])
        case .reply(let version, let latest, let session, let share):
            MessageFields(5, ints: ["version": version, "latest": latest], bytes: ["session": session, "share": share])
        case .share(let share): MessageFields(6, bytes: ["share": share])
        case .proof(let proof): MessageFields(7, bytes: ["proof": proof])
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
            let latest = fields.holds("latest") ? try fields.int("latest", in: Self.laterVersions) : version
            let salt = try fields.bytes("salt", count: Length.salt)
            self = .greeting(version: version, latest: latest, salt: salt, session: try session(), share: try share())
        case 1: self = .attempt(share: try share(), proof: try proof())
        case 2: self = .wrong(left: try fields.int("left", in: 0...1000), session: try session(), share: try share())
        case 3:
            let listing = fields.holds("listing") ? try fields.bytes("listing", count: Length.listing) : nil
            self = .opened(proof: try proof(), listing: listing)
        case 4: self = .pause(seconds: try fields.int("seconds", in: 0...86_400))
        case 5:
            self = .reply(
                version: try fields.int("version", in: Self.laterVersions),
                latest: try fields.int("latest", in: Self.laterVersions),
                session: try session(), share: try share())
        case 6: self = .share(try share())
        case 7: self = .proof(try proof())
        default: throw NoMessage()
        }
    }
}

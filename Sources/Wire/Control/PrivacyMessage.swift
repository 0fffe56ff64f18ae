// The messages of a private game's handshake, sent before the connection is sealed. `PassphraseHandshake.swift` in Session computes and
// checks what they hold. One more follows it where two friends dial each other.

/// A message of the handshake of a private game. It has a packet type of its own: the original app, if it comes to such a game, ignores
/// it.
public enum PrivacyMessage: Equatable, PacketMessage {
    /// Host, as its first packet: this game is private. Salt and the host's half of the session id have 16 bytes. If `version` is not
    /// ours, nothing else is read, and both are empty.
    case greeting(version: Int, salt: [UInt8], session: [UInt8])
    /// Guest: its half of the session id, 16 bytes, and its key share, 32.
    case reply(session: [UInt8], share: [UInt8])
    /// Host: its key share, 32 bytes.
    case share([UInt8])
    /// Guest: its proof that it knows the code, 64 bytes.
    case proof([UInt8])
    /// Host: its own proof, 64 bytes, and the proof of the name it is listed under, 32. Everything after it is a sealed stream.
    case opened(proof: [UInt8], listing: [UInt8])
    /// Host: the code was wrong. The host closes after this.
    case wrong
    /// Host: too many wrong codes came from this guest; none is accepted for `seconds`. The host closes after this.
    case pause(seconds: Int)
    /// Guest, sealed, through a relay: where it can be dialled. The host repeats it once it has it.
    case answer(AnswerLine)

    /// The version of the handshake.
    public static let version = 3

    /// The length of the password hash's salt, in bytes.
    public static let saltLength = 16
    /// The length of one side's half of the session id.
    public static let sessionLength = 16
    /// The lengths of a key share, of a proof that a side knows the code, and of the proof of the listed name.
    private static let (shareLength, proofLength, listingLength) = (32, 64, 32)

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .greeting(let version, let salt, let session):
            MessageFields(0, ints: ["version": version], bytes: ["salt": salt, "session": session])
        case .reply(let session, let share): MessageFields(1, bytes: ["session": session, "share": share])
        case .share(let share): MessageFields(2, bytes: ["share": share])
        case .proof(let proof): MessageFields(3, bytes: ["proof": proof])
        case .opened(let proof, let listing): MessageFields(4, bytes: ["proof": proof, "listing": listing])
        case .wrong: MessageFields(5)
        case .pause(let seconds): MessageFields(6, ints: ["seconds": seconds])
        case .answer(let line): MessageFields(7, texts: ["line": line.text])
        }
    }

    /// Reads a message. Throws where a field is missing or has a wrong length.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func share() throws(NoMessage) -> [UInt8] { try fields.bytes("share", count: Self.shareLength) }
        func session() throws(NoMessage) -> [UInt8] { try fields.bytes("session", count: Self.sessionLength) }
        func proof() throws(NoMessage) -> [UInt8] { try fields.bytes("proof", count: Self.proofLength) }
        switch fields.kind {
        case 0:
            let version = try fields.int("version", in: 1...1000)
            guard version == Self.version else {
                self = .greeting(version: version, salt: [], session: [])
                return
            }
            self = .greeting(
                version: version, salt: try fields.bytes("salt", count: Self.saltLength), session: try session())
        case 1: self = .reply(session: try session(), share: try share())
        case 2: self = .share(try share())
        case 3: self = .proof(try proof())
        case 4: self = .opened(proof: try proof(), listing: try fields.bytes("listing", count: Self.listingLength))
        case 5: self = .wrong
        case 6: self = .pause(seconds: try fields.int("seconds", in: 0...86_400))
        case 7:
            guard let line = fields.texts["line"].flatMap({ try? AnswerLine(typed: $0) }) else { throw NoMessage() }
            self = .answer(line)
        default: throw NoMessage()
        }
    }
}

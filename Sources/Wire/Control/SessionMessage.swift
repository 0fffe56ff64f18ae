// What two programs say to each other so that a game that broke off can be taken up again: the secret that the host hands out at
// the beginning, and what is said on a new connection (Resumption has the order). It knows no rules.

/// What a game that two play is known by, to them and to nobody else.
public struct SessionSecret: Equatable, Sendable {
    /// 16 random bytes. Version 1 publishes them when the game is looked for.
    public var id: [UInt8]
    /// 32 random bytes. They cross the wire once, when the game begins.
    public var key: SecretBytes

    /// The length of an id.
    public static let idLength = 16
    /// The length of a key, of a nonce, of a share and of a proof.
    public static let keyLength = 32
    /// The length of the proof in an answer.
    public static let longProofLength = 64

    /// A secret of these two.
    public init(id: [UInt8], key: SecretBytes) {
        self.id = id
        self.key = key
    }
}

/// What one side knows of the game that both play. It may be nonsense: what a peer says is judged by whoever knows the rules.
public struct SessionHistory: Equatable, Sendable {
    /// How many games the two have begun, from 1: the number of the one that is played.
    public var game: Int
    /// Whether the host moved first in it.
    public var isHostFirst: Bool
    /// How many times moves were taken back in it.
    public var takeBacks: Int
    /// Its moves as column digits.
    public var digits: String
    /// The moves of the game before it; empty in the first.
    public var before: String
    /// What the two allowed each other.
    public var allowed: Set<ConsentTopic>

    /// A history of these.
    public init(
        game: Int = 1, isHostFirst: Bool = true, takeBacks: Int = 0, digits: String = "", before: String = "",
        allowed: Set<ConsentTopic> = []
    ) {
        self.game = game
        self.isHostFirst = isHostFirst
        self.takeBacks = takeBacks
        self.digits = digits
        self.before = before
        self.allowed = allowed
    }
}

/// A message about a game that can be taken up again.
public enum SessionMessage: Equatable, PacketMessage {
    /// The host, when the game begins and both can take it up: what it is known by, and the latest way of taking it up that the
    /// host's program knows (`Resumption.Version`).
    case open(SessionSecret, version: Int)
    /// The guest, at once, if more than the first way is offered: it has what the game is known by, and this is the way.
    case opened(version: Int)
    /// The guest, on a new connection: the game that it wants to go on with, and a nonce.
    case call(id: [UInt8], nonce: [UInt8])
    /// The host: a nonce, and the proof that it has the key.
    case challenge(nonce: [UInt8], proof: [UInt8])
    /// The same two in the second way, with a share each for a new key. The mark is the game's, for this nonce and no other.
    case reach(mark: [UInt8], nonce: [UInt8], share: [UInt8])
    case answer(share: [UInt8], proof: [UInt8])
    /// First the guest, then the host: what it knows of the game, and the proof that it has the key and said just this.
    case history(SessionHistory, proof: [UInt8])

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .open(let secret, let version):
            MessageFields(
                0, ints: version > 1 ? ["version": version] : [:], bytes: ["id": secret.id], secrets: ["key": secret.key])
        case .call(let id, let nonce): MessageFields(1, bytes: ["id": id, "nonce": nonce])
        case .challenge(let nonce, let proof): MessageFields(2, bytes: ["nonce": nonce, "proof": proof])
        case .history(let history, let proof):
            MessageFields(
                3,
                ints: [
                    "game": history.game, "hostFirst": history.isHostFirst ? 1 : 0, "takeBacks": history.takeBacks,
                    "allowed": history.allowedBits,
                ], bytes: ["proof": proof], texts: ["moves": history.digits, "before": history.before])
        case .opened(let version): MessageFields(4, ints: ["version": version])
        case .reach(let mark, let nonce, let share):
            MessageFields(5, bytes: ["mark": mark, "nonce": nonce, "share": share])
        case .answer(let share, let proof): MessageFields(6, bytes: ["share": share, "proof": proof])
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func bytes(_ name: String, _ count: Int = SessionSecret.keyLength) throws(NoMessage) -> [UInt8] {
            try fields.bytes(name, count: count)
        }
        switch fields.kind {
        case 0:
            let key = try fields.secret("key", count: SessionSecret.keyLength)
            let secret = SessionSecret(id: try bytes("id", SessionSecret.idLength), key: key)
            self = .open(secret, version: (try? fields.int("version", in: 2...1000)) ?? 1)
        case 1: self = .call(id: try bytes("id", SessionSecret.idLength), nonce: try bytes("nonce"))
        case 2: self = .challenge(nonce: try bytes("nonce"), proof: try bytes("proof"))
        case 3: self = .history(try SessionHistory(fields), proof: try bytes("proof"))
        case 4: self = .opened(version: try fields.int("version", in: 2...1000))
        case 5:
            self = .reach(
                mark: try bytes("mark", SessionSecret.idLength), nonce: try bytes("nonce"), share: try bytes("share"))
        case 6: self = .answer(share: try bytes("share"), proof: try bytes("proof", SessionSecret.longProofLength))
        default: throw NoMessage()
        }
    }
}

extension SessionHistory {
    /// The longest game.
    static let mostMoves = 42

    /// Throws where a field is missing, or is no number of a game, or no game has so many moves.
    fileprivate init(_ fields: MessageFields) throws(NoMessage) {
        func moves(_ name: String) throws(NoMessage) -> String {
            guard let digits = fields.texts[name], digits.utf8.count <= Self.mostMoves else { throw NoMessage() }
            return digits
        }
        let allowed = try fields.int("allowed", in: 0...0xFFFF)
        self.init(
            game: try fields.int("game", in: 1...1_000_000), isHostFirst: try fields.int("hostFirst", in: 0...1) == 1,
            takeBacks: try fields.int("takeBacks", in: 0...1_000_000), digits: try moves("moves"), before: try moves("before"),
            allowed: Set(ConsentTopic.allCases.filter { allowed & $0.bit != 0 }))
    }

    /// What is allowed as a number, a bit a topic.
    fileprivate var allowedBits: Int { allowed.reduce(0) { $0 | $1.bit } }

    /// All of it, so that no two histories have the same bytes.
    public var bytes: [UInt8] {
        let numbers = [game, isHostFirst ? 1 : 0, takeBacks, allowedBits, digits.utf8.count]
        return numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } + Array(digits.utf8)
            + Array(before.utf8)
    }
}

extension ConsentTopic {
    fileprivate var bit: Int { 1 << rawValue }
}

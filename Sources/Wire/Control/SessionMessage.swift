// What two programs say to each other so that a game that broke off can be taken up again: the secret that the host hands out at
// the beginning, and what is said on a new connection (Resumption has the order). It knows no rules.

/// What a game that two play is known by, to them and to nobody else.
public struct SessionSecret: Equatable, Sendable {
    /// 16 random bytes, which are published when the game is looked for.
    public var id: [UInt8]
    /// 32 random bytes. They cross the wire once, when the game begins.
    public var key: [UInt8]

    /// The length of an id.
    public static let idLength = 16
    /// The length of a key, of a nonce and of a proof.
    public static let keyLength = 32

    /// A secret of these two.
    public init(id: [UInt8], key: [UInt8]) {
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
    /// The host, once, when the game begins and both can take it up: what it is known by.
    case open(SessionSecret)
    /// The guest, on a new connection: the game that it wants to go on with, and a nonce.
    case call(id: [UInt8], nonce: [UInt8])
    /// The host: a nonce, and the proof that it has the key.
    case challenge(nonce: [UInt8], proof: [UInt8])
    /// First the guest, then the host: what it knows of the game, and the proof that it has the key and said just this.
    case history(SessionHistory, proof: [UInt8])

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .open(let secret): MessageFields(0, bytes: ["id": secret.id, "key": secret.key])
        case .call(let id, let nonce): MessageFields(1, bytes: ["id": id, "nonce": nonce])
        case .challenge(let nonce, let proof): MessageFields(2, bytes: ["nonce": nonce, "proof": proof])
        case .history(let history, let proof):
            MessageFields(
                3,
                ints: [
                    "game": history.game, "hostFirst": history.isHostFirst ? 1 : 0, "takeBacks": history.takeBacks,
                    "allowed": history.allowedBits,
                ], bytes: ["proof": proof], texts: ["moves": history.digits, "before": history.before])
        }
    }

    /// The message that fields say; nil where one is missing, or cannot be.
    public init?(_ fields: MessageFields) {
        func bytes(_ name: String, _ count: Int = SessionSecret.keyLength) -> [UInt8]? {
            fields.bytes(name, count: count)
        }
        switch fields.kind {
        case 0:
            guard let id = bytes("id", SessionSecret.idLength), let key = bytes("key") else { return nil }
            self = .open(SessionSecret(id: id, key: key))
        case 1:
            guard let id = bytes("id", SessionSecret.idLength), let nonce = bytes("nonce") else { return nil }
            self = .call(id: id, nonce: nonce)
        case 2:
            guard let nonce = bytes("nonce"), let proof = bytes("proof") else { return nil }
            self = .challenge(nonce: nonce, proof: proof)
        case 3:
            guard let history = SessionHistory(fields), let proof = bytes("proof") else { return nil }
            self = .history(history, proof: proof)
        default: return nil
        }
    }
}

extension SessionHistory {
    /// The longest game.
    static let mostMoves = 42

    /// Nil where a field is missing, or is no number of a game, or no game has so many moves.
    fileprivate init?(_ fields: MessageFields) {
        func moves(_ name: String) -> String? { fields.texts[name].flatMap { $0.utf8.count <= Self.mostMoves ? $0 : nil } }
        guard let game = fields.int("game", in: 1...1_000_000), let isHostFirst = fields.int("hostFirst", in: 0...1),
            let takeBacks = fields.int("takeBacks", in: 0...1_000_000), let allowed = fields.int("allowed", in: 0...0xFFFF),
            let digits = moves("moves"), let before = moves("before")
        else { return nil }
        self.init(
            game: game, isHostFirst: isHostFirst == 1, takeBacks: takeBacks, digits: digits, before: before,
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

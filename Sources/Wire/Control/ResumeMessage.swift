// The messages by which two programs resume an interrupted game: the token that the host hands out when the game begins, and the
// handshake on a new connection (Resumption has the order).

/// What both players of a game keep to recognise it, and nobody else has.
public struct ResumeToken: Equatable, Sendable {
    /// 16 random bytes.
    public var id: [UInt8]
    /// 32 random bytes. They are sent once, when the game begins.
    public var key: SecretBytes

    /// The length of an id and of a mark.
    public static let idLength = 16
    /// The length of a key, a nonce, a share and the proof of a history.
    public static let keyLength = 32
    /// The length of the proof in an answer.
    public static let longProofLength = 64

    /// A token of these two.
    public init(id: [UInt8], key: SecretBytes) {
        self.id = id
        self.key = key
    }
}

/// A message about a game that can be resumed.
public enum ResumeMessage: Equatable, PacketMessage {
    /// From the host when the game begins: the game's token.
    case open(ResumeToken)
    /// From the guest, first on a new connection: the game's mark for this nonce, and a share for a new key.
    case call(mark: [UInt8], nonce: [UInt8], share: [UInt8])
    /// From the host: its share, and the proof that it has the game's key.
    case answer(share: [UInt8], proof: [UInt8])
    /// From the guest, then from the host: what it knows of the match, and the proof that it has the key and said exactly this.
    case history(MatchHistory, proof: [UInt8])

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .open(let token): MessageFields(0, bytes: ["id": token.id], secrets: ["key": token.key])
        case .call(let mark, let nonce, let share):
            MessageFields(1, bytes: ["mark": mark, "nonce": nonce, "share": share])
        case .answer(let share, let proof): MessageFields(2, bytes: ["share": share, "proof": proof])
        case .history(let history, let proof):
            MessageFields(
                3,
                ints: [
                    "game": history.game, "hostFirst": history.isHostFirst ? 1 : 0, "takeBacks": history.takeBacks,
                    "allowed": history.allowedBits, "ending": history.ending?.rawValue ?? 0,
                    "endingBefore": history.endingBefore?.rawValue ?? 0, "read": history.hasRead ? 1 : 0,
                    "presence": Int(history.presence),
                ], bytes: ["proof": proof], texts: ["moves": history.digits, "before": history.before],
                lists: ["costs": history.costs.map(String.init)])
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func bytes(_ name: String, _ count: Int = ResumeToken.keyLength) throws(NoMessage) -> [UInt8] {
            try fields.bytes(name, count: count)
        }
        switch fields.kind {
        case 0:
            let key = try fields.secret("key", count: ResumeToken.keyLength)
            self = .open(ResumeToken(id: try bytes("id", ResumeToken.idLength), key: key))
        case 1:
            self = .call(mark: try bytes("mark", ResumeToken.idLength), nonce: try bytes("nonce"), share: try bytes("share"))
        case 2: self = .answer(share: try bytes("share"), proof: try bytes("proof", ResumeToken.longProofLength))
        case 3: self = .history(try MatchHistory(fields), proof: try bytes("proof"))
        default: throw NoMessage()
        }
    }
}

extension MatchHistory {
    /// The length of the longest game.
    static let mostMoves = 42

    /// Throws where a field is missing or out of range.
    fileprivate init(_ fields: MessageFields) throws(NoMessage) {
        func moves(_ name: String) throws(NoMessage) -> String {
            guard let digits = fields.texts[name], digits.utf8.count <= Self.mostMoves else { throw NoMessage() }
            return digits
        }
        func ending(_ name: String) throws(NoMessage) -> GameEnding? {
            let number = try fields.int(name, in: 0...GameEnding.allCases.count)
            return GameEnding(rawValue: number)
        }
        let costs = (fields.lists["costs"] ?? []).map { Int($0) ?? -1 }
        guard costs.count <= Self.mostMoves, costs.allSatisfy({ 0...ClockMessage.longest ~= $0 }) else { throw NoMessage() }
        self.init(
            game: try fields.int("game", in: 1...1_000_000), isHostFirst: try fields.int("hostFirst", in: 0...1) == 1,
            takeBacks: try fields.int("takeBacks", in: 0...1_000_000), digits: try moves("moves"), ending: try ending("ending"),
            before: try moves("before"), endingBefore: try ending("endingBefore"),
            costs: costs, hasRead: try fields.int("read", in: 0...1) == 1)
        allowedBits = try fields.int("allowed", in: 0...0xFFFF)
        let presence = try fields.int("presence", in: 0...2)
        (isLooking, hasLeft) = (presence == 1, presence == 2)
    }

    /// Where the sender's player is: 0 at the board, 1 elsewhere, 2 gone for good.
    public var presence: UInt8 { hasLeft ? 2 : isLooking ? 1 : 0 }

    /// The allowed topics as a number, one bit per topic.
    public var allowedBits: Int {
        get { allowed.reduce(0) { $0 | $1.bit } }
        set { allowed = Set(ConsentTopic.allCases.filter { newValue & $0.bit != 0 }) }
    }

    /// Every field but `presence`, so that no two histories have the same bytes: nine numbers and the costs, of 8 bytes each, little-endian, then the digits.
    public var bytes: [UInt8] {
        let numbers = [
            game, isHostFirst ? 1 : 0, takeBacks, allowedBits, ending?.rawValue ?? 0, endingBefore?.rawValue ?? 0,
            hasRead ? 1 : 0, costs.count, digits.utf8.count,
        ]
        return (numbers + costs).flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
            + Array(digits.utf8)
            + Array(before.utf8)
    }
}

extension ConsentTopic {
    fileprivate var bit: Int { 1 << rawValue }
}

// What the players of "Guess the secret number" say to each other. It knows no rules: whether a message makes sense in a state is
// for the game to say. Nearly all name the round they belong to, so that late ones are told from timely ones.

/// A message of the game. Seats are the party's; the host has seat 0. How they follow each other is in Play's SecretNumberTable.
public enum SecretNumberMessage: FieldMessage {
    /// The host: this player chooses the next secret.
    case choosing(round: Int, keeper: Int)
    /// Whoever keeps the secret, passed on by the host: the numbers to guess among, and the seal, 32 bytes, that binds the secret.
    case sealed(round: Int, lowest: Int, highest: Int, seal: [UInt8])
    /// A guest: my guess.
    case guess(round: Int, number: Int)
    /// The host to the guest who keeps the secret: this player's guess.
    case asked(round: Int, player: Int, number: Int)
    /// Whoever keeps the secret, passed on by the host: the answer to this player's guess; 0 higher, 1 lower, 2 correct.
    case answered(round: Int, player: Int, number: Int, answer: Int)
    /// Whoever keeps the secret, passed on by the host: what was sealed; the nonce has 32 bytes.
    case opened(round: Int, secret: Int, nonce: [UInt8])
    /// A guest who won: whether they keep the next secret.
    case next(round: Int, keeps: Bool)
    /// The host: this player is gone.
    case left(player: Int)
    /// The host: the round is over, since no answer came to a guess.
    case unanswered(round: Int)

    /// The type of the game's packets.
    public static let packetType: Int64 = 21

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .choosing(let round, let keeper): Self.fields(0, ["round": round, "keeper": keeper])
        case .sealed(let round, let lowest, let highest, let seal):
            Self.fields(1, ["round": round, "lowest": lowest, "highest": highest], ["seal": seal])
        case .guess(let round, let number): Self.fields(2, ["round": round, "number": number])
        case .asked(let round, let player, let number):
            Self.fields(3, ["round": round, "player": player, "number": number])
        case .answered(let round, let player, let number, let answer):
            Self.fields(4, ["round": round, "player": player, "number": number, "answer": answer])
        case .opened(let round, let secret, let nonce): Self.fields(5, ["round": round, "secret": secret], ["nonce": nonce])
        case .next(let round, let keeps): Self.fields(6, ["round": round, "keeps": keeps ? 1 : 0])
        case .left(let player): Self.fields(7, ["player": player])
        case .unanswered(let round): Self.fields(8, ["round": round])
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func int(_ name: String) throws(NoMessage) -> Int { try fields.int(name) }
        func bytes(_ name: String) throws(NoMessage) -> [UInt8] { try fields.bytes(name, count: Self.byteCount) }
        if fields.kind == 7 {
            self = .left(player: try int("player"))
            return
        }
        let round = try int("round")
        switch fields.kind {
        case 0: self = .choosing(round: round, keeper: try int("keeper"))
        case 1: self = .sealed(round: round, lowest: try int("lowest"), highest: try int("highest"), seal: try bytes("seal"))
        case 2: self = .guess(round: round, number: try int("number"))
        case 3: self = .asked(round: round, player: try int("player"), number: try int("number"))
        case 4:
            let answer = try fields.int("answer", in: 0...2)
            self = .answered(round: round, player: try int("player"), number: try int("number"), answer: answer)
        case 5: self = .opened(round: round, secret: try int("secret"), nonce: try bytes("nonce"))
        case 6: self = .next(round: round, keeps: try fields.int("keeps", in: 0...1) == 1)
        case 8: self = .unanswered(round: round)
        default: throw NoMessage()
        }
    }

    private static func fields(_ kind: Int64, _ numbers: [String: Int], _ bytes: [String: [UInt8]] = [:]) -> MessageFields {
        precondition(bytes.values.allSatisfy { $0.count == byteCount }, "a seal and a nonce have 32 bytes")
        return MessageFields(kind, ints: numbers, bytes: bytes)
    }

    /// The length of a seal and of a nonce.
    private static let byteCount = 32
}

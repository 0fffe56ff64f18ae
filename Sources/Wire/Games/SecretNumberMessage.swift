// The messages of “Guess the secret number”. SecretNumberTable in Session has their order. Most name their round, so that late ones are
// recognised.

/// A message of the game. Seats are those of the party; the host has seat 0.
public enum SecretNumberMessage: FieldMessage {
    /// Host: this player chooses the next secret.
    case choosing(round: Int, keeper: Int)
    /// Keeper, forwarded by the host: the range of numbers, and the commitment to the secret, 32 bytes.
    case sealed(round: Int, lowest: Int, highest: Int, seal: [UInt8])
    /// Guest: my guess.
    case guess(round: Int, number: Int)
    /// Host to a guest who is the keeper: this player's guess.
    case asked(round: Int, player: Int, number: Int)
    /// Keeper, forwarded by the host: the answer to this player's guess; 0 higher, 1 lower, 2 correct.
    case answered(round: Int, player: Int, number: Int, answer: Int)
    /// Keeper, forwarded by the host: the secret and the nonce of the commitment, 32 bytes.
    case opened(round: Int, secret: Int, nonce: [UInt8])
    /// Guest who won: whether they keep the next secret.
    case next(round: Int, keeps: Bool)
    /// Host: this player has left; `how` is the raw value of a `Departure` in Games.
    case left(player: Int, how: Int = 0)
    /// Host: the round is over, because the keeper did not answer a guess.
    case unanswered(round: Int)
    /// Host to a player who is back: what follows, up to `caughtUp`, repeats the game from this round on, before which `begun` rounds had
    /// begun, and each seat had won so many. This player chooses its secret.
    case again(round: Int, keeper: Int, begun: Int, wins: [Int])
    /// Host: that was all.
    case caughtUp(round: Int)
    /// Guest, with their own seat, and host: after a round, this player asks for another one.
    case wish(round: Int, player: Int)

    /// The type of the game's packets.
    public static let packetType: Int64 = 21

    /// The fields on the wire.
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
        case .left(let player, let how): Self.fields(7, ["player": player, "how": how])
        case .unanswered(let round): Self.fields(8, ["round": round])
        case .again(let round, let keeper, let begun, let wins):
            MessageFields(9, ints: ["round": round, "keeper": keeper, "begun": begun], lists: ["wins": wins.map { String($0) }])
        case .caughtUp(let round): Self.fields(10, ["round": round])
        case .wish(let round, let player): Self.fields(11, ["round": round, "player": player])
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        func int(_ name: String) throws(NoMessage) -> Int { try fields.int(name) }
        func bytes(_ name: String) throws(NoMessage) -> [UInt8] { try fields.bytes(name, count: Self.byteCount) }
        if fields.kind == 7 {
            self = .left(player: try int("player"), how: try fields.int("how", in: 0...2))
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
        case 9:
            let wins = fields.lists["wins"]?.map { Int($0) ?? -1 } ?? []
            guard wins.count <= Self.mostSeats, wins.allSatisfy((0...Self.mostRounds).contains) else { throw NoMessage() }
            self = .again(
                round: round, keeper: try int("keeper"), begun: try fields.int("begun", in: 0...Self.mostRounds), wins: wins)
        case 10: self = .caughtUp(round: round)
        case 11: self = .wish(round: round, player: try int("player"))
        default: throw NoMessage()
        }
    }

    /// The most rounds of a game, which nobody plays.
    private static let mostRounds = 1_000_000
    /// The most players at a table.
    private static let mostSeats = 8

    private static func fields(_ kind: Int64, _ numbers: [String: Int], _ bytes: [String: [UInt8]] = [:]) -> MessageFields {
        precondition(bytes.values.allSatisfy { $0.count == byteCount }, "a seal and a nonce have 32 bytes")
        return MessageFields(kind, ints: numbers, bytes: bytes)
    }

    /// The length of a commitment and of a nonce.
    private static let byteCount = 32
}

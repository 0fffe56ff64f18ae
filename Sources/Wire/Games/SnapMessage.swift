// The messages of Snap! Cards, outcomes and standings are numbers here; SnapTable in Session converts them.

/// A message of the game.
public enum SnapMessage: FieldMessage {
    /// Guest: I turn my card, in this turn of this deal.
    case turn(deal: Int, turn: Int)
    /// Guest: Snap!, in this deal, `after` milliseconds after my screen showed the last card.
    case snap(deal: Int, after: Int)
    /// Guest: my screen shows the state with this number. The host measures the round trip with it.
    case seen(deal: Int, number: Int)
    /// Host: what happened, and the table after it.
    case table(SnapState)
    /// Guest: I listen to the cards, so matches should be announced.
    case listens
    /// Guest: I would like a replay after this deal.
    case again(deal: Int)

    /// The type of the game's packets.
    public static let packetType: Int64 = 22

    /// The fields on the wire.
    public var fields: MessageFields {
        switch self {
        case .turn(let deal, let turn): MessageFields(0, ints: ["deal": deal, "turn": turn])
        case .snap(let deal, let after): MessageFields(1, ints: ["deal": deal, "after": after])
        case .seen(let deal, let number): MessageFields(2, ints: ["deal": deal, "number": number])
        case .table(let state): state.fields(kind: 3)
        case .listens: MessageFields(4)
        case .again(let deal): MessageFields(5, ints: ["deal": deal])
        }
    }

    /// Reads the message from its fields.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0: self = .turn(deal: try fields.int("deal"), turn: try fields.int("turn"))
        case 1: self = .snap(deal: try fields.int("deal"), after: try fields.int("after"))
        case 2: self = .seen(deal: try fields.int("deal"), number: try fields.int("number"))
        case 3: self = .table(try SnapState(fields))
        case 4: self = .listens
        case 5: self = .again(deal: try fields.int("deal"))
        default: throw NoMessage()
        }
    }
}

/// The whole table, and the events that led to it. On the wire each row of numbers is a text, such as "26 3 17 0".
public struct SnapState: Equatable, Sendable {
    /// The number of the deal, from 1.
    public var deal: Int
    /// The number of this state within the deal.
    public var number: Int
    /// The seat whose turn it is.
    public var mover: Int
    /// The number of that turn.
    public var turn: Int
    /// The seat that has won; nil while the game goes on.
    public var winner: Int?
    /// The time left for the turn, in milliseconds.
    public var left: Int
    /// The winner's reaction time to a won match in milliseconds, as the winner's program measured it.
    public var claim: Int?
    /// For each seat: cards face down, cards face up, the top card of these (0…51, or -1), standing.
    public var seats: [[Int]]
    /// For each open match: the rank, then the seats.
    public var matches: [[Int]]
    /// What happened, in order: the kind of the outcome, then its numbers.
    public var outcomes: [[Int]]
    /// The seat with the longest noticeable delay; nil if none is noticeable.
    public var farthest: Int?
    /// The longest time in milliseconds by which the others' actions are delayed because of it.
    public var wait: Int?
    /// How long a card stays before the next may be turned, in milliseconds, if the host gives everybody more time; otherwise nil.
    public var slack: Int?
    /// While the game pauses: the milliseconds until it goes on, or -1 if it waits for a player; otherwise nil.
    public var pause: Int?
    /// Whether the game is over without a winner, because too few players are left.
    public var isAbandoned: Bool
    /// How many games each seat has won.
    public var wins: [Int]
    /// Whether the screens announce matches.
    public var announcesMatches: Bool
    /// The seats that would like a replay.
    public var asking: [Int]

    /// Creates a state.
    public init(
        deal: Int, number: Int, mover: Int, turn: Int, winner: Int?, left: Int, claim: Int?, seats: [[Int]], matches: [[Int]],
        outcomes: [[Int]], farthest: Int? = nil, wait: Int? = nil, slack: Int? = nil, pause: Int? = nil,
        isAbandoned: Bool = false,
        wins: [Int] = [], announcesMatches: Bool = false, asking: [Int] = []
    ) {
        self.deal = deal
        self.number = number
        self.mover = mover
        self.turn = turn
        self.winner = winner
        self.left = left
        self.claim = claim
        self.seats = seats
        self.matches = matches
        self.outcomes = outcomes
        self.farthest = farthest
        self.wait = wait
        self.slack = slack
        self.pause = pause
        self.isAbandoned = isAbandoned
        self.wins = wins
        self.announcesMatches = announcesMatches
        self.asking = asking
    }

    /// The most numbers in a row.
    static let longestRow = 16

    fileprivate func fields(kind: Int64) -> MessageFields {
        var numbers = ["deal": deal, "number": number, "mover": mover, "turn": turn, "left": left]
        numbers["winner"] = winner
        numbers["claim"] = claim
        numbers["farthest"] = farthest
        numbers["wait"] = wait
        numbers["slack"] = slack
        numbers["pause"] = pause
        if isAbandoned { numbers["abandoned"] = 1 }
        if announcesMatches { numbers["announced"] = 1 }
        let rows = ["seats": seats, "matches": matches, "outcomes": outcomes, "wins": [wins], "asking": [asking]]
        let lists = rows.mapValues { $0.map { $0.map { String($0) }.joined(separator: " ") } }
        return MessageFields(kind, ints: numbers, lists: lists)
    }

    fileprivate init(_ fields: MessageFields) throws(NoMessage) {
        self.init(
            deal: try fields.int("deal"), number: try fields.int("number"), mover: try fields.int("mover"),
            turn: try fields.int("turn"), winner: try? fields.int("winner"), left: try fields.int("left"),
            claim: try? fields.int("claim"), seats: try Self.rows(fields.lists["seats"]),
            matches: try Self.rows(fields.lists["matches"]), outcomes: try Self.rows(fields.lists["outcomes"]),
            farthest: try? fields.int("farthest"), wait: try? fields.int("wait"), slack: try? fields.int("slack"),
            pause: try? fields.int("pause"), isAbandoned: (try? fields.int("abandoned")) == 1,
            wins: try Self.rows(fields.lists["wins"]).first ?? [],
            announcesMatches: (try? fields.int("announced")) == 1, asking: try Self.rows(fields.lists["asking"]).first ?? [])
    }

    private static func rows(_ texts: [String]?) throws(NoMessage) -> [[Int]] {
        guard let texts else { throw NoMessage() }
        var rows: [[Int]] = []
        for text in texts {
            let words = text.split(separator: " ")
            let numbers = words.prefix(longestRow).compactMap { Int($0) }
            guard numbers.count == words.count else { throw NoMessage() }
            rows.append(numbers)
        }
        return rows
    }
}

// What the players of Snap! say to each other. It knows no rules: cards, outcomes and standings are numbers here.

/// A message of the game.
public enum SnapMessage: FieldMessage {
    /// A guest: I turn my card, in this turn of this deal.
    case turn(deal: Int, turn: Int)
    /// A guest: Snap!, in this deal, so many milliseconds after I was shown the card that fell last.
    case snap(deal: Int, after: Int)
    /// A guest: I was shown the table of this number. From it the host learns how long the way to me and back takes.
    case seen(deal: Int, number: Int)
    /// The host: this came to pass, and so the table is now.
    case table(SnapState)

    /// The type of the game's packets.
    public static let packetType: Int64 = 22

    /// What it holds on the wire.
    public var fields: MessageFields {
        switch self {
        case .turn(let deal, let turn): MessageFields(0, ints: ["deal": deal, "turn": turn])
        case .snap(let deal, let after): MessageFields(1, ints: ["deal": deal, "after": after])
        case .seen(let deal, let number): MessageFields(2, ints: ["deal": deal, "number": number])
        case .table(let telling): telling.fields(kind: 3)
        }
    }

    /// The message that fields say.
    public init(reading fields: MessageFields) throws(NoMessage) {
        switch fields.kind {
        case 0: self = .turn(deal: try fields.int("deal"), turn: try fields.int("turn"))
        case 1: self = .snap(deal: try fields.int("deal"), after: try fields.int("after"))
        case 2: self = .seen(deal: try fields.int("deal"), number: try fields.int("number"))
        case 3: self = .table(try SnapState(fields))
        default: throw NoMessage()
        }
    }
}

/// The whole table as the host tells it, and what brought it about. On the wire each row of numbers is a text, such as "26 3 17 0".
public struct SnapState: Equatable, Sendable {
    /// How often the cards have been dealt, this time included.
    public var deal: Int
    /// The how many-th telling of this deal it is.
    public var number: Int
    /// Whose turn it is.
    public var mover: Int
    /// The number of that turn.
    public var turn: Int
    /// Who has won; nil while the game goes on.
    public var winner: Int?
    /// How many milliseconds of the turn are left.
    public var left: Int
    /// If a match was won: after how many milliseconds, as the winner's own program says.
    public var claim: Int?
    /// For each seat: cards face down, cards face up, the top one of these (0…51, or -1), standing.
    public var seats: [[Int]]
    /// Each match that stands: the rank, then the seats.
    public var matches: [[Int]]
    /// What came to pass, in order: what it is, then its numbers.
    public var outcomes: [[Int]]
    /// If somebody is so far away that it is noticed: at which seat.
    public var farthest: Int?
    /// And for how many milliseconds what the others do waits at the most.
    public var wait: Int?
    /// For how many milliseconds a card is not covered, where the host gives everybody that time; nil where it may be at once.
    public var slack: Int?

    /// A telling of these parts.
    public init(
        deal: Int, number: Int, mover: Int, turn: Int, winner: Int?, left: Int, claim: Int?, seats: [[Int]], matches: [[Int]],
        outcomes: [[Int]], farthest: Int? = nil, wait: Int? = nil, slack: Int? = nil
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
    }

    /// The most numbers of a row.
    static let longestRow = 16

    fileprivate func fields(kind: Int64) -> MessageFields {
        var numbers = ["deal": deal, "number": number, "mover": mover, "turn": turn, "left": left]
        numbers["winner"] = winner
        numbers["claim"] = claim
        numbers["farthest"] = farthest
        numbers["wait"] = wait
        numbers["slack"] = slack
        let rows = ["seats": seats, "matches": matches, "outcomes": outcomes]
        let lists = rows.mapValues { $0.map { $0.map { String($0) }.joined(separator: " ") } }
        return MessageFields(kind, ints: numbers, lists: lists)
    }

    fileprivate init(_ fields: MessageFields) throws(NoMessage) {
        self.init(
            deal: try fields.int("deal"), number: try fields.int("number"), mover: try fields.int("mover"),
            turn: try fields.int("turn"), winner: try? fields.int("winner"), left: try fields.int("left"),
            claim: try? fields.int("claim"), seats: try Self.rows(fields.lists["seats"]),
            matches: try Self.rows(fields.lists["matches"]), outcomes: try Self.rows(fields.lists["outcomes"]),
            farthest: try? fields.int("farthest"), wait: try? fields.int("wait"), slack: try? fields.int("slack"))
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

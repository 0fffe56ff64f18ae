// The 52 playing cards and their deck.

/// One of the four suits, in the order ♠ ♥ ♦ ♣.
public enum Suit: Int, CaseIterable, Sendable {
    /// ♠
    case spades
    /// ♥
    case hearts
    /// ♦
    case diamonds
    /// ♣
    case clubs

    /// The suit's symbol, one character.
    public var symbol: String { ["♠", "♥", "♦", "♣"][rawValue] }
    /// The suit's letter: S, H, D or C.
    public var letter: String { ["S", "H", "D", "C"][rawValue] }
    /// Whether it is printed in red.
    public var isRed: Bool { self == .hearts || self == .diamonds }
}

/// A playing card.
public struct PlayingCard: Hashable, Sendable {
    /// 1 (the ace) … 13 (the king).
    public static let ranks = 1...13
    /// The points for two cards of the same rank.
    public static let pointsForRank = 4
    /// The points for two cards of the same suit.
    public static let pointsForSuit = 1

    /// 1 (the ace) … 13 (the king).
    public let rank: Int
    /// The suit.
    public let suit: Suit

    /// The card with `rank` (1…13) and `suit`.
    public init(rank: Int, suit: Suit) {
        precondition(Self.ranks.contains(rank))
        self.rank = rank
        self.suit = suit
    }

    /// The card with this number, 0…51; nil for any other.
    public init?(number: Int) {
        guard (0..<52).contains(number), let suit = Suit(rawValue: number / 13) else { return nil }
        self.init(rank: number % 13 + 1, suit: suit)
    }

    /// Its number, 0…51: suit by suit, the ace first.
    public var number: Int { suit.rawValue * 13 + rank - 1 }

    /// The rank as printed: A, 2…10, J, Q or K.
    public var rankText: String {
        switch rank {
        case 1: "A"
        case 11: "J"
        case 12: "Q"
        case 13: "K"
        default: String(rank)
        }
    }

    /// Rank and suit, such as "10♥".
    public var contents: String { rankText + suit.symbol }
    /// Rank and suit in ASCII, such as "10H".
    public var asciiContents: String { rankText + suit.letter }

    /// 4 for the same rank, 1 for the same suit, otherwise 0.
    public func points(matching other: PlayingCard) -> Int {
        if rank == other.rank { return Self.pointsForRank }
        return suit == other.suit ? Self.pointsForSuit : 0
    }
}

/// A deck of playing cards to draw from.
public struct PlayingCardDeck: Equatable, Sendable {
    /// The remaining cards, in any order.
    public private(set) var cards: [PlayingCard]

    /// All 52 cards.
    public init() {
        self.init(cards: (0..<52).compactMap(PlayingCard.init(number:)))
    }

    /// A deck of these cards.
    public init(cards: [PlayingCard]) {
        self.cards = cards
    }

    /// Puts a card back.
    public mutating func add(_ card: PlayingCard) {
        cards.append(card)
    }

    /// Draws a random card; nil if none is left.
    public mutating func drawRandomCard(using generator: inout some RandomNumberGenerator) -> PlayingCard? {
        cards.indices.randomElement(using: &generator).map { cards.remove(at: $0) }
    }

    /// Draws all remaining cards in random order.
    public mutating func drawAll(using generator: inout some RandomNumberGenerator) -> [PlayingCard] {
        var drawn: [PlayingCard] = []
        while let card = drawRandomCard(using: &generator) { drawn.append(card) }
        return drawn
    }
}

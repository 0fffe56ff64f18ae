// Card matching, for one player: cards lie face down and are chosen one by one; those that match are out.
// It knows no screen, no best scores, and of the cards only what every playing card tells.

/// A game of card matching. How it went is `log`, one action a flip; the score is the sum of what each action changed.
public struct CardMatchingGame: Equatable, Sendable {
    /// How many cards a game may have.
    public static let sizes = [12, 16, 20, 30]
    /// What turning a card up costs, whatever comes of it.
    public static let choosingCost = 1
    /// What cards that do not match cost besides.
    public static let mismatchPenalty = 1

    /// How many cards have to be up before they are compared. The points of three or more are those of all their pairs together; if
    /// one pair matches, all of them are out.
    public struct Mode: Hashable, Sendable {
        /// So many, two at least.
        public let count: Int

        /// So many; nil for fewer than two.
        public init?(_ count: Int) {
            if count < 2 { return nil }
            self.count = count
        }

        /// The modes to choose from.
        public static let offered = (2...4).compactMap { Mode($0) }
        /// The usual one: two cards.
        public static let usual = offered[0]
    }

    /// A card on the table.
    public struct DealtCard: Equatable, Sendable {
        /// The card.
        public let card: PlayingCard
        /// Whether its face can be seen. A matched card's can.
        public internal(set) var isFaceUp = false
        /// Whether it is out.
        public internal(set) var isMatched = false
    }

    /// How many cards are compared.
    public let mode: Mode
    /// The cards in the places where they were dealt.
    public private(set) var table: [DealtCard]
    /// The points so far; they may be below zero.
    public private(set) var score = 0
    /// Every flip, oldest first.
    public private(set) var log: [MatchingAction] = []
    /// The places of the cards that are up and not matched, in the order in which they were chosen.
    private var chosen: [Int] = []

    /// A game of these cards, dealt in this order.
    public init(cards: [PlayingCard], mode: Mode) {
        self.mode = mode
        table = cards.map { DealtCard(card: $0) }
    }

    /// A game of `cardCount` cards drawn at random; nil if the deck has too few (it is then empty).
    public init?(cardCount: Int, mode: Mode, deck: inout PlayingCardDeck, using generator: inout some RandomNumberGenerator) {
        var cards: [PlayingCard] = []
        for _ in 0..<max(cardCount, 0) {
            guard let card = deck.drawRandomCard(using: &generator) else { return nil }
            cards.append(card)
        }
        self.init(cards: cards, mode: mode)
    }

    /// What happened last; nil before the first flip.
    public var lastAction: MatchingAction? { log.last }
    /// How often the player turned a card, up or back. What the game itself turns back is not counted.
    public var flips: Int { log.count }
    /// The score at the end; nil while the game goes on.
    public var finalScore: Int? { isOver ? score : nil }

    /// Whether no cards that are still in, face up or down, can match any more.
    public var isOver: Bool {
        let left = table.filter { !$0.isMatched }.map(\.card)
        return left.count < mode.count || Self.points(of: left) == 0
    }

    /// Turns the card in place `index`, up or back, and compares if enough are up.
    ///
    /// Cards that do not match: those chosen before turn back, the newly chosen one stays up and counts as chosen (with more
    /// as with two, so that a mismatch always leaves exactly one up).
    public mutating func choose(_ index: Int) -> Result<MatchingAction, UnplayableCard> {
        if let reason = reasonAgainst(index) { return .failure(reason) }
        let action = table[index].isFaceUp ? turnBack(index) : turnUp(index)
        score += action.scoreChange
        log.append(action)
        return .success(action)
    }

    /// Why the card in place `index` cannot be chosen now; nil if it can.
    public func reasonAgainst(_ index: Int) -> UnplayableCard? {
        guard table.indices.contains(index) else { return .noSuchCard }
        if table[index].isMatched { return .matched }
        return isOver ? .gameOver : nil
    }
}

extension CardMatchingGame {
    /// The points of all pairs among these cards.
    static func points(of cards: [PlayingCard]) -> Int {
        var points = 0
        for (index, card) in cards.enumerated() {
            for other in cards[..<index] { points += card.points(matching: other) }
        }
        return points
    }

    private mutating func turnBack(_ index: Int) -> MatchingAction {
        table[index].isFaceUp = false
        chosen.removeAll { $0 == index }
        return .turnedBack(table[index].card)
    }

    private mutating func turnUp(_ index: Int) -> MatchingAction {
        table[index].isFaceUp = true
        chosen.append(index)
        return chosen.count < mode.count ? .turnedUp(table[index].card) : compare()
    }

    private mutating func compare() -> MatchingAction {
        let places = chosen
        let cards = places.map { table[$0].card }
        let points = Self.points(of: cards)
        if points > 0 {
            for place in places { table[place].isMatched = true }
            chosen = []
            return .matched(cards, points: points)
        }
        for place in places.dropLast() { table[place].isFaceUp = false }
        chosen = places.suffix(1)
        return .mismatched(cards)
    }
}

/// What became of a chosen card.
public enum MatchingAction: Equatable, Sendable {
    /// It was turned up, and more have to be before any are compared.
    case turnedUp(PlayingCard)
    /// It was up and was turned back.
    case turnedBack(PlayingCard)
    /// These, in the order in which they were chosen, made `points` and are out.
    case matched([PlayingCard], points: Int)
    /// These, in the order in which they were chosen, made none; all but the last were turned back.
    case mismatched([PlayingCard])

    /// What it did to the score, the cost of choosing included.
    public var scoreChange: Int {
        switch self {
        case .turnedUp: -CardMatchingGame.choosingCost
        case .turnedBack: 0
        case .matched(_, let points): points - CardMatchingGame.choosingCost
        case .mismatched: -CardMatchingGame.mismatchPenalty - CardMatchingGame.choosingCost
        }
    }
}

/// Why a card is not chosen.
public enum UnplayableCard: Error, Equatable, Sendable {
    /// There is none in that place.
    case noSuchCard
    /// It is out.
    case matched
    /// The game is over.
    case gameOver
}

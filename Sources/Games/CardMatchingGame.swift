// Card matching for one player: cards lie face down, the player turns them one by one, and matching cards leave the table.

/// A game of card matching. `log` has one action per flip; the score is the sum of their changes.
public struct CardMatchingGame: Equatable, Sendable {
    /// The numbers of cards to choose from.
    public static let sizes = [12, 16, 20, 30]
    /// The cost of turning a card up.
    public static let choosingCost = 1
    /// The additional cost of a mismatch.
    public static let mismatchPenalty = 1

    /// The number of cards that are compared. Three score the points of all their pairs together; if one pair matches, all of them leave the
    /// table. Four or more do so only if all of them share a suit or a rank: of four cards two nearly always match.
    public struct Mode: Hashable, Sendable {
        /// The number of cards, at least two.
        public let count: Int

        /// A mode with this number of cards; nil for fewer than two.
        public init?(_ count: Int) {
            if count < 2 { return nil }
            self.count = count
        }

        /// The modes to choose from.
        public static let offered = (2...4).compactMap { Mode($0) }
        /// The default: two cards.
        public static let usual = offered[0]
    }

    /// A card on the table.
    public struct DealtCard: Equatable, Sendable {
        /// The card.
        public let card: PlayingCard
        /// Whether it lies face up. Matched cards do.
        public internal(set) var isFaceUp = false
        /// Whether it has been matched.
        public internal(set) var isMatched = false
    }

    /// The number of cards that are compared.
    public let mode: Mode
    /// The cards in the order in which they were dealt.
    public private(set) var table: [DealtCard]
    /// The score so far; may be negative.
    public private(set) var score = 0
    /// Every flip, oldest first.
    public private(set) var log: [MatchingAction] = []
    /// The indices of the unmatched cards that are face up, in the order in which they were chosen.
    private var chosen: [Int] = []

    /// A game with these cards, dealt in this order.
    public init(cards: [PlayingCard], mode: Mode) {
        self.mode = mode
        table = cards.map { DealtCard(card: $0) }
    }

    /// A game with `cardCount` random cards; nil if the deck has too few (it is then empty).
    public init?(cardCount: Int, mode: Mode, deck: inout PlayingCardDeck, using generator: inout some RandomNumberGenerator) {
        var cards: [PlayingCard] = []
        for _ in 0..<max(cardCount, 0) {
            guard let card = deck.drawRandomCard(using: &generator) else { return nil }
            cards.append(card)
        }
        self.init(cards: cards, mode: mode)
    }

    /// The last action; nil before the first flip.
    public var lastAction: MatchingAction? { log.last }
    /// The number of times the player turned a card, up or back. Cards that the game turns back do not count.
    public var flips: Int { log.count }
    /// The final score; nil while the game goes on.
    public var finalScore: Int? { isOver ? score : nil }

    /// Whether none of the remaining cards can match.
    public var isOver: Bool {
        let left = table.filter { !$0.isMatched }.map(\.card)
        return left.count < mode.count || !mode.isPossible(among: left)
    }

    /// Turns the card at `index`, up or back, and compares if enough are up.
    ///
    /// After a mismatch the earlier cards turn back and the new one stays up as the first of the next choice, whatever the mode.
    public mutating func choose(_ index: Int) -> Result<MatchingAction, UnplayableCard> {
        if let reason = reasonAgainst(index) { return .failure(reason) }
        let action = table[index].isFaceUp ? turnBack(index) : turnUp(index)
        score += action.scoreChange
        log.append(action)
        return .success(action)
    }

    /// Why the card at `index` cannot be chosen now; nil if it can.
    public func reasonAgainst(_ index: Int) -> UnplayableCard? {
        guard table.indices.contains(index) else { return .noSuchCard }
        if table[index].isMatched { return .matched }
        return isOver ? .gameOver : nil
    }
}

extension CardMatchingGame.Mode {
    /// Whether all cards must share a suit or a rank.
    private var needsAll: Bool { count > 3 }

    /// The points of these cards, turned up together.
    func points(of cards: [PlayingCard]) -> Int {
        needsAll && Set(cards.map(\.rank)).count > 1 && Set(cards.map(\.suit)).count > 1 ? 0 : Self.pairPoints(of: cards)
    }

    /// Whether some of these cards score.
    func isPossible(among cards: [PlayingCard]) -> Bool {
        if !needsAll { return Self.pairPoints(of: cards) > 0 }
        let groups = [
            Dictionary(grouping: cards, by: \.rank).map(\.value.count),
            Dictionary(grouping: cards, by: \.suit).map(\.value.count),
        ]
        return groups.joined().contains { $0 >= count }
    }

    /// The points of all pairs among these cards.
    private static func pairPoints(of cards: [PlayingCard]) -> Int {
        var points = 0
        for (index, card) in cards.enumerated() {
            for other in cards[..<index] { points += card.points(matching: other) }
        }
        return points
    }
}

extension CardMatchingGame {
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
        let points = mode.points(of: cards)
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

/// The effect of choosing a card.
public enum MatchingAction: Equatable, Sendable {
    /// It was turned up. More are needed before they are compared.
    case turnedUp(PlayingCard)
    /// It was face up and was turned back.
    case turnedBack(PlayingCard)
    /// These cards, in the order in which they were chosen, matched for `points`.
    case matched([PlayingCard], points: Int)
    /// These cards, in the order in which they were chosen, did not match. All but the last were turned back.
    case mismatched([PlayingCard])

    /// The change of the score, including the cost of choosing.
    public var scoreChange: Int {
        switch self {
        case .turnedUp: -CardMatchingGame.choosingCost
        case .turnedBack: 0
        case .matched(_, let points): points - CardMatchingGame.choosingCost
        case .mismatched: -CardMatchingGame.mismatchPenalty - CardMatchingGame.choosingCost
        }
    }
}

/// Why a card cannot be chosen.
public enum UnplayableCard: Error, Equatable, Sendable {
    /// There is no card at that index.
    case noSuchCard
    /// It has been matched.
    case matched
    /// The game is over.
    case gameOver
}

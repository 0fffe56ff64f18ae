// Snap!: the whole game as the host's program has it, every card and every rule. It knows no clock, no names and no packets;
// what comes first is decided by whoever calls `handle`. What the players may see of it is SnapView.
//
// The rules, and those that it leaves open:
// - The first seat begins and, if the deal is uneven, gets a card more. A won snap does not change whose turn it is; a turn passes on
//   only from who has turned a card, has none left, or has left. Who is next is the next seat with cards.
// - Cards may be turned while a match stands: it is then covered, and gone.
// - If three piles show one rank, all three are won. Of two matches at once the one that fell last is won first.
// - Won piles are turned over one after the other, the lowest seat's first, and put under the winner's stack. A pile is never empty, so
//   a stack that is empty may be won with: it is then the won cards.
// - Late is not wrong. Two players press at the same moment and one is first; so each player's first snap that finds no match,
//   before the second card after one stood, costs nothing.
// - Before the first card is turned a snap is none, and costs nothing.
// - A wrong snap pays one card each to those with cards, from the next seat on, off the stack (refilled if need be) until none is left.
// - Who loses the last card has one last chance: the first match from then on. It is over when that match is won or covered, or
//   with a wrong snap. It ends also with the game, which is over as soon as one player has all cards.
// - The cards of who leaves go one by one under the stacks of the others with cards, from the next seat on.
// - The same cards might go round for ever, or nobody might snap. So whenever `stallLimit` cards in a row were turned and none changed
//   hands, the player with the fewest cards gives one to the player with the most: every game ends, and with all cards in one hand.

/// A game of Snap! An event in, the new state and its outcomes out; `log` with the same deck gives the same game again.
public struct SnapGame: Equatable, Sendable {
    /// How many may play.
    public static let playerCounts = 2...4
    /// After so many cards turned without any changing hands, the poorest gives the richest a card: twice the deck.
    public static let stallLimit = 104

    /// The cards as they were dealt, one to each seat in turn.
    public let deck: [PlayingCard]
    /// Each seat's cards.
    public internal(set) var hands: [SnapHand]
    /// Whether each seat takes part.
    public internal(set) var standings: [SnapStanding]
    /// Whose turn it is.
    public internal(set) var mover = 0
    /// The number of that turn; the first is 1.
    public internal(set) var turn = 1
    /// Who has all cards; nil while the game goes on.
    public internal(set) var winner: Int?
    /// Every event that was not refused, oldest first.
    public private(set) var log: [SnapEvent] = []

    /// How many cards were turned.
    var cardsTurned = 0
    /// How many had been when cards last changed hands.
    var lastChange = 0
    /// How many had been when a match last stood.
    var lastMatch: Int?
    /// Who has been too late since then, and will pay the next time.
    var late: Set<Int> = []
    /// On whose pile the last card fell.
    var newest: Int?

    /// Deals these cards, the first to the first seat that is there; nil unless 2…4 of at most 4 seats are, with the 52 cards. Who is
    /// `absent`, having left an earlier game, has left this one too.
    public init?(players: Int, absent: Set<Int> = [], deck: [PlayingCard]) {
        let present = (0..<max(0, min(players, Self.playerCounts.upperBound + 1))).filter { !absent.contains($0) }
        guard Self.playerCounts.contains(players), Self.playerCounts.contains(present.count), deck.count == 52,
            Set(deck).count == 52
        else { return nil }
        self.deck = deck
        hands = (0..<players).map { _ in SnapHand() }
        standings = hands.map { _ in .left }
        for (place, seat) in present.enumerated() {
            hands[seat] = SnapHand(stack: stride(from: place, to: deck.count, by: present.count).map { deck[$0] })
            standings[seat] = .playing
        }
        mover = present[0]
    }

    /// A game with a shuffled deck; nil unless 2…4 play.
    public init?(players: Int, absent: Set<Int> = [], using generator: inout some RandomNumberGenerator) {
        var deck = PlayingCardDeck()
        self.init(players: players, absent: absent, deck: deck.drawAll(using: &generator))
    }

    /// Whether every one of the 52 cards is in exactly one place. It always is.
    public var holdsTheDeck: Bool {
        let numbers = hands.reduce(into: UInt64(0)) { bits, hand in
            for card in hand.stack { bits |= 1 << UInt64(card.number) }
            for card in hand.pile { bits |= 1 << UInt64(card.number) }
        }
        return numbers.nonzeroBitCount == 52 && hands.map(\.count).reduce(0, +) == 52
    }

    /// The matches that stand, the one to be won next first. Two at most.
    public var matches: [SnapMatch] {
        let ranks = hands.map { $0.top?.rank }
        var matches: [SnapMatch] = []
        for (seat, rank) in ranks.enumerated() {
            guard let rank, ranks[(seat + 1)...].contains(rank), !ranks[..<seat].contains(rank) else { continue }
            matches.append(SnapMatch(rank: rank, piles: ranks.indices.filter { ranks[$0] == rank }))
        }
        if matches.count > 1, let newest, matches[1].piles.contains(newest) { matches.swapAt(0, 1) }
        return matches
    }

    /// Lets an event happen: what comes of it, or why nothing does.
    @discardableResult public mutating func handle(_ event: SnapEvent) -> Result<[SnapOutcome], SnapRefusal> {
        if let refusal = reasonAgainst(event) { return .failure(refusal) }
        let oldMatches = matches
        let turnedBefore = cardsTurned
        var outcomes = apply(event)
        outcomes += endStall()
        let matches = matches
        outcomes += settleStandings(from: oldMatches, to: matches)
        outcomes += settleMatches(from: oldMatches, to: matches)
        outcomes += settleTurn(isCardTurned: cardsTurned != turnedBefore)
        log.append(event)
        return .success(outcomes)
    }

    /// Why an event cannot happen now; nil if it can. A wrong Snap! can.
    public func reasonAgainst(_ event: SnapEvent) -> SnapRefusal? {
        if winner != nil { return .gameOver }
        switch event {
        case .timeUp(let number): return number == turn ? nil : .anotherTurn
        case .turn(let player): return absence(of: player) ?? (player == mover ? nil : .notYourTurn)
        case .snap(let player): return absence(of: player) ?? (cardsTurned == 0 ? .nothingTurned : nil)
        case .leave(let player):
            let absence = absence(of: player)
            return absence == .isOut ? nil : absence
        }
    }

    private func absence(of player: Int) -> SnapRefusal? {
        guard standings.indices.contains(player) else { return .noSuchPlayer }
        return switch standings[player] {
        case .playing, .lastChance: nil
        case .out: .isOut
        case .left: .hasLeft
        }
    }
}

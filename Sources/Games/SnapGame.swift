// Snap!: the complete game as the host runs it, with all cards and rules. The caller of `handle` decides the order of events.
// Players see only a SnapView.
//
// The rules:
// - The first seat begins, and gets one card more if the deal is uneven. Winning a snap does not change the turn. The turn passes to
//   the next seat with cards when a player has turned a card, has none left, or has left.
// - A card may be turned while a match is open. If it covers one of the matching cards, the match is gone.
// - If three piles show the same rank, all three are won. Of two open matches the newer one is won first.
// - Won piles are turned over one by one, the lowest seat's first, and go under the winner's stack, which may be empty.
// - Late is not wrong. When two players press at the same moment, one is first. So each player's first snap without a match costs
//   nothing until the second card after a match.
// - A snap before the first card does not count.
// - A wrong snap costs one card for each player with cards, from the next seat on, taken from the stack (refilled if necessary).
// - A player who loses the last card has one last chance, the next match. It ends when that match is won or covered, or with a
//   wrong snap. The game is over as soon as one player has all cards.
// - The cards of a player who leaves go one by one under the stacks of the others with cards, from the next seat on.
// - A pause annuls the open matches: their cards match nothing until others lie on them.
// - A game could go on forever if nobody snaps. So whenever `stallLimit` cards in a row have been turned and none changed hands, the
//   player with the fewest cards gives one to the player with the most. Every game ends with all cards in one hand.

/// A game of Snap! `handle` takes an event and returns its outcomes. Replaying `log` with the same deck repeats the game.
public struct SnapGame: Equatable, Sendable {
    /// The number of players.
    public static let playerCounts = 2...4
    /// The number of turned cards without a change of hands after which a card is given away: twice the deck.
    public static let stallLimit = 104

    /// The cards in the order of the deal, one to each seat in turn.
    public let deck: [PlayingCard]
    /// The cards of each seat.
    public internal(set) var hands: [SnapHand]
    /// The part of each seat in the game.
    public internal(set) var standings: [SnapStanding]
    /// The seat to move.
    public internal(set) var mover = 0
    /// The number of the current turn, from 1.
    public internal(set) var turn = 1
    /// The winner; nil while the game goes on.
    public internal(set) var winner: Int?
    /// All accepted events, oldest first.
    public private(set) var log: [SnapEvent] = []

    /// The number of cards turned.
    var cardsTurned = 0
    /// `cardsTurned` when cards last changed hands.
    var lastChange = 0
    /// `cardsTurned` when a match was last open.
    var lastMatch: Int?
    /// The seats that have been too late since then and will pay the next time.
    var late: Set<Int> = []
    /// The seat of the last turned card.
    var newest: Int?
    /// The seats whose top card belongs to an annulled match. It matches nothing until another card lies there.
    var annulled: Set<Int> = []

    /// Deals these cards, the first one to the first present seat. Nil unless 2…4 of at most 4 seats are present and `deck` has the 52
    /// cards. `absent` seats left an earlier game.
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

    /// A game with a shuffled deck; nil unless there are 2…4 players.
    public init?(players: Int, absent: Set<Int> = [], using generator: inout some RandomNumberGenerator) {
        var deck = PlayingCardDeck()
        self.init(players: players, absent: absent, deck: deck.drawAll(using: &generator))
    }

    /// The open matches, the next one to be won first. At most two.
    public var matches: [SnapMatch] {
        let ranks = hands.indices.map { annulled.contains($0) ? nil : hands[$0].top?.rank }
        var matches: [SnapMatch] = []
        for (seat, rank) in ranks.enumerated() {
            guard let rank, ranks[(seat + 1)...].contains(rank), !ranks[..<seat].contains(rank) else { continue }
            matches.append(SnapMatch(rank: rank, piles: ranks.indices.filter { ranks[$0] == rank }))
        }
        if matches.count > 1, let newest, matches[1].piles.contains(newest) { matches.swapAt(0, 1) }
        return matches
    }

    /// Applies an event. Returns its outcomes; nil if it is not allowed, and changes nothing.
    @discardableResult public mutating func handle(_ event: SnapEvent) -> [SnapOutcome]? {
        guard allows(event) else { return nil }
        let oldMatches = matches
        let turnedBefore = cardsTurned
        let topsBefore = hands.map(\.top)
        var outcomes = apply(event)
        outcomes += endStall()
        annulled = annulled.filter { hands[$0].top == topsBefore[$0] }
        let matches = matches
        // An annulled match takes nobody's last chance.
        if event != .annul { outcomes += settleStandings(from: oldMatches, to: matches) }
        outcomes += settleMatches(from: oldMatches, to: matches)
        outcomes += settleTurn(isCardTurned: cardsTurned != turnedBefore)
        log.append(event)
        return outcomes
    }

    /// Whether an event is allowed now: of a player who is there, and for this turn. A wrong Snap! is.
    public func allows(_ event: SnapEvent) -> Bool {
        guard winner == nil else { return false }
        return switch event {
        case .timeUp(let number): number == turn
        case .turn(let player): player == mover && canAct(player)
        case .snap(let player): cardsTurned > 0 && canAct(player)
        case .leave(let player, _): standings.indices.contains(player) && standings[player] != .left
        case .annul: true
        }
    }

    private func canAct(_ player: Int) -> Bool {
        standings.indices.contains(player) && [.playing, .lastChance].contains(standings[player])
    }
}

// A table laid by hand for the tests of Snap!: each seat's stack and pile by name, and what must hold of every table.

import TestSupport
import Testing

@testable import Games

extension SnapGame {
    /// A game in which each seat has "stack | pile" (the stack's next card first, the pile's top last). The cards that no seat
    /// names lie at the bottom of the stack of seat `rest`.
    static func laid(_ seats: String..., rest: Int? = nil) throws -> SnapGame {
        var game = try #require(SnapGame(players: seats.count, deck: PlayingCardDeck().cards))
        game.hands = seats.map { text in
            let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { cards(String($0)) }
            var hand = SnapHand(stack: (parts.count > 1 ? parts[1] : []) + parts[0])
            if parts.count > 1 { for _ in parts[1] { _ = hand.turn() } }
            return hand
        }
        let named = Set(game.hands.flatMap(\.cards))
        if let rest { game.hands[rest].putUnder(PlayingCardDeck().cards.filter { !named.contains($0) }) }
        for seat in game.hands.indices where game.hands[seat].count == 0 { game.standings[seat] = .lastChance }
        // It is in the middle of a game.
        (game.cardsTurned, game.lastChange) = (1, 1)
        if !game.matches.isEmpty { game.lastMatch = 1 }
        return game
    }

    /// What comes of an event that cannot be refused.
    mutating func after(_ event: SnapEvent) throws -> [SnapOutcome] {
        try #require(handle(event))
    }

    /// What is wrong with this table; empty if nothing is.
    var faults: [String] {
        var faults: [String] = []
        func must(_ holds: Bool, _ what: String) {
            if !holds { faults.append(what) }
        }
        must(holdsTheDeck, "52 cards, none twice")
        must(winner == hands.firstIndex { $0.count == 52 }, "who has all cards wins")
        must(winner != nil || hands[mover].count > 0, "who has no cards has no turn")
        must(
            zip(hands, standings).allSatisfy { ($0.count > 0) == ($1 == .playing) },
            "who plays has cards, and the other way round")
        let tops = hands.indices.map { annulled.contains($0) ? nil : hands[$0].top?.rank }
        let matches = matches
        let matched = matches.flatMap { match in match.piles.map { ($0, match.rank) } }
        must(
            matches.allSatisfy { $0.piles.count > 1 } && matched.allSatisfy { tops[$0] == $1 },
            "the piles of a match have one rank")
        for seat in hands.indices where tops[seat] != nil && tops.count(where: { $0 == tops[seat] }) > 1 {
            must(matched.contains { $0.0 == seat }, "pile \(seat) has the rank of another")
        }
        return faults
    }
}

extension SnapGame {
    /// The game that these events make of a deck; nil where one of them would have been refused.
    init?(players: Int, absent: Set<Int> = [], deck: [PlayingCard], log: [SnapEvent]) {
        self.init(players: players, absent: absent, deck: deck)
        for event in log {
            guard handle(event) != nil else { return nil }
        }
    }
}

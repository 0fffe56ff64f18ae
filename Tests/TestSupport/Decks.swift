// Decks in an order that a test chooses, and what must hold of the deck in every game.

import Games

/// The 52 cards with those named in front, such as "5S 5H".
package func deck(beginning names: String) -> [PlayingCard] {
    let all = PlayingCardDeck().cards
    let named = names.split(separator: " ").compactMap { name in all.first { $0.asciiContents == name } }
    return named + all.filter { !named.contains($0) }
}

extension SnapGame {
    /// Whether each of the 52 cards is in exactly one place.
    package nonisolated var holdsTheDeck: Bool {
        let numbers = hands.reduce(into: UInt64(0)) { bits, hand in
            for card in hand.stack { bits |= 1 << UInt64(card.number) }
            for card in hand.pile { bits |= 1 << UInt64(card.number) }
        }
        return numbers.nonzeroBitCount == 52 && hands.map(\.count).reduce(0, +) == 52
    }
}

// Decks in an order that a test chooses.

import Games

/// The 52 cards with those named in front, such as "5S 5H".
package func deck(beginning names: String) -> [PlayingCard] {
    let all = PlayingCardDeck().cards
    let named = names.split(separator: " ").compactMap { name in all.first { $0.asciiContents == name } }
    return named + all.filter { !named.contains($0) }
}

// Cards by name.

import Games

/// Cards written in ASCII, such as "AS 10H KC".
func cards(_ text: String) -> [PlayingCard] {
    let all = PlayingCardDeck().cards
    return text.split(separator: " ").map { name in
        guard let card = all.first(where: { $0.asciiContents == name }) else { preconditionFailure("no card \(name)") }
        return card
    }
}

extension CardMatchingGame.Mode {
    /// Three cards, and four.
    static let three = offered[1]
    static let four = offered[2]
}

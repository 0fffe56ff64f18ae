// Cards and decks of any kind.

/// A card of any kind.
public protocol Card: Hashable, Sendable {
    /// The printed text, such as "J♥".
    var contents: String { get }
    /// The printed text in ASCII, such as "JH".
    var asciiContents: String { get }
    /// The points for matching it with another card; 0 if they do not match.
    func points(matching other: Self) -> Int
}

/// A deck to draw from.
public struct Deck<Face: Card>: Equatable, Sendable {
    /// The remaining cards, in any order.
    public private(set) var cards: [Face]

    /// A deck of these cards.
    public init(cards: [Face]) {
        self.cards = cards
    }

    /// Puts a card back.
    public mutating func add(_ card: Face) {
        cards.append(card)
    }

    /// Draws a random card; nil if none is left.
    public mutating func drawRandomCard(using generator: inout some RandomNumberGenerator) -> Face? {
        cards.indices.randomElement(using: &generator).map { cards.remove(at: $0) }
    }

    /// Draws all remaining cards in random order.
    public mutating func drawAll(using generator: inout some RandomNumberGenerator) -> [Face] {
        var drawn: [Face] = []
        while let card = drawRandomCard(using: &generator) { drawn.append(card) }
        return drawn
    }
}

// What every card and every deck can do, whatever is printed on the cards. It knows no suits, no game and no screen.

/// A card of any kind.
public protocol Card: Hashable, Sendable {
    /// What is printed on it, such as "J♥".
    var contents: String { get }
    /// The same in ASCII, such as "JH".
    var asciiContents: String { get }
    /// The points that it makes together with another card; 0 if they do not match.
    func points(matching other: Self) -> Int
}

/// Cards to draw from.
public struct Deck<Face: Card>: Equatable, Sendable {
    /// The cards that are left, in no order that matters.
    public private(set) var cards: [Face]

    /// A deck of these cards.
    public init(cards: [Face]) {
        self.cards = cards
    }

    /// Puts a card back.
    public mutating func add(_ card: Face) {
        cards.append(card)
    }

    /// Takes out a card, each with the same chance; nil if none is left.
    public mutating func drawRandomCard(using generator: inout some RandomNumberGenerator) -> Face? {
        cards.indices.randomElement(using: &generator).map { cards.remove(at: $0) }
    }

    /// Takes out all that is left, as drawn one by one.
    public mutating func drawAll(using generator: inout some RandomNumberGenerator) -> [Face] {
        var drawn: [Face] = []
        while let card = drawRandomCard(using: &generator) { drawn.append(card) }
        return drawn
    }
}

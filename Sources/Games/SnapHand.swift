// Snap!: the cards of one player, a stack face down and a pile face up.

/// A player's cards.
public struct SnapHand: Equatable, Sendable {
    /// The cards face down, the next one first.
    public private(set) var stack: [PlayingCard]
    /// The cards face up, the top one last.
    public private(set) var pile: [PlayingCard] = []

    /// A hand with all cards in the stack.
    public init(stack: [PlayingCard] = []) {
        self.stack = stack
    }

    /// The number of cards.
    public var count: Int { stack.count + pile.count }
    /// All cards, those face down first.
    public var cards: [PlayingCard] { stack + pile }
    /// The top card of the pile.
    public var top: PlayingCard? { pile.last }

    /// Turns the pile over if the stack is empty, and returns whether it did. Called only when a card is needed, so that the last card
    /// stays visible until then. The cards keep their order.
    mutating func refill() -> Bool {
        guard stack.isEmpty, !pile.isEmpty else { return false }
        stack = takePile()
        return true
    }

    /// Turns the next card of the stack onto the pile; nil if the stack is empty.
    mutating func turn() -> PlayingCard? {
        guard let card = takeNext() else { return nil }
        pile.append(card)
        return card
    }

    /// Removes the next card of the stack; nil if it is empty.
    mutating func takeNext() -> PlayingCard? {
        stack.isEmpty ? nil : stack.removeFirst()
    }

    /// Removes the pile, turned over: the bottom card comes first.
    mutating func takePile() -> [PlayingCard] {
        defer { pile = [] }
        return pile
    }

    /// Removes all cards, those face down first.
    mutating func takeAll() -> [PlayingCard] {
        defer { self = SnapHand() }
        return cards
    }

    /// Adds cards face down under the stack.
    mutating func putUnder(_ cards: some Sequence<PlayingCard>) {
        stack += cards
    }
}

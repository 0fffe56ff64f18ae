// Snap!: the cards of one player, a stack face down and a pile face up. It knows no other player and no rules of the game.

/// A player's cards.
public struct SnapHand: Equatable, Sendable {
    /// Face down, the next to be turned first.
    public private(set) var stack: [PlayingCard]
    /// Face up, the one on top last.
    public private(set) var pile: [PlayingCard] = []

    /// All cards in the stack, none turned.
    public init(stack: [PlayingCard] = []) {
        self.stack = stack
    }

    /// How many cards they have.
    public var count: Int { stack.count + pile.count }
    /// All their cards, those face down first.
    public var cards: [PlayingCard] { stack + pile }
    /// The top of the pile.
    public var top: PlayingCard? { pile.last }

    /// Makes the pile the stack if that is empty, and says whether it did. Done only when a card is needed, so that the one turned last
    /// stays to be seen; the pile is turned over as it is, so that its cards come in the same order again.
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

    /// Takes the next card off the stack; nil if it is empty.
    mutating func takeNext() -> PlayingCard? {
        stack.isEmpty ? nil : stack.removeFirst()
    }

    /// Takes the pile away, turned over: the card that was at its bottom first.
    mutating func takePile() -> [PlayingCard] {
        defer { pile = [] }
        return pile
    }

    /// Takes all cards away, those face down first.
    mutating func takeAll() -> [PlayingCard] {
        defer { self = SnapHand() }
        return cards
    }

    /// Puts cards face down under the stack.
    mutating func putUnder(_ cards: some Sequence<PlayingCard>) {
        stack += cards
    }
}

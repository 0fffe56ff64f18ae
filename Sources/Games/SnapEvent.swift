// Snap!: events and their outcomes. Packets, the log and the screen share these values. Players are seats,
// numbered from 0 in the order of play.

/// An event.
public enum SnapEvent: Hashable, Sendable {
    /// A player turns a card.
    case turn(player: Int)
    /// Time is up for the turn with this number: the host turns the card.
    case timeUp(turn: Int)
    /// A player calls Snap!
    case snap(player: Int)
    /// A player leaves or is lost.
    case leave(player: Int, _: Departure = .left)
    /// The open matches do not count: the game pauses, and not everybody can snap.
    case annul
}

/// An outcome of an event. An event may have several, in this order.
public enum SnapOutcome: Equatable, Sendable {
    /// The player's pile was turned over and became the stack.
    case refilled(player: Int)
    /// The player turned a card onto the pile; `byHost` if time was up.
    case turned(player: Int, PlayingCard, byHost: Bool)
    /// The player won the piles of these seats, `cards` in total.
    case won(player: Int, piles: [Int], cards: Int)
    /// The player was too late for a match and pays nothing.
    case tooLate(player: Int)
    /// There was no match. The player paid a card to each of these, fewer than all others if the cards ran out.
    case paid(player: Int, to: [Int])
    /// No cards have changed hands for a while: the player with the fewest gave one to the player with the most.
    case gave(player: Int, to: Int)
    /// The player left or was lost. These seats got the cards.
    case left(player: Int, _: Departure = .left, shares: [Share])
    /// The player has no cards left; the next match is the last chance.
    case lastChance(player: Int)
    /// The player is out.
    case out(player: Int)
    /// Two or more piles show the same rank: Snap!
    case match(SnapMatch)
    /// It is this player's turn, with this number.
    case next(player: Int, turn: Int)
    /// The player has all cards and wins.
    case ended(winner: Int)
    /// This match does not count any more.
    case annulled(SnapMatch)

    /// The cards that a seat received.
    public struct Share: Equatable, Sendable {
        /// The seat.
        public let player: Int
        /// The number of cards.
        public let cards: Int

        /// Creates a gift of `cards` cards.
        public init(player: Int, cards: Int) {
            self.player = player
            self.cards = cards
        }
    }
}

/// Piles whose top cards have the same rank.
public struct SnapMatch: Hashable, Sendable {
    /// The rank.
    public let rank: Int
    /// The seats of these piles, lowest first, at least two.
    public let piles: [Int]

    /// Creates a match of these piles.
    public init(rank: Int, piles: [Int]) {
        self.rank = rank
        self.piles = piles
    }
}

/// A player's part in the game.
public enum SnapStanding: Int, Sendable {
    /// Has cards.
    case playing
    /// Has no cards, but may still snap at the next match.
    case lastChance
    /// Is out.
    case out
    /// Left the game.
    case left
}

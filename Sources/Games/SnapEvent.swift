// Snap!: what can happen at the table, what comes of it, and why it is passed over. Values for packets, the log and the screen.
// Players are seats, numbered from 0 in the order of play.

/// What can happen.
public enum SnapEvent: Hashable, Sendable {
    /// A player turns a card.
    case turn(player: Int)
    /// The time for the turn with this number is up: the host turns the card.
    case timeUp(turn: Int)
    /// A player calls Snap!
    case snap(player: Int)
    /// A player leaves or is lost.
    case leave(player: Int)
}

/// What came of an event; an event may have several, in this order.
public enum SnapOutcome: Equatable, Sendable {
    /// The player's pile was turned over to be the stack again.
    case refilled(player: Int)
    /// A card fell on the player's pile; `byHost` if time was up.
    case turned(player: Int, PlayingCard, byHost: Bool)
    /// The player won these seats' piles, `cards` in all.
    case won(player: Int, piles: [Int], cards: Int)
    /// The player came too late for a match; nothing is paid.
    case tooLate(player: Int)
    /// There was no match: the player paid a card to each of these, who may be fewer than the others if the cards ran out.
    case paid(player: Int, to: [Int])
    /// Nothing changed hands for too long: the player, who has the fewest cards, gave one to another, who has the most.
    case gave(player: Int, to: Int)
    /// The player left; these got so many cards each.
    case left(player: Int, shares: [Share])
    /// The player has no cards left, and the next match as the last chance.
    case lastChance(player: Int)
    /// The player is out.
    case out(player: Int)
    /// Two piles or more show one rank: Snap!
    case match(SnapMatch)
    /// It is this player's turn, the turn with this number.
    case next(player: Int, turn: Int)
    /// The player has all cards; the game is over.
    case ended(winner: Int)

    /// What one player got of another's cards.
    public struct Share: Equatable, Sendable {
        /// Who.
        public let player: Int
        /// How many cards.
        public let cards: Int

        /// So many cards for a player.
        public init(player: Int, cards: Int) {
            self.player = player
            self.cards = cards
        }
    }
}

/// Piles whose top cards have one rank.
public struct SnapMatch: Hashable, Sendable {
    /// The rank.
    public let rank: Int
    /// The seats whose piles they are, lowest first; two at least.
    public let piles: [Int]

    /// A match of these piles.
    public init(rank: Int, piles: [Int]) {
        self.rank = rank
        self.piles = piles
    }
}

/// Whether a player takes part.
public enum SnapStanding: Int, Sendable {
    /// Has cards.
    case playing
    /// Has no cards, and may still snap on one match.
    case lastChance
    /// Has no cards and no chance.
    case out
    /// Left the game.
    case left
}

/// Why an event is passed over. The game stays as it was.
public enum SnapRefusal: Error, Equatable, Sendable {
    /// The game is over.
    case gameOver
    /// There is no such seat.
    case noSuchPlayer
    /// They have left.
    case hasLeft
    /// They are out.
    case isOut
    /// It is another player's turn.
    case notYourTurn
    /// The time that is up is that of another turn.
    case anotherTurn
    /// No card has been turned that could match another.
    case nothingTurned
}

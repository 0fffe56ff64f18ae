// Snap!: what every player may see of a game, and no card that lies face down. The host's program sends it; the others draw it.

/// The table as it is seen.
public struct SnapView: Equatable, Sendable {
    /// A player's place at it.
    public struct Seat: Equatable, Sendable {
        /// How many cards lie face down.
        public var stack: Int
        /// How many lie face up.
        public var pile: Int
        /// The one on top of these.
        public var top: PlayingCard?
        /// Whether the player takes part.
        public var standing: SnapStanding

        /// A place of these four.
        public init(stack: Int, pile: Int, top: PlayingCard?, standing: SnapStanding) {
            self.stack = stack
            self.pile = pile
            self.top = top
            self.standing = standing
        }
    }

    /// The seats in the order of play.
    public var seats: [Seat]
    /// Whose turn it is.
    public var mover: Int
    /// The number of that turn.
    public var turn: Int
    /// The matches that stand.
    public var matches: [SnapMatch]
    /// Who has all cards; nil while the game goes on.
    public var winner: Int?

    /// A table of these parts.
    public init(seats: [Seat], mover: Int, turn: Int, matches: [SnapMatch], winner: Int?) {
        self.seats = seats
        self.mover = mover
        self.turn = turn
        self.matches = matches
        self.winner = winner
    }
}

extension SnapGame {
    /// What every player may see.
    public var view: SnapView {
        let seats = zip(hands, standings).map { hand, standing in
            SnapView.Seat(stack: hand.stack.count, pile: hand.pile.count, top: hand.top, standing: standing)
        }
        return SnapView(seats: seats, mover: mover, turn: turn, matches: matches, winner: winner)
    }
}

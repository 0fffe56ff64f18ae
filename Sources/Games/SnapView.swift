// Snap!: the view of a game that the host sends to everybody. It contains no card that lies face down.

/// The visible table.
public struct SnapView: Equatable, Sendable {
    /// A player's seat.
    public struct Seat: Equatable, Sendable {
        /// The number of cards face down.
        public var stack: Int
        /// The number of cards face up.
        public var pile: Int
        /// The top card of the pile.
        public var top: PlayingCard?
        /// The player's part in the game.
        public var standing: SnapStanding

        /// Creates a seat.
        public init(stack: Int, pile: Int, top: PlayingCard?, standing: SnapStanding) {
            self.stack = stack
            self.pile = pile
            self.top = top
            self.standing = standing
        }
    }

    /// The seats in the order of play.
    public var seats: [Seat]
    /// The seat to move.
    public var mover: Int
    /// The number of the current turn.
    public var turn: Int
    /// The open matches.
    public var matches: [SnapMatch]
    /// The winner; nil while the game goes on.
    public var winner: Int?

    /// Creates a view.
    public init(seats: [Seat], mover: Int, turn: Int, matches: [SnapMatch], winner: Int?) {
        self.seats = seats
        self.mover = mover
        self.turn = turn
        self.matches = matches
        self.winner = winner
    }
}

extension SnapGame {
    /// The view of this game.
    public var view: SnapView {
        let seats = zip(hands, standings).map { hand, standing in
            SnapView.Seat(stack: hand.stack.count, pile: hand.pile.count, top: hand.top, standing: standing)
        }
        return SnapView(seats: seats, mover: mover, turn: turn, matches: matches, winner: winner)
    }
}

// What one side of a broken match knows of it, as it is sent to the other one. ResumeMessage has the message.

/// What one side knows of a match. One that was received may be nonsense: `CommonHistory` in Session judges it.
public struct MatchHistory: Equatable, Sendable {
    /// The number of the current game, from 1.
    public var game: Int
    /// Whether the host moved first in it.
    public var isHostFirst: Bool
    /// How many times moves were taken back in it.
    public var takeBacks: Int
    /// Its moves as column digits.
    public var digits: String
    /// How it ended, where its moves do not show it.
    public var ending: GameEnding?
    /// The moves of the game before it; empty in the first.
    public var before: String
    /// How that one ended, where its moves do not show it.
    public var endingBefore: GameEnding?
    /// What both players allowed each other.
    public var allowed: Set<ConsentTopic>
    /// What each move of this game cost, in milliseconds; empty without clocks. The last one is what the sender itself says, if it made that move and
    /// nobody has confirmed it.
    public var costs: [Int]
    /// Whether the sender's program has confirmed the last move.
    public var hasRead: Bool
    /// Whether the sender's player has not come back to the board, and only looks whether the other one has.
    public var isLooking = false
    /// Whether the sender's player has left the match for good.
    public var hasLeft = false

    /// A history of these.
    public init(
        game: Int = 1, isHostFirst: Bool = true, takeBacks: Int = 0, digits: String = "", ending: GameEnding? = nil,
        before: String = "", endingBefore: GameEnding? = nil, allowed: Set<ConsentTopic> = [], costs: [Int] = [],
        hasRead: Bool = false
    ) {
        self.game = game
        self.isHostFirst = isHostFirst
        self.takeBacks = takeBacks
        self.digits = digits
        self.ending = ending
        self.before = before
        self.endingBefore = endingBefore
        self.allowed = allowed
        self.costs = costs
        self.hasRead = hasRead
    }
}

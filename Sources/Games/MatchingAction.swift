// What can happen in card matching as a card is chosen, and what forbids choosing it. Values for the log and for the line on the
// screen that says what happened last; the words are the screen's.

/// What became of a chosen card.
public enum MatchingAction: Equatable, Sendable {
    /// It was turned up, and more have to be before any are compared.
    case turnedUp(PlayingCard)
    /// It was up and was turned back.
    case turnedBack(PlayingCard)
    /// These, in the order in which they were chosen, made `points` and are out.
    case matched([PlayingCard], points: Int)
    /// These, in the order in which they were chosen, made none; all but the last were turned back.
    case mismatched([PlayingCard])

    /// What it did to the score, the cost of choosing included.
    public var scoreChange: Int {
        switch self {
        case .turnedUp: -CardMatchingGame.choosingCost
        case .turnedBack: 0
        case .matched(_, let points): points - CardMatchingGame.choosingCost
        case .mismatched: -CardMatchingGame.mismatchPenalty - CardMatchingGame.choosingCost
        }
    }
}

/// Why a card is not chosen.
public enum UnplayableCard: Error, Equatable, Sendable {
    /// There is none in that place.
    case noSuchCard
    /// It is out.
    case matched
    /// The game is over.
    case gameOver
}

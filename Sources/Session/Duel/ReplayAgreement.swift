// Who moves first when both players ask for a new game at once. It knows packets' meanings, no connection and no board.
//
// Who sends startNewGame moves first. Where the two cross, the original app deadlocks: each waits for the other's disc. So to
// the original we keep the move, and between two of ours the joiner yields to the host. The yield itself is told: discs that the
// joiner dropped before it belong to the game given up.

/// What to do with the peer's startNewGame.
package enum ReplayVerdict: Equatable {
    /// A new game: the peer moves first.
    case accept
    /// The same, and the peer must be told that ours is given up.
    case acceptAndYield
    /// It crossed ours, which holds.
    case ignore
}

/// What is known of our last startNewGame.
package struct ReplayAgreement: Equatable {
    /// Whether we hosted the game.
    package let isHost: Bool
    /// Whether the peer is this program and so can yield.
    package var canYield = false
    private var isUnanswered = false
    private var isWaitingForYield = false

    package init(isHost: Bool) { self.isHost = isHost }

    /// We asked for a new game.
    package mutating func didSendNewGame() { isUnanswered = true }

    /// The peer asked for one.
    package mutating func didReceiveNewGame() -> ReplayVerdict {
        guard isUnanswered else { return .accept }
        isUnanswered = false
        guard canYield else { return .ignore }
        if !isHost { return .acceptAndYield }
        isWaitingForYield = true
        return .ignore
    }

    /// The peer made a move; returns whether it belongs to the game that is played.
    package mutating func didReceiveMove() -> Bool {
        isUnanswered = false
        return !isWaitingForYield
    }

    /// The peer gave its new game up.
    package mutating func didReceiveYield() { isWaitingForYield = false }
}

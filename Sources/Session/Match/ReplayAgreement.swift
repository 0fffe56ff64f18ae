// Who moves first when both players ask for a new game at once, and which packets belong to a game that was given up. It knows
// packets' meanings, no connection and no board.
//
// Who sends startNewGame moves first. Where the two cross, the original app deadlocks: each waits for the other's disc. So to
// the original we keep the move, and between two of ours the joiner yields to the host. The yield itself is told: discs that the
// joiner dropped before it belong to the game given up. The original tells nothing; but its turns are strict, so it has dropped
// at most one disc before our startNewGame reached it, and one that came before we moved, or before what we said had arrived
// there, is that one.
//
// The original also keeps its board from one connection to the next. A host that has heard no hello clears it with its first disc.

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
    /// Whether the peer may be the original app: it has said no hello.
    package var mayBeOriginal: Bool
    /// Whether the peer can yield.
    package var canYield = false
    private var isUnanswered = false
    private var isWaitingForYield = false
    /// Whether the peer's board is known to be ours: we moved, or a new game was started.
    private var hasBegun = false
    /// Whether ours crossed one of the original app, which may have dropped a disc before it.
    private var hasCrossed = false
    private var haveMovedSince = false

    package init(isHost: Bool, mayBeOriginal: Bool) {
        self.isHost = isHost
        self.mayBeOriginal = mayBeOriginal
    }

    /// We asked for a new game.
    package mutating func didSendNewGame() {
        isUnanswered = true
        hasBegun = true
        hasCrossed = false
        haveMovedSince = false
    }

    /// We make a move. Returns whether a new game must be started before it, because old discs may lie on the peer's board.
    package mutating func willMove() -> Bool {
        let mustClear = isHost && mayBeOriginal && !hasBegun
        if mustClear { didSendNewGame() }
        hasBegun = true
        haveMovedSince = true
        return mustClear
    }

    /// The peer asked for one.
    package mutating func didReceiveNewGame() -> ReplayVerdict {
        hasBegun = true
        guard isUnanswered else { return .accept }
        isUnanswered = false
        hasCrossed = mayBeOriginal
        guard canYield else { return .ignore }
        if !isHost { return .acceptAndYield }
        isWaitingForYield = true
        return .ignore
    }

    /// The peer made a move; returns whether it belongs to the game that is played. `hasArrived`: all that we said has arrived there.
    package mutating func didReceiveMove(hasArrived: @autoclosure () -> Bool) -> Bool {
        isUnanswered = false
        if hasCrossed {
            hasCrossed = false
            if !haveMovedSince || !hasArrived() { return false }
        }
        return !isWaitingForYield
    }

    /// The peer gave its new game up.
    package mutating func didReceiveYield() { isWaitingForYield = false }
}

// Decides who moves first when both players ask for a new game at once, and which packets belong to a game that was given up.
//
// Whoever sends startNewGame moves first. When two of them cross, the original app deadlocks: each side waits for the other's disc.
// So against the original our side keeps the first move, and between two of our programs the joiner yields to the host with a packet
// of its own: discs that the joiner dropped before it belong to the game given up. The original sends no such packet. But it waits
// for its turn, so it has dropped at most one disc before our startNewGame reached it. A disc that arrives before we have moved, or
// before everything we sent has arrived there, is that one.
//
// The original also keeps its board from one connection to the next. A host that has heard no hello clears it with its first disc.

/// What to do with the peer's startNewGame.
enum ReplayVerdict: Equatable {
    /// A new game: the peer moves first.
    case accept
    /// The same, and the peer must be told that we give up our new game.
    case acceptAndYield
    /// It crossed ours, which counts.
    case ignore
}

/// The state of our last startNewGame.
struct ReplayAgreement: Equatable {
    /// Whether we hosted the game.
    let isHost: Bool
    /// Whether the peer may be the original app: it has said no hello.
    var mayBeOriginal: Bool
    private var isUnanswered = false
    private var isWaitingForYield = false
    /// Whether the peer's board is known to be the same: we have moved, or a new game was begun.
    private var hasBegun = false
    /// Whether it crossed one from the original app, which may have dropped a disc before it.
    private var hasCrossed = false
    private var haveMovedSince = false

    init(isHost: Bool, mayBeOriginal: Bool) {
        self.isHost = isHost
        self.mayBeOriginal = mayBeOriginal
    }

    /// A new game was sent.
    mutating func didSendNewGame() {
        isUnanswered = true
        hasBegun = true
        hasCrossed = false
        haveMovedSince = false
    }

    /// The peer has read our new game. It sent its own before, if it did, so one that comes now does not cross ours.
    mutating func didConfirmNewGame() { isUnanswered = false }

    /// A move is about to be sent. Returns whether a new game must be sent first, because old discs may be on the peer's board.
    mutating func willMove() -> Bool {
        let mustClear = isHost && mayBeOriginal && !hasBegun
        if mustClear { didSendNewGame() }
        hasBegun = true
        haveMovedSince = true
        return mustClear
    }

    /// The peer began a new game.
    mutating func didReceiveNewGame() -> ReplayVerdict {
        hasBegun = true
        guard isUnanswered else { return .accept }
        isUnanswered = false
        hasCrossed = mayBeOriginal
        guard !mayBeOriginal else { return .ignore }
        if !isHost { return .acceptAndYield }
        isWaitingForYield = true
        return .ignore
    }

    /// The peer moved. Returns whether the move belongs to the current game. `hasArrived`: everything we sent has arrived there.
    mutating func didReceiveMove(hasArrived: @autoclosure () -> Bool) -> Bool {
        isUnanswered = false
        if hasCrossed {
            hasCrossed = false
            if !haveMovedSince || !hasArrived() { return false }
        }
        return !isWaitingForYield
    }

    /// The peer gave up its new game.
    mutating func didReceiveYield() { isWaitingForYield = false }
}

// What happens in a match, as values. Screens put them into words.

import Engine
import Wire

/// What happened in a match.
package enum MatchEvent: Equatable {
    /// A move was made, which is the last one on the board.
    case moved(byUs: Bool)
    /// A new game is on the board. `byOpponent`: the opponent began it and moves first.
    case began(byOpponent: Bool)
    /// The game ended by resignation or agreement.
    case decided
    /// Moves were taken back.
    case tookBack
    /// The opponent said hello.
    case met
    /// The opponent is slow, silent or not answering, or has stopped being so.
    case opponentChanged
    /// The opponent asks for this.
    case asked(ConsentTopic)
    /// The opponent refused this; `byMove`: by moving instead.
    case refused(ConsentTopic, byMove: Bool = false)
    /// We allowed the opponent this, or the opponent allowed us.
    case granted(ConsentTopic, toUs: Bool)
    /// The opponent said something; where a match is watched, the player who has our place, or the other.
    case heard(Phrase, byUs: Bool)
    /// The connection was lost, and the search for the opponent began.
    case lost
    /// A second of the search has passed.
    case isLooking
    /// The opponent is back and has this move of ours, which this machine lost in a crash. The player decides whether it counts.
    case foundLostMove(Int)
    /// The opponent is back, and the match goes on: with the same game, or with one that the opponent began before we heard that the last
    /// one was over.
    case resumed(isAnotherGame: Bool, BreakNews? = nil)
    /// The opponent is gone for good.
    case ended(MatchEnd)
    /// The game could not be stored. It goes on.
    case couldNotKeep(StorageFailure)
}

/// What happened while two players had lost each other.
package enum BreakNews: Equatable {
    /// The player to move has moved, which took so many milliseconds; nil without clocks.
    case moved(byUs: Bool, milliseconds: Int?)
    /// Our first move does not count: the opponent had begun the new game, too.
    case lostOurMove
}

/// Why the match is over.
package enum MatchEnd: Equatable {
    /// The connection ended.
    case disconnected(Disconnection)
    /// The opponent's program broke the rules.
    case violation(RuleViolation)
    /// The opponent's program reported a history that is not that of this match.
    case impossibleHistory
}

/// How a peer breaks the rules.
package enum RuleViolation: Equatable {
    case movedAfterTheEnd
    case movedOutOfTurn
    case moveNotPossible(IllegalMove)
    case newGameTooSoon
    /// It says that our time is up, or less than it can be.
    case wrongTime
}

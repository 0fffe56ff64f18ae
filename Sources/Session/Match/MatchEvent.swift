// What happens in a match, as values: a view says them in words. It knows no game.

import Engine
import Wire

/// Is told what happened, when it has.
package protocol MatchDelegate: AnyObject {
    /// It did.
    func match(_ match: Match, didSend event: MatchEvent)
}

/// What happened in a match.
package enum MatchEvent: Equatable {
    /// A move was made, the game's last.
    case moved(byUs: Bool)
    /// Another game stands on the board: ours, or, where the opponent asked for it, one in which it moves first.
    case began(byOpponent: Bool)
    /// Moves were taken back, or played again.
    case tookBack
    /// The opponent said who it is.
    case met
    /// A host that we joined has said nothing at all so far.
    case hostIsSilent
    /// What the seat says of itself changed: it is slow, or no longer.
    case seatChanged
    /// The opponent's program does not answer, or answers again.
    case silenceChanged
    /// The opponent asks for this.
    case asked(ConsentTopic)
    /// The opponent does not allow this.
    case refused(ConsentTopic)
    /// One of the two, we or the opponent, got this allowed by the other.
    case granted(ConsentTopic, toUs: Bool)
    /// The connection is lost, and the opponent is looked for; `reconnecting` says for how long.
    case lost
    /// A second of that has passed.
    case isLooking
    /// The opponent is back and has this move of ours, which this machine lost in a crash: the player says whether it counts.
    case foundLostMove(Int)
    /// The opponent is back.
    case resumed(MatchResumption)
    /// The opponent is gone for good.
    case ended(MatchEnd)
    /// The game could not be kept. It goes on.
    case couldNotKeep(StorageFailure)
}

/// What two that found each other again go on with.
package enum MatchResumption: Equatable {
    /// The game as it was, or with a move that was on its way.
    case sameGame
    /// A game that the opponent has begun meanwhile.
    case anotherGame
}

/// Why there is nobody to play with any more.
package enum MatchEnd: Equatable {
    /// The connection ended.
    case disconnected(Disconnection)
    /// The opponent broke the rules.
    case offence(RuleViolation)
    /// What the opponent remembers is not the game that was played.
    case impossibleHistory
}

/// How a peer breaks the rules.
package enum RuleViolation: Equatable {
    case movedAfterTheEnd
    case movedOutOfTurn
    case moveNotPossible(IllegalMove)
    case newGameTooSoon
}

// The other seat of a game of two, as a protocol: whoever sits there gets our moves and makes its own. A new kind of opponent is one
// more class that conforms to it. It knows no rules.

import Engine
import Wire

/// Who sits opposite.
package protocol Opponent: AnyObject {
    /// How games against it are kept.
    var kind: GameKind { get }
    /// What it is called in what is kept; empty where both players sit here.
    var name: String { get }
    /// The computer's level, 1…7, as it is kept; nil for a person.
    var level: Int? { get }
    /// What it lets the player at this screen do.
    var permissions: Permissions { get }
    /// Whether it has been thinking for so long that the player is told.
    var isSlow: Bool { get }
    /// Whether what we did has reached it, as far as it says so: a program can be stopped.
    var isAnswering: Bool { get }
    /// Whether it is somewhere on the internet, where the way may be to blame for its silence.
    var isFarAway: Bool { get }
    /// Whether it is a peer, and nobody on the way can read or change what the two programs say.
    var isSealed: Bool { get }
    /// Sits down: from now on `host` is told what it does.
    func sit(at host: OpponentDelegate)
    /// Whether we move first in the next game; `last` is the game before it, nil in the first one.
    func areWeFirst(after last: LastGame?) -> Bool
    /// Another game stands on the board.
    func gameDidBegin()
    /// We made this move.
    func didMove(_ move: Int)
    /// We ask for a new game, in which we move first.
    func startNewGame()
    /// We ask it for something, or answer it.
    func send(_ message: ConsentMessage)
    /// The position is another one, and this is the whole game; `isToMove`: it is this seat's turn.
    func positionDidChange(_ notation: String, isToMove: Bool)
    /// What the player sees has come to rest: nobody minds a move now.
    func boardDidComeToRest()
    /// The player leaves.
    func leave(because reason: ByeReason)
}

/// What the player at this screen may do against somebody.
package struct Permissions: Equatable {
    /// Both colours are moved here.
    package var sharesKeyboard = false
    /// What teaches, and a move taken back, needs the other's consent.
    package var mustConsent = false
    /// A new game can begin before the present one is over.
    package var endsAnyTime = false
    /// The connection with it can break, and it is looked for then.
    package var canBreakOff = false

    /// Manners of these.
    package init(sharesKeyboard: Bool = false, mustConsent: Bool = false, endsAnyTime: Bool = false, canBreakOff: Bool = false) {
        self.sharesKeyboard = sharesKeyboard
        self.mustConsent = mustConsent
        self.endsAnyTime = endsAnyTime
        self.canBreakOff = canBreakOff
    }

    /// A peer's.
    package static let peer = Permissions(mustConsent: true, canBreakOff: true)
}

/// How the game before ended, for whoever says who moves first in the next one.
package typealias LastGame = (wereWeFirst: Bool, state: GameState)

/// Is told what somebody who sits here, and is no peer, does.
package protocol OpponentDelegate: GameControllerDelegate {
    /// It made this move.
    func seat(_ seat: Opponent, didMove move: Int)
    /// It is slow, or no longer.
    func seatDidChange(_ seat: Opponent)
}

extension Opponent {
    package var level: Int? { nil }
    package var isSlow: Bool { false }
    package var isAnswering: Bool { true }
    package var isFarAway: Bool { false }
    package var isSealed: Bool { false }
    package func sit(at host: OpponentDelegate) {}
    package func gameDidBegin() {}
    package func didMove(_ move: Int) {}
    package func startNewGame() {}
    package func send(_ message: ConsentMessage) {}
    package func positionDidChange(_ notation: String, isToMove: Bool) {}
    package func boardDidComeToRest() {}
    package func leave(because reason: ByeReason) {}
}

// The other player of a match, as a protocol: receives our moves and reports its own. A new kind of opponent is a class that conforms
// to it.

import Engine
import Wire

/// The other player.
package protocol Opponent: AnyObject {
    /// The kind under which games against it are stored.
    var kind: GameKind { get }
    /// The name under which games are stored; empty where both players sit here.
    var name: String { get }
    /// Where a peer is that has not said its name; nil for all others.
    var address: String? { get }
    /// The computer's level, 1…7; nil for a person.
    var level: Int? { get }
    /// What the player at this screen may do against it.
    var permissions: Permissions { get }
    /// Whether it has been thinking for so long that the player should be told.
    var isSlow: Bool { get }
    /// Whether its program answers. A stopped program does not, although its connection is open.
    var isAnswering: Bool { get }
    /// Whether it is a host that has sent nothing at all.
    var isHostSilent: Bool { get }
    /// Whether its program has confirmed that it read our last new game.
    var hasReadNewGame: Bool { get }
    /// Whether its program can be asked for hints and the like.
    var canBeAsked: Bool { get }
    /// Whether it is on the internet, where the connection may be to blame for its silence.
    var isFarAway: Bool { get }
    /// Whether it is a peer, and the connection is encrypted and authenticated.
    var isSealed: Bool { get }
    /// Called when the opponent has done something.
    var didSend: (OpponentEvent) -> Void { get set }
    /// Reports what it does from now on.
    func start()
    /// Whether we move first in the next game; `last` is the game before it, nil in the first one.
    func areWeFirst(after last: LastGame?) -> Bool
    /// A new game is on the board.
    func gameDidBegin()
    /// Sends our move.
    func send(move column: Int)
    /// Sends our request for a new game, in which we move first.
    func sendNewGame()
    /// Sends our question, or our answer to one.
    func send(_ message: ConsentMessage)
    /// Says something.
    func say(_ phrase: Phrase)
    /// Says what a move cost, or whose time is up.
    func send(_ message: ClockMessage)
    /// The position has changed. `isToMove`: it is this opponent's turn.
    func positionDidChange(_ game: Game, isToMove: Bool)
    /// Nothing moves on the player's board any more, so a move may follow.
    func boardDidComeToRest()
    /// The player leaves.
    func leave(because reason: ByeReason)
}

extension Opponent {
    package var address: String? { nil }
    package var level: Int? { nil }
    package var isSlow: Bool { false }
    package var isAnswering: Bool { true }
    package var isHostSilent: Bool { false }
    package var hasReadNewGame: Bool { false }
    package var canBeAsked: Bool { false }
    package var isFarAway: Bool { false }
    package var isSealed: Bool { false }
    package var didSend: (OpponentEvent) -> Void {
        get { { _ in } }
        set {}
    }
    package func start() {}
    package func gameDidBegin() {}
    package func send(move column: Int) {}
    package func sendNewGame() {}
    package func send(_ message: ConsentMessage) {}
    package func say(_ phrase: Phrase) {}
    package func send(_ message: ClockMessage) {}
    package func positionDidChange(_ game: Game, isToMove: Bool) {}
    package func boardDidComeToRest() {}
    package func leave(because reason: ByeReason) {}
}

/// What an opponent does.
package enum OpponentEvent {
    /// It is slow, silent or not answering, or has stopped being so, or it has read our new game.
    case changed
    /// The peer said hello: it is this program.
    case met(GameController)
    /// It made a move.
    case moved(column: Int)
    /// It began a new game and moves first. `mayInterrupt`: even if a game is not over.
    case began(mayInterrupt: Bool)
    /// The host sent the token with which this game can be resumed.
    case offered(ResumableGame)
    /// It asked for something, or answered.
    case consent(ConsentMessage)
    /// It said something.
    case said(Phrase)
    /// What a move cost, or whose time is up.
    case clock(ClockMessage)
    /// So many watch.
    case watched(by: Int)
    /// The connection is over; the controller is of no more use.
    case disconnected(Disconnection)

    /// Whether it shows that somebody plays at the other end.
    var isFirstWord: Bool {
        switch self {
        case .met, .moved, .began: true
        case .changed, .offered, .consent, .said, .clock, .watched, .disconnected: false
        }
    }
}

/// What the player at this screen may do against an opponent.
package struct Permissions: Equatable {
    /// Both colours are played at this keyboard.
    package var sharesKeyboard = false
    /// Hints, scores and undo need the opponent's consent.
    package var mustConsent = false
    /// A new game may begin before the current one is over.
    package var endsAnyTime = false
    /// The connection can be lost; the opponent is searched for then.
    package var canBreakOff = false
    /// Nobody here plays.
    package var isWatched = false

    /// Permissions of these.
    package init(
        sharesKeyboard: Bool = false, mustConsent: Bool = false, endsAnyTime: Bool = false, canBreakOff: Bool = false,
        isWatched: Bool = false
    ) {
        self.sharesKeyboard = sharesKeyboard
        self.mustConsent = mustConsent
        self.endsAnyTime = endsAnyTime
        self.canBreakOff = canBreakOff
        self.isWatched = isWatched
    }

    /// Against a peer.
    package static let peer = Permissions(mustConsent: true, canBreakOff: true)
}

/// How the game before ended: decides who moves first in the next one.
package typealias LastGame = (wereWeFirst: Bool, state: GameState)

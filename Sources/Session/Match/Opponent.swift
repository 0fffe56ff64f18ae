// The other player of a match, as a protocol: receives our moves and reports its own. A new kind of opponent is a class that conforms
// to it.

import Engine
import Wire

/// The other player.
package protocol Opponent: AnyObject {
    /// Who it is, and what it is doing.
    var state: OpponentState { get }
    /// Called when it has done something.
    var didHappen: (OpponentEvent) -> Void { get set }
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
    /// Tells it something else: a question or an answer, a phrase, what the clocks say, how many watch.
    func send(_ message: ControlPacket)
    /// The position has changed. `isToMove`: it is this opponent's turn.
    func positionDidChange(_ game: Game, isToMove: Bool)
    /// Nothing moves on the player's board any more, so a move may follow.
    func boardDidComeToRest()
    /// The player leaves.
    func leave(because reason: ByeReason)
    /// The connection to it has ended in the match. `isGone`: it is not looked for, and what it was is still told of it.
    func wasLost(isGone: Bool)
}

extension Opponent {
    package func start() {}
    package func gameDidBegin() {}
    package func send(move column: Int) {}
    package func sendNewGame() {}
    package func send(_ message: ControlPacket) {}
    package func positionDidChange(_ game: Game, isToMove: Bool) {}
    package func boardDidComeToRest() {}
    package func leave(because reason: ByeReason) {}
    package func wasLost(isGone: Bool) {}
}

/// Who an opponent is, and what it is doing.
package struct OpponentState: Equatable {
    /// The kind under which games against it are stored.
    package var kind: GameKind
    /// The name under which games are stored; empty where both players sit here.
    package var name: String
    /// Where a peer is that has not said its name; nil for all others.
    package var address: String?
    /// The computer's level, 1…7; nil for a person.
    package var level: Int?
    /// Whether it has been thinking for so long that the player should be told.
    package var isSlow = false
    /// Whether its program answers. A stopped program does not, although its connection is open.
    package var isAnswering = true
    /// Whether it came to a game that we host.
    package var isGuest = false
    /// Whether it is a host that has sent nothing at all.
    package var isHostSilent = false
    /// Whether it is a host whose player is at something else, and was told that we are here.
    package var isHostComing = false
    /// Whether its program has confirmed that it read our last new game.
    package var hasReadNewGame = false
    /// Whether its program has confirmed that it read all our moves and whatever else changed a game.
    var hasReadAll = false
    /// Whether it has, or has said something so much later that it must have.
    var mustHaveRead = false
    /// Whether its program can be asked for hints and the like.
    package var canBeAsked = false
    /// Whether it is on the internet, where the connection may be to blame for its silence.
    package var isFarAway = false
    /// Whether it is a peer, and the connection is encrypted and authenticated.
    package var isSealed = false
    /// Its key and ours, if it was found online.
    package var keys: PlayerKeys?
    /// The game by message that is played against it; nil for all others.
    package internal(set) var message: MessageGame?

    /// An opponent of this kind and name, of whom nothing else is known.
    package init(_ kind: GameKind, name: String, address: String? = nil, level: Int? = nil) {
        (self.kind, self.name, self.address, self.level) = (kind, name, address, level)
    }

    /// Whether it is at another program. The connection can be lost, and much needs its consent.
    package var isPeer: Bool { kind == .network }
    /// Whether both colours are played at this keyboard.
    package var sharesKeyboard: Bool { kind == .shared }
}

/// What an opponent does.
package enum OpponentEvent {
    /// It is slow, silent or not answering, or has stopped being so, or it has read our new game.
    case changed
    /// The peer's program has confirmed more of what we did, or must have read it.
    case confirmed
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
    /// The number of spectators has changed.
    case watched(by: Int)
    /// The connection has ended. Discard the controller.
    case disconnected(Disconnection)

    /// Whether the peer's program has spoken with it: whoever has done so is seated, and takes the seat.
    var isFirstWord: Bool {
        switch self {
        case .met, .moved, .began: true
        case .changed, .confirmed, .offered, .consent, .said, .clock, .watched, .disconnected: false
        }
    }
}

/// How the game before ended: decides who moves first in the next one.
package typealias LastGame = (wereWeFirst: Bool, state: GameState)

// A game on the network as one side keeps it, so that it can be taken up again when the connection or the program dies. It knows no
// database.

import Text
import Wire

/// A game on the network that can be taken up again.
package struct ResumableGame: Equatable, Sendable {
    /// What the two know it by.
    package var secret: SessionSecret
    /// Whether this side hosts it.
    package var isHost: Bool
    /// The opponent's name.
    package var opponent: String
    /// What this side was called in it; empty where an older version kept it.
    package var name = ""
    /// Where the host was last, for both; nil where it is not known, or came to us.
    package var endpoint: Endpoint?
    /// Whether the game is private: nobody on the way may read or change what is said when it is taken up, either.
    package var isSealed = false
    /// How the two take it up.
    package var version = Resumption.Version.first
    /// What this side knows of the game.
    package var history = SessionHistory()
    /// On how many moves this side has asked to take its last one back, without an answer yet; nil where it has not.
    package var undoAsked: Int?
    /// Whether this machine may have lost the last move of its player: it crashed since that was written.
    package var mayLackMove = false
    /// The score before it.
    package var tally = Tally()
    /// Where it stands.
    package var state = State.playing

    /// Where a session stands. The words never change: they are written to disk.
    package enum State: String, Sendable {
        /// The two are connected.
        case playing
        /// They have lost each other, and this side looks for the other one.
        case broken
        /// The same, but the player has left, to come back soon.
        case saved
    }

    /// How long two look for each other, in seconds.
    package static let timeout = 300

    /// A session of these. The opponent's name may be one that an older version kept: it is made plain.
    package init(secret: SessionSecret, isHost: Bool, opponent: String, endpoint: Endpoint?) {
        self.secret = secret
        self.isHost = isHost
        self.opponent = opponent.plain
        self.endpoint = endpoint
    }
}

/// A session that this program can take up.
package struct BrokenGame: Equatable, Sendable {
    /// The session; its history has the moves that were kept.
    package var session: ResumableGame
    /// The number under which the game is kept; nil before its first move.
    package var game: Int?
    /// For how many seconds more the opponent may be looking for it.
    package var secondsLeft: Int

    /// A broken game of these.
    package init(session: ResumableGame, game: Int?, secondsLeft: Int) {
        self.session = session
        self.game = game
        self.secondsLeft = secondsLeft
    }
}

// A network game as one side stores it, so that it can be resumed after the connection or the program ends.

import Engine
import Text
import Wire

/// A network game that can be resumed. It is called a session; that of a seat at a table has nothing of the match.
package struct ResumableGame: Equatable, Sendable {
    /// Identifies the game to both players.
    package var token: ResumeToken
    /// Whether this side hosts it.
    package var isHost: Bool
    /// The opponent's name.
    package var opponent: String
    /// The name of this side's player in it.
    package var name = ""
    /// The host's last endpoint, on both sides; nil where it is not known, or where the host connected to us.
    package var endpoint: Endpoint?
    /// The URL of the relay on the way to it, without a password; empty where there is none.
    package var relay = ""
    /// Whether the game is private: what is said while resuming it is sealed too.
    package var isSealed = false
    /// What this side knows of the match.
    package var history = MatchHistory()
    /// What this side has asked, and the undo or draw that it has allowed and the other side has not carried out.
    package var (asked, granted): (Consent.Question?, Consent.Question?)
    /// Whether the other side is known to have read the last thing that this side did in the game, or has done the last thing itself.
    package var isConfirmed = false
    /// The clocks as text; empty without.
    package var clock = ""
    /// At the host: whether others may watch, and with which code; nil: without.
    package var isWatchable = false
    package var spectatorCode: Passphrase?
    /// The number of the relay's room to which they come; nil: they come to the place of the game.
    package var spectatorRoom: String?
    /// Whether the opponent may have begun the current game too, at the same moment: this side began it, and the opponent has not
    /// confirmed that it read so.
    package var mayHaveCrossed = false
    /// Whether this machine may have lost its player's last move: it has rebooted since the move was written.
    package var mayLackMove = false
    /// The score before the current game.
    package var tally = Tally()
    /// Whether the players are connected.
    package var state = State.playing
    /// As it was read: the number of its row in the history of games, nil before its first move; and for how many more seconds the opponent may
    /// be looking for it.
    package var (gameID, secondsLeft): (Int?, Int) = (nil, Self.timeout)

    /// The states of a resumable game. The raw values are stored on disk and never change.
    package enum State: String, Sendable {
        /// The two are connected.
        case playing
        /// The connection was lost, and this side looks for the opponent.
        case broken
        /// The same, but the player has left and means to come back.
        case saved
    }

    /// How long both sides look for each other, in seconds.
    package static let timeout = 300
    /// For how long a game without clocks that is not over can be resumed once neither looks for the other, in seconds.
    package static let keptFor = 7 * 24 * 3600
    /// How often it is stored that a game is still running, in milliseconds.
    package static let refreshInterval = 30_000

    /// A resumable game. Control characters are removed from the opponent's name.
    package init(token: ResumeToken, isHost: Bool, opponent: String, endpoint: Endpoint?) {
        self.token = token
        self.isHost = isHost
        self.opponent = opponent.plain
        self.endpoint = endpoint
    }
}

extension ResumableGame {
    /// The title under which it is listed while its host waits, in English, as the readers' language is not known. In a private game it names
    /// only the host.
    var waitingTitle: String {
        (isSealed ? "\(name) waits" : "\(name) waits for \(opponent)").asPlayerName  // English
    }

    /// The same when the two have found each other, and go on with this history.
    func goingOn(with history: MatchHistory, tally: Tally) -> ResumableGame {
        var session = self
        (session.history, session.tally, session.state) = (history, tally, .playing)
        // Our history was sent before the last message of the handshake: the opponent knows of our new game.
        (session.mayHaveCrossed, session.mayLackMove) = (false, false)
        return session
    }
}

extension MatchHistory {
    /// What `MatchSeries.hasBegun` says of the series.
    var hasBegun: Bool { !digits.isEmpty || game > 1 || takeBacks > 0 }
}

extension ResumableGame {
    /// Whether it can be resumed when both are there again, however late: no clock runs, and it is not over.
    package var isLasting: Bool { clock.isEmpty && abandoned != nil }
    /// For how long it can be resumed after it broke off, in seconds.
    package var lifetime: Int { isLasting ? Self.keptFor : Self.timeout }

    /// The player at this machine.
    package var me: Player { isHost == history.isHostFirst ? .first : .second }

    /// How the game counts if it is too late to resume it: nobody has won. Nil where it was over already.
    package var abandoned: GameRecord? {
        guard let game = try? Game(digits: history.digits), game.outcome == nil, history.ending == nil else { return nil }
        return GameRecord(
            kind: .network, opponent: opponent, level: nil, isFirst: me == .first,
            digits: game.digits, result: .unfinished, reason: .abandoned)
    }
}

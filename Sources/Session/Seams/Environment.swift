// Everything outside the game that it uses, as protocols. Platform implements them, Tests/TestSupport has fakes. All of it is used
// on the main thread.

import Text

/// What the screens use. A session object asks only for the protocols that it needs.
package typealias Environment = Scheduler & Rendezvous & Cryptography & Identity & Relayed & EngineRoom & Archive & Desktop

/// Data that is kept from one run of the program to the next.
package protocol Archive: AnyObject {
    /// Replaces the text of the config file by what `change` returns for the present text (empty if there is no file).
    func updateConfig(_ change: (String) -> String) throws(StorageFailure)
    /// Results of the other games.
    var results: ResultKeeper { get }
    /// Puzzles that the player has tried.
    var puzzleTries: PuzzleKeeper { get }
    /// Games of Four in a Row. A game is written with every move.
    var history: GameHistory { get }
    /// This player's seat at somebody's table.
    var seats: SeatStore { get }
    /// Players met online.
    var players: PlayerBook { get }
}

/// The connection to the relay.
package protocol Relayed: AnyObject {
    /// The relay's broker.
    var broker: any Broker { get }
    /// The URL of that relay; empty if there is none.
    var relayURL: String { get }
    /// From now on the broker is the one at this URL; an empty one means none. Nobody else may use the broker meanwhile.
    func useRelay(at url: String)
}

/// The machine and terminal the player sits at.
package protocol Desktop: AnyObject {
    /// The machine's name without its domain.
    var hostName: String { get }
    /// The player's user name, or the machine's name if there is none.
    var userName: String { get }
    /// Writes a new file called `name` into the working directory and returns its path. Never overwrites a file.
    func export(_ text: String, as name: String) throws(StorageFailure) -> String
    /// Rings the terminal's bell.
    func ringBell()
    /// Asks the terminal to copy a text. Returns false where the terminal surely cannot; whether it did, no terminal says.
    func copy(_ text: String) -> Bool
    /// Ends the program once the current event is handled.
    func quit()
}

/// Stores the results of card matching, the secret number and Snap!.
package protocol ResultKeeper: AnyObject {
    /// The best score so far; nil if there is none.
    func best(of kind: ScoredGame) throws(StorageFailure) -> Int?
    /// Stores a result. It is stored even if the failure says that the old file was set aside.
    func keep(_ game: PlayedGame) throws(StorageFailure)
    /// All results, the newest first.
    func results() throws(StorageFailure) -> [KeptResult]
}

/// A kind of game whose scores can be compared with each other.
package struct ScoredGame: Hashable, Sendable {
    /// The game's identifier in the database.
    package var game: String
    /// Its size: the number of cards, of numbers, or of players.
    package var size: Int
    /// The identifier of its rules, or of the computer's skill, in the database.
    package var mode: String

    /// A kind of game.
    package init(game: String, size: Int, mode: String) {
        self.game = game
        self.size = size
        self.mode = mode
    }
}

/// How a game ended for the player of this machine.
package struct PlayedGame: Equatable, Sendable {
    package let kind: ScoredGame
    /// The names of the other people; empty in a game alone.
    package let opponents: [String]
    package let isWon: Bool
    /// The more, the better: points, or what was needed with a minus sign: guesses, or the milliseconds of the quickest Snap!.
    package let score: Int?

    /// A result. Control characters are removed from the names.
    package init(_ kind: ScoredGame, against opponents: [String] = [], isWon: Bool, score: Int?) {
        self.kind = kind
        self.opponents = opponents.map(\.plain)
        self.isWon = isWon
        self.score = score
    }
}

/// A stored result.
package struct KeptResult: Equatable, Sendable {
    /// Its number, from 1.
    package let id: Int
    /// When the game ended, in local time: "2026-11-21 15:04".
    package let date: String
    package let game: PlayedGame

    /// A result of this number.
    package init(id: Int, date: String, game: PlayedGame) {
        self.id = id
        self.date = date
        self.game = game
    }
}

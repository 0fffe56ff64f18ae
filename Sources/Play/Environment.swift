// What the screens need of the machine beyond what a session needs. Protocols only; Platform has the real ones, Tests/TestSupport the
// fakes. All of it happens on the main thread.

import Session

/// The machine around the game: each protocol is one need of it.
package typealias Environment = Scheduler & Rendezvous & Cryptography & Identity & Relayed & EngineRoom & Archive & Desktop

/// What is kept from one run of the program to the next.
package protocol Archive: AnyObject {
    /// Keeps the settings; throws a sentence for the player.
    func save(_ settings: Settings) throws(StorageFailure)
    /// The best scores, kept from one run of the program to the next.
    var bestScores: BestScoreKeeper { get }
    /// Every game of Four in a Row, kept as it is played.
    var history: GameHistory { get }
    /// The players that were met online.
    var players: PlayerBook { get }
}

/// The way to strangers.
package protocol Relayed: AnyObject {
    /// The relay.
    var broker: any Broker { get }
}

/// Where the player sits.
package protocol Desktop: AnyObject {
    /// This machine's name, without its domain.
    var hostName: String { get }
    /// The name that the player has here; the machine's where there is none.
    var userName: String { get }
    /// Writes a new file of this name into the folder that the player is in, and returns its path; throws a sentence. A file that is
    /// there already stays as it is.
    func export(_ text: String, as name: String) throws(StorageFailure) -> String
    /// Rings the terminal's bell.
    func ringBell()
    /// Ends the program once the current event is handled.
    func quit()
}

/// Keeps the best score of every kind of game. What it throws is a sentence for the player; the game goes on.
package protocol BestScoreKeeper: AnyObject {
    /// The best score so far; nil where there is none.
    func best(of kind: ScoredGame) throws(StorageFailure) -> Int?
    /// Keeps `score` if it is better than the best so far. Where the sentence says that what was there had to be set aside, the
    /// score is kept all the same.
    func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure)
}

/// A kind of game whose scores can be compared with each other.
package struct ScoredGame: Hashable, Sendable {
    /// Which game, in a word that never changes: it is written to disk.
    package var game: String
    /// How large it is, such as the number of cards.
    package var size: Int
    /// By which rules, in a word that never changes.
    package var mode: String

    /// A kind of game.
    package init(game: String, size: Int, mode: String) {
        self.game = game
        self.size = size
        self.mode = mode
    }
}

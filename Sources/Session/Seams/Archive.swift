// What is kept from one run of the program to the next, as a protocol. Platform implements it with SQLite, Tests/TestSupport in memory.

import Text
import Wire

/// What is kept from one run of the program to the next. After a failure the player is told, and the game goes on. If a failure says that
/// the old file was set aside, everything was stored all the same.
package protocol Archive: AnyObject {
    // MARK: Games of Four in a Row

    /// Stores a game, completely or not at all, before it returns. Where `id` is nil the game is new, and gets its number there.
    func keep(_ game: GameRecord, id: inout Int?) throws(StorageFailure)
    /// All games with these first moves, as column digits, the newest first.
    func games(beginning digits: String) throws(StorageFailure) -> [KeptGame]
    /// A game goes on: unless it is the newest, it becomes that, with today's date and a new number. Returns its number.
    func renew(_ id: Int) throws(StorageFailure) -> Int
    /// The game of this number; nil where there is none.
    func game(_ id: Int) throws(StorageFailure) -> KeptGame?

    // MARK: Interrupted games

    /// Stores what is needed to resume a game, and `game` (nil where its moves are unchanged), in one transaction. The session belongs to
    /// this process from now on, unless its state is `saved`. While that is `playing`, to be called every `ResumableGame.refreshInterval`,
    /// because it also stores until when the game was played.
    func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure)
    /// Deletes what was stored to resume a game.
    func forget(_ token: ResumeToken) throws(StorageFailure)
    /// The interrupted games, the latest first, without those of other running processes. Those that are too old to be resumed have no
    /// seconds left and are returned only once.
    func brokenGames() throws(StorageFailure) -> [ResumableGame]
    /// Makes an interrupted game this process's own. Returns false where another process was faster.
    func claim(_ session: ResumableGame) throws(StorageFailure) -> Bool

    // MARK: This player's seat at somebody's table

    /// Stores a seat, which is this process's own, and when: to be called every `ResumableGame.refreshInterval` while the game goes on.
    func keep(_ seat: KeptSeat) throws(StorageFailure)
    /// Deletes a seat.
    func forgetSeat(_ token: ResumeToken) throws(StorageFailure)
    /// The seat of a process that has ended, and for how many more seconds the host may reserve it. It is this process's own from now on.
    /// Nil if there is none. One whose time is over is deleted.
    func claimSeat() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)?

    // MARK: Results of card matching, the secret number and Snap!

    /// Stores a result.
    func keep(_ game: PlayedGame) throws(StorageFailure)
    /// All results, the newest first.
    func results() throws(StorageFailure) -> [KeptResult]
    /// The best score so far; nil if there is none.
    func best(of kind: ScoredGame) throws(StorageFailure) -> Int?

    // MARK: Puzzles and lessons

    /// Stores a try of a puzzle.
    func keep(_ attempt: PuzzleTry) throws(StorageFailure)
    /// All tries of puzzles, the oldest first.
    func tries() throws(StorageFailure) -> [PuzzleTry]
    /// Stores the place in a lesson. Its number counts from 1.
    func keep(_ place: LessonPlace, inLesson number: Int) throws(StorageFailure)
    /// The places in the lessons that were begun, by their numbers.
    func lessons() throws(StorageFailure) -> [Int: LessonPlace]

    /// Stores something that comes back, or is known.
    func keep(_ recall: Recall) throws(StorageFailure)
    /// All of them, in the order in which they were first stored.
    func recalls() throws(StorageFailure) -> [Recall]
    /// Stores the stars, 1 to 3, of a practice position, which is given as digits.
    func keep(stars: Int, of position: String) throws(StorageFailure)
    /// The stars of the practice positions that were won or held.
    func stars() throws(StorageFailure) -> [String: Int]

    // MARK: Players met online

    /// Records that a game with the owner of `key` has begun, who calls themselves `name`.
    func meet(_ key: [UInt8], called name: String) throws(StorageFailure)
    /// All players, the one met last first.
    func players() throws(StorageFailure) -> [MetPlayer]
    /// Updates a player's alias and whether they are blocked.
    func keep(_ player: MetPlayer) throws(StorageFailure)
    /// Deletes a player.
    func forget(_ player: MetPlayer) throws(StorageFailure)
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

/// A stored game or result, with its number and time.
package struct Kept<Record: Equatable>: Equatable {
    /// Its number, from 1. It is never given to another one.
    package var id: Int
    /// When the game began or went on last, or the result was known, in local time: "2026-11-21 15:04".
    package var date: String
    /// The game or result.
    package var record: Record

    /// A record of this number.
    package init(id: Int, date: String, record: Record) {
        self.id = id
        self.date = date
        self.record = record
    }
}

/// A stored game of Four in a Row.
package typealias KeptGame = Kept<GameRecord>
/// A stored result of another game.
package typealias KeptResult = Kept<PlayedGame>

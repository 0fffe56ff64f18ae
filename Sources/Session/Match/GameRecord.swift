// A game of Four in a Row as it is kept, and what is asked of whoever keeps it. It knows no database.

import Engine
import Text
import Wire

/// Against whom a game was played. The words never change: they are written to disk.
package enum GameKind: String, CaseIterable, Sendable {
    /// Somebody on the network.
    case network = "lan"
    /// The computer.
    case computer
    /// Two at one keyboard.
    case shared = "two"
}

/// How a game ended. The words never change: they are written to disk.
package enum GameResult: String, CaseIterable, Sendable {
    case unfinished
    case first
    case second
    case draw

    /// The result of `game`.
    package init(of game: Game) {
        switch game.outcome {
        case .won(let winner, _): self = winner == .first ? .first : .second
        case .draw: self = .draw
        case nil: self = .unfinished
        }
    }
}

/// A game as it is kept.
package struct GameRecord: Equatable, Sendable {
    /// Against whom.
    package var kind: GameKind
    /// The opponent's name; empty for two at one keyboard.
    package var opponent: String
    /// The computer's level, 1…7; nil where nobody's.
    package var level: Int?
    /// Whether the player of this machine moved first.
    package var isFirst: Bool
    /// The moves as column digits.
    package var digits: String
    /// How it ended.
    package var result: GameResult
    /// How well the one who moved first chose, in hundredths, once it was reviewed; nil before, and where there was no choice.
    package var firstAccuracy: Int?
    /// The same for the other.
    package var secondAccuracy: Int?

    /// A record of these. The texts may be those of an older version, or anybody's: they are made plain.
    package init(
        kind: GameKind, opponent: String, level: Int? = nil, isFirst: Bool, digits: String, result: GameResult,
        firstAccuracy: Int? = nil, secondAccuracy: Int? = nil
    ) {
        self.kind = kind
        self.opponent = opponent.plain
        self.level = level
        self.isFirst = isFirst
        self.digits = digits.plain
        self.result = result
        self.firstAccuracy = firstAccuracy
        self.secondAccuracy = secondAccuracy
    }
}

/// A game that was kept.
package struct KeptGame: Equatable, Sendable {
    /// Its number, from 1, which stays its own.
    package var id: Int
    /// When it began, in words of this machine's time: "2026-11-21 15:04".
    package var date: String
    /// The game.
    package var record: GameRecord

    /// A game of this number.
    package init(id: Int, date: String, record: GameRecord) {
        self.id = id
        self.date = date
        self.record = record
    }
}

/// Keeps games. What it throws the player is told; the game goes on.
package protocol GameHistory: AnyObject {
    /// Keeps a game as it stands now, as a whole or not at all, and is back when it is kept. `id` nil: a new one, whose number is put
    /// there. Where the failure says that what was there had to be set aside, the game is kept all the same.
    func keep(_ game: GameRecord, id: inout Int?) throws(StorageFailure)
    /// Every game, the newest first.
    func games() throws(StorageFailure) -> [KeptGame]
    /// One of them; nil where there is none of that number.
    func game(_ id: Int) throws(StorageFailure) -> KeptGame?
    /// Keeps what is needed to take a game up again, and `game` with it, in one go and on the same terms. `game` nil: nothing new
    /// about the moves. It is this program's session from now on, unless it is saved.
    func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure)
    /// There is nothing to take up any more.
    func forget(_ session: SessionSecret) throws(StorageFailure)
    /// The games that broke off and may still be taken up, the latest first; not those that another program is at.
    func brokenGames() throws(StorageFailure) -> [BrokenGame]
    /// Makes a broken game this program's; false where another one was faster.
    func claim(_ game: BrokenGame) throws(StorageFailure) -> Bool
}

extension GameHistory {
    /// Keeps how well both players of game `id` chose, if it still has the moves that were reviewed.
    package func keepAccuracy(of review: Review, id: Int) throws(StorageFailure) {
        var number: Int? = id
        guard review.isComplete, var record = try game(id)?.record, record.digits == review.digits else { return }
        let (first, second) = (review.accuracy(of: .first), review.accuracy(of: .second))
        guard record.firstAccuracy != first || record.secondAccuracy != second else { return }
        (record.firstAccuracy, record.secondAccuracy) = (first, second)
        try keep(record, id: &number)
    }
}

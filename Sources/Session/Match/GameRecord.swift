// A game of Four in a Row as it is stored.

import Engine
import Text
import Wire

/// The kind of opponent in a game. The raw values are stored on disk and never change.
package enum GameKind: String, CaseIterable, Sendable {
    /// A peer on the network.
    case network = "lan"
    /// The computer.
    case computer
    /// Two players at one keyboard.
    case shared = "two"
    /// A friend who answers by message.
    case message
}

/// How a game ended. The raw values are stored on disk and never change.
package enum GameResult: String, CaseIterable, Sendable {
    case unfinished
    case first
    case second
    case draw

    /// The result of `game`; `ending` is how it ended, where its moves do not show it.
    package init(of game: Game, ending: GameEnding? = nil) {
        if let ending {
            self = ending.winner.map { $0 == .first ? .first : .second } ?? .draw
            return
        }
        switch game.outcome {
        case .won(let winner, _): self = winner == .first ? .first : .second
        case .draw: self = .draw
        case nil: self = .unfinished
        }
    }

    /// The state of the game for the player who moved first, or the other one; nil while it is unfinished.
    package func state(forFirst isFirst: Bool) -> GameState? {
        switch self {
        case .unfinished: nil
        case .draw: .draw
        case .first: isFirst ? .iWin : .youWin
        case .second: isFirst ? .youWin : .iWin
        }
    }
}

/// Why a game ended as it did. The raw values are stored on disk and never change.
package enum EndingReason: String, CaseIterable, Sendable {
    /// Its moves show it, or it is unfinished.
    case moves = ""
    /// Somebody resigned.
    case resigned
    /// The players agreed to a draw.
    case agreed
    /// Somebody's time was up.
    case time
    /// One of the two never came back, or left: nobody has won.
    case abandoned

    /// The reason for this ending.
    init(_ ending: GameEnding?) {
        switch ending {
        case .firstResigned, .secondResigned: self = .resigned
        case .drawAgreed: self = .agreed
        case .firstOutOfTime, .secondOutOfTime, .drawnOnTime: self = .time
        case nil: self = .moves
        }
    }
}

extension GameEnding {
    /// The ending that these stand for; nil where the moves show it, or nobody knows.
    package init?(_ reason: EndingReason, result: GameResult) {
        switch (reason, result) {
        case (.resigned, .second): self = .firstResigned
        case (.resigned, .first): self = .secondResigned
        case (.agreed, _): self = .drawAgreed
        case (.time, .second): self = .firstOutOfTime
        case (.time, .first): self = .secondOutOfTime
        case (.time, .draw): self = .drawnOnTime
        default: return nil
        }
    }
}

/// A game as it is stored.
package struct GameRecord: Equatable, Sendable {
    /// The kind of opponent.
    package var kind: GameKind
    /// The opponent's name; empty for two at one keyboard.
    package var opponent: String
    /// The computer's level, 1…7; nil for a person.
    package var level: Int?
    /// Whether the player of this machine moved first.
    package var isFirst: Bool
    /// The moves as column digits.
    package var digits: String
    /// How it ended.
    package var result: GameResult
    /// Why it ended so.
    package var reason: EndingReason
    /// The first player's accuracy in percent; nil before a review, or where that player had no choice.
    package var firstAccuracy: Int?
    /// The second player's accuracy.
    package var secondAccuracy: Int?
    /// The score and the clocks of an unfinished game at this machine, as `MatchPause` writes them; empty where there are none.
    package var pause = ""
    /// The number of a game by message, and what else its lines said, as `MessageGame` writes it; empty for all others, and once it is forgotten.
    package var message = ""
    /// The public key of an opponent found online, for the list of players met; empty for all others. It stays when the game is stored again.
    package var opponentKey: [UInt8] = []

    /// A record of these. Control characters are removed from the texts.
    package init(
        kind: GameKind, opponent: String, level: Int? = nil, isFirst: Bool, digits: String, result: GameResult,
        reason: EndingReason = .moves, firstAccuracy: Int? = nil, secondAccuracy: Int? = nil
    ) {
        self.kind = kind
        self.opponent = opponent.plain
        self.level = level
        self.isFirst = isFirst
        self.digits = digits.plain
        self.result = result
        self.reason = reason
        self.firstAccuracy = firstAccuracy
        self.secondAccuracy = secondAccuracy
    }
}

extension Archive {
    /// All games, the newest first.
    package func games() throws(StorageFailure) -> [KeptGame] { try games(beginning: "") }

    /// Stores the accuracies of game `id`, if its moves are still those that were reviewed.
    package func keepAccuracy(of review: Review, id: Int) throws(StorageFailure) {
        var number: Int? = id
        guard review.isComplete, var record = try game(id)?.record, record.digits == review.digits else { return }
        let (first, second) = (review.accuracy(of: .first), review.accuracy(of: .second))
        guard record.firstAccuracy != first || record.secondAccuracy != second else { return }
        (record.firstAccuracy, record.secondAccuracy) = (first, second)
        try keep(record, id: &number)
    }
}

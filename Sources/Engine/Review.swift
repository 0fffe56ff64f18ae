// A game looked over by the perfect player: what each move was worth, what would have been better, and why where a threat shows it.
// It searches through a solver that it is lent, one position at a time, and knows no screen.

/// How good a move was.
public enum Mark: Int, CaseIterable, Sendable {
    /// Nothing was better.
    case best
    /// A slower win or a quicker loss than could be had.
    case inaccuracy
    /// A win became a draw, or a draw a loss.
    case mistake
    /// A win became a loss.
    case blunder

    /// The mark of a move after which the game is worth `after` where it could have been worth `before`, to the same player.
    public init(before: Score, after: Score) {
        switch before.signum() - after.signum() {
        case 2: self = .blunder
        case 1: self = .mistake
        default: self = after == before ? .best : .inaccuracy
        }
    }

    /// What it counts towards accuracy, in hundredths.
    var credit: Int {
        switch self {
        case .best: 100
        case .inaccuracy: 70
        case .mistake: 30
        case .blunder: 0
        }
    }
}

/// One move of a game, judged.
public struct Judgement: Equatable, Sendable {
    /// The column played, 0…6.
    public let column: Int
    /// Who played it.
    public let player: Player
    /// The scores that the columns had for that player, nil for a full one.
    public let scores: [Score?]
    /// Why the move was not the best, where a threat shows it.
    public let reason: Reason?

    /// What the position was worth to the player, played best.
    public var before: Score { scores.compactMap { $0 }.max() ?? 0 }
    /// What it was worth after the move, to the same player.
    public var after: Score { scores[column] ?? 0 }
    /// How good the move was.
    public var mark: Mark { Mark(before: before, after: after) }
    /// The best columns.
    public var best: [Int] { ComputerPlayer.best(of: scores) }
    /// Whether there was anything to choose: columns of different score.
    public var isChoice: Bool { scores.compactMap { $0 }.contains { $0 != before } }
    /// What the position after the move is worth to the player who began.
    public var value: Score { player == .first ? after : -after }

    init(column: Int, scores: [Score?], in position: Position) {
        self.column = column
        self.scores = scores
        player = position.player
        reason = Reason.why(column, in: position, scores: scores)
    }
}

/// A game, judged from its last move to its first: late positions cost little, and what is found there helps with the earlier ones.
public struct Review: Equatable, Sendable {
    /// The columns played.
    public let moves: [Int]
    /// The judgements so far, by move; nil for those to come.
    public private(set) var judgements: [Judgement?]
    /// What the columns are worth after the last move of an unfinished game, nil for a full one; nil as a whole before that is known,
    /// and where there is no move to come or none was made.
    public private(set) var ending: [Score?]?
    private let hasEnding: Bool

    /// A review of these moves, a legal game, with nothing judged yet.
    public init(of match: Game) {
        moves = match.moves
        hasEnding = match.outcome == nil && !match.moves.isEmpty
        judgements = Array(repeating: nil, count: match.moves.count)
    }

    /// The moves as column digits.
    public var digits: String { moves.map { String($0 + 1) }.joined() }
    /// How many moves are judged.
    public var count: Int { judgements.count { $0 != nil } }
    /// Whether all are.
    public var isComplete: Bool { count == moves.count }

    /// Judges the last move that is not judged yet; false where the limit was reached, and nothing is known of it.
    public mutating func judgeNext(with solver: Solver, until limit: SearchLimit = .none) -> Bool {
        guard let index = judgements.lastIndex(of: nil) else { return true }
        if hasEnding, ending == nil {
            ending = solver.scores(of: position(after: moves.count), until: limit)
            guard ending != nil else { return false }
        }
        let position = position(after: index)
        guard let scores = solver.scores(of: position, until: limit) else { return false }
        judgements[index] = Judgement(column: moves[index], scores: scores, in: position)
        return true
    }

    private func position(after count: Int) -> Position { moves.prefix(count).reduce(into: Position()) { $0.play($1) } }

    /// How well `player` chose, in hundredths: 100 for a best move, 70 for an inaccuracy, 30 for a mistake, 0 for a blunder, on
    /// average over the moves at which there was a choice. Nil where there was none, or before the review is complete.
    public func accuracy(of player: Player) -> Int? {
        guard isComplete else { return nil }
        let choices = judgements.compactMap { $0 }.filter { $0.player == player && $0.isChoice }
        guard !choices.isEmpty else { return nil }
        let sum = choices.reduce(0) { $0 + $1.mark.credit }
        return (sum + choices.count / 2) / choices.count
    }

    /// How many moves of `player` have this mark, of those judged.
    public func count(of mark: Mark, by player: Player) -> Int {
        judgements.count { $0?.player == player && $0?.mark == mark }
    }
}

// A review of a game: the value of each move, what would have been better, and why. The caller lends a solver and asks for one
// position at a time.

/// The quality of a move.
public enum Mark: Int, CaseIterable, Sendable {
    /// Nothing was better.
    case best
    /// A slower win or a quicker loss than necessary.
    case inaccuracy
    /// A win became a draw, or a draw a loss, or the opponent's next disc makes two threats at once, and the loss was not near anyway.
    case mistake
    /// A win became a loss, or the opponent's next disc completes a four that could have been prevented, and the loss was not near anyway.
    case blunder

    /// The mark of a move that leads to score `after` where `before` was possible, both for the same player, by these scores alone.
    public init(before: Score, after: Score) {
        switch before.signum() - after.signum() {
        case 2: self = .blunder
        case 1: self = .mistake
        default: self = after == before ? .best : .inaccuracy
        }
    }

    /// Its accuracy in percent.
    var credit: Int {
        switch self {
        case .best: 100
        case .inaccuracy: 70
        case .mistake: 30
        case .blunder: 0
        }
    }
}

/// The judgement of one move.
public struct Judgement: Equatable, Sendable {
    /// The column played, 0…6.
    public let column: Int
    /// The player.
    public let player: Player
    /// The scores of all columns for that player; nil for a full one.
    public let scores: [Score?]
    /// Why the move was not the best; nil if no threat explains it. A review then says of a mistake what happens in the end.
    public private(set) var reason: Reason?
    /// Whether the game was lost before the move, in two discs of the opponent's at most.
    private var isLostSoon = false

    /// The score of the best move, for the player.
    public var before: Score { scores.compactMap { $0 }.max() ?? 0 }
    /// The score after the move, for the same player.
    public var after: Score { scores[column] ?? 0 }
    /// The quality of the move.
    public var mark: Mark {
        if isLostSoon || cost != .inaccuracy && reason?.isFourLeftOpen != true { return cost }
        return switch reason {
        case .letThrough, .gaveAway: .blunder
        case .allowedTwoThreats: .mistake
        default: cost
        }
    }
    /// The quality by the scores alone: whether the move let a win or a draw go.
    public var cost: Mark { Mark(before: before, after: after) }
    /// The best columns.
    public var best: [Int] { ComputerPlayer.best(of: scores) }
    /// Whether there was a choice: columns with different scores.
    public var isChoice: Bool { scores.compactMap { $0 }.contains { $0 != before } }
    /// The score after the move, for the first player.
    public var value: Score { player == .first ? after : -after }

    /// Judges a move, given the scores of all columns.
    public init(column: Int, scores: [Score?], in position: Position) {
        self.column = column
        self.scores = scores
        player = position.player
        reason = Reason.why(column, in: position, scores: scores)
        isLostSoon = before < 0 && position.ends(within: 2, with: before)
    }

    /// This judgement with a reason, if no threat explains the mistake: what happens in the end. Unchanged if the limit is reached first.
    func explained(in position: Position, with solver: Solver, until limit: SearchLimit) -> Judgement {
        var judgement = self
        judgement.reason = reason ?? Reason.inTheEnd(self, in: position, with: solver, until: limit)
        return judgement
    }
}

/// A game judged from its last move to its first. Late positions are cheap, and their results speed up the earlier ones.
public struct Review: Equatable, Sendable {
    /// The columns played.
    public let moves: [Int]
    /// The judgements by move; nil for those still to come.
    public private(set) var judgements: [Judgement?]
    /// The scores of the columns after the last move of an unfinished game, nil for a full column. Nil as a whole until known, and if
    /// the game is over or empty.
    public private(set) var ending: [Score?]?
    private let hasEnding: Bool
    /// How many discs were set up; they are not judged.
    private let start: Int

    /// Whether each mistake gets a reason, also where that takes a search.
    private let isExplained: Bool

    /// A review of these moves, which must be a legal game. Nothing is judged yet. `start`: how many discs were set up; they are not judged.
    /// `explained`: each mistake gets a reason, also where that takes a search.
    public init(of game: Game, from start: Int = 0, explained: Bool = true) {
        moves = game.moves
        self.start = start
        isExplained = explained
        hasEnding = game.outcome == nil && !game.moves.isEmpty
        judgements = Array(repeating: nil, count: game.moves.count)
    }

    /// The moves as column digits.
    public var digits: String { moves.map { String($0 + 1) }.joined() }
    /// The number of judged moves.
    public var count: Int { judgements.count { $0 != nil } }
    /// Whether all moves are judged.
    public var isComplete: Bool { count == moves.count - start }

    /// Judges the last move that is not judged yet. Returns false if the limit was reached first.
    public mutating func judgeNext(with solver: Solver, until limit: SearchLimit = .none) -> Bool {
        guard let index = judgements.lastIndex(of: nil), index >= start else { return true }
        if hasEnding, ending == nil {
            ending = solver.scores(of: position(after: moves.count), until: limit)
            guard ending != nil else { return false }
        }
        let position = position(after: index)
        guard let scores = solver.scores(of: position, until: limit) else { return false }
        let judgement = Judgement(column: moves[index], scores: scores, in: position)
        judgements[index] = isExplained ? judgement.explained(in: position, with: solver, until: limit) : judgement
        return true
    }

    /// The last move that let a win or a draw go, of those that are judged: it decided the game. Nil where nobody made one.
    public var turningPoint: Int? {
        judgements.lastIndex { $0?.cost == .mistake || $0?.cost == .blunder }
    }

    private func position(after count: Int) -> Position { moves.prefix(count).reduce(into: Position()) { $0.play($1) } }

    /// The accuracy of `player` in percent: the average over all moves with a choice, 100 for a best move, 70 for an inaccuracy,
    /// 30 for a mistake, 0 for a blunder. Nil without such a move, and before the review is complete.
    public func accuracy(of player: Player) -> Int? {
        guard isComplete else { return nil }
        let choices = judgements.compactMap { $0 }.filter { $0.player == player && $0.isChoice }
        guard !choices.isEmpty else { return nil }
        let sum = choices.reduce(0) { $0 + $1.mark.credit }
        return (sum + choices.count / 2) / choices.count
    }

    /// The number of judged moves of `player` with this mark.
    public func count(of mark: Mark, by player: Player) -> Int {
        judgements.count { $0?.player == player && $0?.mark == mark }
    }
}

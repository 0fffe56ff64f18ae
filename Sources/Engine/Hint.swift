// Advice from the seven scores of a position, and the win that comes before all advice.

/// Advice for the player to move.
public struct Hint: Equatable, Sendable {
    /// The result of the best columns, with the number of discs the winner still needs, including the winning one.
    public enum Prospect: Equatable, Sendable {
        case win(discs: Int)
        case draw
        case loss(discs: Int)
    }

    /// The best columns, 0…6.
    public let columns: [Int]
    /// The columns that are better than others: the best ones. If all lose, those of them that block a win on the next move. Empty if all
    /// columns are equal.
    public let marked: [Int]
    /// The win on the next move, if there is one.
    public let nextWin: NextWin?
    /// Their result.
    public let prospect: Prospect
    /// Whether every other column has a worse result: a draw or loss instead of a win, or a loss instead of a draw.
    public let isAllElseWorse: Bool
    /// Whether there are other columns.
    public let hasOthers: Bool

    /// Advice from the scores of `position`, one per column (nil for a full one); nil if no column can be played.
    public init?(scores: [Score?], of position: Position) {
        let columns = ComputerPlayer.best(of: scores)
        guard let first = columns.first, let best = scores[first] else { return nil }
        self.columns = columns
        let wins = position.nextWin
        nextWin = wins
        let blocking = best < 0 ? columns.filter { wins?.columns.contains($0) == true } : []
        let better = blocking.isEmpty ? columns : blocking
        marked = better.count < scores.count { $0 != nil } ? better : []
        prospect = position.prospect(with: best)
        let others = scores.indices.filter { !columns.contains($0) }.compactMap { scores[$0] }
        hasOthers = !others.isEmpty
        isAllElseWorse = !others.isEmpty && others.allSatisfy { $0.signum() < best.signum() }
    }
}

extension Position {
    /// What `score`, which is one of this position's, means for the player to move.
    public func prospect(with score: Score) -> Hint.Prospect {
        let discs = discsToEnd(with: score) ?? 0
        return score > 0 ? .win(discs: discs) : score < 0 ? .loss(discs: discs) : .draw
    }
}

/// Four in a row with the next disc of `player`.
public struct NextWin: Equatable, Sendable {
    /// The player to move, or else the opponent with the disc after that.
    public let player: Player
    /// The columns where the disc completes four, 0…6.
    public let columns: [Int]
    /// Whether the player to move can still prevent it, in the only one of these columns.
    public let canBeBlocked: Bool
}

extension Position {
    /// A win on the next move of either player, first of the one to move; nil if there is none.
    public var nextWin: NextWin? {
        if isOver { return nil }
        let mine = winningColumns(of: player)
        if !mine.isEmpty { return NextWin(player: player, columns: mine, canBeBlocked: false) }
        let theirs = winningColumns(of: player.other)
        guard let first = theirs.first else { return nil }
        // The opponent may win on top of the disc that blocks.
        let canBeBlocked = theirs.count == 1 && playing(first).winningColumns(of: player.other).isEmpty
        // In the only column left there is nothing else to do.
        if canBeBlocked && Board.columns.count(where: canPlay) == 1 { return nil }
        return NextWin(player: player.other, columns: theirs, canBeBlocked: canBeBlocked)
    }
}

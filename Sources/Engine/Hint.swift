// What the seven scores of a position say to a player, as a value. It searches nothing and has no words.

/// Advice for the player to move.
public struct Hint: Equatable, Sendable {
    /// What the best columns lead to; the number of own discs that the winner still needs, the winning one included.
    public enum Prospect: Equatable, Sendable {
        case win(discs: Int)
        case draw
        case loss(discs: Int)
    }

    /// The best columns, 0…6.
    public let columns: [Int]
    /// What they lead to.
    public let prospect: Prospect
    /// Whether every other column leads to something worse in kind: a draw or a loss instead of a win, a loss instead of a draw.
    public let isAllElseWorse: Bool
    /// Whether there are other columns at all.
    public let hasOthers: Bool

    /// From the scores of `position`, one a column (nil for a full one); nil where no column can be played.
    public init?(scores: [Score?], of position: Position) {
        let columns = ComputerPlayer.best(of: scores)
        guard let first = columns.first, let best = scores[first] else { return nil }
        self.columns = columns
        let discs = position.discsToEnd(with: best) ?? 0
        prospect = best > 0 ? .win(discs: discs) : best < 0 ? .loss(discs: discs) : .draw
        let others = scores.indices.filter { !columns.contains($0) }.compactMap { scores[$0] }
        hasOthers = !others.isEmpty
        isAllElseWorse = !others.isEmpty && others.allSatisfy { $0.signum() < best.signum() }
    }
}

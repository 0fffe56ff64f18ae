// Advice from the seven scores of a position.

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
        let discs = position.discsToEnd(with: best) ?? 0
        prospect = best > 0 ? .win(discs: discs) : best < 0 ? .loss(discs: discs) : .draw
        let others = scores.indices.filter { !columns.contains($0) }.compactMap { scores[$0] }
        hasOthers = !others.isEmpty
        isAllElseWorse = !others.isEmpty && others.allSatisfy { $0.signum() < best.signum() }
    }
}

// The score of a position, and what it means in moves.

/// The value of a position for the player to move if both play perfectly. Positive if he wins, counted in the discs he has left
/// (22 minus those he will have played: 18 for a win with his fourth disc). 0 for a draw. Negative if the opponent wins, counted
/// the same way.
public typealias Score = Int

extension Position {
    /// The score if the game is over or the next disc wins; nil if it takes a search.
    public var settledScore: Score? {
        if isWon { return -(22 - (ply + 1) / 2) }
        if taken == Bits.board { return 0 }
        let canWin = Board.columns.contains { canPlay($0) && wins(playing: $0) }
        return canWin ? 22 - (ply / 2 + 1) : nil
    }

    /// The number of discs the winner still needs, including the winning one: the mover's for a positive score, the opponent's
    /// for a negative one. Nil for a draw.
    public func discsToEnd(with score: Score) -> Int? { Self.discsToEnd(with: score, after: ply) }

    /// The number of discs the winner still needs in a position of `ply` discs, as above.
    public static func discsToEnd(with score: Score, after ply: Int) -> Int? {
        if score > 0 { return 22 - score - ply / 2 }
        return score < 0 ? 22 + score - (ply + 1) / 2 : nil
    }

    /// Whether somebody wins with one of the winner's next `discs`; not for a draw.
    public func ends(within discs: Int, with score: Score) -> Bool { discsToEnd(with: score).map { $0 <= discs } ?? false }
}

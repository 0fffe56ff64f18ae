// What a position is worth. It knows no search.

/// What a position is worth to the player to move when both play perfectly: positive when he wins, counted in the discs that
/// remain to him afterwards (22 less those he will have played: 18 for a win with his fourth disc), 0 for a draw, negative for
/// the opponent's win counted likewise.
public typealias Score = Int

extension Position {
    /// The score where it needs no search: the game is over, or is won with the next disc; nil elsewhere.
    public var settledScore: Score? {
        if isWon { return -(22 - (ply + 1) / 2) }
        if taken == Bits.board { return 0 }
        let canWin = Board.columns.contains { canPlay($0) && wins(playing: $0) }
        return canWin ? 22 - (ply / 2 + 1) : nil
    }

    /// How many own discs the winner needs from here, the winning one included: the mover's for a positive score, the other's
    /// for a negative one; nil for a draw.
    public func discsToEnd(with score: Score) -> Int? {
        if score > 0 { return 22 - score - ply / 2 }
        return score < 0 ? 22 + score - (ply + 1) / 2 : nil
    }
}

// What the second player can be sure of by always answering in the column just played.

/// The bound from the follow-up strategy.
enum FollowUp {
    /// The most that the first player, who is to move, can score: 0 or less if the strategy works, 99 if it does not.
    ///
    /// The second player answers every disc in its column, so he gets all empty squares of the even rows, except those that can
    /// be played at once: they count for the first player. If the first player has no line of four in the rest, he does not
    /// win. If the second player has one, he wins at the latest when the squares outside its last column are used up.
    @inline(__always)
    static func bound(first: UInt64, second: UInt64) -> Int {
        let taken = first | second
        let claimed = Bits.evenRows & ~taken & ~(taken &+ Bits.bottoms)
        let mine = second | claimed
        guard isSafe(mine, against: Bits.board & ~mine) else { return 99 }
        if !Bits.hasFour(mine) { return 0 }
        if Bits.hasFour(second | claimed & (Bits.bottoms &<< 1)) { return -3 }
        return Bits.hasFour(second | claimed & (Bits.bottoms &* 0xA)) ? -2 : -1
    }

    /// Whether the owner of `mine` is safe from lines of four in `yours`: there is none, or every one lies straight above one of
    /// `mine` and comes too late.
    @inline(__always)
    static func isSafe(_ mine: UInt64, against yours: UInt64) -> Bool {
        let pairs = yours & yours &>> 1
        if pairs & pairs &>> 2 != 0 { return false }
        return open(mine, yours, 7) | open(mine, yours, 6) | open(mine, yours, 8) == 0
    }

    /// The first squares of lines of `yours` without a line of `mine` straight below.
    @inline(__always)
    private static func open(_ mine: UInt64, _ yours: UInt64, _ step: UInt64) -> UInt64 {
        let pairs = yours & yours &>> step
        let lines = pairs & pairs &>> (2 &* step)
        let minePairs = mine & mine &>> step
        let mineLines = minePairs & minePairs &>> (2 &* step)
        // Bit 6 of each column stays empty, so that taking 1 off reaches up to the lowest of `mineLines`, or through all of it.
        return lines & ((mineLines | Bits.bottoms &<< 6) &- Bits.bottoms)
    }
}

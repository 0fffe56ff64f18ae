// What the second player gets for certain by always answering in the column just played. It knows no search.

/// The bound from the follow-up strategy.
enum FollowUp {
    /// The most that the first player, who is to move, can score: 0 or less where the strategy holds, 99 where it does not.
    ///
    /// The second player answers every disc in its column, so all empty squares of the even rows become his, but for those
    /// that can be played at once: these count for the first player. If the first player has no line of four among the rest,
    /// he does not win. If the second player has one, he wins when the squares outside its last column are used up at the latest.
    @inline(__always)
    static func bound(first: UInt64, second: UInt64) -> Int {
        let taken = first | second
        let claimed = Bits.evenRows & ~taken & ~(taken &+ Bits.bottoms)
        let yours = second | claimed
        let mine = Bits.board & ~yours
        let pairs = mine & mine &>> 1
        if pairs & pairs &>> 2 != 0 { return 99 }
        var open: UInt64 = 0
        var won: UInt64 = 0
        for step: UInt64 in [6, 7, 8] {
            let pairs = mine & mine &>> step
            let lines = pairs & pairs &>> (2 &* step)
            let yourPairs = yours & yours &>> step
            let yourLines = yourPairs & yourPairs &>> (2 &* step)
            // A line straight above one of the second player's comes too late.
            open |= lines & ((yourLines | Bits.bottoms &<< 6) &- Bits.bottoms)
            won |= yourLines
        }
        if open != 0 { return 99 }
        if won == 0 { return 0 }
        if Bits.hasFour(second | claimed & (Bits.bottoms &<< 1)) { return -3 }
        return Bits.hasFour(second | claimed & (Bits.bottoms &* 0xA)) ? -2 : -1
    }
}

// What the first player can be sure of with a threat in an odd row.

/// The bound from an odd threat. Rows count from 1.
enum OddThreat {
    /// The rows where such a threat decides: 3 and 5.
    static var rows: UInt64 { Bits.bottoms &* 0x14 }

    /// The most that the second player, who is to move, can score against `threats` of the first in `rows`, none of them playable
    /// at once: less than 0 if one of them decides, 99 if none does.
    ///
    /// Neither player wants to play the square below the threat. Without it and the squares above, an even number of squares is
    /// left, so the first player can answer in the column just played, or elsewhere when that column is full, until the second
    /// player has no other move. The first player gets all the answering squares, except those that can be played at once. If
    /// the second player has no line of four in the rest, the threat wins at the latest when everything else is full.
    @inline(__always)
    static func bound(first: UInt64, second: UInt64, threats: UInt64) -> Int {
        let taken = first | second
        let later = ~taken & ~(taken &+ Bits.bottoms)
        var rest = threats
        var bound = 99
        repeat {
            let threat = rest & (0 &- rest)
            rest ^= threat
            let column = Bits.column(Bits.index(ofColumn: threat))
            let below = column & (threat &- 1)
            // In the threat's column the answers are in the odd rows.
            let mine = first | later & (Bits.evenRows & ~column | Bits.oddRows & below)
            let yours = Bits.board & ~mine & ~(column ^ below)
            if FollowUp.isSafe(mine, against: yours) { bound = min(bound, threat & (Bits.bottoms &<< 2) != 0 ? -2 : -1) }
        } while rest != 0
        return bound
    }
}

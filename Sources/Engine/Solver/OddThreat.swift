// What the first player gets for certain from a threat in an odd row. It knows no search.

/// The bound from an odd threat, rows being counted from 1.
enum OddThreat {
    /// The rows in which such a threat decides: the third and the fifth.
    static var rows: UInt64 { Bits.bottoms &* 0x14 }

    /// The most that the second player, who is to move, can score against `threats` of the first in `rows`, none of which can be
    /// played at once: less than 0 where one of them decides, 99 where none does.
    ///
    /// Below the threat there is a square that neither wants to play. Without it and what is above it, the squares left are even
    /// in number, so the first player can answer in the column just played, or in another one where the disc was the last,
    /// until the second has nothing else. So all squares that answer become his, but for those that can be played at once. If
    /// the second player has no line of four among the rest, the threat wins when all else is full at the latest.
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

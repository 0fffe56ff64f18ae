// A position on the search's stack, settled as far as forced moves go. It knows no table and no other position.

/// A position in which the mover has neither a win at once nor a threat to answer, and has a move that does not lose at once.
struct Slot {
    /// The mover's discs.
    var mine: UInt64 = 0
    /// The opponent's.
    var yours: UInt64 = 0
    /// The empty squares that would complete a four for the mover.
    var myThreats: UInt64 = 0
    /// The same for the opponent.
    var yourThreats: UInt64 = 0
    /// Its hash in the table.
    var hash: UInt64 = 0
    /// What the table knew when the parent looked.
    var entry = TableEntry(word: 0)
    /// How promising it is for the parent; less than nothing once it was searched.
    var order: Int32 = 0
    /// The square of the parent's move, the number of its bit.
    var square: Int8 = 0
    /// Whether an even number of moves lies between, so that the parent's mover moves again.
    var isSameMover = false
    /// Whether the hash is of the mirrored position.
    var isMirrored = false

    /// All discs.
    @inline(__always)
    var taken: UInt64 { mine | yours }

    /// Plays forced moves until there is none; the score for who is now to move once it is known, `unsettled` otherwise.
    /// `isSameMover` turns with every move. Before, the mover has no win at once.
    @inline(__always)
    mutating func settle() -> Int {
        while true {
            let taken = mine | yours
            let possible = (taken &+ Bits.bottoms) & Bits.board
            let forced = yourThreats & possible
            if forced == 0 {
                if possible & ~(yourThreats &>> 1) != 0 { return Slot.unsettled }
                return possible == 0 ? 0 : Slot.loss(taken.nonzeroBitCount)
            }
            if forced & (forced &- 1) != 0 || forced &<< 1 & yourThreats != 0 { return Slot.loss(taken.nonzeroBitCount) }
            let mover = mine | forced
            let empty = Bits.board & ~(taken | forced)
            let threats = Bits.completions(of: mover) & empty
            mine = yours
            yours = mover
            myThreats = yourThreats & empty
            yourThreats = threats
            isSameMover.toggle()
        }
    }

    /// No score.
    static var unsettled: Int { 99 }
    /// The score of losing to the opponent's first disc.
    @inline(__always)
    static func loss(_ ply: Int) -> Int { (ply &+ 1) &>> 1 &- 21 }
}

// A position on the search's stack, played on while moves are forced.

/// A position without an immediate win or a forced move, where some move does not lose at once.
struct Slot {
    /// The mover's discs.
    var mine: UInt64 = 0
    /// The opponent's.
    var yours: UInt64 = 0
    /// The empty squares that would complete a four for the mover.
    var myThreats: UInt64 = 0
    /// As above, for the opponent.
    var yourThreats: UInt64 = 0
    /// Its hash in the table.
    var hash: UInt64 = 0
    /// The table's entry when the parent was expanded.
    var entry = TableEntry(word: 0)
    /// Its order value for the parent; negative once searched.
    var order: Int32 = 0
    /// The bit number of the parent's move.
    var square: Int8 = 0
    /// Whether the parent's mover is to move again, after an odd number of forced moves.
    var isSameMover = false
    /// Whether the hash is that of the mirrored position.
    var isMirrored = false

    /// All discs.
    @inline(__always)
    var taken: UInt64 { mine | yours }

    /// Plays forced moves. Returns the score for the player then to move if it is known, `unsettled` otherwise. `isSameMover` flips
    /// with every move. Requires that the mover has no immediate win.
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

    /// The score is not known yet.
    static var unsettled: Int { 99 }
    /// The score of losing to the opponent's first disc.
    @inline(__always)
    static func loss(_ ply: Int) -> Int { (ply &+ 1) &>> 1 &- 21 }
}

extension Slot {
    /// A position without an immediate win for the mover.
    init(_ position: Position) {
        (mine, yours) = (position.mover, position.taken ^ position.mover)
        let empty = Bits.board & ~taken
        (myThreats, yourThreats) = (Bits.completions(of: mine) & empty, Bits.completions(of: yours) & empty)
    }
}

extension Position {
    /// What the search has to order: the position after all forced moves; nil if its score is known then, or if the next disc wins.
    package var afterForcedMoves: Position? {
        guard settledScore == nil else { return nil }
        var slot = Slot(self)
        guard slot.settle() == Slot.unsettled else { return nil }
        var position = Position()
        (position.mover, position.taken) = (slot.mine, slot.taken)
        return position
    }
}

// The positions of one ply in the book, in an order that makes stored keys unnecessary.
//
// A shape is the seven heights of the columns, three bits each, the leftmost column's highest. Of two mirror images the larger
// number is used. The shapes of a ply are in increasing order. Within a shape the discs are numbered column by column from the
// bottom; the first player's discs form a binary number, and these are in increasing order. Positions that need no book are left
// out, and so is the larger of two mirror images.

/// The positions with one number of discs.
package struct BookLayer: Sendable {
    /// The number of discs.
    package let ply: Int
    /// The shapes in their order.
    package let shapes: [UInt32]

    /// The layer of an even `ply`.
    package init(ply: Int) {
        self.ply = ply
        var shapes: [UInt32] = []
        Self.extend(0, columns: 0, left: ply, into: &shapes)
        self.shapes = shapes
    }

    /// The index of a position's shape, and its first player's discs as in the book, mirrored if necessary.
    package func place(of position: Position) -> (shape: Int, discs: UInt64) {
        let own = Self.shape(of: position.taken)
        let mirror = Self.mirror(own)
        let first = own >= mirror ? position.first : Bits.mirror(position.first)
        let shape = max(own, mirror)
        var discs = Self.gather(first, shape)
        if own == mirror { discs = min(discs, Self.gather(Bits.mirror(first), shape)) }
        return (index(of: shape), discs)
    }

    /// Calls `body` with each of the book's positions of a shape, and its discs as in `place`, until `body` returns false.
    package func forEach(inShape index: Int, _ body: (Position, UInt64) -> Bool) {
        let shape = shapes[index]
        let isSymmetric = shape == Self.mirror(shape)
        var position = Position()
        position.taken = Self.scatter(1 << UInt64(ply) - 1, shape)
        var discs: UInt64 = 1 << UInt64((ply + 1) / 2) - 1
        while discs < 1 << UInt64(ply) {
            let first = Self.scatter(discs, shape)
            position.mover = ply.isMultiple(of: 2) ? first : position.taken ^ first
            if position.needsBook && (!isSymmetric || discs <= Self.gather(Bits.mirror(first), shape)) {
                if !body(position, discs) { return }
            }
            if discs == 0 { return }
            // The next larger number with the same number of bits.
            let lowest = discs & (0 &- discs)
            let carried = discs &+ lowest
            discs = carried | ((carried ^ discs) >> UInt64(lowest.trailingZeroBitCount)) >> 2
        }
    }

    private static func extend(_ shape: UInt32, columns: Int, left: Int, into shapes: inout [UInt32]) {
        if columns == 7 {
            if shape >= mirror(shape) { shapes.append(shape) }
            return
        }
        let room = 6 * (6 - columns)
        for height in max(0, left - room)...6 where height <= left {
            extend(shape << 3 | UInt32(height), columns: columns + 1, left: left - height, into: &shapes)
        }
    }

    private func index(of shape: UInt32) -> Int {
        var low = 0
        var high = shapes.count - 1
        while low < high {
            let middle = (low + high) / 2
            if shapes[middle] < shape { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func height(_ shape: UInt32, _ column: Int) -> UInt64 { UInt64(shape >> UInt32(18 - 3 * column) & 7) }

    private static func shape(of taken: UInt64) -> UInt32 {
        Board.columns.reduce(0) { $0 << 3 | UInt32((taken & Bits.column($1)).nonzeroBitCount) }
    }

    private static func mirror(_ shape: UInt32) -> UInt32 {
        Board.columns.reduce(0) { $0 | (shape >> UInt32(3 * $1) & 7) << UInt32(18 - 3 * $1) }
    }

    /// Discs on the board as a set of the shape's numbers.
    private static func gather(_ discs: UInt64, _ shape: UInt32) -> UInt64 {
        var set: UInt64 = 0
        var at: UInt64 = 0
        for column in 0..<7 {
            set |= (discs >> UInt64(7 * column) & 0x3F) << at
            at += height(shape, column)
        }
        return set
    }

    /// The reverse of `gather`.
    private static func scatter(_ set: UInt64, _ shape: UInt32) -> UInt64 {
        var discs: UInt64 = 0
        var rest = set
        for column in 0..<7 {
            let height = height(shape, column)
            discs |= (rest & (1 << height - 1)) << UInt64(7 * column)
            rest >>= height
        }
        return discs
    }
}

extension Position {
    /// The first player's discs.
    var first: UInt64 { ply.isMultiple(of: 2) ? mover : taken ^ mover }

    /// Whether the position leaves a choice: nobody has four or can complete four at once, and some move does not lose at once.
    package var needsBook: Bool {
        let opponent = taken ^ mover
        if Bits.hasFour(mover) || Bits.hasFour(opponent) { return false }
        let possible = (taken &+ Bits.bottoms) & Bits.board
        let threats = Bits.completions(of: opponent)
        return possible & (Bits.completions(of: mover) | threats) == 0 && possible & ~(threats >> 1) != 0
    }
}

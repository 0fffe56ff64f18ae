// The order of early moves, learned from the opening book: the first player's prospects, as a sum over patterns of five squares.
//
// In an early position the right move is worth more than anything: below a wrong one lie a hundred thousand positions. A pattern is a
// set of five neighbouring squares. Each of them is in one of four states, and each of a pattern's 1,024 sets of states has a weight:
//
//      . . . . . . .    . empty, and so is the square below: 0
//      . . . x . . .    _ empty, the next disc in its column lands here: 1
//      . . x O _ . .    X first player: 2
//      . x X O X . .    O second player: 3
//
// A pattern also counts mirrored. `fourinarow-book order` finds the weights by logistic
// regression of which of two moves is right.

/// The first player's prospects in early positions. The owner must free it.
package struct EarlyOrder {
    /// Later positions are too many for it.
    static let lastPly = 14
    /// It knows who wins, not how soon: in searches for short wins it only costs time.
    static let bounds = -3...4
    /// The number of patterns, without their mirror images.
    package static let patternCount = 60
    /// The number of squares of a pattern.
    private static let size = 5
    /// The number of weights of a pattern.
    package static let weightCount = 1 << (2 * size)
    /// The character of weight 0 in the text of the weights. They go from -32 to 31.
    package static let zero: UInt8 = 80

    /// The squares' bit numbers of each pattern, then of each mirrored one.
    private let squares: UnsafeMutablePointer<Int>
    /// Of every bit number, its state.
    private let states: UnsafeMutablePointer<Int>
    private let weights: UnsafePointer<UInt8>

    package init() {
        squares = .allocate(capacity: 2 * Self.patternCount * Self.size)
        states = .allocate(capacity: 49)
        states.initialize(repeating: 0, count: 49)
        precondition(Self.weightText.utf8CodeUnitCount == Self.patternCount * Self.weightCount)
        weights = Self.weightText.utf8Start
        // Of seven sets of random patterns this one saved the most positions.
        var generator = SeededGenerator(seed: 7)
        var patterns: [[Int]] = []
        while patterns.count < Self.patternCount {
            let pattern = Self.pattern(using: &generator)
            if !patterns.contains(pattern) { patterns.append(pattern) }
        }
        let mirrored = patterns.map { $0.map { 42 - 7 * ($0 / 7) + $0 % 7 } }
        for (place, square) in (patterns + mirrored).joined().enumerated() { (squares + place).initialize(to: square) }
    }

    package func free() {
        squares.deallocate()
        states.deallocate()
    }

    /// Five squares, each a neighbour of another, in increasing order.
    private static func pattern(using generator: inout SeededGenerator) -> [Int] {
        var found = Set([7 * Int.random(in: 0..<7, using: &generator) + Int.random(in: 0..<6, using: &generator)])
        while found.count < size {
            guard let start = found.sorted().randomElement(using: &generator) else { break }
            let column = start / 7 + Int.random(in: -1...1, using: &generator)
            let row = start % 7 + Int.random(in: -1...1, using: &generator)
            if Board.columns.contains(column), Board.rows.contains(row) { found.insert(7 * column + row) }
        }
        return found.sorted()
    }

    /// Calls `body` with the place of each pattern's weight, first as it is, then mirrored.
    @inline(__always)
    private func forEachPlace(first: UInt64, second: UInt64, _ body: (Int) -> Void) {
        let next = (first | second) &+ Bits.bottoms
        for square in 0..<49 {
            let (x, o) = (first &>> UInt64(square) & 1, second &>> UInt64(square) & 1)
            states[square] = Int(truncatingIfNeeded: 2 &* x | 3 &* o | next &>> UInt64(square) & 1 & ~(x | o))
        }
        var square = squares
        for pattern in 0..<(2 * Self.patternCount) {
            var index = 0
            for _ in 0..<Self.size {
                index = index &<< 2 | states[square.pointee]
                square += 1
            }
            body((pattern < Self.patternCount ? pattern : pattern - Self.patternCount) &* Self.weightCount &+ index)
        }
    }

    /// The first player's prospects: 12 more for odds that are e times as good that this is the right one of two positions.
    @inline(never)
    func prospects(first: UInt64, second: UInt64) -> Int32 {
        var sum: Int32 = 0
        forEachPlace(first: first, second: second) { sum &+= Int32(weights[$0]) &- Int32(Self.zero) }
        return sum
    }

    /// The places of a position's weights, two of each pattern, for those who learn them.
    package func places(of position: Position) -> [Int] {
        var places: [Int] = []
        forEachPlace(first: position.first, second: position.taken ^ position.first) { places.append($0) }
        return places
    }
}

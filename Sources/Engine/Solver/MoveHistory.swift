// Move ordering from experience: the history heuristic (Schaeffer 1983), refined by the previous move (Uiterwijk 1992). It changes
// how soon a score is found, never the score.

/// How often a disc on each square refuted a position, recent refutations counting more. The owner must free it.
struct MoveHistory {
    /// For each player's disc on each square, -1024 to 1024.
    private let discs: UnsafeMutablePointer<Int16>
    /// For each square, right after a disc on each other square.
    private let replies: UnsafeMutablePointer<Int16>

    private static let discCount = 2 * 64
    private static let replyCount = 64 * 64
    private static let most: Int16 = 1024
    /// Smaller subtrees are not counted: they are too many and say too little.
    static let leastWork = 8
    /// Earlier positions do not use the history: their subtrees are so large that it reflects only the last corner.
    private static let lastEarlyPly = 9

    init() {
        discs = .allocate(capacity: Self.discCount)
        replies = .allocate(capacity: Self.replyCount)
        clear()
    }

    func free() {
        discs.deallocate()
        replies.deallocate()
    }

    func clear() {
        discs.initialize(repeating: 0, count: Self.discCount)
        replies.initialize(repeating: 0, count: Self.replyCount)
    }

    /// The history of moves after a disc on the square `last`, with `ply` discs on the board.
    @inline(__always)
    func moves(after last: Int8, ply: Int) -> Moves {
        Moves(
            discs: discs + (ply & 1) &* 64, replies: replies + Int(last) &* 64, doubt: ply > Self.lastEarlyPly ? 0 : 2)
    }

    /// The moves of one position.
    struct Moves {
        fileprivate let discs: UnsafeMutablePointer<Int16>
        fileprivate let replies: UnsafeMutablePointer<Int16>
        fileprivate let doubt: Int16

        /// The bonus of a disc on `square`, -48 to 48.
        @inline(__always)
        func promise(_ square: Int) -> Int32 {
            Int32((discs[square] &+ 2 &* replies[square]) &>> (6 &+ doubt))
        }

        /// A disc on `square` refuted the position before.
        @inline(__always)
        func reward(_ square: Int8) {
            let square = Int(square)
            discs[square] &+= (MoveHistory.most &- discs[square]) &>> 2
            replies[square] &+= (MoveHistory.most &- replies[square]) &>> 2
        }

        /// A disc on `square` did not refute the position: another one had to be tried.
        @inline(__always)
        func punish(_ square: Int8) {
            let square = Int(square)
            discs[square] &-= (MoveHistory.most &+ discs[square]) &>> 2
            replies[square] &-= (MoveHistory.most &+ replies[square]) &>> 2
        }
    }
}

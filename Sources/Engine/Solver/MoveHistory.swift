// What the search learned about moves, for the order in which it tries them: the history heuristic (Schaeffer 1983) and its refinement
// by the move before (Uiterwijk 1992). It knows no rules and no table; what it says changes how soon a score is found, never the score.

/// How often discs on the squares refuted what others did not, of late the more so. Whoever makes one frees it.
struct MoveHistory {
    /// Of each player's disc on each square, from -1024 to 1024.
    private let discs: UnsafeMutablePointer<Int16>
    /// Of a disc on each square straight after one on each square.
    private let replies: UnsafeMutablePointer<Int16>

    private static let discCount = 2 * 64
    private static let replyCount = 64 * 64
    private static let most: Int16 = 1024
    /// Nobody learns from less work than this: such moves are too many, and say too little.
    static let leastWork = 32
    /// Up to here a position's subtree is so large that what was learned in its last corner is a bad guide.
    private static let lastEarlyPly = 13

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

    /// What is known of the moves that follow a disc on the square `last`, `ply` discs having been played.
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

        /// What a disc on `square` promises, -48 to 48.
        @inline(__always)
        func promise(_ square: Int) -> Int32 {
            Int32(discs[square] &>> (5 &+ doubt) &+ replies[square] &>> (6 &+ doubt))
        }

        /// A disc on `square` refuted the position before.
        @inline(__always)
        func reward(_ square: Int8) {
            let square = Int(square)
            discs[square] &+= (MoveHistory.most &- discs[square]) &>> 3
            replies[square] &+= (MoveHistory.most &- replies[square]) &>> 3
        }

        /// Another had to be tried after it.
        @inline(__always)
        func punish(_ square: Int8) {
            let square = Int(square)
            discs[square] &-= (MoveHistory.most &+ discs[square]) &>> 3
            replies[square] &-= (MoveHistory.most &+ replies[square]) &>> 3
        }
    }
}

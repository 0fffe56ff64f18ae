// A disc that hangs above the board or falls, and its position after each frame. Distances are in squares, so they do not depend on the size
// of the board.

import Engine

/// A disc that is not in a square: it hangs above a column until it falls, faster and faster, and bounces once.
struct LooseDisc: Equatable {
    /// The column it is in or above.
    let column: Int
    /// Its colour.
    let cell: BoardCell
    /// The square where it comes to rest; nil while it hangs.
    let target: Square?
    /// Whether it hangs above a full column, where it is a grey ring.
    let isRing: Bool
    /// The number of frames since the start.
    private(set) var frame = 0

    /// The time of a frame in milliseconds.
    static let step = 40
    /// The time to fall through the whole board, in milliseconds.
    private static let fallTime = 250
    /// The longest fall with its bounce, in milliseconds; for tests.
    static let longest = (frames(through: Board.rows.count) + 2) * step

    /// A disc that falls to this square.
    init(fallingTo target: Square, cell: BoardCell) {
        (self.column, self.cell, self.target, isRing) = (target.column, cell, target, false)
    }

    private init(column: Int, cell: BoardCell, isRing: Bool) {
        (self.column, self.cell, target, self.isRing) = (column, cell, nil, isRing)
    }

    /// The next disc, above the chosen column.
    static func above(column: Int, cell: BoardCell, isFull: Bool) -> LooseDisc {
        LooseDisc(column: column, cell: cell, isRing: isFull)
    }

    /// The remaining distance in squares. It starts above the board.
    var distance: Double { max(0, Double(depth) - Self.fallen(in: frame)) }
    /// Whether it has touched the ground and jumped up a little.
    var isBouncing: Bool { frame == Self.frames(through: depth) + 1 }
    /// Whether it has come to rest.
    var hasLanded: Bool { frame >= Self.frames(through: depth) + 2 }

    /// Advances by a frame.
    mutating func fall() { frame += 1 }

    private var depth: Int { Board.rows.count - (target?.row ?? 0) }

    /// The distance after `frames`, in squares.
    private static func fallen(in frames: Int) -> Double {
        let share = Double(frames * step) / Double(fallTime)
        return Double(Board.rows.count) * share * share
    }

    /// The number of frames for a distance of `squares`.
    private static func frames(through squares: Int) -> Int {
        var frames = 0
        while fallen(in: frames) < Double(squares) { frames += 1 }
        return frames
    }
}

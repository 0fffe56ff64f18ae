// The position of a falling disc after each frame. Distances are in squares, so they do not depend on the size of the board.

import Engine

/// A disc that falls, faster and faster, and bounces once.
struct FallingDisc: Equatable {
    /// The square where it comes to rest.
    let target: Square
    /// Its colour.
    let cell: BoardCell
    /// The number of frames since the start.
    private(set) var frame = 0

    /// The time of a frame in milliseconds.
    static let step = 40
    /// The time to fall through the whole board, in milliseconds.
    private static let fallTime = 250
    /// The longest fall with its bounce, in milliseconds; for tests.
    static let longest = (frames(through: Board.rows.count) + 2) * step

    init(target: Square, cell: BoardCell) {
        self.target = target
        self.cell = cell
    }

    /// The remaining distance in squares. It starts above the board.
    var distance: Double { max(0, Double(depth) - Self.fallen(in: frame)) }
    /// Whether it has touched the ground and jumped up a little.
    var isBouncing: Bool { frame == Self.frames(through: depth) + 1 }
    /// Whether it has come to rest.
    var hasLanded: Bool { frame >= Self.frames(through: depth) + 2 }

    /// Advances by a frame.
    mutating func fall() { frame += 1 }

    private var depth: Int { Board.rows.count - target.row }

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

// A disc on its way down: where it is after so many frames, and when it has landed. It knows no canvas and no sizes.

import Engine

/// A disc that falls, faster and faster, and bounces once.
struct FallingDisc: Equatable {
    /// Where it will come to rest.
    let target: Square
    /// What it is.
    let cell: BoardCell
    /// How many frames it has been falling.
    private(set) var frame = 0

    /// The time of a frame in milliseconds.
    static let step = 40
    /// The time in which it falls through the whole board.
    private static let deepest = 250
    /// The longest fall with its bounce, in milliseconds.
    static let longest = (frames(through: Board.rows.count) + 2) * step

    init(target: Square, cell: BoardCell) {
        self.target = target
        self.cell = cell
    }

    /// How far it still has to fall, in squares: it starts above the board.
    var distance: Double { max(0, Double(depth) - Self.fallen(in: frame)) }
    /// Whether it has touched the ground and jumped up a little.
    var isBouncing: Bool { frame == Self.frames(through: depth) + 1 }
    /// Whether it has come to rest.
    var hasLanded: Bool { frame >= Self.frames(through: depth) + 2 }

    /// A frame later.
    mutating func fall() { frame += 1 }

    private var depth: Int { Board.rows.count - target.row }

    /// The squares passed in so many frames.
    private static func fallen(in frames: Int) -> Double {
        let share = Double(frames * step) / Double(deepest)
        return Double(Board.rows.count) * share * share
    }

    /// The frames in which so many squares are passed.
    private static func frames(through squares: Int) -> Int {
        var frames = 0
        while fallen(in: frames) < Double(squares) { frames += 1 }
        return frames
    }
}

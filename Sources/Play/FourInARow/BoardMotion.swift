// What moves on the board: a disc on its way down, and then the four that won, which blink. Never both at once, so that one timer
// does for them, and there is none while nothing moves. It knows no canvas.

import Session

/// What moves on the board, and when the player may choose what comes after the end.
struct BoardMotion {
    /// The disc on its way down.
    var falling: FallingDisc?
    /// Runs until the next step of what moves.
    var timer: Cancellable?
    /// The steps since the end was drawn; nil before it, and when they are all done.
    private var steps: Int?
    private var isBlinking = false

    /// The time of a step after the end, in milliseconds: the white cores are on or off for as long.
    static let step = 250
    /// The steps before keys count: one meant for the board must not choose what comes after it.
    private static let deafSteps = 2
    /// The steps of two blinks.
    private static let blinkSteps = 4

    /// Whether keys were meant for a board that was not over yet.
    var isDeaf: Bool { steps.map { $0 < Self.deafSteps } ?? false }
    /// Whether the four that won show their white core.
    var isCoreShown: Bool { !isBlinking || steps?.isMultiple(of: 2) ?? true }
    /// Whether there is a step to come after this one.
    var isEnding: Bool { steps != nil }

    /// The end is drawn.
    mutating func end(isBlinking: Bool) {
        steps = 0
        self.isBlinking = isBlinking
    }

    /// The next step after the end.
    mutating func stepEnd() {
        guard let steps else { return }
        self.steps = steps + 1 < (isBlinking ? Self.blinkSteps : Self.deafSteps) ? steps + 1 : nil
    }

    /// Nothing moves any more, and keys count.
    mutating func stop() {
        timer?.cancel()
        self = BoardMotion()
    }
}

// The animation on the board: a falling disc, then the blinking winning line. They never overlap, so one timer serves both, and there
// is none while nothing moves.

import Session

/// The state of the animation.
struct BoardMotion {
    /// The falling disc.
    var falling: FallingDisc?
    /// Runs until the next step.
    var timer: Cancellable?
    /// The steps since the end of the game was drawn; nil before it, and after the last step.
    private var steps: Int?
    private var isBlinking = false

    /// The length of a step after the end, in milliseconds. The white cores are on or off for a step.
    static let step = 250
    /// For how many steps keys are ignored: a key meant for the board must not choose what comes next.
    private static let deafSteps = 2
    /// The steps of two blinks.
    private static let blinkSteps = 4

    /// Whether keys are ignored, because they were meant for the game that has just ended.
    var isDeaf: Bool { steps.map { $0 < Self.deafSteps } ?? false }
    /// Whether the winning discs show their white cores.
    var isCoreShown: Bool { !isBlinking || steps?.isMultiple(of: 2) ?? true }
    /// Whether another step follows.
    var isEnding: Bool { steps != nil }

    /// The end of the game is drawn.
    mutating func end(isBlinking: Bool) {
        steps = 0
        self.isBlinking = isBlinking
    }

    /// Takes the next step after the end.
    mutating func stepEnd() {
        guard let steps else { return }
        self.steps = steps + 1 < (isBlinking ? Self.blinkSteps : Self.deafSteps) ? steps + 1 : nil
    }

    /// Ends the animation.
    mutating func stop() {
        timer?.cancel()
        self = BoardMotion()
    }
}

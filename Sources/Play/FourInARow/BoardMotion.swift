// The animation on the board: a falling disc, then the blinking winning line. They never overlap, so one timer serves both, and there
// is none while nothing moves.

import Session

/// The animation on the board.
final class BoardMotion {
    /// What the screen has to do after a step.
    enum Change {
        /// Redraw the column of the falling disc.
        case fell(column: Int)
        /// Redraw the column of the disc, which has come to rest.
        case landed(column: Int)
        /// Redraw the winning discs.
        case blinked
        /// Accept keys again, a moment after the end of a game.
        case becameReady
    }

    /// Called after each step.
    var didChange: (Change) -> Void = { _ in }
    /// The falling disc.
    private(set) var falling: FallingDisc?
    private let scheduler: Scheduler
    /// Runs until the next step.
    private var timer: Cancellable?
    /// The steps since the end of the game was drawn; nil before it, and after the last step.
    private var steps: Int?
    private var isBlinking = false

    /// The length of a step after the end, in milliseconds. The white cores are on or off for a step.
    static let step = 250
    /// For how many steps keys are ignored: a key meant for the board must not choose what comes next.
    private static let ignoringSteps = 2
    /// The steps of two blinks.
    private static let blinkSteps = 4

    init(scheduler: Scheduler) { self.scheduler = scheduler }

    /// Whether keys are ignored, because they were meant for the game that has just ended.
    var ignoresKeys: Bool { steps.map { $0 < Self.ignoringSteps } ?? false }
    /// Whether the winning discs show their white cores.
    var isCoreShown: Bool { !isBlinking || steps?.isMultiple(of: 2) ?? true }

    /// Drops a disc.
    func drop(_ disc: FallingDisc) {
        falling = disc
        awaitStep()
    }

    /// Ends the fall of a disc at once.
    func finishFall() {
        guard let disc = falling else { return }
        stop()
        didChange(.landed(column: disc.target.column))
    }

    /// Starts the animation after the end of a game.
    func end(isBlinking: Bool) {
        steps = 0
        self.isBlinking = isBlinking
        awaitEndStep()
    }

    /// Ends all animation; a falling disc lands.
    func comeToRest() {
        finishFall()
        stop()
    }

    /// Ends all animation, and reports nothing.
    func stop() {
        timer?.cancel()
        (timer, falling, steps, isBlinking) = (nil, nil, nil, false)
    }

    private func awaitStep() {
        timer = scheduler.after(milliseconds: FallingDisc.step) { [weak self] in self?.fall() }
    }

    private func fall() {
        falling?.fall()
        guard let disc = falling else { return }
        if disc.hasLanded { return finishFall() }
        didChange(.fell(column: disc.target.column))
        awaitStep()
    }

    private func awaitEndStep() {
        timer = scheduler.after(milliseconds: Self.step) { [weak self] in self?.stepEnd() }
    }

    private func stepEnd() {
        guard let old = steps else { return }
        let ignoredKeys = ignoresKeys
        steps = old + 1 < (isBlinking ? Self.blinkSteps : Self.ignoringSteps) ? old + 1 : nil
        didChange(.blinked)
        if ignoredKeys && !ignoresKeys { didChange(.becameReady) }
        if steps != nil { awaitEndStep() }
    }
}

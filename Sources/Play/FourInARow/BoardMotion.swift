// The animation on the board: a falling disc, then the moment of the win. They never overlap, so one timer serves both, and there is none
// while nothing moves.

import Session

/// The animation on the board.
final class BoardMotion {
    private unowned let game: FourInARowViewController
    /// The falling disc.
    private(set) var falling: LooseDisc?
    /// Runs until the next step.
    private var timer: Cancellable?
    /// The steps since the end of the game was drawn; nil before it, and after the last step.
    private var steps: Int?
    /// The steps until the score changes; none without animation.
    private var scoringSteps = 0

    /// The length of a step after the end, in milliseconds.
    static let step = 125
    /// For how many steps keys are ignored at least: a key meant for the board must not choose what comes next.
    private static let ignoringSteps = 4
    /// How long the new score alone is seen, in steps.
    private static let scoreSteps = 2

    /// On the board of this game, which owns it and is told of each step.
    init(on game: FourInARowViewController) { self.game = game }

    /// Whether keys are ignored, because they were meant for the game that has just ended.
    var ignoresKeys: Bool { steps != nil }
    /// How many of the winning discs have white cores.
    var lit: Int { steps.map { $0 < scoringSteps ? $0 + 1 : .max } ?? .max }
    /// Whether the winning discs are joined and the score is the new one.
    var isScored: Bool { steps.map { $0 >= scoringSteps } ?? true }

    /// Drops a disc.
    func drop(_ disc: LooseDisc) {
        falling = disc
        awaitStep()
    }

    /// Ends the fall of a disc at once.
    func finishFall() {
        guard let disc = falling else { return }
        stop()
        game.redraw([disc.column])
        game.discDidLand()
    }

    /// Starts the animation after the end of a game, in which so many discs light up one after another.
    func end(lighting discs: Int) {
        steps = 0
        scoringSteps = discs
        if discs == 0 { game.scoreDidChange() }
        awaitEndStep()
    }

    /// Shows the end of the animation at once. Keys that were meant for the board are still ignored for a moment.
    func skip() {
        guard let steps, steps < scoringSteps else { return }
        scoringSteps = steps
        game.scoreDidChange()
    }

    /// Ends all animation; a falling disc lands.
    func comeToRest() {
        finishFall()
        stop()
    }

    /// Ends all animation, and reports nothing.
    func stop() {
        timer?.cancel()
        (timer, falling, steps) = (nil, nil, nil)
    }

    private func awaitStep() {
        timer = game.navigator.environment.after(milliseconds: LooseDisc.step) { [weak self] in self?.fall() }
    }

    private func fall() {
        falling?.fall()
        guard let disc = falling else { return }
        if disc.hasLanded { return finishFall() }
        game.redraw([disc.column])
        awaitStep()
    }

    private func awaitEndStep() {
        timer = game.navigator.environment.after(milliseconds: Self.step) { [weak self] in self?.stepEnd() }
    }

    private func stepEnd() {
        guard let old = steps else { return }
        let isLast = old + 1 >= max(Self.ignoringSteps, scoringSteps + (scoringSteps > 0 ? Self.scoreSteps : 0))
        steps = isLast ? nil : old + 1
        if old + 1 < scoringSteps { game.redraw(game.scene.game.winningSquares.map(\.column), choice: nil) }
        if old + 1 == scoringSteps { game.scoreDidChange() }
        if isLast { game.endDidPass() } else { awaitEndStep() }
    }
}

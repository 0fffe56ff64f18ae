// How far the player is in the lessons, as it is stored.

/// How far the player is in a lesson.
package struct LessonPlace: Equatable, Sendable {
    /// The step to go on with, from 0.
    package var step: Int
    /// Whether the lesson was finished once.
    package var isFinished: Bool

    /// A place; the beginning of a lesson that was never finished.
    package init(step: Int = 0, isFinished: Bool = false) { (self.step, self.isFinished) = (step, isFinished) }
}

// What the engine and the learning screens need of the system, as protocols: the files with the opening book, the puzzles and the practice positions,
// and threads for long searches.

import Engine

/// What the engine and the learning screens need of the environment.
package protocol EngineRoom: AnyObject {
    /// Reads the opening book, on any thread; nil where there is no usable one.
    var openingBook: @Sendable () -> Book? { get }
    /// Whether there is a file for it.
    var hasOpeningBook: Bool { get }
    /// Whether there is a file of puzzles and practice positions.
    var hasPuzzles: Bool { get }
    /// Reads the puzzles; none where there is no usable file.
    func puzzles() -> [Puzzle]
    /// Reads the practice positions; none where there is no usable file.
    func practice() -> [PracticePosition]
    /// A new thread for long work.
    func makeWorker() -> Worker
}

/// A thread for long work. It runs from the first piece of work until `stop`.
package protocol Worker: AnyObject {
    /// A piece of work. What it passes to `tell` runs on the main thread, in order, and not after `stop`.
    typealias Work = @Sendable (_ tell: @escaping Tell) -> Void
    /// The way back to the main thread.
    typealias Tell = @Sendable (@escaping @MainActor () -> Void) -> Void
    /// Does `work` after everything that it was given before.
    func perform(_ work: @escaping Work)

    /// Ends the thread after the current piece of work. The owner has to call it.
    func stop()
}

// A thread for work that takes long, and the book that shortens it, as protocols.

import Engine

/// What the engine needs of the machine.
package protocol EngineRoom: AnyObject {
    /// Reads the opening book, on whichever thread asks for it; nil where there is none to use.
    var openingBook: @Sendable () -> Book? { get }
    /// A thread for work that takes long.
    func makeWorker() -> Worker
}

/// A thread of its own for work that takes long. It is there from the first piece of work until `stop`.
package protocol Worker: AnyObject {
    /// A piece of work. What it gives to `tell` happens on the main thread, in order, and not at all once the worker is stopped.
    typealias Work = @Sendable (_ tell: @escaping Tell) -> Void
    /// The way back to the main thread.
    typealias Tell = @Sendable (@escaping @MainActor () -> Void) -> Void
    /// Does `work` after all that it was given before.
    func perform(_ work: @escaping Work)

    /// Ends the thread once it is done with what it is at. To be called by whoever made it, in the end.
    func stop()
}

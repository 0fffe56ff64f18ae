// Time, as whoever waits for something needs it. Platform has the real clock, Tests/TestSupport one that stands still until told.

/// Something under way that can be called off. Calling it off twice, or when it is over, does nothing.
package protocol Cancellable: AnyObject {
    /// Calls it off.
    func cancel()
}

/// The time of the main loop.
package protocol Scheduler: AnyObject {
    /// Milliseconds of a clock that never goes back.
    var now: Int { get }
    /// Calls `action` once, after so many milliseconds.
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable
}

// Time, and the player's log, as a protocol. Platform has the main loop's clock, Tests/TestSupport one that tests advance.

/// A task that can be cancelled. Cancelling it twice, or when it is over, does nothing.
package protocol Cancellable: AnyObject {
    /// Cancels it.
    func cancel()
}

/// The time of the main loop, and the log.
package protocol Scheduler: AnyObject {
    /// Milliseconds of a monotonic clock.
    var now: Int { get }
    /// Milliseconds since 1970. This clock may be wrong and may go back.
    var wallClock: Int { get }
    /// Calls `action` once, after `milliseconds`.
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable
    /// Writes to the player's log what happens, if there is one. It must have no secret in it, and no code.
    func note(_ event: @autoclosure () -> String)
}

extension Scheduler {
    /// There is no log.
    package func note(_ event: @autoclosure () -> String) {}

    /// Calls `action` when a countdown of which `left` milliseconds are left shows one second less; nil where nothing is left.
    package func countDown(_ left: Int, _ action: @escaping () -> Void) -> Cancellable? {
        left > 0 ? after(milliseconds: (left - 1) % 1000 + 1, action) : nil
    }

    /// Whether a timer for this time goes off so late that this program was stopped meanwhile.
    package func hasOverslept(_ due: Int) -> Bool { now - due > 1_000 }
}

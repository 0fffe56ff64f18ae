// When a retained message is published again: before it expires, and when somebody has cleared or overwritten it, but never more often
// than every two seconds. RelayRoom, PostedSeek and Broadcast use it.

/// The schedule of one retained message.
final class Republication {
    /// The time between two refreshes, in milliseconds. It is less than a minute, so the connection needs no other keepalive.
    static let interval = 55_000
    /// The least time between two publications.
    static let leastPause = 2000

    /// When the message was last published, by the scheduler's clock; nil: never.
    private(set) var last: Int?

    private let scheduler: Scheduler
    private let interval: Int
    private let publish: () -> Void
    private var timer: Cancellable?

    /// Publishes nothing before `publishSoon`.
    init(scheduler: Scheduler, interval: Int = interval, publish: @escaping () -> Void) {
        (self.scheduler, self.interval, self.publish) = (scheduler, interval, publish)
    }

    isolated deinit { timer?.cancel() }

    /// Publishes at once, or after the least pause; from then on it refreshes.
    func publishSoon() {
        let pause = last.map { $0 + Self.leastPause - scheduler.now } ?? 0
        if pause > 0 { wait(pause) } else { publishNow() }
    }

    /// Publishes nothing more until `publishSoon`.
    func stop() { timer?.cancel() }

    /// Publishes at once: the message has changed.
    func publishNow() {
        last = scheduler.now
        wait(interval)
        publish()
    }

    private func wait(_ milliseconds: Int) {
        timer?.cancel()
        timer = scheduler.after(milliseconds: milliseconds) { [weak self] in self?.publishNow() }
    }
}

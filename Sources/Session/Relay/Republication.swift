// When a retained message is published again: before it expires, and when somebody has cleared or overwritten it, but no more often
// than every two seconds where its owner does not ask for it. RelayRoom, PostedSeek and Broadcast use it.

/// The schedule of one retained message.
final class Republication {
    /// The time between two refreshes, in milliseconds. It is less than a minute, so the connection needs no other keepalive.
    static let interval = 55_000
    /// The least time between two publications, unless the owner asks for another.
    static let leastPause = 2000

    /// When the message was last published, by the scheduler's clock; nil: never.
    private(set) var last: Int?

    private let scheduler: Scheduler
    private let interval: Int
    private let publish: () -> Void
    /// The next publication, and when it is due.
    private var timer: Cancellable?
    private var due: Int?

    /// Publishes nothing before `publishSoon`.
    init(scheduler: Scheduler, interval: Int = interval, publish: @escaping () -> Void) {
        (self.scheduler, self.interval, self.publish) = (scheduler, interval, publish)
    }

    isolated deinit { timer?.cancel() }

    /// Publishes at once, or once that many milliseconds have passed since the last time; from then on it refreshes.
    func publishSoon(after pause: Int = leastPause) {
        let rest = last.map { $0 + pause - scheduler.now } ?? 0
        if rest <= 0 { return publishNow() }
        if due.map({ scheduler.now + rest < $0 }) ?? true { wait(rest) }
    }

    /// Publishes nothing more until `publishSoon`.
    func stop() {
        timer?.cancel()
        due = nil
    }

    /// Publishes at once: the message has changed.
    func publishNow() {
        last = scheduler.now
        wait(interval)
        publish()
    }

    private func wait(_ milliseconds: Int) {
        timer?.cancel()
        due = scheduler.now + milliseconds
        timer = scheduler.after(milliseconds: milliseconds) { [weak self] in self?.publishNow() }
    }
}

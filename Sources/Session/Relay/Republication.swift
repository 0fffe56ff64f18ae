// When something that a broker keeps is said again: often enough that it does not expire, and at once where others took it away or wrote
// over it, but at a bounded rate whatever they do. It knows no topics.

/// The times of one publication.
final class Republication {
    /// How often it is said again, in milliseconds: less than a minute apart, so that the connection needs no other sign of life.
    static let refreshing = 55_000
    /// The least time between two publications, whatever others do.
    static let leastPause = 2000

    /// When it was last said, by the machine's clock; nil: never.
    private(set) var last: Int?

    private let scheduler: Scheduler
    private let publish: () -> Void
    private var timer: Cancellable?

    /// Nothing is said yet; `publish` says it.
    init(scheduler: Scheduler, publish: @escaping () -> Void) { (self.scheduler, self.publish) = (scheduler, publish) }

    isolated deinit { timer?.cancel() }

    /// At once, unless it was said a moment ago; and from then on again and again.
    func sayAgain() {
        let pause = last.map { $0 + Self.leastPause - scheduler.now } ?? 0
        if pause > 0 { wait(pause) } else { say() }
    }

    /// Nothing is said any more until `sayAgain`.
    func stop() { timer?.cancel() }

    private func say() {
        last = scheduler.now
        wait(Self.refreshing)
        publish()
    }

    private func wait(_ milliseconds: Int) {
        timer?.cancel()
        timer = scheduler.after(milliseconds: milliseconds) { [weak self] in self?.say() }
    }
}

// A scheduler that can be paused: no time passes in a game alone while the player reads the help or decides whether to leave, and in a
// game of several while it waits for a player.

/// A scheduler whose time can be paused.
package final class PausableClock: Scheduler {
    /// Whether it is paused. Timers are late by the length of the pause.
    package var isStopped = false {
        didSet {
            guard isStopped != oldValue else { return }
            if isStopped { stop() } else { goOn() }
        }
    }

    package var now: Int { stoppedAt ?? clock.now - lost }
    /// The time of day goes on.
    package var wallClock: Int { clock.wallClock }

    private let clock: Scheduler
    private var stoppedAt: Int?
    /// How long it has been paused in total, in milliseconds.
    private var lost = 0
    /// The timers, the earliest first.
    private var timers: [Timer] = []

    /// A timer in this clock's time.
    private final class Timer: Cancellable {
        let due: Int
        let action: () -> Void
        var waiting: Cancellable?
        private(set) var isOver = false

        init(due: Int, action: @escaping () -> Void) { (self.due, self.action) = (due, action) }

        func cancel() {
            isOver = true
            waiting?.cancel()
        }

        func fire() {
            isOver = true
            action()
        }
    }

    /// Creates a running clock on top of another one.
    package init(_ clock: Scheduler) { self.clock = clock }

    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        timers.removeAll { $0.isOver }
        let timer = Timer(due: now + milliseconds, action: action)
        timers.append(timer)
        if !isStopped { start(timer) }
        return timer
    }

    private func start(_ timer: Timer) {
        timer.waiting = clock.after(milliseconds: max(0, timer.due - now)) { [weak timer] in timer?.fire() }
    }

    private func stop() {
        stoppedAt = now
        for timer in timers { timer.waiting?.cancel() }
    }

    private func goOn() {
        lost = clock.now - (stoppedAt ?? now)
        stoppedAt = nil
        timers.removeAll { $0.isOver }
        for timer in timers { start(timer) }
    }
}

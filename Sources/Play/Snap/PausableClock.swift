// A clock that can be stopped: for a game alone, in which no time passes while the player reads or thinks about leaving. It knows no
// game.

import Session

/// The time of a game that can stand still.
final class PausableClock: Scheduler {
    /// Whether it stands still. What fell due meanwhile comes as much later as it stood.
    var isStopped = false {
        didSet {
            guard isStopped != oldValue else { return }
            if isStopped { stop() } else { goOn() }
        }
    }

    var now: Int { stoppedAt ?? clock.now - lost }

    private let clock: Scheduler
    private var stoppedAt: Int?
    /// How long it has stood still, in milliseconds.
    private var lost = 0
    /// What is awaited, in the order of its coming.
    private var timers: [Timer] = []

    /// What is to be done at a time of this clock.
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

    /// A clock that goes as `clock` does.
    init(_ clock: Scheduler) { self.clock = clock }

    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
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

// A thread that does one piece of work after the other and reports results on the main loop.

import Session

/// A worker with its own thread, which starts with the first piece of work and ends after `stop`.
package final class WorkerThread: Worker {
    private let queue: WorkQueue
    private var waker: Waker?
    private var hasStarted = false

    /// A worker without work or thread.
    package init(loop: MainLoop) {
        let queue = WorkQueue()
        self.queue = queue
        let waker = loop.makeWaker { for completion in queue.takeCompletions() where !queue.isStopped { completion() } }
        queue.waker = waker
        self.waker = waker
    }

    /// Does the work at once, on this thread, if no thread can be started.
    package func perform(_ work: @escaping Work) {
        guard !queue.isStopped else { return }
        queue.put(work)
        if !hasStarted { hasStarted = queue.startThread() }
        if !hasStarted { queue.workOnce() }
    }

    /// Drops the queue and all results. The thread ends after its present piece of work.
    package func stop() {
        queue.stop()
        waker?.cancel()
        waker = nil
    }
}

/// The queue that both threads use, protected by a monitor.
nonisolated private final class WorkQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var pieces: [Worker.Work] = []
    private var completions: [@MainActor () -> Void] = []
    private var hasStopped = false
    /// Must be set before the thread starts.
    var waker: Waker?

    var isStopped: Bool { monitor.locked { hasStopped } }

    func put(_ work: @escaping Worker.Work) {
        monitor.locked {
            pieces.append(work)
            monitor.notify()
        }
    }

    func takeCompletions() -> [@MainActor () -> Void] {
        monitor.locked {
            defer { completions = [] }
            return completions
        }
    }

    func stop() {
        monitor.locked {
            hasStopped = true
            pieces = []
            completions = []
            monitor.notify()
        }
    }

    /// Does the first piece of work. Returns false if there is none. If `isWaiting`, waits for one.
    @discardableResult
    func workOnce(isWaiting: Bool = false) -> Bool {
        let next: Worker.Work? = monitor.locked {
            while isWaiting && !hasStopped && pieces.isEmpty { monitor.wait() }
            return hasStopped || pieces.isEmpty ? nil : pieces.removeFirst()
        }
        next? { completion in
            self.monitor.locked { if !self.hasStopped { self.completions.append(completion) } }
            self.waker?.wake()
        }
        return next != nil
    }

    /// Returns false if no thread can be started.
    func startThread() -> Bool {
        startDetachedThread { [self] in
            while workOnce(isWaiting: true) {}
        }
    }
}

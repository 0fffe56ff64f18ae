// A thread for work that takes long, one piece after the other, and the way back to the main loop. It knows no work: what it is given
// runs there, what that tells happens here.

import Session

/// A worker on a thread of its own, which starts with the first piece of work and ends with `stop`.
package final class WorkerThread: Worker {
    private let queue: WorkQueue
    private var waker: Waker?
    private var hasStarted = false

    /// A worker that has nothing to do yet, and no thread.
    package init(loop: MainLoop) {
        let queue = WorkQueue()
        self.queue = queue
        let waker = loop.makeWaker { for completion in queue.takeCompletions() where !queue.isStopped { completion() } }
        queue.waker = waker
        self.waker = waker
    }

    /// Where there is no thread to be had, the work is done at once, here.
    package func perform(_ work: @escaping Work) {
        guard !queue.isStopped else { return }
        queue.put(work)
        if !hasStarted { hasStarted = queue.startThread() }
        if !hasStarted { queue.workOnce() }
    }

    /// Nothing more is told; work not begun is never begun, and the thread ends with what it is at.
    package func stop() {
        queue.stop()
        waker?.cancel()
        waker = nil
    }
}

/// What the main thread and the worker share, under one lock.
nonisolated private final class WorkQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var pieces: [Worker.Work] = []
    private var completions: [@MainActor () -> Void] = []
    private var hasStopped = false
    /// Set before the thread starts.
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

    /// Does the first piece of work; false when there is none to be done any more. Waits for one if `isWaiting`.
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

    /// Starts the thread; false where there is none to be had.
    func startThread() -> Bool {
        startQuietThread { [self] in
            while workOnce(isWaiting: true) {}
        }
    }
}

// A thread for work that takes long, one piece after the other, and the way back to the main loop. It knows no work: what it is given
// runs there, what that tells happens here.

import Play
import Session

/// A worker on a thread of its own, which starts with the first piece of work and ends with `stop`.
package final class WorkerThread: Worker {
    private let desk: Desk
    private var waker: Waker?
    private var hasStarted = false

    /// A worker that has nothing to do yet, and no thread.
    package init(loop: MainLoop) {
        let desk = Desk()
        self.desk = desk
        let waker = loop.makeWaker { for tale in desk.takeTales() where !desk.isStopped { tale() } }
        desk.waker = waker
        self.waker = waker
    }

    /// Where there is no thread to be had, the work is done at once, here.
    package func perform(_ work: @escaping Work) {
        guard !desk.isStopped else { return }
        desk.put(work)
        if !hasStarted { hasStarted = desk.startThread() }
        if !hasStarted { desk.workOnce() }
    }

    /// Nothing more is told; work not begun is never begun, and the thread ends with what it is at.
    package func stop() {
        desk.stop()
        waker?.cancel()
        waker = nil
    }
}

/// What the main thread and the worker share, under one lock.
nonisolated private final class Desk: @unchecked Sendable {
    private let monitor = Monitor()
    private var pieces: [Worker.Work] = []
    private var tales: [@MainActor () -> Void] = []
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

    func takeTales() -> [@MainActor () -> Void] {
        monitor.locked {
            defer { tales = [] }
            return tales
        }
    }

    func stop() {
        monitor.locked {
            hasStopped = true
            pieces = []
            tales = []
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
        next? { tale in
            self.monitor.locked { if !self.hasStopped { self.tales.append(tale) } }
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

// A thread for work that takes long, one piece after the other, and the way back to the main loop. It knows no work: what it is given
// runs there, what that tells happens here.

import Glibc
import Play

/// A worker on a thread of its own, which starts with the first piece of work and ends with `stop`, as does the one that helps.
public final class WorkerThread: Worker {
    private let desk: Desk
    private let assistant = Desk()
    private var waker: Waker?
    private var hasStarted = false
    private var hasAssistant = false

    /// A worker that has nothing to do yet, and no thread.
    public init(loop: MainLoop) {
        let desk = Desk()
        self.desk = desk
        let waker = loop.makeWaker { for tale in desk.takeTales() where !desk.isStopped { tale() } }
        desk.waker = waker
        self.waker = waker
    }

    /// Where there is no thread to be had, the work is done at once, here.
    public func perform(_ work: @escaping Work) {
        guard !desk.isStopped else { return }
        desk.put(work)
        if !hasStarted { hasStarted = desk.startThread() }
        if !hasStarted { desk.workOnce() }
    }

    /// Help that no thread can be had for is not given.
    public func assist(_ help: @escaping @Sendable () -> Void) {
        guard !desk.isStopped, sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 else { return }
        if !hasAssistant { hasAssistant = assistant.startThread() }
        if hasAssistant { assistant.put { _ in help() } }
    }

    /// Nothing more is told; work not begun is never begun, and the thread ends with what it is at.
    public func stop() {
        desk.stop()
        assistant.stop()
        waker?.cancel()
        waker = nil
    }
}

/// What the main thread and the worker share, under one lock.
nonisolated private final class Desk: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let news = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var pieces: [Worker.Work] = []
    private var tales: [@MainActor () -> Void] = []
    private var hasStopped = false
    /// Set before the thread starts.
    var waker: Waker?

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(news, nil)
    }

    deinit {
        pthread_cond_destroy(news)
        pthread_mutex_destroy(lock)
        news.deallocate()
        lock.deallocate()
    }

    var isStopped: Bool { locked { hasStopped } }

    func put(_ work: @escaping Worker.Work) {
        locked {
            pieces.append(work)
            _ = pthread_cond_signal(news)
        }
    }

    func takeTales() -> [@MainActor () -> Void] {
        locked {
            defer { tales = [] }
            return tales
        }
    }

    func stop() {
        locked {
            hasStopped = true
            pieces = []
            tales = []
            _ = pthread_cond_signal(news)
        }
    }

    /// Does the first piece of work; false when there is none to be done any more. Waits for one if `isWaiting`.
    @discardableResult
    func workOnce(isWaiting: Bool = false) -> Bool {
        let next: Worker.Work? = locked {
            while isWaiting && !hasStopped && pieces.isEmpty { _ = pthread_cond_wait(news, lock) }
            return hasStopped || pieces.isEmpty ? nil : pieces.removeFirst()
        }
        next? { tale in
            self.locked { if !self.hasStopped { self.tales.append(tale) } }
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

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

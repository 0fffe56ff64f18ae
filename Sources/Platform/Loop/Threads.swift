// Starting threads that receive no signals, and a monitor (mutex and condition).

import Glibc

/// Runs `body` on a new detached thread. Returns false if it cannot be started.
nonisolated func startDetachedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var (every, before) = (sigset_t(), sigset_t())
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let share = Unmanaged.passRetained(ThreadBody(body))
    if pthread_create(&thread, nil, runThread, share.toOpaque()) == 0 {
        pthread_detach(thread)
        return true
    }
    share.release()
    return false
}

/// The closure of a thread, boxed for C.
nonisolated private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The start routine of a thread.
nonisolated private func runThread(_ share: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let share else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(share).takeRetainedValue().body()
    return nil
}

/// A mutex with a condition, from pthread: Synchronization has no condition, and the thread sanitizer does not understand its
/// Mutex.
nonisolated final class Monitor: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Runs `body` with the mutex locked.
    func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    /// Waits for `notify`; may also return without one. To be called within `locked`.
    func wait() { pthread_cond_wait(condition, lock) }

    /// Wakes all waiting threads. To be called within `locked`.
    func notify() { pthread_cond_broadcast(condition) }
}

// What every thread needs: a start on which no signal reaches it, for signals belong to the loop; a lock, and waiting for what others
// do under it. It knows nothing of what runs or is guarded.

import Glibc

/// Runs `body` on a thread of its own that nobody waits for; false where there is none to be had.
nonisolated func startQuietThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var (every, before) = (sigset_t(), sigset_t())
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let share = Unmanaged.passRetained(Life(body))
    if pthread_create(&thread, nil, live, share.toOpaque()) == 0 {
        pthread_detach(thread)
        return true
    }
    share.release()
    return false
}

/// What a thread does, as something that C can hand over.
nonisolated private final class Life: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A thread's whole life.
nonisolated private func live(_ share: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let share else { return nil }
    Unmanaged<Life>.fromOpaque(share).takeRetainedValue().body()
    return nil
}

/// A mutex with one condition (pthread): Synchronization has no condition, and the thread sanitizer does not see its Mutex.
nonisolated final class Monitor: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let news = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

    /// Runs `body` while no other thread is in here.
    func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    /// In `locked`: lets others in until one of them calls `notify`, or for no reason at all.
    func wait() { pthread_cond_wait(news, lock) }

    /// In `locked`: wakes all that wait.
    func notify() { pthread_cond_broadcast(news) }
}

// A lock, and waiting for what others do under it. It knows nothing of what it guards.

import Glibc

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

    /// In `locked`: wakes whoever waits.
    func notify() { pthread_cond_broadcast(news) }
}

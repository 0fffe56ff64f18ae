// A thread that no signal reaches: signals belong to the loop. It knows nothing of what it runs.

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

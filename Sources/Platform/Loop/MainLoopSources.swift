// The descriptors that the loop creates itself: a signalfd, and an eventfd for wake-ups from other threads.

import CLinux
import Glibc

/// Lets another thread wake the main loop.
package nonisolated final class Waker: Sendable {
    let descriptor: Int32
    @MainActor weak var watch: Watch?

    init() {
        descriptor = linux_eventfd(0, nonBlockingFlags)
        precondition(descriptor >= 0, "no descriptor left for a wake-up")
    }

    deinit { close(descriptor) }

    /// May be called from any thread; never blocks. Has no effect after `cancel`.
    package func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Ends the calls. The descriptor stays open until the last thread releases the waker, so a late wake cannot hit another
    /// descriptor.
    @MainActor package func cancel() {
        watch?.cancel()
    }

    func drain() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

/// The signals that the loop watches, in one signalfd.
nonisolated final class SignalWatch {
    private(set) var descriptor: Int32 = -1
    @MainActor weak var watch: Watch?
    private var mask = sigset_t()
    @MainActor private var bodies: [Int32: [() -> Void]] = [:]

    init() { sigemptyset(&mask) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds a handler. Returns true if the descriptor is new and has to be watched.
    @MainActor func add(_ signal: Int32, _ body: @escaping () -> Void) -> Bool {
        bodies[signal, default: []].append(body)
        sigaddset(&mask, signal)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let isNew = descriptor < 0
        descriptor = linux_signalfd(descriptor, &mask, nonBlockingFlags)
        precondition(descriptor >= 0, "no descriptor for signals")
        return isNew
    }

    /// Reads all pending signals and calls their handlers.
    @MainActor func drain() {
        // struct signalfd_siginfo has 128 bytes and begins with the signal's number.
        var record = [UInt32](repeating: 0, count: 32)
        while read(descriptor, &record, 128) == 128 {
            for body in bodies[Int32(bitPattern: record[0])] ?? [] { body() }
        }
    }
}

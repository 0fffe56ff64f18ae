// The two descriptors the loop makes for itself: signals as bytes to read, and wake-ups from other threads.

import CLinux
import Glibc

/// Another thread's way to have something called on the main loop.
package nonisolated final class Waker: Sendable {
    let descriptor: Int32
    @MainActor weak var watch: Watch?

    init() {
        descriptor = linux_eventfd(0, quietDescriptorFlags)
        precondition(descriptor >= 0, "no descriptor left for a wake-up")
    }

    deinit { close(descriptor) }

    /// From any thread; never blocks. A wake after `cancel` is lost, and harmless.
    package func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Nothing more is called. The descriptor lives until the last thread lets go of the waker, so a late wake meets no other's.
    @MainActor public func cancel() {
        watch?.cancel()
    }

    func drain() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

/// The signals the loop was asked for, through one signalfd.
nonisolated final class SignalWatch {
    private(set) var descriptor: Int32 = -1
    @MainActor weak var watch: Watch?
    private var mask = sigset_t()
    @MainActor private var bodies: [Int32: [() -> Void]] = [:]

    init() { sigemptyset(&mask) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds a handler; true where the descriptor is new and wants watching.
    @MainActor func add(_ signal: Int32, _ body: @escaping () -> Void) -> Bool {
        bodies[signal, default: []].append(body)
        sigaddset(&mask, signal)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let isNew = descriptor < 0
        descriptor = linux_signalfd(descriptor, &mask, quietDescriptorFlags)
        precondition(descriptor >= 0, "no descriptor for signals")
        return isNew
    }

    /// Reads every signal that waits and calls its handlers.
    @MainActor func drain() {
        var record = [UInt32](repeating: 0, count: 32)  // struct signalfd_siginfo: 128 bytes, the number first
        while read(descriptor, &record, 128) == 128 {
            for body in bodies[Int32(bitPattern: record[0])] ?? [] { body() }
        }
    }
}

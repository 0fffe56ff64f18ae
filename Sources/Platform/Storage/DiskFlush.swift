// Flushes a file to disk (fdatasync) on a thread that ends when it is done.

import Glibc

/// Flushes one file whenever it is told to.
nonisolated final class DiskFlush: @unchecked Sendable {
    private let path: String
    private let monitor = Monitor()
    private var isRunning = false
    /// Whether the file was written to since the present flush began.
    private var isWanted = false
    private var failure: Int32 = 0

    /// Flushes the file at `path`, if it exists. The process must have no POSIX locks on the file, as closing it would drop
    /// them.
    init(path: String) { self.path = path }

    /// Starts to flush what is in the file now; flushes at once, on this thread, if no other can be started.
    func begin() {
        let mustStart = monitor.locked {
            isWanted = true
            defer { isRunning = true }
            return !isRunning
        }
        if mustStart, !startDetachedThread({ [self] in run() }) { run() }
    }

    /// Waits until all flushes are done.
    func wait() { monitor.locked { while isRunning { monitor.wait() } } }

    /// The errno of the last failure, or 0. Resets it.
    func takeFailure() -> Int32 {
        monitor.locked {
            defer { failure = 0 }
            return failure
        }
    }

    private func run() {
        while isStillWanted() {
            let code = flush()
            if code != 0 { monitor.locked { failure = code } }
        }
    }

    private func isStillWanted() -> Bool {
        monitor.locked {
            isRunning = isWanted
            isWanted = false
            if !isRunning { monitor.notify() }
            return isRunning
        }
    }

    private func flush() -> Int32 {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT ? 0 : errno }
        defer { close(file) }
        return fdatasync(file) == 0 ? 0 : errno
    }
}

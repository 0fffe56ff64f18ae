// What was written goes to the disk (fdatasync) while the game goes on: on a thread that ends when that is done, so that none is there
// between the moves. It knows no database.

import Glibc

/// Flushes one file, as often as it is told to.
nonisolated final class DiskFlush: @unchecked Sendable {
    private let path: String
    private let monitor = Monitor()
    private var isRunning = false
    /// Whether more was written since the flush that is running began.
    private var isWanted = false
    private var failure: Int32 = 0

    /// Of the file at `path`, which may come and go. Closing a file takes away the process's POSIX locks on it: it must have none.
    init(path: String) { self.path = path }

    /// Sees to it that what is in the file now gets to the disk, soon; at once, here, where there is no thread to be had.
    func begin() {
        let mustStart = monitor.locked {
            isWanted = true
            defer { isRunning = true }
            return !isRunning
        }
        if mustStart, !startQuietThread({ [self] in run() }) { run() }
    }

    /// Waits until nothing is left to be done.
    func wait() { monitor.locked { while isRunning { monitor.wait() } } }

    /// Why the last flush failed, told once: an errno, or 0.
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

// Restores the terminal on every way out, also within a signal handler. All that is needed is kept in plain memory, prepared
// before the terminal is touched, and only functions of signal-safety(7) are called.
//
// While the game has the screen, standard error is a memory file: messages of the Swift runtime would be lost with the screen.
// They are shown once the terminal is restored, also after a crash.

import CLinux
import Glibc

/// An anonymous close-on-exec file in memory; -1 on failure.
nonisolated func makeMemoryFile() -> Int32 { linux_memfd_create("fourinarow", 1) }  // MFD_CLOEXEC

/// What has to be undone. Its memory never moves and is never freed.
nonisolated private struct RestoreRecord {
    /// Whether there is something to undo.
    var isArmed: Int32 = 0
    /// Whether the last frame was sent only in part, so that an escape sequence may be incomplete.
    var isFrameCut: Int32 = 0
    /// The descriptors for output and for the modes.
    var output: Int32 = -1
    var input: Int32 = -1
    var modes = termios()
    /// The real standard error, and the memory file that replaces it; -1 if it is not replaced.
    var standardError: Int32 = -1
    var held: Int32 = -1
    /// A buffer for copying the messages.
    var room: UnsafeMutablePointer<UInt8>
    /// The bytes that restore the terminal.
    var byteCount = 0
    var bytes: UnsafeMutablePointer<UInt8>
}

/// Allocated when the terminal is first taken; a single word that a handler may read.
nonisolated(unsafe) private var record: UnsafeMutablePointer<RestoreRecord>?

/// Restores the terminal.
enum TerminalRestore {
    /// The capacity in bytes; real terminals need about 60.
    nonisolated static let capacity = 1_024
    /// How long an exit waits for a terminal that does not read, in milliseconds.
    private static let timeout: Int32 = 250

    /// From now on, every way out writes `bytes` to `output` and sets the `modes` of `input`.
    static func arm(output: Int32, input: Int32, modes: termios, bytes: [UInt8]) {
        let record = record ?? prepare()
        record.pointee.output = output
        record.pointee.input = input
        record.pointee.modes = modes
        leave(with: bytes)
        record.pointee.isFrameCut = 0
        holdStandardError(record)
        record.pointee.isArmed = 1
    }

    /// Replaces the bytes: there are none before the screen is entered.
    static func leave(with bytes: [UInt8]) {
        guard let record else { return }
        record.pointee.byteCount = min(bytes.count, capacity)
        for (index, byte) in bytes.prefix(capacity).enumerated() { record.pointee.bytes[index] = byte }
    }

    /// Restores the terminal if that was not done yet.
    static func restore() { leaveTerminal(timeout: timeout) }

    /// Notes whether a frame was sent only in part.
    static func noteFrame(isCut: Bool) { record?.pointee.isFrameCut = isCut ? 1 : 0 }

    // MARK: Preparation

    /// The signals that end a program by default.
    private static let deadly = [
        SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT, SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGVTALRM,
        SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPWR, SIGSTKFLT, SIGPOLL,
    ]

    private static func prepare() -> UnsafeMutablePointer<RestoreRecord> {
        let new = UnsafeMutablePointer<RestoreRecord>.allocate(capacity: 1)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
        bytes.initialize(repeating: 0, count: 2 * capacity)
        new.initialize(to: RestoreRecord(room: bytes + capacity, bytes: bytes))
        record = new
        giveHandlersTheirStack()
        deadly.forEach(handle)
        atexit { leaveTerminal(timeout: 250) }
        return new
    }

    /// A stack overflow leaves no room for a handler.
    private static func giveHandlersTheirStack() {
        let size = 64 * 1_024
        var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
    }

    /// Signals that the main loop reads are blocked and never get here. Replaces the Swift runtime's handlers, which would
    /// start a backtracer on the terminal.
    private static func handle(_ signal: Int32) {
        var old = sigaction()
        sigaction(signal, nil, &old)
        let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
        if isIgnored { return }
        var new = sigaction()
        new.__sigaction_handler.sa_handler = handleDeadlySignal
        new.sa_flags = SA_ONSTACK
        sigfillset(&new.sa_mask)
        sigaction(signal, &new, nil)
    }

    private static func holdStandardError(_ record: UnsafeMutablePointer<RestoreRecord>) {
        guard record.pointee.standardError < 0, isatty(2) == 1 else { return }
        let held = makeMemoryFile()
        let real = fcntl(2, F_DUPFD_CLOEXEC, 10)
        guard held >= 0, real >= 0, dup2(held, 2) == 2 else {
            if held >= 0 { close(held) }
            if real >= 0 { close(real) }
            return
        }
        record.pointee.held = held
        record.pointee.standardError = real
    }
}

// MARK: In a signal handler

/// Restores the terminal, then raises the signal again, so that core file and exit status are right. No handler uses anything generic, such
/// as a range or `map`: Swift's runtime makes such a type at its first use, and waits forever if the signal came while it made another.
private nonisolated func handleDeadlySignal(_ signal: Int32) {
    var wasArmed = false
    if let record { wasArmed = record.pointee.isArmed != 0 }
    leaveTerminal(timeout: 250, isCrash: true)
    if wasArmed, let record {
        CrashReport.write(signal: signal, held: record.pointee.held, terminal: record.pointee.output)
    }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = nil  // SIG_DFL
    sigaction(signal, &action, nil)
    raise(signal)  // blocked here; delivered when this returns
}

private nonisolated func leaveTerminal(timeout: Int32, isCrash: Bool = false) {
    guard let record, record.pointee.isArmed != 0 else { return }
    record.pointee.isArmed = 0
    if record.pointee.isFrameCut != 0 {
        var cancel: UInt8 = 0x18  // cancels an incomplete escape sequence
        writeAll(&cancel, 1, to: record.pointee.output, timeout: timeout)
    }
    writeAll(record.pointee.bytes, record.pointee.byteCount, to: record.pointee.output, timeout: timeout)
    giveBackModes(record)
    giveBackStandardError(record, timeout: timeout, isCrash: isCrash)
}

/// Works in the background too: a game that is killed there must not stop instead.
private nonisolated func giveBackModes(_ record: UnsafeMutablePointer<RestoreRecord>) {
    var stop = sigset_t()
    var before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    tcsetattr(record.pointee.input, TCSANOW, &record.pointee.modes)
    pthread_sigmask(SIG_SETMASK, &before, nil)
}

/// After a crash the messages are kept for the report.
private nonisolated func giveBackStandardError(
    _ record: UnsafeMutablePointer<RestoreRecord>, timeout: Int32, isCrash: Bool
) {
    let real = record.pointee.standardError
    guard real >= 0 else { return }
    dup2(real, 2)
    record.pointee.standardError = -1
    var place: off_t = 0
    while place < 65_536 {
        let count = pread(record.pointee.held, record.pointee.room, TerminalRestore.capacity, place)
        if count <= 0 { break }
        writeAll(record.pointee.room, count, to: record.pointee.output, timeout: timeout)
        place += count
    }
    if !isCrash {
        close(record.pointee.held)
        record.pointee.held = -1
    }
    close(real)
}

/// Writes; waits at most `timeout` milliseconds at a time for a terminal that does not read.
private nonisolated func writeAll(_ start: UnsafeRawPointer, _ count: Int, to descriptor: Int32, timeout: Int32) {
    var done = 0
    while done < count {
        let written = write(descriptor, start + done, count - done)
        if written > 0 {
            done += written
        } else if written < 0 && errno == EINTR {
            continue
        } else if written < 0 && errno == EAGAIN {
            var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&waited, 1, timeout) <= 0 { return }
        } else {
            return
        }
    }
}

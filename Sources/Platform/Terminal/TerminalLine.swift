// The terminal device: descriptors, modes, size.

import Glibc
import Screen

/// The terminal on standard input and output.
final class TerminalLine {
    /// For reading: opened again without blocking if possible, otherwise standard input.
    let input: Int32
    /// For writing: the same, or standard output.
    let output: Int32
    /// The modes when it was opened.
    let modes: termios

    /// Opens the terminal again: O_NONBLOCK on the shared file description would affect the shell.
    init() {
        input = Self.open(0, O_RDONLY) ?? 0
        output = Self.open(1, O_WRONLY) ?? 1
        modes = Self.modes
    }

    deinit {
        if input > 2 { close(input) }
        if output > 2 { close(output) }
    }

    /// Reads key by key without echo, distinguishes Enter from Ctrl-J, and leaves output alone. Ctrl-C, Ctrl-\ and Ctrl-Z
    /// remain signals, and Ctrl-S remains what the user made it.
    func takeKeys() {
        var raw = modes
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | PARMRK | INPCK)
        raw.c_oflag &= ~tcflag_t(OPOST)
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        raw.c_cflag |= tcflag_t(CS8)
        withUnsafeMutableBytes(of: &raw.c_cc) { codes in
            codes[Int(VMIN)] = 1
            codes[Int(VTIME)] = 0
        }
        tcsetattr(0, TCSANOW, &raw)
    }

    /// Whether there is something to read: keys, or the end.
    var hasInput: Bool {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// The size in cells, at most 1,000 each way; nil if it is unknown.
    static var size: Size? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Size(width: min(1_000, Int(size.ws_col)), height: min(1_000, Int(size.ws_row)))
    }

    /// The modes of standard input; zeros if it is not a terminal.
    static var modes: termios {
        var modes = termios()
        tcgetattr(0, &modes)
        return modes
    }

    /// Stops the program until the shell continues it in the foreground.
    static func stopProgram() {
        repeat { raise(SIGSTOP) } while isInBackground && !isEndPending
        discardContinueSignal()
    }

    /// Drops the SIGCONT that ended the stop.
    private static func discardContinueSignal() {
        var signals = sigset_t()
        var noTime = timespec()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        sigtimedwait(&signals, nil, &noTime)
    }

    /// Whether a signal that ends the game is pending: the program must not stop again before it is handled.
    private static var isEndPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGTERM, SIGHUP, SIGINT].contains { sigismember(&pending, $0) == 1 }
    }

    /// Whether another job has the terminal.
    static var isInBackground: Bool {
        let owner = tcgetpgrp(0)
        return owner > 0 && owner != getpgrp()
    }

    /// Opens the terminal by its name; if that belongs to another user (after su), as the controlling terminal if it is the
    /// same one.
    private static func open(_ descriptor: Int32, _ access: Int32) -> Int32? {
        let flags = access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        if let name = ttyname(descriptor) {
            let new = Glibc.open(name, flags)
            if new >= 0 { return new }
        }
        let new = Glibc.open("/dev/tty", flags)
        guard new >= 0 else { return nil }
        var device: UInt32 = 0
        var status = stat()
        let getDevice: UInt = 0x8004_5432  // TIOCGDEV: /dev/tty does not tell which terminal it is
        if ioctl(new, getDevice, &device) == 0, fstat(descriptor, &status) == 0, status.st_rdev == dev_t(device) { return new }
        close(new)
        return nil
    }
}

// The terminal as a device: its descriptors, its modes, its size. It knows no escape sequences.

import Glibc
import Screen

/// The line to the terminal on standard input and output.
final class TerminalLine {
    /// Reads keys. Our own description of the terminal, not blocking, where it could be opened; standard input otherwise.
    let input: Int32
    /// Writes frames, likewise; standard output otherwise.
    let output: Int32
    /// The modes it had when it was opened.
    let modes: termios

    /// Opens the terminal a second time: O_NONBLOCK on the description that we share with the shell would reach the shell too.
    init() {
        input = Self.open(0, O_RDONLY) ?? 0
        output = Self.open(1, O_WRONLY) ?? 1
        modes = Self.modes
    }

    deinit {
        if input > 2 { close(input) }
        if output > 2 { close(output) }
    }

    /// Key by key and unechoed, Enter told from Ctrl-J, output untouched. Ctrl-C, Ctrl-\ and Ctrl-Z stay signals, and Ctrl-S
    /// stays what the user made it.
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

    /// Whether something waits to be read: keys, or the end.
    var hasInput: Bool {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// The size in cells, or nil where the device does not know; at most 1,000 each way.
    static var size: Size? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Size(width: min(1_000, Int(size.ws_col)), height: min(1_000, Int(size.ws_row)))
    }

    /// The modes of the terminal on standard input; zeros where it is none.
    static var modes: termios {
        var modes = termios()
        tcgetattr(0, &modes)
        return modes
    }

    /// Stops the program until the shell continues it in the foreground.
    static func stopProgram() {
        repeat { raise(SIGSTOP) } while isInBackground && !isEndPending
        forgetContinue()
    }

    /// The SIGCONT that ended the stop has been heard.
    private static func forgetContinue() {
        var signals = sigset_t()
        var noTime = timespec()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        sigtimedwait(&signals, nil, &noTime)
    }

    /// Whether a signal that ends the game waits: it must not stop again before that is served.
    private static var isEndPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGTERM, SIGHUP, SIGINT].contains { sigismember(&pending, $0) == 1 }
    }

    /// Whether the shell gave the terminal to another job.
    static var isInBackground: Bool {
        let owner = tcgetpgrp(0)
        return owner > 0 && owner != getpgrp()
    }

    /// By its name; or, where that belongs to another user (after su), as the controlling terminal, if that is the same one.
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
        let getDevice: UInt = 0x8004_5432  // TIOCGDEV: /dev/tty does not say itself which terminal it stands for
        if ioctl(new, getDevice, &device) == 0, fstat(descriptor, &status) == 0, status.st_rdev == dev_t(device) { return new }
        close(new)
        return nil
    }
}

// A child process that reads and writes lines on pipes. It is started with posix_spawn, never blocks the game, and is always
// reaped.
//
// The child has its own session, so Ctrl-C in the terminal reaches only the game, which then ends its helpers. SIGCHLD is not
// used: the child is reaped after its output has ended or after `end`.
//
// A child that writes without end is read in instalments, so that it costs next to nothing: its pipe fills up, and it has to wait.

import Glibc
import HelperProtocol

/// A running child process.
final class ChildProcess {
    /// How long the child may take to exit after its input was closed, in milliseconds. Then it is killed.
    static let exitTimeout = 2000
    /// How many bytes a child may write at once. Ten thousand services are less.
    static let burst = 4 << 20
    /// How many more it may write each second.
    static let rate = 1 << 20
    /// What a line counts for, besides its bytes: handling it takes longer than reading it.
    static let lineCost = 200
    private static let readLimit = 1 << 13
    /// How much of what it writes to stderr is read.
    private static let mostComplaints = 1 << 14

    /// The process id; 0 once it has been reaped.
    private(set) var pid: pid_t
    private let loop: MainLoop
    private var input: Int32
    private var output: Int32
    private var watch: Watch?
    private var lines = LineSplitter()
    /// Its stderr.
    private var complaints: Int32
    private var complaintWatch: Watch?
    private var complaintLines = LineSplitter()
    private var complaintsLeft = mostComplaints
    /// How many bytes may be read before a pause.
    private var allowance = burst
    private var allowedAt = MainLoop.now
    private var onLine: ((String) -> Void)?
    private var onComplaint: ((String) -> Void)?
    private var onEnd: (() -> Void)?
    private var killing: Timer?
    private var reapPause = 1
    private let mayOutlive: Bool
    /// The processes that were told to end and have not exited yet.
    private static var leaving: [ChildProcess] = []

    /// Starts `path` without arguments. `mayOutlive`: after `end` it is neither awaited nor killed. `onComplaint` receives the lines that
    /// it writes to stderr, the first ones alone.
    init(
        path: String, loop: MainLoop, mayOutlive: Bool = false, onLine: @escaping (String) -> Void,
        onComplaint: @escaping (String) -> Void = { _ in }, onEnd: @escaping () -> Void
    ) throws(HelperProcess.Failure) {
        self.loop = loop
        self.mayOutlive = mayOutlive
        self.onLine = onLine
        self.onComplaint = onComplaint
        self.onEnd = onEnd
        (pid, input, output, complaints) = try Self.spawn(path)
        CrashReport.note("helper started:", Int(pid))
        watch = loop.watch(output, .read) { _ in self.receive() }
        complaintWatch = loop.watch(complaints, .read) { _ in self.receiveComplaints() }
    }

    /// Writes a line, newline included. The pipe holds 64 KiB, or 8 if the user has a thousand others. A child that lets it
    /// fill up does not read, and is ended. A child that has exited is noticed at the end of its output.
    func write(_ line: String) {
        guard input >= 0 else { return }
        let count = Glibc.write(input, line, line.utf8.count)
        let isGone = count < 0 && errno == EPIPE
        if count != line.utf8.count, !isGone { loop.after(milliseconds: 0) { self.didHangUp() } }
    }

    /// Closes the child's input, ignores its output, kills it if it does not exit, and reaps it. Its output is still read, so
    /// that writing does not end it.
    func end() {
        (onLine, onComplaint, onEnd) = (nil, nil, nil)
        closeInput()
        guard pid > 0, killing == nil, !mayOutlive else { return }
        Self.leaving.append(self)
        killing = loop.after(milliseconds: Self.exitTimeout) { self.kill() }
    }

    // MARK: Output

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: Self.readLimit)
        let count = read(output, &bytes, bytes.count)
        CrashReport.note("bytes of the helper:", count)
        if count > 0 {
            let lines = lines.append(bytes[..<count])
            for line in lines { onLine?(line) }
            pause(after: count + lines.count * Self.lineCost)
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            didHangUp()
        }
    }

    /// Does not read until the allowance has grown again, if this many bytes have used it up.
    private func pause(after cost: Int) {
        let now = MainLoop.now
        allowance = min(Self.burst, allowance + (now - allowedAt) * Self.rate / 1000) - cost
        allowedAt = now
        guard allowance < 0, let watch else { return }
        watch.interest = []
        loop.after(milliseconds: -allowance * 1000 / Self.rate) { watch.interest = .read }
    }

    private func receiveComplaints() {
        guard complaints >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: complaintsLeft)
        let count = read(complaints, &bytes, bytes.count)
        if count > 0 {
            complaintsLeft -= count
            for line in complaintLines.append(bytes[..<count]) { onComplaint?(line) }
        }
        if complaintsLeft == 0 || count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { closeComplaints() }
    }

    private func didHangUp() {
        guard output >= 0 else { return }
        receiveComplaints()  // its last words
        let onEnd = onEnd
        closeOutput()
        end()
        reap()
        onEnd?()
    }

    // MARK: The end

    private func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    private func closeComplaints() {
        complaintWatch?.cancel()
        complaintWatch = nil
        if complaints >= 0 { close(complaints) }
        complaints = -1
    }

    private func closeOutput() {
        closeComplaints()
        watch?.cancel()
        watch = nil
        if output >= 0 { close(output) }
        output = -1
    }

    /// Kills the process group: children of the child could keep its output open.
    private func kill() {
        guard pid > 0 else { return }
        Glibc.kill(-pid, SIGKILL)
        closeOutput()
        reap()
    }

    /// To be called after the loop has ended. Waits up to `milliseconds` for all children together, then kills them.
    static func endAll(within milliseconds: Int) {
        let deadline = MainLoop.now + milliseconds
        for child in leaving where child.pid > 0 {
            var bytes = [UInt8](repeating: 0, count: readLimit)
            var waited = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
            var left: Int { deadline - MainLoop.now }
            while child.output >= 0, left > 0, poll(&waited, 1, Int32(left)) > 0 {
                if Glibc.read(child.output, &bytes, bytes.count) <= 0 { break }
            }
            if MainLoop.now >= deadline { Glibc.kill(-child.pid, SIGKILL) }
        }
    }

    /// Checks with growing pauses whether the child has exited. The closures keep this object alive until then.
    private func reap() {
        guard pid > 0 else { return }
        var status: Int32 = 0
        let result = waitpid(pid, &status, WNOHANG)
        if result == pid || (result < 0 && errno == ECHILD) {
            pid = 0
            Self.leaving.removeAll { $0 === self }
            killing?.cancel()
            return
        }
        loop.after(milliseconds: reapPause) { self.reap() }
        reapPause = min(reapPause * 2, 500)
    }
}

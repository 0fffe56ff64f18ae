// A child process that talks lines: started without fork, spoken to over pipes without blocking, and always reaped. It knows no
// discovery.
//
// The child has a session of its own, so that a Ctrl-C in the terminal reaches the game alone, which then withdraws what it
// published. SIGCHLD is not used: the end of its output, or our own farewell, is when to ask whether it has exited.

import Glibc
import HelperProtocol

/// A running child.
final class ChildProcess {
    /// How long it may take to exit once its input has been closed, in milliseconds; then it is killed.
    static let farewellMilliseconds = 2000
    private static let readLimit = 1 << 13

    /// Its process id, until it is reaped.
    private(set) var pid: pid_t
    private let loop: MainLoop
    private var input: Int32
    private var output: Int32
    private var watch: Watch?
    private var lines = LineSplitter()
    private var onLine: ((String) -> Void)?
    private var onEnd: (() -> Void)?
    private var killing: Timer?
    private var reapPause = 1
    /// Those that were taken leave of and had not exited then.
    private static var leaving: [ChildProcess] = []

    /// Starts `path` without arguments. Throws the errno as a failure.
    init(path: String, loop: MainLoop, onLine: @escaping (String) -> Void, onEnd: @escaping () -> Void) throws(SpawnFailure) {
        self.loop = loop
        self.onLine = onLine
        self.onEnd = onEnd
        (pid, input, output) = try Spawning.start(path)
        CrashReport.note("helper started:", Int(pid))
        watch = loop.watch(output, .read) { _ in self.receive() }
    }

    /// Writes a line, newline included. The pipe is empty when a child starts and holds 64 KiB, or 8 where the user has a
    /// thousand others; a child that lets it fill up does not listen, and is taken leave of. One that is gone is found by the
    /// end of its output, after its last lines.
    func write(_ line: String) {
        guard input >= 0 else { return }
        let count = Glibc.write(input, line, line.utf8.count)
        let isGone = count < 0 && errno == EPIPE
        if count != line.utf8.count, !isGone { loop.after(milliseconds: 0) { self.didHangUp() } }
    }

    /// Takes leave: closes its input, hears no more of it, kills it if it stays, and reaps it. It reads on meanwhile, so that a
    /// child with something left to say does not die of it.
    func end() {
        (onLine, onEnd) = (nil, nil)
        closeInput()
        guard pid > 0, killing == nil else { return }
        Self.leaving.append(self)
        killing = loop.after(milliseconds: Self.farewellMilliseconds) { self.kill() }
    }

    // MARK: Output

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: Self.readLimit)
        let count = read(output, &bytes, bytes.count)
        CrashReport.note("bytes of the helper:", count)
        if count > 0 {
            for line in lines.append(bytes[..<count]) { onLine?(line) }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            didHangUp()
        }
    }

    private func didHangUp() {
        guard output >= 0 else { return }
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

    private func closeOutput() {
        watch?.cancel()
        watch = nil
        if output >= 0 { close(output) }
        output = -1
    }

    /// The whole group: a child's own children would hold its output open.
    private func kill() {
        guard pid > 0 else { return }
        Glibc.kill(-pid, SIGKILL)
        closeOutput()
        reap()
    }

    /// When the loop has ended: gives those that were taken leave of so many milliseconds together, then kills them.
    static func endAll(within milliseconds: Int) {
        let deadline = MainLoop.now + milliseconds
        for child in leaving where child.pid > 0 {
            var bytes = [UInt8](repeating: 0, count: readLimit)
            var waited = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
            while child.output >= 0, poll(&waited, 1, Int32(max(0, deadline - MainLoop.now))) > 0 {
                if Glibc.read(child.output, &bytes, bytes.count) <= 0 { break }
            }
            if MainLoop.now >= deadline { Glibc.kill(-child.pid, SIGKILL) }
        }
    }

    /// Asks whether it has exited, again and again with growing pauses, the closures keeping this object until it has.
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

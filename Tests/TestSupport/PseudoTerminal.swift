// A real program on a real pseudo-terminal. All waits use poll(2) with a deadline; nothing sleeps. A `VirtualTerminal` has what the
// program shows.

import Glibc
import Screen

/// How a program ended.
package nonisolated enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
}

/// What went wrong in a test's dealings with a program, and what was on the screen.
package nonisolated struct PseudoTerminalFailure: Error, CustomStringConvertible {
    /// All of it in words.
    package let description: String

    /// What went wrong, in these words.
    package init(description: String) { self.description = description }
}

/// The program and its terminal. It belongs to the test that made it, on whichever thread that runs.
package nonisolated final class PseudoTerminal {
    /// Everything the program wrote to the terminal so far.
    package private(set) var received: [UInt8] = []
    /// How many reads that took.
    package private(set) var reads = 0
    /// What it wrote to its descriptor 3, in lines, where `isReporting`.
    package private(set) var reports: [String] = []
    /// How it ended, once that is known.
    package private(set) var ending: Ending?
    /// The process.
    package let process: pid_t
    /// Called after each read, when the screen may have changed.
    package var didRead: (() -> Void)?
    /// The timeout of each wait, in seconds.
    package var timeout = 40 * Sanitizer.slowness

    private let terminal: VirtualTerminal
    private var master: Int32
    private let slave: Int32
    private var report: Int32
    private let exit: Int32
    private let modes: termios
    private var reportRest: [UInt8] = []

    /// Starts `program` (a path, or the name of one of this package's executables) as the leader of a session on a new terminal.
    /// It gets `environment` besides TERM, LC_ALL, HOME and PATH, and nothing else.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        size: Size = Size(width: 80, height: 24),
        term: String = "xterm-256color", locale: String = "C.UTF-8", isReporting: Bool = false, isAnswering: Bool = true
    ) throws {
        terminal = VirtualTerminal(size: size)
        terminal.isAnswering = isAnswering
        (master, slave) = try PseudoTerminalCalls.open(size)
        var modes = termios()
        tcgetattr(slave, &modes)
        self.modes = modes
        let ends = try PseudoTerminalCalls.makePipe()
        report = ends.reader
        var all = ["TERM": term, "LC_ALL": locale, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        all.merge(Self.sanitizerOptions) { $1 }
        all.merge(environment) { $1 }
        if isReporting { all["PROBE_REPORT"] = "3" }
        process = try PseudoTerminalCalls.spawn(
            Self.path(of: program), arguments, all, slave: slave, report: isReporting ? ends.writer : nil)
        close(ends.writer)
        exit = PseudoTerminalCalls.descriptor(of: process)
    }

    deinit {
        if ending == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for descriptor in [master, slave, report, exit] where descriptor >= 0 { close(descriptor) }
    }

    /// What `make sanitize` tells the sanitizers of programs under test.
    package static let sanitizerOptions: [String: String] = {
        var options: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { options[name] = getenv(name).map { String(cString: $0) } }
        return options
    }()

    /// Where this package's executables are: beside the tests.
    package static func path(of program: String) -> String {
        if program.contains("/") { return program }
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // swift test may run the tests within its own helper: then an argument says where they are.
        let places = CommandLine.arguments.filter { $0.contains(".xctest") } + CommandLine.arguments.prefix(1) + [own]
        for path in places {
            var folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            while !folder.isEmpty {
                if access(folder + "/" + program, X_OK) == 0 { return folder + "/" + program }
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
        }
        return program
    }

    // MARK: What is shown

    /// What the terminal shows now; call a wait first.
    package var screen: ShownScreen { terminal.shown }

    /// One cell of it.
    package func cell(x: Int, y: Int) -> ShownCell { terminal.cell(x: x, y: y) }

    /// What its window is called.
    package var title: TitleScanner { terminal.title }

    /// What the program left switched on or otherwise changed; empty when the terminal is as it was.
    package var leftovers: [String] {
        var now = termios()
        tcgetattr(slave, &now)
        var found = terminal.leftovers
        if now.c_iflag != modes.c_iflag { found.append("input modes") }
        if now.c_oflag != modes.c_oflag { found.append("output modes") }
        if now.c_cflag != modes.c_cflag { found.append("line modes") }
        if now.c_lflag != modes.c_lflag { found.append("local modes") }
        let codes = (withUnsafeBytes(of: now.c_cc) { Array($0) }, withUnsafeBytes(of: modes.c_cc) { Array($0) })
        if codes.0 != codes.1 { found.append("control characters") }
        return found
    }

    /// Whether keys are echoed and collected into lines, as a shell has it.
    package var isInLineMode: Bool {
        var now = termios()
        tcgetattr(slave, &now)
        return now.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    // MARK: Waiting

    /// Reads until the screen satisfies `condition`, and then the rest of the frame; throws with the screen when it does not in time, or the
    /// program ends before.
    @discardableResult
    package func wait(for what: String = "the screen", _ condition: (ShownScreen) -> Bool) throws -> ShownScreen {
        let deadline = Self.now + timeout * 1_000
        while true {
            let shown = terminal.shown
            if condition(shown) {
                guard finishFrame() else { return shown }
                let whole = terminal.shown
                return condition(whole) ? whole : shown
            }
            try step(until: deadline, what)
        }
    }

    /// Reads the rest of what the program is writing; returns whether there was any. The kernel hands a frame over in parts, of which the first
    /// may show what somebody waits for, and half of what is read then. It is whole when the program waits and poll(2), which moves on what
    /// is on its way, finds nothing. One that never waits has a second.
    @discardableResult
    private func finishFrame() -> Bool {
        let deadline = Self.now + 1_000
        var isMore = false
        repeat {
            let wasBusy = isBusy
            let isRead = pump(milliseconds: 0)
            if !wasBusy, !isRead { break }
            isMore = isMore || isRead
            if !isRead { isMore = pump(milliseconds: 1) || isMore }
        } while Self.now < deadline
        return isMore
    }

    /// Reads until `text` is to be read in some row.
    @discardableResult
    package func wait(for text: String) throws -> ShownScreen { try wait(for: "\"\(text)\"") { $0.contains(text) } }

    /// Reads from several terminals until `condition` holds for what they show together, and then the rest of their frames; throws with all
    /// screens when it does not in time.
    package static func wait(for what: String, on terminals: PseudoTerminal..., until condition: () -> Bool) throws {
        let deadline = now + (terminals.map(\.timeout).max() ?? 0) * 1_000
        while true {
            for terminal in terminals { while terminal.pump(milliseconds: 0) {} }
            if condition() {
                for terminal in terminals { terminal.finishFrame() }
                return
            }
            var polled = terminals.filter { $0.ending == nil }.flatMap { terminal in
                [terminal.master, terminal.exit].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            }
            let left = deadline - now
            guard left > 0, !polled.isEmpty, poll(&polled, nfds_t(polled.count), Int32(left)) > 0 else {
                let screens = terminals.map { "\($0.terminal.shown)" }.joined(separator: "\n")
                throw PseudoTerminalFailure(description: "waited for \(what) in vain\n\(screens)")
            }
        }
    }

    /// Reads until the program has reported `line` on descriptor 3.
    package func waitForReport(_ line: String) throws {
        let deadline = Self.now + timeout * 1_000
        while !reports.contains(line) { try step(until: deadline, "the report \"\(line)\"") }
    }

    /// Reads until something has come, and then until nothing comes any more.
    package func waitForAnswer() throws {
        let deadline = Self.now + timeout * 1_000
        try step(until: deadline, "an answer")
        settle()
    }

    /// Reads until nothing has come for so many milliseconds and the program's main thread waits: for what has no visible end.
    package func settle(milliseconds: Int = 100) {
        let deadline = Self.now + timeout * 1_000
        while pump(milliseconds: milliseconds) || isBusy && Self.now < deadline {}
    }

    /// Whether the program's main thread runs, or would if it had a processor (proc_pid_stat(5): R and D).
    private var isBusy: Bool {
        let state = Self.text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ").first
        return state == "R" || state == "D"
    }

    /// Reads until the program has ended, and all it wrote is read.
    @discardableResult
    package func waitForEnd() throws -> Ending {
        let deadline = Self.now + timeout * 1_000
        while ending == nil { try step(until: deadline, "the end", mayEnd: true) }
        while pump(milliseconds: 20) {}  // the kernel hands the last bytes over a moment later
        return ending ?? .exited(0)
    }

    /// The same without reading a byte from the terminal.
    @discardableResult
    package func waitForEndUnread() throws -> Ending {
        var polled = pollfd(fd: exit, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, Int32(timeout * 1_000)) > 0 else {
            throw failure("it did not end while nobody read its terminal")
        }
        reap()
        return ending ?? .exited(0)
    }

    /// Waits until the program is stopped (by Ctrl-Z).
    package func waitForStop() throws {
        let deadline = Self.now + timeout * 1_000
        var status: Int32 = 0
        while waitpid(process, &status, WUNTRACED | WNOHANG) != process {
            pump(milliseconds: 2)  // a stop wakes no descriptor
            if Self.now > deadline { throw failure("it did not stop") }
        }
        guard status & 0xFF == 0x7F else {
            note(status)
            throw failure("it ended instead of stopping")
        }
        while pump(milliseconds: 0) {}
    }

    /// How often the program has been given a processor so far: voluntary and other context switches of its main thread.
    package var contextSwitches: Int {
        var count = 0
        guard let file = fopen("/proc/\(process)/status", "r") else { return -1 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.contains("ctxt_switches"), let number = text.split(whereSeparator: { " \t\n".contains($0) }).last {
                count += Int(number) ?? 0
            }
        }
        return count
    }

    // MARK: Doing

    /// Presses keys, one after the other, as the terminal sends them in its present modes.
    package func type(_ keys: Key...) {
        for key in keys { terminal.press(key) }
        sendAnswers()
    }

    /// Types text, character by character.
    package func type(_ text: String) {
        for scalar in text.unicodeScalars { terminal.press(.character(scalar)) }
        sendAnswers()
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) { write(bytes, timeout: 2_000) }

    /// Gives the terminal another size, and the program SIGWINCH.
    package func resize(to size: Size) {
        terminal.resize(to: size)
        PseudoTerminalCalls.setSize(master, size)
    }

    /// Sends the program a signal.
    package func signal(_ signal: Int32) { kill(process, signal) }

    /// Closes the terminal's window.
    package func hangUp() {
        close(master)
        master = -1
    }

    /// Forgets how much was received.
    package func forgetReceived() {
        received = []
        reads = 0
    }

    // MARK: Parts

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    private func step(until deadline: Int, _ what: String, mayEnd: Bool = false) throws {
        if ending != nil && !mayEnd {
            if pump(milliseconds: 0) { return }
            throw failure("waited for \(what), but it ended: \(ending.map { "\($0)" } ?? "")")
        }
        let left = deadline - Self.now
        if left <= 0 { throw failure("waited for \(what) in vain") }
        pump(milliseconds: left)
    }

    /// Waits for anything, then takes all there is; false where nothing came.
    @discardableResult
    private func pump(milliseconds: Int) -> Bool {
        var polled = [master, report, ending == nil ? exit : -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 3, Int32(milliseconds)) > 0 else { return false }
        var isSomething = false
        if polled[0].revents != 0 { isSomething = readScreen() || isSomething }
        if polled[1].revents != 0 { isSomething = readReport() || isSomething }
        if polled[2].revents != 0 {
            reap()
            isSomething = true
        }
        return isSomething
    }

    private func readScreen() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        reads += 1
        received += buffer[..<count]
        terminal.feed(buffer[..<count])
        sendAnswers()
        didRead?()
        return true
    }

    private func readReport() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(report, &buffer, buffer.count)
        if count == 0 {
            close(report)
            report = -1
        }
        guard count > 0 else { return false }
        reportRest += buffer[..<count]
        while let end = reportRest.firstIndex(of: 10) {
            reports.append(String(decoding: reportRest[..<end], as: UTF8.self))
            reportRest.removeSubrange(...end)
        }
        return true
    }

    private func sendAnswers() {
        let bytes = terminal.answers
        if bytes.isEmpty { return }
        terminal.answers = []
        write(bytes, timeout: 2_000)
    }

    /// Reads while the program's input is full, as a terminal does.
    private func write(_ bytes: [UInt8], timeout: Int) {
        var done = 0
        while done < bytes.count, master >= 0, ending == nil {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(master, $0.baseAddress, min($0.count, 1_024)) }
            if count > 0 {
                done += count
                continue
            }
            var polled = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
            if poll(&polled, 1, Int32(timeout)) <= 0 { return }
            pump(milliseconds: 0)
        }
    }

    private func reap() {
        var status: Int32 = 0
        if waitpid(process, &status, WNOHANG) == process { note(status) }
    }

    private func note(_ status: Int32) {
        let signal = status & 0x7F
        ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }

    private func failure(_ what: String) -> PseudoTerminalFailure {
        PseudoTerminalFailure(description: "\(what)\n\(terminal.shown)\n\(ending == nil ? state : "")")
    }

    /// What the kernel says the program is at, a line a thread.
    private var state: String {
        guard let threads = opendir("/proc/\(process)/task") else { return "no process" }
        defer { closedir(threads) }
        var lines: [String] = []
        while let entry = readdir(threads) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard Int(name) != nil else { continue }
            let folder = "/proc/\(process)/task/\(name)/"
            let status = Self.text(of: folder + "status").split(separator: "\n").filter { line in
                ["State", "Sig", "Shd"].contains { line.hasPrefix($0) }
            }
            let place = Self.text(of: folder + "wchan") + " " + Self.text(of: folder + "syscall")
            lines.append("\(name): \(status.joined(separator: " ")) \(place)")
        }
        return lines.joined(separator: "\n")
    }

    /// The first 4 KiB of a file of /proc; empty where it cannot be read.
    package static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}

// Standard input and output for text mode: a terminal of any kind, a pipe or a file. Lines that were read wait here until they
// are asked for; writing never blocks the loop. A terminal has a prompt with an editable line, and output waits until that line
// ends.

import Glibc
import Screen

/// Reads and writes lines. There can only be one at a time.
package final class LineTerminal {
    /// Called when nobody reads the output any more.
    package var didEnd: (() -> Void)?
    /// The characters it can show.
    package let glyphs: Glyphs

    private let loop: MainLoop
    private let isUTF8: Bool
    private let output: Int32
    /// The editor and the keys for it; nil if lines are read without editing.
    private let editor: LineEditor?
    private var keys: TypedKeys
    /// The original modes of the terminal.
    private let modes: termios
    /// Whether prompts are shown.
    package let isPrompting: Bool
    /// Whether a terminal shows nothing of the line that is typed next: a password. One that has begun stays as it is.
    package var hidesLine = false { didSet { setEcho(isOff: hidesLine) } }
    /// Whether the terminal echoes what is typed, and whether that is off for a hidden line. An editor echoes itself.
    private let hasEcho: Bool
    private var isEchoOff = false
    /// Whether one is shown now, followed by what has been typed.
    private var isPrompted = false
    /// Output that waits for the end of the line that is being typed.
    private var heldLines: [String] = []
    private var readable: Watch?
    private var writable: Watch?
    /// Whether the input has ended.
    private var hasEnded = false
    private var isGone = false
    /// The line that is being read.
    private var line: [UInt8] = []
    private var lines: [String] = []
    /// Bytes that have to be written.
    private var unwritten: [UInt8] = []

    /// The most bytes of a line; the rest is dropped.
    private static let longestLine = 1 << 12
    /// Limits on lines read ahead and bytes not written yet: beyond them nothing is read.
    private static let (mostLines, mostUnwritten) = (64, 1 << 16)
    /// How long the exit waits for a reader, in milliseconds.
    private static let timeout: Int32 = 250
    private static let prompt = "> "

    /// Starts reading.
    package init(loop: MainLoop) {
        self.loop = loop
        isUTF8 = TerminalLocale.adopt().isUTF8
        glyphs = isUTF8 ? .unicode : .ascii
        signal(SIGPIPE, SIG_IGN)
        output = Self.openOutput()
        isPrompting = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        keys = TypedKeys(isUTF8: isUTF8)
        modes = TerminalLine.modes
        let hasEcho = isatty(STDIN_FILENO) == 1 && modes.c_lflag & tcflag_t(ECHO) != 0
        editor = isPrompting && hasEcho ? Self.makeEditor(output, modes) : nil
        self.hasEcho = hasEcho && editor == nil
        readable = loop.watch(STDIN_FILENO, .read) { [unowned self] _ in read() }
        if hasEcho {
            loop.onSignal(SIGTSTP) { [unowned self] in suspend() }
            loop.onSignal(SIGCONT) { [unowned self] in resume() }
        }
    }

    /// Whether all input was read and taken.
    package var isAtEnd: Bool { hasEnded && lines.isEmpty }

    /// The next line without its end; nil if there is none yet, and then a prompt is shown. `isHidden`: see `hidesLine`.
    package func nextLine(isHidden: Bool = false) -> String? {
        hidesLine = isHidden
        guard unwritten.count < Self.mostUnwritten else { return nil }
        if lines.isEmpty { showPrompt() }
        defer { setInterest() }
        return lines.isEmpty ? nil : lines.removeFirst()
    }

    /// Writes a line, after the one that is being typed.
    package func write(line text: String) {
        if isTyping { return heldLines.append(text) }
        hidePrompt()
        let scalars = text.unicodeScalars.map { isUTF8 || $0.isASCII ? $0 : "?" }
        put(Array(String(String.UnicodeScalarView(scalars)).utf8) + [UInt8(ascii: "\n")])
    }

    /// Rings the bell if there is a terminal. What happened is written there anyway.
    package func ringBell(showing text: String?) { if isatty(STDOUT_FILENO) == 1 { put([7]) } }

    /// The player copies lines from the terminal.
    package func copy(_ text: String) -> Bool { false }

    /// Stops reading, writes what is left if somebody reads it soon, and restores the terminal.
    package func restore() {
        readable?.cancel()
        leaveLine()
        TerminalRestore.leave(with: [])
        TerminalRestore.restore()
        writable?.cancel()
        var waited = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        while !isGone, !unwritten.isEmpty, poll(&waited, 1, Self.timeout) > 0 { flush() }
    }

    // MARK: Reading

    private func read() {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, count in
            let more = Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
            if more < 0 { code = errno }
            count = max(0, more)
        }
        if bytes.isEmpty {
            if code == EINTR || code == EAGAIN { return }
            return end()
        }
        if editor != nil {
            keys.append(bytes)
            return edit()
        }
        if bytes.contains(UInt8(ascii: "\n")) { isPrompted = false }
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        keep(rest)
        setInterest()
    }

    private func keep(_ part: ArraySlice<UInt8>) { line += part.prefix(Self.longestLine - line.count) }

    private func end() {
        hasEnded = true
        readable?.cancel()
        leaveLine()
        if !line.isEmpty { endLine() }
    }

    private func endLine() {
        lines.append(String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self))
        line = []
    }

    /// Stops reading while lines are not taken or output is not read.
    private func setInterest() {
        let isFull = lines.count >= Self.mostLines || keys.count > Self.longestLine || unwritten.count >= Self.mostUnwritten
        if !hasEnded { readable?.interest = isFull ? [] : .read }
    }

    // MARK: Writing

    /// Opens a terminal or a pipe again: O_NONBLOCK would otherwise affect programs that share it.
    private static func openOutput() -> Int32 {
        var status = stat()
        let isWritable = fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
        guard isWritable, fstat(STDOUT_FILENO, &status) == 0, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            return STDOUT_FILENO
        }
        let new = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return new >= 0 ? new : STDOUT_FILENO
    }

    private func put(_ bytes: [UInt8]) {
        if isGone { return }
        unwritten += bytes
        if writable == nil { flush() }
        setInterest()
    }

    private func flush() {
        var sent = 0
        defer { unwritten.removeFirst(sent) }
        while sent < unwritten.count {
            let count = unwritten[sent...].withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if count < 0 && errno == EINTR {
                continue
            } else if count < 0 && errno == EAGAIN {
                if writable == nil { writable = loop.watch(output, .write) { [unowned self] _ in flush() } }
                return
            } else {
                sent = unwritten.count
                isGone = true
                break
            }
        }
        writable?.cancel()
        writable = nil
        if isGone { didEnd?() } else { setInterest() }
    }
}

// MARK: - On a terminal

extension LineTerminal {
    /// Whether something was typed after the prompt.
    private var isTyping: Bool { isPrompted && (editor?.count ?? 0) > 0 }

    /// Uses an editor if the terminal echoes. Emacs' shell and its like do not; they have an editor, and hide passwords themselves.
    private static func makeEditor(_ output: Int32, _ modes: termios) -> LineEditor? {
        arm(output, modes)
        return LineEditor(prompt: prompt)
    }

    /// Restores the terminal on every way out, on a new line.
    private static func arm(_ output: Int32, _ modes: termios) {
        TerminalRestore.arm(output: output, input: STDIN_FILENO, modes: modes, bytes: [UInt8(ascii: "\n")])
    }

    /// Stops or resumes the terminal's own echo; where there is an editor it is off anyway.
    private func setEcho(isOff: Bool) {
        guard hasEcho, isOff != isEchoOff else { return }
        isEchoOff = isOff
        guard isOff else { return TerminalRestore.restore() }
        // Nothing has to be written on the way out: the output is no terminal.
        TerminalRestore.arm(output: output, input: STDIN_FILENO, modes: modes, bytes: [])
        var quiet = modes
        quiet.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &quiet)
    }

    private func showPrompt() {
        guard isPrompting, !hasEnded else { return }
        if !isTyping { editor?.isHidden = hidesLine }
        if !isPrompted { put(editor?.show() ?? Array(Self.prompt.utf8)) }
        isPrompted = true
        edit()
    }

    /// Erases the empty prompt before output. This works on every terminal.
    private func hidePrompt() {
        guard isPrompted else { return }
        isPrompted = false
        put(Array("\r\(String(repeating: " ", count: Self.prompt.utf8.count))\r".utf8))
    }

    /// Handles typed keys until a line is complete. The next line is handled after the answers to this one.
    private func edit() {
        guard let editor else { return }
        var shown: [UInt8] = []
        while isPrompted, !hasEnded, lines.isEmpty, unwritten.count < Self.mostUnwritten, let key = keys.next() {
            let (outcome, bytes) = editor.take(key)
            if bytes != [7] || shown.last != 7 { shown += bytes }  // one bell is enough
            // A paste has many keys and should cause few writes.
            if case .editing = outcome, isTyping || heldLines.isEmpty, shown.count < 1 << 12 { continue }
            put(shown)
            shown = []
            switch outcome {
            case .editing: if !isTyping { writeHeldLines() }
            case .line(let text):
                isPrompted = false
                writeHeldLines()
                lines.append(text)
            case .end: end()
            }
        }
        put(shown)
        setInterest()
    }

    private func writeHeldLines() {
        let lines = heldLines
        heldLines = []
        for line in lines { write(line: line) }
    }

    /// Leaves the line as it is; output follows on the next one.
    private func leaveLine() {
        if isTyping {
            isPrompted = false
            put([UInt8(ascii: "\n")])
            writeHeldLines()
        } else {
            hidePrompt()
        }
    }

    /// Restores the terminal and stops the program until the shell continues it.
    private func suspend() {
        TerminalRestore.restore()
        TerminalLine.stopProgram()
        resume()
    }

    /// To be called after a stop: the shell may have changed everything.
    private func resume() {
        guard !TerminalLine.isInBackground else { return }
        if isEchoOff {
            isEchoOff = false
            setEcho(isOff: true)
        }
        guard let editor else { return }
        Self.arm(output, modes)
        editor.retake()
        if isPrompted { put([UInt8(ascii: "\r")] + editor.show()) }
    }
}

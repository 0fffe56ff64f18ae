// Standard input and output in lines, for the program without a full screen: a terminal of any kind, a pipe or a file. What is read waits
// here until it is asked for; what is written never blocks the loop. On a terminal there is a prompt, and a line can be edited: what is
// said meanwhile waits until that line ends. It knows no meaning of a line.

import Glibc
import Screen

/// Lines in and out. One at a time.
package final class LineTerminal {
    /// Nobody reads what is written any more.
    package var didEnd: (() -> Void)?
    /// What it can show.
    package let glyphs: Glyphs

    private let loop: MainLoop
    private let isUTF8: Bool
    private let output: Int32
    /// Where lines are typed and not just read: what edits them, and the keys on their way to it.
    private let editor: LineEditor?
    private var keys: TypedKeys
    /// The modes that the terminal had.
    private let modes: termios
    /// Whether prompts are for somebody, and whether one stands at the cursor, with what has been typed after it.
    private let isPrompting: Bool
    private var isPrompted = false
    /// What is to be said once the line that is being typed ends.
    private var held: [String] = []
    private var readable: Watch?
    private var writable: Watch?
    /// Whether the input is over.
    private var hasEnded = false
    private var isGone = false
    /// The line that is being read, as far as it is kept.
    private var line: [UInt8] = []
    private var lines: [String] = []
    /// What is on its way out.
    private var leaving: [UInt8] = []

    /// The most bytes that are kept of a line.
    private static let longestLine = 1 << 12
    /// So many lines are read ahead, and so many bytes may wait to be written, before nothing more is read.
    private static let (mostLines, mostLeaving) = (64, 1 << 16)
    /// How long the way out waits for a reader that does not read, in milliseconds.
    private static let timeout: Int32 = 250
    private static let prompt = "> "

    /// Reads from now on.
    package init(loop: MainLoop) {
        self.loop = loop
        isUTF8 = TerminalLocale.adopt().isUTF8
        glyphs = isUTF8 ? .unicode : .ascii
        signal(SIGPIPE, SIG_IGN)
        output = Self.openOutput()
        isPrompting = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        keys = TypedKeys(isUTF8: isUTF8)
        modes = TerminalLine.modes
        editor = isPrompting ? Self.takeTerminal(output, modes) : nil
        readable = loop.watch(STDIN_FILENO, .read) { [unowned self] _ in read() }
        if editor != nil {
            loop.onSignal(SIGTSTP) { [unowned self] in suspend() }
            loop.onSignal(SIGCONT) { [unowned self] in resume() }
        }
    }

    /// Whether all that was to be read has been.
    package var isAtEnd: Bool { hasEnded && lines.isEmpty }

    /// The next line that was read, without its end; nil while there is none: then it is prompted for.
    package func nextLine() -> String? {
        guard leaving.count < Self.mostLeaving else { return nil }
        if lines.isEmpty { showPrompt() }
        defer { setInterest() }
        return lines.isEmpty ? nil : lines.removeFirst()
    }

    /// Writes a line; while another one is being typed, after that.
    package func say(_ text: String) {
        if isTyping { return held.append(text) }
        hidePrompt()
        let scalars = text.unicodeScalars.map { isUTF8 || $0.isASCII ? $0 : "?" }
        put(Array(String(String.UnicodeScalarView(scalars)).utf8) + [UInt8(ascii: "\n")])
    }

    /// Rings the bell, where there is one.
    package func ringBell() { if isatty(STDOUT_FILENO) == 1 { put([7]) } }

    /// Nothing is read any more, what was written leaves, if somebody reads it within a moment, and the terminal is as it was.
    package func restore() {
        readable?.cancel()
        leaveLine()
        TerminalRestore.leave(with: [])
        TerminalRestore.restore()
        writable?.cancel()
        var waited = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        while !isGone, !leaving.isEmpty, poll(&waited, 1, Self.timeout) > 0 { flush() }
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

    /// Who types faster than the program answers, or does not read the answers, has to wait.
    private func setInterest() {
        let isFull = lines.count >= Self.mostLines || keys.count > Self.longestLine || leaving.count >= Self.mostLeaving
        if !hasEnded { readable?.interest = isFull ? [] : .read }
    }

    // MARK: Writing

    /// A terminal and a pipe are opened once more: O_NONBLOCK on what we share with others would reach them too.
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
        leaving += bytes
        if writable == nil { flush() }
        setInterest()
    }

    private func flush() {
        var sent = 0
        defer { leaving.removeFirst(sent) }
        while sent < leaving.count {
            let count = leaving[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if count < 0 && errno == EINTR {
                continue
            } else if count < 0 && errno == EAGAIN {
                if writable == nil { writable = loop.watch(output, .write) { [unowned self] _ in flush() } }
                return
            } else {
                sent = leaving.count
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
    /// Whether there is something in the line after the prompt.
    private var isTyping: Bool { isPrompted && (editor?.count ?? 0) > 0 }

    /// Has lines edited where the terminal echoes what is typed. In an Emacs shell and its like it does not: who types there has an editor.
    private static func takeTerminal(_ output: Int32, _ modes: termios) -> LineEditor? {
        guard modes.c_lflag & tcflag_t(ECHO) != 0 else { return nil }
        arm(output, modes)
        return LineEditor(prompt: prompt)
    }

    /// Every way out gives the terminal back, and leaves the line.
    private static func arm(_ output: Int32, _ modes: termios) {
        TerminalRestore.arm(output: output, input: STDIN_FILENO, modes: modes, bytes: [UInt8(ascii: "\n")])
    }

    private func showPrompt() {
        guard isPrompting, !hasEnded else { return }
        if !isPrompted { put(editor?.show() ?? Array(Self.prompt.utf8)) }
        isPrompted = true
        edit()
    }

    /// The prompt makes room for what is said; nothing stands behind it. No terminal needs more than this to wipe it out.
    private func hidePrompt() {
        guard isPrompted else { return }
        isPrompted = false
        put(Array("\r\(String(repeating: " ", count: Self.prompt.utf8.count))\r".utf8))
    }

    /// What was typed is done, key by key, until a line ends: the next one comes after the answers to this one.
    private func edit() {
        guard let editor else { return }
        var shown: [UInt8] = []
        while isPrompted, !hasEnded, lines.isEmpty, leaving.count < Self.mostLeaving, let key = keys.next() {
            let (outcome, bytes) = editor.take(key)
            if bytes != [7] || shown.last != 7 { shown += bytes }  // one bell is enough
            // A paste is many keys and few writes.
            if case .editing = outcome, isTyping || held.isEmpty, shown.count < 1 << 12 { continue }
            put(shown)
            shown = []
            switch outcome {
            case .editing: if !isTyping { sayHeld() }
            case .line(let text):
                isPrompted = false
                sayHeld()
                lines.append(text)
            case .end: end()
            }
        }
        put(shown)
        setInterest()
    }

    private func sayHeld() {
        let sentences = held
        held = []
        sentences.forEach(say)
    }

    /// The line is left as it is, and what is said comes after it.
    private func leaveLine() {
        if isTyping {
            isPrompted = false
            put([UInt8(ascii: "\n")])
            sayHeld()
        } else {
            hidePrompt()
        }
    }

    /// The terminal is given back, and the program stops until the shell continues it.
    private func suspend() {
        TerminalRestore.restore()
        TerminalLine.stopProgram()
        resume()
    }

    /// After a stop, ours or someone else's: the shell may have changed everything meanwhile.
    private func resume() {
        guard let editor, !TerminalLine.isInBackground else { return }
        Self.arm(output, modes)
        editor.retake()
        if isPrompted { put([UInt8(ascii: "\r")] + editor.show()) }
    }
}

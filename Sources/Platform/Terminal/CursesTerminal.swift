// The full-screen terminal: reads keys and draws canvases. ncurses decides which bytes update the screen; this class decides
// what is read and when it is written.

import CNcurses
import CSodium
import Glibc
import Screen

/// The terminal. There can only be one at a time.
package final class CursesTerminal {
    /// Called when a key was pressed.
    package var didPress: ((Key) -> Void)?
    /// Called when the size has changed. The window is blank until a canvas of that size is shown.
    package var didResize: ((Size) -> Void)?
    /// Called when `glyphs` has changed because the terminal draws ● in two cells. The screen must be drawn again.
    package var didChangeGlyphs: (() -> Void)?
    /// Called when the terminal got or lost the keyboard's focus, with nil when that is unknown again.
    package var didChangeFocus: ((Bool?) -> Void)?
    /// Called when the terminal is gone. No events follow.
    package var didEnd: (() -> Void)?
    /// The size in cells, at least 1×1.
    package private(set) var size: Size
    /// The characters it can draw, as far as is known.
    package private(set) var glyphs: Glyphs

    let loop: MainLoop
    let line = TerminalLine()
    private let locale: TerminalLocale
    let output: CursesTerminalOutput
    private let capabilities: TerminalCapabilities
    private let painter: CursesTerminalPainter
    var title: WindowTitle
    /// How it shows messages while the player looks elsewhere.
    private var message: TerminalMessage
    /// Who reorders right-to-left text, and the sequences that tell the terminal so.
    var reordering = ReorderingMode.none
    var leaveReordering: [UInt8] = []
    var input: TerminalInput
    /// Receives the bytes for `input`.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8_192, alignment: 1)
    private var canvas: Canvas?

    var isOurs = false
    var isEnded = false
    /// Whether the terminal shows its caret; nil if unknown.
    var isCaretShown: Bool?
    private var shownFocus: Point?
    /// Whether the whole screen must be drawn again.
    private var isRepaintDue = false
    /// Whether the terminal's modes must be set again.
    var isEnterDue = true
    /// When the terminal was asked for its caret's position; nil if it was not or has answered.
    var askedAt: Int?
    var readable: Watch?
    var writable: Watch?
    var silence: Timer?

    /// The number of keys that are handled before other descriptors are served.
    static let chunk = 256
    /// Milliseconds after which a lone Esc counts as the key Esc.
    private static let escapeDelay = 25
    /// Milliseconds of silence after which a paste counts as finished.
    private static let pasteDelay = 1_000
    /// Milliseconds to wait for an answer of the terminal.
    static let answerDelay = 500

    /// Takes over the terminal. Writes nothing before the first `show`, and nothing at all if this throws. Colours are not allowed for NO_COLOR
    /// and --no-color. For tests its glyphs may be those of line drawing, whatever it can do; the game's --ascii is one of its settings.
    package init(
        loop: MainLoop, theme: ThemeName = .standard, isColourAllowed: Bool = true, isMouseAllowed: Bool = true,
        isAsciiWanted: Bool = false
    ) throws(TerminalFailure) {
        guard isatty(0) == 1, isatty(1) == 1 else { throw .noTerminal }
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        if name.isEmpty { throw .unnamed }
        self.loop = loop
        locale = TerminalLocale.adopt()
        guard let output = CursesTerminalOutput() else { throw .exhausted }
        self.output = output
        try Self.startCurses(name, output)
        size = TerminalLine.size ?? Self.sizeByName
        capabilities = TerminalCapabilities(name: name, isMouseAllowed: isMouseAllowed, height: size.height)
        if !capabilities.canAddress { throw .dumb(name) }
        resize_term(Int32(size.height), Int32(size.width))
        title = WindowTitle(name: name, isUTF8: locale.isUTF8)
        message = TerminalMessage(version: "") { name in getenv(name).map { String(cString: $0) } }
        glyphs = TerminalFacts.glyphs(name: name, locale: locale, isAsciiWanted: isAsciiWanted)
        input = TerminalInput(keys: capabilities.keys, upperHalf: locale.upperHalf)
        painter = CursesTerminalPainter(
            size: size, lines: capabilities.chooseLines(for: glyphs, isUTF8: locale.isUTF8), isUTF8: locale.isUTF8,
            isColourAllowed: isColourAllowed, theme: theme)
        take()
        prepareFirstFrame()
        watch()
    }

    /// The number of colours; nil: none.
    package var colours: ColourDepth? { painter.depth }

    // MARK: Showing

    /// Draws the changes of `canvas` with a single write. While the terminal is busy or not ours nothing is drawn; the latest
    /// state is drawn later.
    package func show(_ canvas: Canvas) {
        self.canvas = canvas
        guard isOurs, !isEnded, !output.isWaiting else { return }
        if isRepaintDue { canvas.touch() }
        // After a complete redraw a screen reader reads everything, so no row has to come last.
        let isChanged = painter.paint(canvas, last: isRepaintDue || isEnterDue ? 0..<0 : canvas.lastRows)
        let focus = focus(of: canvas)
        let isCursorWanted = focus != nil && (canvas.isCursorVisible || canvas.caret == focus)
        let naming = title.show(canvas.windowTitle)
        guard isChanged || isRepaintDue || focus != shownFocus || isCursorWanted != isCaretShown || !naming.isEmpty else {
            return
        }
        if isRepaintDue { clearok(curses_current_screen(), true) }
        if isEnterDue || !naming.isEmpty { TerminalRestore.leave(with: title.giveBack + reordering.leave + capabilities.leave) }
        if isEnterDue { output.put(leaveReordering + reordering.enter + capabilities.enter) }
        if isEnterDue { leaveReordering = [] }
        output.put(naming)
        isRepaintDue = false
        isEnterDue = false
        place(focus)
        doupdate()
        showCaret(isCursorWanted)
        shownFocus = focus
        finish(output.send(to: line.output))
    }

    /// Redraws the whole screen.
    package func repaint() {
        guard isOurs else { return }
        isRepaintDue = true
        isEnterDue = true
        isCaretShown = nil
        if let canvas { show(canvas) }
    }

    /// Rings the bell, and shows a message where the terminal can, unless it is busy.
    package func ringBell(showing text: String?) {
        guard isOurs, !isEnded, !output.isWaiting else { return }
        output.put(capabilities.bell)
        if let text { output.put(message.bytes(showing: text, isUTF8: locale.isUTF8)) }
        finish(output.send(to: line.output))
    }

    /// Asks the terminal to copy a text (xterm's control sequences, OSC 52). Returns false where it surely cannot.
    package func copy(_ text: String) -> Bool {
        guard isOurs, !isEnded, !output.isWaiting, capabilities.mayCopy else { return false }
        var encoded = [CChar](repeating: 0, count: text.utf8.count * 2 + 8)
        sodium_bin2base64(&encoded, encoded.count, text, text.utf8.count, sodium_base64_VARIANT_ORIGINAL)
        let base64 = encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        output.put(Array("\u{1B}]52;c;".utf8) + base64 + Array("\u{1B}\\".utf8))
        finish(output.send(to: line.output))
        return true
    }

    /// Switches to another theme.
    package func setTheme(_ theme: ThemeName) { setTheme(theme, onLight: painter.isOnLight) }

    private func setTheme(_ theme: ThemeName, onLight isOnLight: Bool) {
        guard painter.setTheme(theme, onLight: isOnLight), let canvas else { return }
        canvas.touch()
        show(canvas)
    }

    private func focus(of canvas: Canvas) -> Point? {
        canvas.focus.flatMap { Rect(x: 0, y: 0, width: size.width, height: size.height).contains($0) ? $0 : nil }
    }

    /// Without a focus, ncurses leaves the cursor anywhere.
    private func place(_ focus: Point?) {
        let window = curses_standard_window()
        leaveok(window, focus == nil)
        if let focus { wmove(window, Int32(focus.y), Int32(focus.x)) }
        wnoutrefresh(window)
    }

    private func showCaret(_ isWanted: Bool) {
        if isWanted == isCaretShown { return }
        isCaretShown = isWanted
        output.put(isWanted ? capabilities.showCaret : capabilities.hideCaret)
    }

    private func finish(_ outcome: CursesTerminalOutput.Outcome) {
        switch outcome {
        case .sent:
            if writable != nil { TerminalRestore.noteFrame(isCut: false) }
            writable?.cancel()
            writable = nil
        case .waiting:
            TerminalRestore.noteFrame(isCut: true)
            if writable == nil { writable = loop.watch(line.output, .write) { [unowned self] _ in continueFrame() } }
        case .gone: end()
        }
    }

    private func continueFrame() {
        finish(output.resume(to: line.output))
        if !output.isWaiting, let canvas { show(canvas) }
    }

    // MARK: Keys

    private func watch() {
        readable = loop.watch(line.input, .read) { [unowned self] _ in read() }
        loop.onSignal(SIGWINCH) { [weak self] in self?.measure() }
        loop.onSignal(SIGTSTP) { [weak self] in self?.suspend() }
        loop.onSignal(SIGCONT) { [weak self] in self?.resume() }
    }

    private func read() {
        let count = Glibc.read(line.input, buffer.baseAddress, input.isPasting ? buffer.count : Self.chunk)
        if count > 0 {
            input.append(buffer[..<count])
            deliver()
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            end()
        }
    }

    private func deliver() {
        silence?.cancel()
        silence = nil
        while !isEnded {
            let key = input.next()
            for report in input.takeReports() { handle(report) }
            guard let key, !isEnded else { break }
            didPress?(key)
        }
        if input.isWaiting {
            awaitMore(milliseconds: Self.escapeDelay) { $0.endWait() }
        } else if input.isPasting {
            awaitMore(milliseconds: Self.pasteDelay) { $0.endPaste() }
        }
    }

    /// Calls `end` if no more bytes arrive in time. Bytes that arrived while the program was busy are in time.
    private func awaitMore(milliseconds: Int, or end: @escaping (inout TerminalInput) -> Void) {
        silence = loop.after(milliseconds: milliseconds) { [unowned self] in
            if line.hasInput { return read() }
            end(&input)
            deliver()
        }
    }

    private func handle(_ report: TerminalReport) {
        switch report {
        case .cursor(let row, let column):
            // Shift-F3 looks like an answer, and a late answer must not close an alert.
            if askedAt != nil {
                askedAt = nil
                if column == 3 { useLineDrawing() }
            } else if row == 1 {
                didPress?(.function(3))
            }
        case .background(let isLight):
            if askedAt != nil { setTheme(painter.theme, onLight: isLight) }
        case .version(let version):
            message = TerminalMessage(version: version) { name in getenv(name).map { String(cString: $0) } }
        case .focus(let hasFocus): didChangeFocus?(hasFocus)
        }
    }

    /// Reports the hang-up once. Nothing is read or written afterwards.
    private func end() {
        guard !isEnded else { return }
        isEnded = true
        readable?.cancel()
        writable?.cancel()
        writable = nil
        silence?.cancel()
        output.discard()
        didEnd?()
    }

    // MARK: Size and characters

    private static var sizeByName: Size {
        let (width, height) = (Int(tigetnum("cols")), Int(tigetnum("lines")))
        return Size(width: width > 0 ? width : 80, height: height > 0 ? height : 24)
    }

    /// If the size changed and changed back unnoticed, the terminal has lost its content.
    func measure() {
        guard let new = TerminalLine.size else { return }
        if new == size { return repaint() }
        size = new
        resize_term(Int32(new.height), Int32(new.width))
        painter.resize(to: new)
        canvas?.touch()
        isRepaintDue = true
        didResize?(new)
    }

    private func useLineDrawing() {
        glyphs = .lineDrawing
        painter.isAmbiguousWide = true
        painter.lines = capabilities.chooseLines(for: glyphs, isUTF8: locale.isUTF8)
        isRepaintDue = true
        didChangeGlyphs?()
        if let canvas { show(canvas) }
    }

    // MARK: ncurses

    /// Starts ncurses on the memory file and removes the signal handlers that it installs, because signals go through the loop.
    /// If SIGTSTP was ignored it stays so; else ncurses would ignore it during updates and lose a Ctrl-Z.
    private static func startCurses(_ name: String, _ output: CursesTerminalOutput) throws(TerminalFailure) {
        // newterm would use these instead of the terminal's actual size.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
        let before = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action
        }
        signal(SIGTSTP, SIG_IGN)
        guard let keyboard = fdopen(0, "r"), newterm(name, output.file, keyboard) != nil else { throw .unknown(name) }
        for (signal, action) in zip(signals, before) {
            var action = action
            sigaction(signal, &action, nil)
        }
        typeahead(-1)
    }

    /// Until the first endwin, ncurses 6.4 writes at every cursor motion. The first update after it enters the screen and
    /// clears it. The terminal is asked there how wide a disc is, what its background and its name are; the answers arrive like keys.
    private func prepareFirstFrame() {
        endwin()
        output.discard()
        clearok(curses_current_screen(), true)
        leaveok(curses_standard_window(), true)
        wnoutrefresh(curses_standard_window())
        doupdate()
        if glyphs == .unicode, !capabilities.whereIsCaret.isEmpty {
            // Every terminal answers the last question, so nothing is waited for when its answer is there.
            let background = painter.depth == nil ? [] : capabilities.whatIsBackground
            output.put(
                background + capabilities.whatIsIt + Array("●".utf8) + capabilities.whereIsCaret + Array("\r\u{1B}[K".utf8))
            askedAt = MainLoop.now
        }
    }
}

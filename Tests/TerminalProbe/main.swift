// A program that shows a board and does to its terminal whatever a test asks: each of its commands is one key. What it has to say
// besides the screen it writes to the descriptor named by PROBE_REPORT.

import Glibc
import Platform
import Screen

final class Probe {
    private let loop = MainLoop()
    private let terminal: CursesTerminal
    private let canvas: Canvas
    private var column = 0
    private var keys = ""
    private var theme = ThemeName.standard
    private let report = getenv("PROBE_REPORT").flatMap { Int32(String(cString: $0)) }
    private var frames = 0

    init(_ arguments: [String]) throws(TerminalFailure) {
        terminal = try CursesTerminal(
            loop: loop, isColourAllowed: !arguments.contains("--no-color"), isMouseAllowed: !arguments.contains("--no-mouse"),
            isAsciiWanted: arguments.contains("--ascii"))
        canvas = Canvas(size: terminal.size)
        terminal.didPress = { [unowned self] in press($0) }
        terminal.didResize = { [unowned self] in
            canvas.resize(to: $0)
            draw()
        }
        terminal.didChangeGlyphs = { [unowned self] in draw() }
        terminal.didChangeFocus = { [unowned self] in say("focus \($0.map(String.init) ?? "unknown")") }
        terminal.didEnd = { [unowned self] in
            say("end")
            loop.stop()
        }
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            loop.onSignal(signal) { [unowned self] in
                say("signal \(signal)")
                loop.stop()
            }
        }
        loop.willWait = { [unowned self] in terminal.show(canvas) }
        draw()
    }

    func run() {
        loop.run()
        terminal.restore()
        say("over")
    }

    private func press(_ key: Key) {
        switch key {
        case .character("j"), .character("k"): return moveOnly(key == .character("j") ? 1 : 6)
        case .character("q"): loop.stop()
        case .left: column = (column + 6) % 7
        case .right: column = (column + 1) % 7
        case .home: column = 0
        case .end: column = 6
        case .control("l"): terminal.repaint()
        case .character("b"): terminal.ringBell(showing: nil)
        case .character("B"): terminal.ringBell(showing: "Zo\u{EB}\u{1B}\\\u{9C}\u{7};evil; has moved.")
        case .character("c"): canvas.caret = canvas.caret == nil ? Point(x: 3, y: 18) : nil
        case .character("t"):
            theme = ThemeName.allCases[((ThemeName.allCases.firstIndex(of: theme) ?? 0) + 1) % ThemeName.allCases.count]
            terminal.setTheme(theme)
        case .character("w"): wide()
        case .character("n"): canvas.windowTitle = "Zo\u{EB}\u{1B}]2;evil\u{7}\u{9C}'s turn \u{2013} probe"
        case .character("N"): canvas.windowTitle = ""
        case .character("m"): fill()
        case .character("F"): fatalError("the probe was told to fail")
        case .character("S"): UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .character("A"): abort()
        case .character("O"): _ = overflow(1)
        case .character("E"): exit(3)
        case .character("e"): fputs("a message\n", stderrStream)
        default: break
        }
        note(key)
        if key != .character("w"), key != .character("m") { draw() }
    }

    /// The least a key can change: for measuring.
    private func moveOnly(_ step: Int) {
        canvas.put(" ", x: 3 + column * 4, y: 1)
        column = (column + step) % 7
        canvas.put("▼", x: 3 + column * 4, y: 1, column % 2 == 0 ? .yellow : .red)
    }

    private func note(_ key: Key) {
        if case .paste(let text) = key {
            say("paste \(text.unicodeScalars.count)")
            keys = "paste(\(text.unicodeScalars.prefix(20).map { $0 == "\n" ? "/" : String($0) }.joined()))"
        } else if case .click(let point) = key {
            keys = "click(\(point.x),\(point.y))"
        } else if case .wheel(let step) = key {
            keys = "wheel(\(step))"
        } else {
            keys = key.name
        }
        say("key \(keys)")
    }

    /// A board as the game's is: 7×6, two columns wide each, discs of both.
    private func draw() {
        canvas.glyphs = terminal.glyphs
        for column in 0..<7 {
            canvas.put(column == self.column ? "▼" : " ", x: 3 + column * 4, y: 1, column % 2 == 0 ? .yellow : .red)
        }
        canvas.put("┌" + String(repeating: "───┬", count: 6) + "───┐", x: 1, y: 2, .frame)
        for row in 0..<6 {
            for column in 0..<7 {
                canvas.put("│", x: 1 + column * 4, y: 3 + row * 2, .frame)
                let disc = (row * 7 + column * 3) % 5
                if disc < 2, row > 2 {
                    canvas.put(disc == 0 ? "●" : "○", x: 3 + column * 4, y: 3 + row * 2, disc == 0 ? .yellow : .red)
                }
            }
            canvas.put("│", x: 29, y: 3 + row * 2, .frame)
            let line =
                row == 5 ? "└" + String(repeating: "───┴", count: 6) + "───┘" : "├" + String(repeating: "───┼", count: 6) + "───┤"
            canvas.put(line, x: 1, y: 4 + row * 2, .frame)
        }
        canvas.put("Your turn", x: 34, y: 3, .label)
        canvas.put("\(canvas.size.width)x\(canvas.size.height) \(terminal.glyphs.rawValue)", x: 34, y: 5, .faint)
        canvas.fill(Rect(x: 34, y: 7, width: 40, height: 1))
        canvas.put("key: " + keys, x: 34, y: 7)
        canvas.put("Enter", x: 1, y: canvas.size.height - 1, .key)
        canvas.put("drops", x: 7, y: canvas.size.height - 1, .keyLabel)
        canvas.put("q", x: 14, y: canvas.size.height - 1, .key)
        canvas.put("quits", x: 16, y: canvas.size.height - 1, .keyLabel)
    }

    /// Characters of every width.
    private func wide() {
        canvas.put("日本語 é e\u{301} ☃ \u{1F600} ½ ‖ ═║╔ \u{E000}\u{7} end", x: 0, y: 16)
    }

    /// Every cell in another look and another character than before.
    private func fill() {
        frames += 1
        let roles = Role.allCases
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width {
                let at = x + y + frames
                canvas[x, y] = Cell(Unicode.Scalar(UInt8(33 + at % 90)), roles[at % roles.count])
            }
        }
    }

    private func overflow(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            buffer[depth % 4_096] = 1
            return overflow(depth + 1) + Int(buffer[depth % 7])
        }
    }

    private func say(_ text: String) {
        guard let report else { return }
        let line = Array((text + "\n").utf8)
        _ = write(report, line, line.count)
    }
}

// Newer headers say that it may be missing, and older ones that nobody knows.
nonisolated(unsafe) let stderrStream: UnsafeMutablePointer<FILE> = {
    let stream: UnsafeMutablePointer<FILE>? = fdopen(2, "w")
    guard let stream else { exit(4) }
    return stream
}()
setvbuf(stderrStream, nil, _IONBF, 0)

do {
    let arguments = CommandLine.arguments
    if arguments.contains("--facts") {
        let facts = TerminalFacts.gather(isAsking: true)
        print(facts.name, facts.colours, facts.mouse.rawValue, facts.codeset, facts.glyphs.rawValue, facts.glyphWidth ?? 0)
        exit(0)
    }
    signal(SIGPIPE, SIG_IGN)
    try Probe(arguments).run()
} catch {
    print(error)
    exit(2)
}

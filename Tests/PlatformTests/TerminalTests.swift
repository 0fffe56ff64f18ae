// The real terminal code in a real program on a real pseudo-terminal: what is shown, and how the terminal is restored.

import Glibc
import Screen
import TestSupport
import Testing

@Suite(.serialized) struct TerminalTests {
    /// The probe, its first screen drawn.
    private func start(
        _ arguments: [String] = [], environment: [String: String] = [:], size: Size = Size(width: 80, height: 24),
        term: String = "xterm-256color", locale: String = "C.UTF-8", isAnswering: Bool = true
    ) throws -> PseudoTerminal {
        let pty = try PseudoTerminal(
            "terminal-probe", arguments, environment: environment, size: size, term: term, locale: locale, isReporting: true,
            isAnswering: isAnswering)
        try pty.wait(for: "Your turn")
        return pty
    }

    // MARK: Every way out

    @Test func quittingLeavesNothing() throws {
        let pty = try start()
        #expect(pty.screen.isAlternate && !pty.screen.isCaretVisible && pty.screen.reportsMouse && !pty.isInLineMode)
        #expect(pty.screen.modes.isSuperset(of: [1003, 1004, 1006, 2004]))
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.leftovers == [])
        #expect(pty.screen.lines.allSatisfy { $0.isEmpty })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsThatAreHandled(signal: Int32) throws {
        let pty = try start()
        pty.signal(signal)
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.reports.contains("signal \(signal)"))
        #expect(pty.leftovers == [])
    }

    @Test(arguments: [SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGUSR1, SIGALRM, SIGXCPU, SIGSYS])
    func signalsThatKill(signal: Int32) throws {
        let pty = try start()
        pty.signal(signal)
        #expect(try pty.waitForEnd() == .killed(signal))
        #expect(pty.leftovers == [])
    }

    @Test(arguments: ["xterm-256color", "linux", "vt100", "screen", "xterm-mono"]) func aTrapIsReportedAfterwards(term: String)
        throws
    {
        let pty = try start(term: term)
        pty.type("F")
        let ending = try pty.waitForEnd()
        #expect(ending == .killed(SIGILL) || ending == .killed(SIGTRAP))
        #expect(pty.leftovers == [])
        #expect(pty.screen.contains("Fatal error: the probe was told to fail"))
    }

    @Test(arguments: [("S", SIGSEGV), ("A", SIGABRT), ("O", SIGSEGV)]) func crashesFromWithin(key: String, signal: Int32) throws {
        let pty = try start()
        pty.type(key)
        #expect(try pty.waitForEnd() == .killed(signal))
        #expect(pty.leftovers == [])
    }

    @Test func exitWithoutGoodbye() throws {
        let pty = try start()
        pty.type("E")
        #expect(try pty.waitForEnd() == .exited(3))
        #expect(pty.leftovers == [])
    }

    @Test func messagesWaitForTheEnd() throws {
        let pty = try start()
        pty.type("e")
        try pty.wait(for: "key: E")
        #expect(!pty.screen.contains("a message"))
        pty.type("q")
        try pty.waitForEnd()
        #expect(pty.screen.lines.first == "a message")
        #expect(pty.leftovers == [])
    }

    @Test func aClosedWindowEndsIt() throws {
        let pty = try start()
        pty.hangUp()
        #expect(try pty.waitForEnd() == .exited(0))
        #expect(pty.reports.filter { $0 == "end" }.count <= 1)
        #expect(pty.reports.last == "over")
    }

    /// The title has no control characters, even with a hostile name in it. It is restored however the program ends.
    @Test(arguments: ["xterm-256color", "xterm", "tmux-256color", "screen-256color"], ["q", "S", "A", "E", "F"])
    func theWindowsTitleIsGivenBack(term: String, end: String) throws {
        let pty = try start(term: term)
        #expect(pty.title.title == TitleScanner.before)
        pty.type("nnn")
        try pty.wait(for: "key: N")
        #expect(pty.title.title == "Zo\u{EB}]2;evil's turn – probe" && pty.title.changes == 1, "it is written when it changes")
        pty.type(end)
        try pty.waitForEnd()
        #expect(pty.title.title == TitleScanner.before)
    }

    @Test func theWindowsTitleIsGivenBackWhileStopped() throws {
        let pty = try start()
        pty.type("n")
        try pty.wait(for: "key: N")
        pty.send([0x1A])
        try pty.waitForStop()
        #expect(pty.title.title == TitleScanner.before)
        pty.signal(SIGCONT)
        pty.type(.right)
        try pty.wait(for: "key: →")
        #expect(pty.title.title.hasPrefix("Zo"))
        pty.send([0x0C])
        pty.type("N")
        try pty.wait(for: "key: N")
        #expect(pty.title.title == TitleScanner.before, "an empty one is the title that was there before")
        pty.type("nq")
        try pty.waitForEnd()
        #expect(pty.leftovers == [])
    }

    @Test(arguments: ["linux", "vt100", "rxvt"]) func othersHaveNoTitle(term: String) throws {
        let pty = try start(term: term)
        pty.type("n")
        try pty.wait(for: "key: N")
        #expect(pty.title.changes == 0)
    }

    @Test func stopAndContinue() throws {
        let pty = try start()
        for key in [true, false] {
            if key { pty.send([0x1A]) } else { pty.signal(SIGTSTP) }
            try pty.waitForStop()
            #expect(pty.leftovers == [])
            #expect(!pty.screen.isAlternate && pty.screen.lines.allSatisfy { $0.isEmpty })
            pty.resize(to: Size(width: 60, height: 20))
            pty.signal(SIGCONT)
            try pty.wait(for: "60x20")
            #expect(pty.screen.isAlternate && !pty.screen.isCaretVisible && pty.screen.reportsMouse && !pty.isInLineMode)
            pty.type(.right)
            try pty.wait(for: "key: →")
            pty.resize(to: Size(width: 80, height: 24))
            try pty.wait(for: "80x24")
        }
        pty.type("q")
        try pty.waitForEnd()
        #expect(pty.leftovers == [])
    }

    @Test func stoppedByOthersAndMessedUp() throws {
        let pty = try start()
        pty.signal(SIGSTOP)
        try pty.waitForStop()
        pty.signal(SIGCONT)
        pty.type(.left)
        try pty.wait(for: "key: ←")
        pty.type("q")
        try pty.waitForEnd()
        #expect(pty.leftovers == [])
    }

    @Test func asAShellsJob() throws {
        let pty = try PseudoTerminal("/bin/bash", ["--norc", "--noprofile", "-i"], environment: ["PS1": "$ "])
        pty.send(Array("\(PseudoTerminal.path(of: "terminal-probe"))\r".utf8))
        try pty.wait(for: "Your turn")
        pty.send([0x1A])
        try pty.wait(for: "Stopped")
        // In the background it stops again at once, and does not touch the screen.
        pty.send(Array("bg; wait; echo b''ack\r".utf8))
        try pty.wait(for: "back")
        #expect(!pty.screen.isAlternate)
        pty.send(Array("fg\r".utf8))
        try pty.wait(for: "Your turn")
        pty.type(.right)
        try pty.wait(for: "key: →")
        pty.send([0x1A])
        try pty.wait(for: "the shell") { !$0.isAlternate }
        pty.send(Array("kill %1; wait; echo g''one\r".utf8))
        try pty.wait(for: "gone")
        #expect(!pty.screen.isAlternate && pty.screen.isCaretVisible && !pty.screen.reportsMouse)
        pty.send(Array("jobs; exit\r".utf8))
        try pty.waitForEnd()
    }

    // MARK: Terminals

    @Test(arguments: [("dumb", "dumb("), ("nope", "unknown("), ("", "unnamed")])
    func refused(term: String, failure: String) throws {
        let pty = try PseudoTerminal("terminal-probe", term: term)
        #expect(try pty.waitForEnd() == .exited(2))
        #expect(pty.screen.contains(failure))
        #expect(pty.leftovers == [])
        #expect(!pty.received.contains(0x1B))
    }

    @Test func noTerminal() throws {
        let pty = try PseudoTerminal(
            "/bin/sh", ["-c", PseudoTerminal.path(of: "terminal-probe") + " < /dev/null; echo status $?"])
        try pty.wait(for: "status 2")
        #expect(pty.screen.contains("noTerminal"))
    }

    @Test(arguments: ["xterm", "xterm-256color", "linux", "vt100", "screen-256color", "tmux-256color", "rxvt", "xterm-mono"])
    func theBoardOnManyTerminals(term: String) throws {
        for locale in ["C.UTF-8", "C"] {
            let pty = try start(term: term, locale: locale)
            let shown = pty.screen
            #expect(shown.lines[1] == (locale == "C" ? "   v" : "   ▼"))
            #expect(shown.lines[2] == " ┌───┬───┬───┬───┬───┬───┬───┐")
            let discs = locale == "C" ? " │ O │   │   │ X │   │ O │   │" : " │ ○ │   │   │ ● │   │ ○ │   │"
            #expect(shown.lines[9] == (term == "linux" ? discs.replacing("●", with: "■") : discs))
            pty.type("q")
            try pty.waitForEnd()
            #expect(pty.leftovers == [], "\(term) \(locale)")
        }
    }

    @Test func asciiOnRequest() throws {
        let pty = try start(["--ascii"])
        #expect(pty.screen.lines[2] == " ┌───┬───┬───┬───┬───┬───┬───┐")
        #expect(pty.received.allSatisfy { $0 < 0x80 })
        let console = try start(["--ascii"], term: "linux")
        #expect(console.screen.lines[2] == " +---+---+---+---+---+---+---+")
        #expect(console.received.allSatisfy { $0 < 0x80 })
    }

    @Test("On a light background yellow text is dark, as the terminal reports it or the environment says")
    func lightBackground() throws {
        let dark = Look(.yellow)
        let light = ThemeName.light.look(of: .yellow, depth: .many)
        let pty = try start(isAnswering: false)
        #expect(pty.cell(x: 3, y: 1).look == dark)
        pty.send(Array("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\\u{1B}[1;2R".utf8))
        try pty.wait(for: "the light colours") { _ in pty.cell(x: 3, y: 1).look == light }
        #expect(try start(environment: ["COLORFGBG": "0;15"]).cell(x: 3, y: 1).look == light)
        #expect(try start(environment: ["COLORFGBG": "15;default;0"]).cell(x: 3, y: 1).look == dark)
    }

    @Test func coloursAreTheTerminalsOwn() throws {
        let pty = try start()
        #expect(pty.cell(x: 3, y: 1).text == "▼")
        #expect(pty.cell(x: 3, y: 1).look == Look(.yellow))
        #expect(pty.cell(x: 1, y: 2).look == Look(.blue))
        #expect(pty.cell(x: 3, y: 9).look == Look(.red))
        #expect(pty.cell(x: 34, y: 3).look == Look(nil, on: nil, .bold))
        // It asks for the background and sets nothing.
        #expect(
            String(decoding: pty.received, as: UTF8.self).split(separator: "\u{1B}]").dropFirst().allSatisfy {
                $0.hasPrefix("11;?")
            })
        pty.type("tt")
        try pty.wait(for: "another theme") { _ in pty.cell(x: 3, y: 1).look == Look(.yellow, on: .black, .bold) }
        #expect(pty.cell(x: 4, y: 1).look == Look())
        pty.type("tttt")
        try pty.wait(for: "the first theme") { _ in pty.cell(x: 3, y: 1).look == Look(.yellow) }
    }

    @Test(arguments: [["--no-color"], []]) func noColours(arguments: [String]) throws {
        let pty = try start(arguments, term: arguments.isEmpty ? "xterm-mono" : "xterm-256color")
        for y in 0..<24 {
            for x in 0..<80 { #expect(pty.cell(x: x, y: y).look.foreground == nil) }
        }
        #expect(pty.cell(x: 3, y: 1).look == Look(on: nil, .bold))
    }

    @Test func theMouseOnRequestOnly() throws {
        let pty = try start()
        pty.type(.click(Point(x: 41, y: 5)))
        try pty.wait(for: "key: click(41,5)")
        pty.type(.wheel(1))
        try pty.wait(for: "key: wheel(1)")
        pty.type(.wheel(-1))
        try pty.wait(for: "key: wheel(-1)")
        let without = try start(["--no-mouse"])
        #expect(!without.screen.reportsMouse)
        let old = try start(term: "vt100")
        #expect(!old.screen.reportsMouse)
    }

    // MARK: Characters

    @Test func wideCharactersAndMarks() throws {
        let pty = try start()
        pty.type("w")
        try pty.wait { $0.lines[16] == "日本語 é e\u{301} ☃ \u{1F600} ½ ‖ ═║╔ \u{FFFD}\u{FFFD} end" }
        let plain = try start(locale: "C")
        plain.type("w")
        try plain.wait { $0.lines[16] == "? ? ?  ? e ? ?  ? ? =## ?? end" }
    }

    @Test func theAnswerToTheQuestionOfWidth() throws {
        let pty = try start()
        pty.settle()
        #expect(pty.screen.contains("80x24 unicode"))
        #expect(pty.reports.isEmpty)
        let wide = try start(isAnswering: false)
        wide.send(Array("\u{1B}[1;3R".utf8))
        try wide.wait(for: "80x24 lineDrawing")
        #expect(wide.screen.lines[2] == " ┌───┬───┬───┬───┬───┬───┬───┐")
        #expect(wide.screen.lines[1] == "   v")
        wide.type("q")
        try wide.waitForEnd()
        #expect(wide.leftovers == [])
    }

    @Test func theAnswerIsNotLeftToTheShell() throws {
        let pty = try PseudoTerminal("/bin/sh", ["-c", PseudoTerminal.path(of: "terminal-probe") + "; echo over; cat"])
        pty.type("q")
        try pty.wait(for: "over")
        pty.settle()
        #expect(pty.screen.lines.filter { !$0.isEmpty } == ["over"] || pty.screen.lines.filter { !$0.isEmpty } == ["qover"])
        pty.send([3])
        try pty.waitForEnd()
    }

    @Test(
        "The terminal reports its focus; a message goes to it in the way that suits its name, and nothing in it ends the sequence"
    )
    func messages() throws {
        for (version, sequence) in [
            ("foot(1.16.2)", "\u{1B}]777;notify;Four in a Row;Zoë\\,evil, has moved.\u{1B}\\"),
            ("iTerm2 3.5.0", "\u{1B}]9;Four in a Row: Zoë\\,evil, has moved.\u{1B}\\"),
            ("kitty(0.32.0)", "\u{1B}]99;i=4:d=0;Four in a Row\u{1B}\\\u{1B}]99;i=4:p=body;Zoë\\,evil, has moved.\u{1B}\\"),
            (
                "tmux 3.4",
                "\u{1B}Ptmux;\u{1B}\u{1B}]777;notify;Four in a Row;Zoë\\,evil, has moved.\u{1B}\u{1B}\\\u{1B}\\"
            ),
            ("XTerm(388)", ""),
        ] {
            let pty = try start(isAnswering: false)
            pty.send(Array("\u{1B}P>|\(version)\u{1B}\\\u{1B}[1;2R\u{1B}[O".utf8))
            try pty.waitForReport("focus false")
            pty.settle()
            pty.forgetReceived()
            pty.type("B")
            try pty.wait(for: "the bell") { $0.bells == 1 }
            try pty.wait(for: "key: B")
            let received = String(decoding: pty.received, as: UTF8.self)
            #expect(received.hasPrefix("\u{7}" + sequence) && received.split(separator: "\u{1B}]").count <= 3, "\(version)")
            pty.send(Array("\u{1B}[I".utf8))
            try pty.waitForReport("focus true")
        }
    }

    @Test func facts() throws {
        let pty = try PseudoTerminal("terminal-probe", ["--facts"])
        try pty.wait(for: "xterm-256color 256 sgr UTF-8 unicode 1")
        try pty.waitForEnd()
        #expect(pty.leftovers == [])
    }
}

// Text mode of the real program on a terminal: the prompt, editing, output while a line is typed, and every way out.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Lines that are edited", .serialized, .ownThread)
struct LineEditingTests {
    private func player(_ arguments: [String] = ["two"], term: String = "dumb", locale: String = "C.UTF-8") throws -> Player {
        try Player(arguments + ["--lines"], term: term, locale: locale)
    }

    /// Waits until this is the last line on the terminal: the prompt, and what was typed.
    private func seePrompt(_ typed: String = "", of player: Player) throws {
        let line = typed.isEmpty ? ">" : "> " + typed
        try player.see("the prompt \(line)") { $0.lines.last { !$0.isEmpty } == line }
    }

    @Test(
        "Moving, wiping out, and the lines before, on a terminal that can do nothing and on one that can",
        arguments: ["dumb", "", "xterm"])
    func editing(term: String) throws {
        let player = try player(term: term)
        try seePrompt(of: player)
        player.type("xx")
        player.press(.left, .backspace)
        player.type("4")
        try seePrompt("4x", of: player)
        player.press(.end, .backspace, .enter)
        try player.see("Yellow: column 4, row 1. Red's turn.")
        try seePrompt(of: player)
        player.press(.up)
        try seePrompt("4", of: player)
        player.press(.enter)
        try player.see("Red: column 4, row 2. Yellow's turn.")
        player.type("one two")
        player.press(.control("u"))
        try seePrompt(of: player)
        #expect(player.terminal.received.contains(0x1B) == (term == "xterm"), "\(player.terminal.received)")
        player.press(.control("d"))
        #expect(try player.seeEnd() == .exited(0))
        #expect(player.terminal.leftovers == [])
    }

    @Test("Keys that mean nothing type nothing, and none of them holds the program up")
    func unknownKeys() throws {
        let player = try player()
        try seePrompt(of: player)
        for key in [
            "\u{1B}[25~", "\u{1B}OP", "\u{1B}[1;5A", "\u{1B}z", "\u{1B}7", "\u{16}", "\u{18}", "\u{1B}x", "\u{1B}[[A", "\u{0}",
            "\u{1B}é",
        ] {
            player.terminal.send(Array(key.utf8))
        }
        player.terminal.send([0xFF, 0xC3, 0x28, 0x08])
        player.type("4")
        try seePrompt("4", of: player)
        player.terminal.send([13, 0x1B])
        try player.see("Yellow: column 4, row 1. Red's turn.")
        player.terminal.send(Array("[".utf8))
        player.terminal.signal(SIGTERM)
        #expect(try player.seeEnd() == .killed(SIGTERM))
        #expect(player.terminal.leftovers == [])
    }

    @Test("A name of any letters, each wiped out as one")
    func letters() throws {
        let player = try player(["join"])
        try seePrompt(of: player)
        player.type("leave\n0\n1\n")
        try player.see("Type your name. An empty line keeps it.")
        player.terminal.send(Array("Zoë €é漢".utf8))
        player.press(.backspace, .backspace, .enter)
        try player.see("1. Name: Zoë €")
    }

    @Test("What is typed ahead is typed in its turn")
    func ahead() throws {
        let player = try player()
        player.type("1\n2\n1\n2\n1\n2\n1\n")
        try player.see("We have a winner: Yellow!", "r: Next game. v: Look back. q: Menu.")
        let typed = player.terminal.screen.lines.filter { $0.hasPrefix("> ") }
        #expect(typed == ["1", "2", "1", "2", "1", "2", "1"].map { "> \($0)" })
        player.type("leave\nq\n")
        #expect(try player.seeEnd() == .exited(0))
    }

    @Test(
        "The opponent's disc is said at once, and while a line is typed as soon as that ends; Ctrl-C and Ctrl-D say goodbye",
        arguments: [(UInt8(3), Ending.killed(SIGINT)), (4, .exited(0))])
    func halfALine(key: UInt8, ending: Ending) throws {
        let port = try FreePort.next()
        let ann = try player(["host", "--port", "\(port)", "--name", "Ann"])
        try ann.see("Waiting for a player")
        let bob = try player(["join", "127.0.0.1:\(port)", "--name", "Bob"])
        try ann.see("Your turn.")
        ann.type("4\n")
        try bob.see("Ann: column 4, row 1. Your turn.")
        try seePrompt(of: bob)
        // A line of Bob's arrives while Ann types: it is printed when her line ends.
        ann.type("s")
        try seePrompt("s", of: ann)
        bob.type("5\n")
        try bob.see("You: column 5, row 1. Ann's turn.")
        ann.type(" 4")
        try seePrompt("s 4", of: ann)
        #expect(!ann.words.contains("Bob: column 5"))
        ann.type("\n")
        try ann.see("> s 4 Bob: column 5, row 1. Your turn. Column 4: you.")
        ann.type("4\n")
        try bob.see("Ann: column 4, row 2. Your turn.")
        ann.type("44")
        try seePrompt("44", of: ann)
        bob.type("6\n")
        try bob.see("You: column 6, row 1. Ann's turn.")
        ann.press(.backspace)
        try seePrompt("4", of: ann)
        #expect(!ann.words.contains("Bob: column 6"))
        ann.press(.backspace)
        try ann.see("Bob: column 6, row 1. Your turn. >")
        ann.terminal.send([key])
        if key == 3 {
            try ann.see("Press Ctrl-C again to quit.")
            ann.terminal.send([key])
        }
        #expect(try ann.seeEnd() == ending)
        #expect(ann.terminal.leftovers == [])
        try bob.see("Ann left the game.")
    }

    @Test("Ctrl-Z gives the terminal back, and the line goes on afterwards")
    func stopped() throws {
        let player = try player()
        try seePrompt(of: player)
        player.type("4")
        try seePrompt("4", of: player)
        #expect(!player.terminal.isInLineMode)
        player.terminal.send([0x1A])
        try player.terminal.waitForStop()
        #expect(player.terminal.isInLineMode && player.terminal.leftovers == [])
        player.terminal.signal(SIGCONT)
        try player.see("the same line") { $0.lines.filter { $0 == "> 4" }.count == 2 }
        player.type("\n")
        try player.see("Yellow: column 4, row 1. Red's turn.")
    }

    @Test("A crash and every signal give the terminal back", arguments: [SIGSEGV, SIGABRT, SIGTERM, SIGHUP, SIGQUIT])
    func crash(signal: Int32) throws {
        let player = try player()
        try seePrompt(of: player)
        player.type("4")
        try seePrompt("4", of: player)
        player.terminal.signal(signal)
        #expect(try player.seeEnd() == .killed(signal))
        #expect(player.terminal.leftovers == [])
    }

    @Test("Where the terminal does not echo, as in an Emacs shell, nothing is edited or echoed")
    func withoutEcho() throws {
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "stty -echo; exec \"$0\" two --lines", Player.program],
            environment: ["HOME": try TestFolder().path, "FOURINAROW_BONJOUR": "/bin/cat"], term: "dumb")
        try terminal.wait(for: "Yellow's turn.")
        terminal.send(Array("4\n4".utf8))
        try terminal.wait(for: "Yellow: column 4, row 1. Red's turn.")
        terminal.send([10])
        try terminal.wait(for: "Red: column 4, row 2. Yellow's turn.")
        #expect(!terminal.received.contains(0x1B))
        #expect(!String(decoding: terminal.received, as: UTF8.self).contains("4\r\n"))
    }

    /// A line for a friend with a relay whose password is not in it. Nobody answers there.
    private func lockedLine() throws -> String {
        "mqtt://club:***@127.0.0.1:\(try FreePort.next()) 481306 heron cabin onion copper"
    }

    @Test("A relay's password is typed unseen, also after Ctrl-Z, and no arrow brings it back")
    func password() throws {
        let player = try player(["join", "--online", try lockedLine()])
        try player.see("What you type is not shown.")
        try seePrompt(of: player)
        player.type("secretx")
        player.press(.backspace)
        // Ctrl-Z drops what was typed and not read.
        player.terminal.settle()
        player.terminal.send([0x1A])
        try player.terminal.waitForStop()
        #expect(player.terminal.isInLineMode && player.terminal.leftovers == [])
        player.terminal.signal(SIGCONT)
        try player.see("the same prompt") { $0.lines.filter { $0 == ">" }.count == 2 }
        player.type("\n")
        try player.see("does not answer.")
        player.type("back\n")
        try player.see("Paste your friend's line")
        player.press(.up)
        player.type("4")
        try seePrompt("4", of: player)
        #expect(!String(decoding: player.terminal.received, as: UTF8.self).contains("secret"))
        player.terminal.signal(SIGTERM)
        #expect(try player.seeEnd() == .killed(SIGTERM))
        #expect(player.terminal.leftovers == [])
    }

    @Test("Where the output is a pipe the terminal stops its echo for a password, and every way out gives it back")
    func passwordBesidePipe() throws {
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "\"$0\" join --online \"$1\" --lines | cat", Player.program, try lockedLine()],
            environment: ["HOME": try TestFolder().path, "FOURINAROW_BONJOUR": "/bin/cat"], term: "dumb")
        try terminal.wait(for: "What you type is not shown.")
        #expect(!terminal.isInLineMode)
        terminal.send(Array("secret\n".utf8))
        try terminal.wait(for: "does not answer")
        terminal.send([4])
        _ = try terminal.waitForEnd()
        #expect(terminal.isInLineMode && terminal.leftovers == [])
        #expect(!String(decoding: terminal.received, as: UTF8.self).contains("secret"))
    }

    @Test("Nonsense and a megabyte without a line's end on a terminal: every move is kept")
    func nonsense() throws { _ = try Torture.mistreatLineTerminal(kilobytes: Thoroughness.pick(128, of: 1_024)) }
}

extension Torture {
    /// A game in lines on a terminal, amid a line without an end and random bytes, but for signals, the end of the input, and the letters
    /// that take moves back or leave the game.
    static func mistreatLineTerminal(kilobytes: Int = 1_024) throws -> Result {
        let player = try Player(["two", "--lines"], term: ["dumb", "xterm-256color"].randomElement() ?? "dumb")
        let begin = Child.now()
        player.type("4\n4\n")
        try player.see("Red: column 4, row 2. Yellow's turn.")
        for _ in 0..<kilobytes / 32 { player.terminal.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 15)) }
        player.terminal.send([21])
        let meant = Set<UInt8>([3, 4, 17, 19, 26, 28]).union("uUqQ".utf8)
        let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255) }.filter { !meant.contains($0) }
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            player.terminal.send(Array(bytes[start..<min(start + 1_000, bytes.count)]))
        }
        // Out of any sequence, any line, any question and any screen.
        player.terminal.send(Array("\r\r\u{15}".utf8))
        player.terminal.send([3])
        let end = try player.seeEnd()
        guard end == .killed(SIGINT), player.terminal.leftovers == [] else {
            throw PseudoTerminalFailure(description: "it ended \(end), and left the terminal as \(player.terminal.leftovers)")
        }
        let home = ["HOME": player.folder.path, "XDG_CONFIG_HOME": player.folder.path, "FOURINAROW_BONJOUR": "/bin/cat"]
        // What was typed by chance may have ended the game by a draw, and begun another.
        let history = try Run(["history"], environment: home).output
        guard history.split(whereSeparator: { "\t\n".contains($0) }).contains(where: { $0.hasPrefix("44") }) else {
            throw PseudoTerminalFailure(description: "a move is lost: \(history)")
        }
        return Result(slowest: Child.now() - begin)
    }
}

// Terminals, locales and themes: which characters and colours are sent; and more keys at once than anybody presses.

import Screen
import TestSupport
import Testing

@Suite("Terminals", .serialized, .ownThread)
struct TerminalKindTests {
    /// Two players at one keyboard, two discs on the board.
    private func board(
        _ arguments: [String] = [], environment: [String: String] = [:], term: String = "xterm-256color",
        locale: String = "C.UTF-8"
    ) throws -> Player {
        let player = try Player(["two"] + arguments, environment: environment, term: term, locale: locale)
        try player.see("Yellow's turn")
        player.type("34")
        try player.see("two discs") { $0.words.contains("Yellow's turn") && $0.words.contains("move 2") }
        return player
    }

    /// Where the middle of the bottom square in a column is.
    private func middle(ofColumn column: Int, of player: Player) throws -> Point {
        let lines = player.terminal.screen.lines
        let y = try #require(lines.firstIndex { line in (1...7).allSatisfy { line.contains(String($0)) } })
        let x = try #require(lines[y].firstIndex(of: Character(String(column))))
        return Point(x: lines[y].distance(from: lines[y].startIndex, to: x), y: y - 2)
    }

    /// The cell left of that, which is all disc.
    private func body(_ column: Int, of player: Player) throws -> ShownCell {
        let middle = try middle(ofColumn: column, of: player)
        return player.terminal.cell(x: middle.x - 1, y: middle.y)
    }

    /// Expects yellow in column 3 and red in column 4, in the colours of such a terminal, on the board's own background.
    private func expectColours(_ depth: ColourDepth, of player: Player) throws {
        func colour(_ role: Role) -> Colour? { ThemeName.standard.look(of: role, depth: depth).foreground }
        let yellow = try body(3, of: player)
        #expect(yellow.text == "█" && yellow.look == Look(colour(.yellowDisc), on: colour(.panel)))
        #expect(try body(4, of: player).look.foreground == colour(.redDisc))
        #expect(try body(1, of: player).look.foreground == colour(.hole))
        let middle = try middle(ofColumn: 4, of: player)
        let core = player.terminal.cell(x: middle.x, y: middle.y)
        #expect(core.text == "▀" && core.look == Look(colour(.redDisc), on: colour(.redCore)), "red has a core")
        #expect(player.terminal.cell(x: middle.x - 3, y: middle.y).look.background == colour(.panel))
    }

    /// Expects a full disc in column 3 and a ring in column 4.
    private func expectShapes(_ full: String, _ ring: String, of player: Player) throws {
        let middle = try middle(ofColumn: 3, of: player)
        func row(_ x: Int) -> String { (x - 2...x + 2).map { player.terminal.cell(x: $0, y: middle.y).text }.joined() }
        #expect(row(middle.x) == full && row(middle.x + 6) == ring)
        #expect(player.terminal.cell(x: middle.x + 9, y: middle.y).text == "<")
    }

    /// Every cell of the screen.
    private func cells(_ player: Player) -> [ShownCell] {
        (0..<24).flatMap { y in (0..<80).map { player.terminal.cell(x: $0, y: y) } }
    }

    private func isColourless(_ player: Player) -> Bool {
        cells(player).allSatisfy { $0.look.foreground == nil && $0.look.background == nil }
    }

    @Test(
        "Half blocks in as many colours as there are",
        arguments: [
            ("xterm-256color", ColourDepth.many), ("rxvt-unicode", .sixteen), ("screen", .eight),
        ])
    func colours(term: String, depth: ColourDepth) throws {
        let player = try board(term: term)
        try expectColours(depth, of: player)
        try end(player)
    }

    @Test("The Linux console: characters of its fonts alone")
    func console() throws {
        let player = try board(term: "linux")
        try expectColours(.eight, of: player)
        player.type("q")
        try player.see("the menu alone") { !$0.contains("●") && $0.contains("> Go on") }
        try player.quit()
    }

    @Test("NO_COLOR and --no-color: shapes alone", arguments: [true, false])
    func noColour(byEnvironment: Bool) throws {
        let player = try board(byEnvironment ? [] : ["--no-color"], environment: byEnvironment ? ["NO_COLOR": "1"] : [:])
        #expect(isColourless(player))
        try expectShapes(Disc.mine, Disc.yours, of: player)
        #expect(player.terminal.screen.contains("└───1──") && player.terminal.screen.contains("│"))
        try end(player)
    }

    @Test("An empty NO_COLOR does not count")
    func emptyNoColour() throws {
        let player = try board(environment: ["NO_COLOR": ""])
        try expectColours(.many, of: player)
        try end(player)
    }

    @Test("--ascii: ASCII and nothing else")
    func ascii() throws {
        let player = try board(["--ascii", "--name", "Ann"])
        try expectShapes(Disc.mineInASCII, Disc.yoursInASCII, of: player)
        #expect(cells(player).allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isASCII) }, "\(player.terminal.screen)")
        player.type("?")
        try player.see("Redraw the screen")
        #expect(cells(player).allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isASCII) }, "\(player.terminal.screen)")
        player.press(.escape)
        try player.see("'s turn")
        try end(player)
    }

    @Test("LANG=C: letters, and nothing that is not ASCII")
    func plainLocale() throws {
        let player = try board(locale: "C")
        try expectShapes(Disc.mineInASCII, Disc.yoursInASCII, of: player)
        #expect(player.terminal.received.allSatisfy { $0 < 0x80 })
        try end(player)
    }

    @Test("LANG alone says what the locale is, and one that is not installed but UTF-8 by its name is UTF-8")
    func languageAlone() throws {
        for language in ["C.UTF-8", "xx_YY.UTF-8"] {
            let player = try Player(["two"], environment: ["LANG": language, "LC_ALL": ""])
            try player.see("Yellow's turn")
            player.type("3")
            try player.see("a disc") { $0.discs == (1, 0) && $0.contains("▀") }
            try end(player)
        }
    }

    @Test("--theme mono: no colours; yellow is bold")
    func mono() throws {
        let player = try board(["--theme", "mono"])
        #expect(isColourless(player))
        try expectShapes(Disc.mine, Disc.yours, of: player)
        let middle = try middle(ofColumn: 3, of: player)
        #expect(player.terminal.cell(x: middle.x, y: middle.y).look.attributes == .bold)
        try end(player)
    }

    @Test("--no-mouse leaves the mouse to the terminal")
    func noMouse() throws {
        let player = try Player(["--no-mouse"])
        try player.seeMenu()
        #expect(!player.terminal.screen.reportsMouse)
        try player.quit()
    }

    /// Out by way of the menu.
    private func end(_ player: Player) throws {
        player.type("q")
        try player.quit()
    }
}

@Suite("Ten thousand keys at once", .serialized, .ownThread)
struct PasteTests {
    @Test("Pasted as such into the menu, the list, a name and the game: text for fields, no commands")
    func bracketed() throws {
        let text = String(repeating: "qjh123456 \n\u{1B}[Aq", count: 640)
        let player = try Player(["--name", "Ann"])
        try player.seeMenu()
        player.press(.paste(text), .home, .down)
        try player.see("▸ 2 Join a game")
        player.press(.enter)
        try player.see("Type an address")
        player.press(.paste(text))
        player.type("a")
        try player.see("Address: such as 192.168.1.7")
        player.press(.paste(text))
        try player.see("qjh123456")
        player.press(.escape, .escape)
        try player.open("Two players")
        try player.see("Yellow's turn")
        player.press(.paste(text), .enter)
        let shown = try player.see("Red's turn")
        #expect(shown.discs == (1, 0), "\(shown)")
        player.type("q")
        try player.quit()
    }

    @Test("Typed as keys into the menu: those that mean something there")
    func rawInMenu() throws {
        let player = try Player()
        try player.seeMenu()
        player.terminal.send(
            Array(String(repeating: "abx\u{1B}[Adef\u{1B}[Bg\u{1B}OP%\t\u{8}", count: Thoroughness.pick(150, of: 600)).utf8))
        // Whatever is open now, Esc goes back to the menu or leaves it.
        player.press(.escape, .escape, .home, .down)
        try player.see("▸ 2 Join a game", "1 Host a game")
        try player.quit()
    }

    @Test("Typed as keys into the game: it is played to its end, and no further")
    func rawInGame() throws {
        for isAnimated in [true, false] {
            let player = try Player(["two"], isAnimated: isAnimated)
            try player.see("Yellow's turn")
            player.terminal.send(Array(String(repeating: "1234567", count: 1_430).utf8))
            player.press(.character("x"))
            try player.see("We have a winner: Red!", "● Yellow 0", "1 ✓ Red", "Next game Enter")
            player.type("r")
            try player.see("Red's turn", "● Yellow 0", "1 Red")
            player.type("q")
            try player.quit()
        }
    }

    @Test("Ten thousand bytes that are no keys")
    func noise() throws {
        let player = try Player(["two"])
        try player.see("Yellow's turn")
        var random = SystemRandomNumberGenerator()
        // No control characters: Ctrl-C, Ctrl-Z and Ctrl-\ mean what they mean. No q, and no Esc that might ask whether to leave.
        let bytes = (0..<10_000).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
        player.terminal.send(bytes)
        player.terminal.send(Array("4".utf8))
        try player.see("a disc") { $0.discs.mine == 1 }
        player.terminal.send(Array("q".utf8))
        try player.quit()
    }

    @Test("During the opponent's turn: nothing of it is played later")
    func rawInTheOthersTurn() throws {
        let meeting = try Meeting()
        meeting.guest.terminal.send(Array(String(repeating: "1234567", count: 1_430).utf8))
        meeting.guest.type("?")
        try meeting.guest.see("the help") { $0.isHelp }
        meeting.guest.press(.escape)
        try meeting.guest.see("'s turn")
        meeting.host.type("4")
        try meeting.guest.see("one disc") { $0.discs == (0, 1) && $0.words.contains("Your turn") }
        meeting.guest.type("4")
        try meeting.host.see("two discs") { $0.discs == (1, 1) && $0.words.contains("Your turn") }
    }
}

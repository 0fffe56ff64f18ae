// A player: the real program on a terminal, with a settings folder of its own, on this machine or on a host of a simulated LAN.

import Glibc
import Screen
import TestSupport
import Testing

/// A machine that is not this one.
struct Place {
    /// Runs what follows it there.
    let command: [String]
}

extension Place {
    /// A host of a LAN.
    init(lan: Lan, host: Int) { self.init(command: [Lan.lanlab, "-L", lan.name, "exec", String(host), "--"]) }
}

/// The mDNS helper of a player's program.
enum Helper {
    /// The real one.
    case real
    /// One that says nothing, so that the test does not depend on this machine's network.
    case silent
    /// This program.
    case program(String)
}

/// A player. On this machine the helper is silent unless said otherwise, on a LAN it is the real one.
final class Player {
    /// The terminal.
    let terminal: PseudoTerminal
    /// Where the settings are: the folder for XDG_CONFIG_HOME and HOME.
    let folder: TestFolder
    /// What the program was told.
    private let arguments: [String]
    /// The digit that was typed last, also before other keys, and when this player last saw what they had waited for.
    private var (lastDigit, lastSeen) = ("", 0.0)
    /// A player whose screen a failure shows too, then that one's opponent's, and so on.
    weak var opponent: Player?

    /// Discs do not fall visibly unless `isAnimated`; the locale is UTF-8. The program is the one under test unless another one is named.
    init(
        _ arguments: [String] = [], at place: Place? = nil, folder: TestFolder? = nil, helper: Helper? = nil,
        program: String = Player.program, isAnimated: Bool = false, environment: [String: String] = [:],
        size: Size = Size(width: 80, height: 24),
        term: String = "xterm-256color", locale: String = "C.UTF-8"
    ) throws {
        self.folder = try folder ?? TestFolder()
        self.arguments = arguments
        var variables = ["HOME": self.folder.path, "XDG_CONFIG_HOME": self.folder.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        switch helper ?? (place == nil ? .silent : .real) {
        case .real: break
        case .silent: variables["FOURINAROW_BONJOUR"] = "/bin/cat"
        case .program(let path): variables["FOURINAROW_BONJOUR"] = path
        }
        // Nobody waits for the work behind a card.
        variables["FOURINAROW_WORK_BITS"] = "8"
        variables.merge(environment) { $1 }
        let command = [program] + arguments + (isAnimated ? [] : ["--no-animation"])
        let all = (place?.command ?? []) + command
        terminal = try PseudoTerminal(
            all[0], Array(all.dropFirst()), environment: variables, size: size, term: term, locale: locale)
    }

    /// The program under test: the one built with the tests, or another that the environment names.
    static let program = other ?? PseudoTerminal.path(of: "fourinarow")
    private static let other = getenv("FOURINAROW_PROGRAM").map { String(cString: $0) }
    /// Whether its memory cannot be measured.
    static var leavesOutMemory: Bool { other == nil && Sanitizer.leavesOutMemory(of: "the program") }
    /// The config file's path within the folder.
    static let config = "fourinarow/config"
    /// The database's path within the folder.
    static let database = ".local/share/fourinarow/games.db"

    // MARK: What is seen

    /// Waits until `text` is on the screen, also across rows.
    @discardableResult
    func see(_ text: String, _ other: String...) throws -> ShownScreen {
        try see("\"\(([text] + other).joined(separator: "\", \""))\"") { shown in
            let words = shown.words
            return ([text] + other).allSatisfy { words.contains($0) }
        }
    }

    /// Waits until `text` is not on the screen.
    @discardableResult
    func seeNo(_ text: String) throws -> ShownScreen { try see("no \"\(text)\"") { !$0.words.contains(text) } }

    /// Waits until the screen is as it should be.
    @discardableResult
    func see(_ what: String, _ condition: (ShownScreen) -> Bool) throws -> ShownScreen {
        do {
            let screen = try terminal.wait(for: what, condition)
            lastSeen = Child.now()
            return screen
        } catch let failure as PseudoTerminalFailure {
            var (others, next): ([Player], Player?) = ([self], opponent)
            while let other = next, !others.contains(where: { $0 === other }) {
                others.append(other)
                next = other.opponent
            }
            let screens = others.dropFirst().map { other in
                other.terminal.settle()
                return "\nanother one's screen:\n\(other.terminal.screen)"
            }
            throw PseudoTerminalFailure(description: "\(failure)\(screens.joined())")
        }
    }

    /// Waits for the menu; from that of the other games it goes on to the main one.
    func seeMenu() throws {
        let shown = try see("the menu") { Self.isMenu($0.words) && !$0.words.contains("Disconnect") }
        guard !shown.words.contains("1 Host a game") else { return }
        press(.escape)
        if Self.isList(shown.words) {
            try see("the menu below the list") { !Self.isList($0.words) }
            return try seeMenu()
        }
        try see("1 Host a game")
    }

    private static func isMenu(_ words: String) -> Bool {
        words.contains("1 Host a game") || words.contains("1 Players near you") && words.contains("Card matching")
            || isList(words)
    }

    /// Whether it is the list of nearby players, to which a game leads back that was begun there.
    private static func isList(_ words: String) -> Bool { words.contains("V Visible") }

    /// The text of the screen.
    var words: String { terminal.screen.words }

    /// Waits until the program is gone.
    @discardableResult
    func seeEnd() throws -> Ending { try terminal.waitForEnd() }

    // MARK: What is done

    /// Presses keys.
    func press(_ keys: Key...) { for key in keys { terminal.type(key) } }

    /// Types characters. A game takes a digit that comes again within 150 ms for one that is held down, so this player takes as long as a
    /// person would, after what the last one did was seen.
    func type(_ text: String) {
        if text.count == 1, ("1"..."7").contains(text) {
            if text == lastDigit { usleep(UInt32(max(0, 0.16 - (Child.now() - lastSeen)) * 1_000_000)) }
            (lastDigit, lastSeen) = (text, Child.now())
        }
        terminal.type(text)
    }

    /// Opens a line of the menu by the number in front of it.
    func open(_ entry: String) throws { type(try number(of: entry)) }

    /// Opens a line of the menu behind "Other games".
    func openOther(_ entry: String) throws {
        try open("Other games")
        try see("1 Players near you")
        try choose(entry)
    }

    /// Hosts a table for this game on the local network.
    func hostTable(of game: String) throws {
        try openOther("Players near you")
        func chosen(_ shown: ShownScreen) -> Substring? {
            shown.lines.first { $0.contains("G  Game ") }?.split(separator: "‹").last?.split(separator: "›").first
        }
        try see("the game") { chosen($0) != nil }
        while let before = chosen(terminal.screen), before != " \(game) " {
            type("g")
            // Something else may change before the key is read.
            try see("another game") { chosen($0) != before }
        }
        type("h")
        try see("Close the table")
    }

    /// The number of a line in the menu.
    func number(of entry: String) throws -> String {
        try seeMenu()
        let shown = try see("\(entry) in the menu") { $0.words.contains("1 Host a game") && $0.number(of: entry) != nil }
        return shown.number(of: entry) ?? ""
    }

    /// Chooses the numbered row that begins with `words`, once there is one.
    func choose(_ words: String) throws {
        let shown = try see("a line of \(words)") { $0.number(of: words) != nil }
        guard let number = shown.number(of: words) else { return }
        type(number)
        // There a digit only chooses.
        if "0"..."9" ~= number, shown.lines[0].contains("Players near you") { press(.enter) }
    }

    /// Moves the choice to the numbered row that begins with `words`, wherever it is: a chosen row stays chosen when others come.
    func moveChoice(to words: String) throws {
        while true {
            let shown = try see("a line of \(words)") { $0.number(of: words) != nil }
            let number = shown.number(of: words) ?? ""
            if shown.words.contains("▸ \(number) ") { return }
            let first = shown.lines.compactMap { $0.split(separator: " ").first }.first { $0 == "▸" || $0 == number }
            press(first == "▸" ? .down : .up)
            // Something else may change meanwhile, and a second key would go too far.
            let chosen = name(in: shown.lines)
            try see("another choice") { self.name(in: $0.lines) != chosen }
        }
    }

    /// The first word of the chosen row, without its number.
    private func name(in lines: [String]) -> Substring? {
        lines.lazy.map { $0.split(separator: " ") }.first { $0.first == "▸" }?.dropFirst(2).first
    }

    /// Q in a game, and once more where that asks.
    func leaveGame() throws {
        let isAsked = Self.asksWhetherToLeave(words)
        type("q")
        if isAsked { return }
        let shown = try see("the question, or the menu") {
            Self.asksWhetherToLeave($0.words) || Self.isMenu($0.words)
        }
        if Self.asksWhetherToLeave(shown.words) { type("q") }
    }

    /// Whether this is asked; the menu has a line "Play online".
    private static func asksWhetherToLeave(_ words: String) -> Bool {
        words.contains("Play on") && !words.contains("Play online")
            || ["Leave for good?", "Leave the game?"].contains(where: words.contains)
    }

    /// Closes the sentence that says why something is over.
    func closeEnd() throws {
        try see("Enter OK")
        press(.enter)
        try seeNo("Enter OK")
    }

    /// From a game that is over to the menu, or to the list where it began: with one Enter from a game of two.
    func leaveEnd() throws {
        let isOfTwo = { (words: String) in words.contains("Menu Q") || words.contains("List Q") }
        let shown = try see("the way out") { isOfTwo($0.words) || $0.words.contains("Enter OK") }
        if !isOfTwo(shown.words) { return try closeEnd() }
        press(.enter)
    }

    /// Q in the menu.
    func quit() throws {
        try seeMenu()
        type("q")
        #expect(try seeEnd() == .exited(0))
        #expect(terminal.leftovers == [])
    }

    // MARK: Its process

    /// The port it listens on, once it does: the one that the system knows of. While it has a key in memory, the system tells that to nobody
    /// but root; then it is the one it was told to.
    func port() throws -> UInt16 {
        try see("Waiting for a player")
        let told = arguments.firstIndex(of: "--port").flatMap { UInt16(arguments[$0 + 1]) }
        guard let port = Processes.listeningPort(of: terminal.process) ?? told else {
            throw PseudoTerminalFailure(description: "it listens on no port\n\(terminal.screen)")
        }
        return port
    }

    /// Its helper, once there is one, by the helper's name.
    func helper(called name: String = "fourinarow-bonjour") throws -> Process {
        try Processes.awaitChild(of: terminal.process, called: name, on: terminal)
    }
}

extension ShownScreen {
    /// All of it as one line of words.
    var words: String {
        // Bytes are a tenth of the work of characters.
        let words = lines.joined(separator: " ").utf8.split(separator: UInt8(ascii: " "))
        return String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
    }

    /// The digit or letter in front of the line that begins with `words`; nil where there is none.
    func number(of words: String) -> String? {
        for line in lines {
            let parts = line.split(separator: " ").drop { $0 == "▸" || $0 == ">" }
            guard let digit = parts.first, digit.count == 1, "0"..."9" ~= digit || "A"..."Z" ~= digit else { continue }
            if parts.dropFirst().joined(separator: " ").hasPrefix(words) { return String(digit) }
        }
        return nil
    }

    /// How many discs of mine and of the other's are on a board in 256 colours, those that won included: by the colour left of each
    /// square's middle, which stands above the column's number.
    var discs: (mine: Int, yours: Int) {
        let found = discColours
        return (
            found.count { Self.colours(of: .yellowDisc, .yellowFaint).contains($0) },
            found.count { Self.colours(of: .redDisc, .redFaint).contains($0) }
        )
    }

    /// Whether the help is shown, of a game or of another screen.
    var isHelp: Bool { words.contains("Ctrl-L") || words.contains("Esc Close") }

    private var discColours: [Colour?] {
        let digits = (1...7).map { Character(String($0)) }
        guard let y = lines.lastIndex(where: { $0.filter { $0 != " " }.hasPrefix(String(digits)) }) else { return [] }
        let line = Array(lines[y])
        let columns = digits.compactMap { line.firstIndex(of: $0) }
        let height = (columns[1] - columns[0]) / 2
        // Beside the core and within the rim: neither a core nor a ghost's ring.
        let aside = height < 4 ? 1 : 2
        return (0..<6).flatMap { row in columns.map { paint(x: $0 - aside, y: max(0, y - height * (row + 1) + height / 2)) } }
    }

    private static func colours(of roles: Role...) -> [Colour?] {
        roles.map { ThemeName.standard.look(of: $0, depth: .many).foreground }
    }
}

/// How discs look on a board of middle size without colours, in the row of their middle.
enum Disc {
    static let mine = "█████"
    static let yours = "█   █"
    static let mineInASCII = "XXXXX"
    static let yoursInASCII = "O   O"
}

/// The opponent in the first row of a game, behind a score of zero.
func title(with opponent: String) -> String { "0 \(opponent)" }

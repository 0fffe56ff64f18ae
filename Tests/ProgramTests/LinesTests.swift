// Text mode of the real program: on pipes, on terminals of any kind, driven by a program, and with bad input.

import Glibc
import TestSupport
import Testing

@Suite("In lines", .serialized, .ownThread)
struct LinesTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs the program with this input, in a folder of its own.
    private func run(
        _ arguments: [String], input: String, environment: [String: String] = [:], closing: [Int32] = []
    ) throws -> Run {
        let input = try folder.write(input, to: "input")
        let home = ["HOME": folder.path, "FOURINAROW_BONJOUR": "/bin/cat"]
        return try Run(arguments, environment: home.merging(environment) { $1 }, input: input, closing: closing)
    }

    @Test("A whole game on pipes, byte for byte")
    func onPipes() throws {
        let run = try run(["two", "--lines"], input: "4\n4\nl\n3\n3\n2\n2\n1\nreplay\n9\nleave\ny\nq\n")
        #expect(run.status == 0 && run.errors == "")
        let game = [
            "Two players.", "Yellow's turn.", "Yellow: column 4, row 1. Red's turn.", "Red: column 4, row 2. Yellow's turn.",
            "Red: column 4, row 2.", "Yellow's turn.", "Yellow: column 3, row 1. Red's turn.",
            "Red: column 3, row 2. Yellow's turn.",
            "Yellow: column 2, row 1. Red's turn.", "Red: column 2, row 2. Yellow's turn.",
            "Yellow: column 1, row 1. We have a winner: Yellow!", "The four: row 1, columns 1 to 4.", "Score: Yellow 1, Red 0.",
            "A double threat in columns 1 and 5. Column 5 on move 2 would have stopped it.",
            "r: Next game. v: Look back. q: Menu.",
            "A new game.",
            "Red's turn.",
            "Columns are 1 to 7.", "Leave the game?", "n: Play on. y: Leave.", "Four in a Row.",
            "1. Host a game: on this network",
        ]
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(Array(lines.prefix(game.count)) == game)
        #expect(lines.last == "0. Options")
    }

    @Test(
        "By itself where there is no terminal for a screen, and where the config file says so",
        arguments: [["TERM": "dumb"], ["TERM": ""], ["XDG_CONFIG_HOME": "settings"]])
    func byItself(environment: [String: String]) throws {
        try folder.write("screen = lines\n", to: "settings/fourinarow/config")
        let environment = environment.mapValues { $0 == "settings" ? folder.path + "/settings" : $0 }
        let run = try run(["two"], input: "4\n", environment: environment)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "Two players.\nYellow's turn.\nYellow: column 4, row 1. Red's turn.\n")
    }

    @Test("The end of the input leaves, and what was played is kept; the computer's answers are waited for")
    func endOfInput() throws {
        let run = try run(["computer", "--lines", "--level", "1"], input: "4\n4\n4")
        #expect(run.status == 0)
        let moves = run.output.split(separator: "\n").filter { $0.contains(": column ") }
        #expect(moves.count == 6 && moves.filter { $0.hasPrefix("You: column 4") }.count == 3)
        let history = try self.run(["history"], input: "")
        #expect(history.output.split(separator: "\n").count == 1)
        #expect(history.output.split(separator: "\t").last?.trimmingCount == 6)
    }

    @Test("Where the locale has no Unicode")
    func ascii() throws {
        let run = try run(["join", "--lines"], input: "leave\n", environment: ["LC_ALL": "C"])
        #expect(run.output.utf8.allSatisfy { $0 == 10 || 32..<127 ~= $0 })
        #expect(run.output.contains("No game on this network yet."))
    }

    @Test("On a terminal: nothing is written twice, Ctrl-C leaves, and nobody wakes up meanwhile")
    func onATerminal() throws {
        let player = try Player(["two", "--lines"], term: "dumb")
        try player.see("Yellow's turn.")
        player.type("4\n")
        try player.see("Yellow: column 4, row 1. Red's turn.")
        #expect(!player.terminal.received.contains(0x1B))
        #expect(player.terminal.screen.lines.filter { $0 == "> 4" }.count == 1)
        #expect(
            (0..<5).contains { _ in
                let before = player.terminal.contextSwitches
                player.terminal.settle(milliseconds: 2_000)
                return player.terminal.contextSwitches == before
            })
        player.terminal.send([3])
        #expect(try player.seeEnd() == .killed(SIGINT))
    }

    @Test("Nonsense, megabytes without a line's end, bytes that are no text, a reader who goes away: every move is kept")
    func nonsense() throws { _ = try Torture.mistreatLines() }

    @Test("No reader from the start")
    func nobodyListens() throws { #expect(try run(["two", "--lines"], input: "4\n4\n", closing: [1]).status == 1) }
}

extension Torture {
    /// Two games in lines, the first amid megabytes without an end of a line and random bytes, but for the letter that takes moves back,
    /// the second with a reader who goes away.
    static func mistreatLines() throws -> Result {
        let folder = try TestFolder()
        let home = ["HOME": folder.path, "FOURINAROW_BONJOUR": "/bin/cat"]
        var bytes = Array("4\n4\n\u{0}\u{1B}[2J\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) + [10]
        bytes += (0..<200_000).map { _ in UInt8.random(in: 0...255) }.filter { !"uU".utf8.contains($0) }
        let begin = Child.now()
        let run = try Run(["two", "--lines"], environment: home, input: try folder.write(bytes, to: "nonsense"))
        let isText = run.output.utf8.allSatisfy { $0 == 10 || $0 >= 32 }
        guard run.status == 0, run.errors == "", isText, run.output.contains("Red: column 4, row 2.") else {
            throw PseudoTerminalFailure(description: "nonsense: \(run.status ?? -1) \(run.errors) \(run.output.prefix(2_000))")
        }
        let seconds = Child.now() - begin
        let reader = try Child([
            "sh", "-c", "{ printf '1\\n2\\n'; yes; } | HOME=$0 FOURINAROW_BONJOUR=/bin/cat $1 two --lines | head -n 4",
            folder.path,
            Player.program,
        ])
        guard reader.finish() != nil else { throw PseudoTerminalFailure(description: "it goes on without a reader") }
        let history = try Run(["history"], environment: home).output.split(separator: "\n").map {
            $0.split(separator: "\t").last ?? ""
        }
        guard history.count == 2, history[0] == "12", history[1].hasPrefix("44") else {
            throw PseudoTerminalFailure(description: "a move is lost: \(history)")
        }
        return Result(slowest: seconds)
    }
}

@Suite("Played by a program, in lines", .serialized, .ownThread)
struct LinesBotTests {
    private static let bot = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/linesbot.py"
    private static let games = Thoroughness.pick(2, of: 10)

    /// Two bots. The second is told where the first one is.
    private func play(_ environment: [String], host: [String], guest: (Child) throws -> [String]) throws {
        let folders = [try TestFolder(), try TestFolder()]
        func start(_ index: Int, _ arguments: [String]) throws -> Child {
            let home = ["HOME=\(folders[index].path)", "LC_ALL=C.UTF-8", "FOURINAROW_BONJOUR=/bin/cat"]
            return try Child(
                ["env", "-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME"] + home + environment
                    + ["python3", Self.bot, String(Self.games), "bot \(index)", Player.program] + arguments)
        }
        let first = try start(0, host)
        let second = try start(1, try guest(first))
        let (ours, theirs) = (games(of: first), games(of: second))
        #expect(ours.count == Self.games && theirs.count == Self.games)
        for (one, other) in zip(ours, theirs) {
            #expect(one.columns == other.columns && one.columns.count >= 7)
            #expect([["won", "lost"], ["lost", "won"], ["drawn", "drawn"]].contains([one.result, other.result]))
        }
        #expect(first.finish() == 0 && second.finish() == 0)
    }

    private func games(of bot: Child) -> [(columns: String, result: String)] {
        var games: [(columns: String, result: String)] = []
        while games.count < Self.games, let line = bot.line(within: 60 * Double(Sanitizer.slowness)) {
            let words = line.split(separator: " ").map(String.init)
            if words.first == "GAME", words.count == 3 { games.append((words[1], words[2])) }
        }
        return games
    }

    @Test("Whole games over the network")
    func overTheNetwork() throws {
        let port = try FreePort.next()
        try play([], host: ["host", "--port", String(port), "--name", "Ann"]) { host in
            try self.line(of: host, beginning: "Waiting for a player")
            return ["join", "127.0.0.1:\(port)", "--name", "Bob"]
        }
    }

    @Test(
        "Whole games over a real relay",
        .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
    func overTheRelay() throws {
        let relay = try Mosquitto()
        try play(["FOURINAROW_RELAY=mqtt://127.0.0.1:\(relay.port)"], host: ["host", "--online", "--name", "Ann"]) { host in
            let line = try self.line(of: host, beginning: "Waiting for your friend with this code: ")
            return ["join", "--online", line.split(separator: ":").last.map(String.init) ?? "", "--name", "Bob"]
        }
    }

    @discardableResult
    private func line(of bot: Child, beginning: String) throws -> String {
        var got: [String] = []
        while let line = bot.line(within: 30 * Double(Sanitizer.slowness)) {
            if line.hasPrefix(beginning) { return line }
            got.append(line)
        }
        throw ChildError.noLine(within: 30, got: got)
    }
}

extension Substring {
    /// How many characters it has without the end of its line.
    fileprivate var trimmingCount: Int { filter { $0 != "\n" }.count }
}

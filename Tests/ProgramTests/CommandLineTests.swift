// The command line: help, mistakes, exit codes, ports that are taken, addresses where nobody plays, doctor.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The command line", .serialized, .ownThread)
struct CommandLineTests {
    @Test("--help and --version", arguments: ["--help", "-h", "help"])
    func help(argument: String) throws {
        let run = try Run([argument])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("usage: fourinarow") && run.output.contains("Exit codes:"))
        for line in run.output.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= 80, "\(line)") }
        let version = try Run(["--version"])
        #expect(version.status == 0 && version.errors.isEmpty)
        #expect(version.output.hasPrefix("fourinarow ") && version.output.split(separator: "\n").count == 2)
        for part in ["Swift", "glibc", "ncurses", "SQLite", "libsodium"] {
            #expect(version.output.contains(try Regex("\\b\(part) [0-9]+\\.[0-9.]+")), "\(part) in \(version.output)")
        }
    }

    @Test(
        "A mistake is one sentence on standard error, and exit code 2",
        arguments: [
            ["--frobnicate"], ["dance"], ["--theme", "purple"], ["--theme"], ["host", "--port", "0"],
            ["host", "--port", "99999"],
            ["host", "--port", "x"], ["--port", "4444"], ["join", "a", "b"], ["two", "more"], ["join", "host:0"],
            ["join", "[::1"],
            ["--name", ""], ["--name", " \u{3164}\u{200B}"], ["--ascii=yes"], ["--name", "\u{1B}\u{202E}"], ["-x"],
            ["\u{1B}[2Jx"], ["join", ""], ["--private"], ["join", "--private"], ["host", "--private=yes"],
            ["host", "--code", "x"], ["host", "--code", "lemon-otter-violet-zebra"],
            ["join", "--code", "lemon otter violet zebra"], ["join", "a", "--code", "lemon otter violet"],
            ["join", "a", "--code", "lemon otter violet \u{1B}[2J"], ["join", "a", "--code"],
            ["host", "--bind", "here"], ["host", "--bind", ""], ["host", "--bind", "::1%nowhere\u{1B}"],
            ["two", "--bind", "127.0.0.1"], ["--online"], ["two", "--online"], ["host", "--online", "x"], ["--relay"],
            ["host", "--online", "--port", "4444"], ["join", "--online", "--code", "lemon otter violet zebra"],
            ["join", "--online", "heron cabin onion copper"], ["join", "--online", "481306 heron cabin onion"],
            ["join", "--online", "481306", "heron", "cabin", "onion", "copper", "7"], ["host", "--online=yes"],
            ["watch", "481306", "heron", "cabin", "onion"], ["watch", "mqtt://a", "481306", "heron cabin onion dance"],
            ["puzzle", "more"], ["learn", "7"], ["secret", "--level", "3"], ["two", "--clock"], ["host", "--clock", "3"],
            ["computer", "--clock", "2+2"], ["two", "--clock", "3+2+2"], ["two", "--clock", ""],
            ["join", "--clock=none"], ["snap", "--clock", "3+2"],
        ])
    func mistakes(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("fourinarow: ") && run.errors.hasSuffix("\n"))
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(run.errors)")
    }

    @Test("Without a terminal: one sentence, exit code 2", arguments: [[], ["host"], ["join"], ["join", "127.0.0.1"], ["two"]])
    func noTerminal(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(
            run.errors
                == "fourinarow: The game needs a terminal, but standard input or output is something else. With --lines it needs none.\n"
        )
    }

    @Test("Without a relay, a friend joins directly, and needs none to do so")
    func noRelay() throws {
        let player = try Player(["join", "--online"])
        try player.see("Paste your friend's line")
        player.press(.escape)
        try player.seeMenu()
    }

    @Test("A terminal that nobody knows")
    func unknownTerminal() throws {
        let player = try Player(term: "nope")
        #expect(try player.seeEnd() == .exited(2))
        #expect(player.words.contains("not known"))
        #expect(!player.terminal.received.contains(0x1B))
    }

    @Test("A port that is taken: a sentence, exit code 1")
    func portTaken() throws {
        let other = try PlainListener()
        let player = try Player(["host", "--port", String(other.port)])
        #expect(try player.seeEnd() == .exited(1))
        #expect(player.words.contains("fourinarow: the game cannot be hosted: the port is taken by another program"))
        #expect(player.terminal.leftovers == [])
    }

    @Test("An address of another machine: a sentence, exit code 1")
    func addressElsewhere() throws {
        let player = try Player(["host", "--bind", "203.0.113.77"], size: Size(width: 120, height: 24))
        #expect(try player.seeEnd() == .exited(1))
        #expect(player.words.contains("fourinarow: the game cannot be hosted: 203.0.113.77 is not an address of this machine"))
        #expect(player.terminal.leftovers == [])
    }

    @Test("Only those come who call the address that was asked for", arguments: [["host"], ["host", "--private"], []])
    func addressGiven(command: [String]) throws {
        let port = try FreePort.next()
        let player = try Player(command + (command.isEmpty ? [] : ["--port", "\(port)"]) + ["--bind", "127.0.0.2"])
        if command.isEmpty {
            try player.open("Host a game")
            _ = try player.see("127.0.0.2:")
        } else {
            try player.see("127.0.0.2:\(port)")
            #expect(throws: PseudoTerminalFailure.self) { try PlainPeer(joining: port) }
        }
        // While a program keeps a key, the system shows its sockets to nobody but root.
        if geteuid() == 0 || !command.contains("--private") {
            #expect(Processes.listeningAddresses(of: player.terminal.process) == ["0200007F"])
        }
    }

    @Test("A table and the nearby players are reached at that address, too", arguments: [false, true])
    func addressOfTheLobby(isTable: Bool) throws {
        let player = try Player(["--bind", "127.0.0.2"])
        try player.openOther("Players near you")
        try player.see("Looking for players")
        if isTable {
            player.type("h")
            try player.see("Publishing the table")
        }
        #expect(Set(Processes.listeningAddresses(of: player.terminal.process)) == ["0200007F"])
    }

    @Test("The doctor tells of a folder of games that others can write to")
    func openFolder() throws {
        let folder = try TestFolder()
        let data = folder.path + "/fourinarow"
        mkdir(data, 0o700)
        for (mode, isTold) in [(0o700, false), (0o755, false), (0o770, true), (0o707, true)] {
            chmod(data, mode_t(mode))
            let run = try Run(["doctor"], environment: ["XDG_DATA_HOME": folder.path, "FOURINAROW_BONJOUR": "/nonexistent"])
            let words = "warning  data: other users can write to \(data), and replace your files: chmod go-w \(data)"
            #expect(run.output.contains(words) == isTold, "\(run.output)")
        }
    }

    @Test(
        "The doctor on a machine without a network does not call mDNS well",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func noNetwork() throws {
        let player = try Player(
            ["--net", Player.program, "doctor"], helper: .real, program: "/usr/bin/unshare", size: Size(width: 200, height: 40))
        guard case .exited(1) = try player.seeEnd() else { return #expect(Bool(false), "\(player.terminal.screen)") }
        #expect(player.words.contains("problem network: no address: connect this machine to a network"))
        #expect(!player.words.contains("ok mDNS"), "\(player.terminal.screen)")
    }

    @Test("A port that was asked for is the one that serves")
    func portGiven() throws {
        let port = try FreePort.next()
        let player = try Player(["host", "--port", String(port)])
        #expect(try player.port() == port)
        #expect(!player.words.contains("is taken"))
    }

    @Test("The usual port taken by another program: any other serves, and the screen says so")
    func usualPortTaken() throws {
        // The host of another test may have the port now. The first to get it holds it while the next one starts.
        let first = try Player(["host"])
        let player = try first.port() == 27364 ? Player(["host"]) : first
        try player.see("(The usual port 27364 is taken: type the whole address.)")
        let port = try player.port()
        #expect(port != 27364)
        let peer = try PlainPeer(joining: port)
        try player.see("Your turn")
        withExtendedLifetime((first, peer)) {}
    }

    @Test("An option stands above the config file, for this run alone")
    func optionsAndFile() throws {
        let folder = try TestFolder()
        try folder.write("name = Ann\ntheme = mono\n", to: Player.config)
        let player = try Player(["--name", "Bob", "--theme", "high-contrast", "--ascii"], folder: folder)
        try player.see("Bob")
        try player.open("Options")
        try player.see("Bob", "Theme < high-contrast >", "Board made of < letters >", "Animation < off >")
        player.press(.escape)
        try player.quit()
        #expect(folder.text(of: Player.config) == "name = Ann\ntheme = mono\n")
    }

    @Test("The clock of a run is not kept when something else is")
    func clockOfARun() throws {
        let folder = try TestFolder()
        try folder.write("clock = 5+0\n", to: Player.config)
        let player = try Player(["two", "--clock", "3+2"], folder: folder)
        try player.see("3:00")
        player.type("q")
        try player.open("Options")
        try player.see("Clock ‹ 3 minutes ›", "Added per move ‹ 2 seconds ›")
        player.type("7")
        try player.see("Computer moves ‹ at once ›")
        player.press(.escape)
        try player.quit()
        #expect(folder.text(of: Player.config) == "clock = 5+0\npause = no\n")
    }

    @Test("A run without a clock, and what a clock can be")
    func otherClocks() throws {
        let folder = try TestFolder()
        try folder.write("clock = 5+0\n", to: Player.config)
        let places = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        #expect(try Run(["two", "--lines"], environment: places).output.contains("5 minutes"))
        #expect(try Run(["two", "--lines", "--clock=none"], environment: places).output == "Two players.\nYellow's turn.\n")
        // A menu in lines ends with its input.
        #expect(try Run(["--lines", "--clock", "3+2"], environment: places).status == 0)
        let sentence = "--clock needs minutes+seconds, such as 3+2, or none (minutes: 1, 3, 5, 10; seconds: 0, 2, 5)"
        #expect(try Run(["two", "--clock", "4+2"]).errors == "fourinarow: \(sentence); try fourinarow --help\n")
    }

    @Test("A log that cannot be written is refused with a reason")
    func noLog() throws {
        let run = try Run(["two", "--lines", "--log", "/nowhere/log"])
        #expect(run.status == 1 && run.errors == "fourinarow: /nowhere/log cannot be written: no such file or directory\n")
    }

    @Test("A full disk ends the log, not the game")
    func fullLog() throws {
        let player = try Player(["two", "--log", "/dev/full"])
        try player.see("The log cannot be written any more: no space left on device.")
        player.press(.enter)
        try player.see("Red's turn")
    }

    @Test("The log of a private game says what was sent, without its code, keys and tokens")
    func privateLog() throws {
        let folder = try TestFolder()
        let port = try FreePort.next()
        let host = try Player.privateHost("--port", "\(port)", "--log", folder.path + "/host")
        let code = try host.code()
        let guest = try Player(["join", "127.0.0.1:\(port)", "--code", code, "--name", "Bob", "--log", folder.path + "/guest"])
        try host.see("Your turn")
        host.press(.enter)
        try guest.see("Your turn")
        try guest.leaveGame()
        try host.see("Bob left")
        for (name, facts) in zip(
            ["host", "guest"],
            [["hello game=\"fourinarow\" name=\"Bob\"", "bye reason="], ["connecting to 127.0.0.1:", "game 0 column=3"]])
        {
            let log = folder.text(of: name) ?? ""
            for fact in facts { #expect(log.contains(fact), "\(log)") }
            for word in code.split(separator: " ") { #expect(!log.contains(word), "\(log)") }
            #expect(log.contains("resume kind=0 id=… key=…") && !log.contains("proof=\""), "\(log)")
        }
    }

    @Test("The doctor needs no terminal; each of its lines begins with a verdict")
    func doctor() throws {
        let folder = try TestFolder()
        try folder.write("nonsense\n", to: Player.config)
        let run = try Run(["doctor"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").dropLast()
        #expect(
            run.output.hasSuffix(
                "\n\nIn a report of a problem, attach this and a log: start the game with --log FILE, and let it happen again.\n")
        )
        let verdicts = lines.map { $0.prefix { $0 != " " } }
        #expect(lines.count >= 10, "\(run.output)")
        #expect(verdicts.allSatisfy { ["ok", "warning", "problem"].contains($0) }, "\(run.output)")
        #expect(run.status == (verdicts.contains("problem") ? 1 : 0))
        for subject in [
            "terminal", "size", "colours", "locale", "glyph width", "network", "mDNS", "port", "config", "data", "sandbox",
            "puzzles", "with a friend",
        ] {
            #expect(lines.contains { $0.dropFirst(9).hasPrefix("\(subject): ") }, "no \(subject) in\n\(run.output)")
        }
        #expect(
            run.output.contains("warning  config: \(folder.path)/fourinarow/config, line 1: it is not of the form key = value"))
    }

    @Test(
        "The doctor says of a relay whether it is reached and who can look on",
        .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
    func doctorOfRelay() throws {
        let folder = try TestFolder()
        func doctor(_ url: String) throws -> String {
            try Run(["doctor", "--relay", url], environment: ["XDG_CONFIG_HOME": folder.path]).output
        }
        let safe = try Mosquitto(.shipped)
        let output = try doctor("mqtt://127.0.0.1:\(safe.port)")
        #expect(output.contains("ok       relay: 127.0.0.1 is reached, on this machine\n"), "\(output)")
        #expect(output.contains("ok       round trip: "), "\(output)")
        #expect(output.contains("ok       wildcards: refused"), "\(output)")
        let open = try Mosquitto(.open)
        try folder.write("relay = mqtt://127.0.0.1:\(open.port)\n", to: Player.config)
        let configured = try Run(["doctor"], environment: ["XDG_CONFIG_HOME": folder.path]).output
        #expect(
            configured.contains(
                "warning  wildcards: anybody can subscribe to #, fiar/1/#, fiar/1/in/+, fiar/1/room/+, fiar/1/bye/+, fiar/1/watch/0/+ and fiar/1/seek/+/+, and"
            ),
            "\(configured)")
        let nobody = "127.0.0.1:\(try FreePort.next())"
        #expect(try doctor("mqtt://" + nobody).contains("problem  relay: The relay \(nobody) does not answer"))
        #expect(try doctor("relay.example.org").contains("problem  relay: The relay's address is not valid"))
    }

    @Test("The doctor on a terminal leaves it as it was")
    func doctorOnATerminal() throws {
        let player = try Player(["doctor"], helper: .program("/nonexistent"), size: Size(width: 200, height: 40))
        guard case .exited = try player.seeEnd() else { return #expect(Bool(false), "\(player.terminal.screen)") }
        for line in ["ok terminal: xterm-256color", "ok size: 200x40", "ok locale: C.UTF-8", "ok glyph width: ● takes one cell"] {
            #expect(player.words.contains(line), "\(line) is missing:\n\(player.terminal.screen)")
        }
        #expect(player.words.contains("problem mDNS: "), "\(player.terminal.screen)")
        #expect(player.terminal.leftovers == [])
    }
}

@Suite("Joining where there is no game", .serialized, .ownThread)
struct JoinFailureTests {
    /// It has read why; Esc closes the alert, and once more leads back to the menu.
    private func expect(_ sentence: String, at player: Player) throws {
        try player.see(sentence)
        player.press(.escape)
        try player.seeNo(sentence)
        player.press(.escape)
        try player.seeMenu()
        try player.quit()
    }

    @Test("Refused")
    func refused() throws {
        let port = try FreePort.next()
        let player = try Player(["join", "127.0.0.1:\(port)"])
        try expect(
            "127.0.0.1:\(port) refused the connection: no game is hosted there on port \(port), or it is full.",
            at: player)
    }

    @Test("No such host")
    func noSuchHost() throws {
        let player = try Player(["join", "x.invalid"])
        try expect(
            "There is no computer called x.invalid:27364. Is the name right, and is that machine on this network?", at: player)
    }

    @Test("Something else listens there", arguments: ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n", "220 mail ESMTP\r\n"])
    func notAGame(banner: String) throws {
        let listener = try PlainListener()
        let player = try Player(["join", "127.0.0.1:\(listener.port)"])
        let peer = try listener.accept()
        peer.send(Array(banner.utf8))
        try player.see("There is no Four in a Row game at 127.0.0.1:\(listener.port).")
        try peer.receiveToEnd()
        try player.see("Address: 127.0.0.1:\(listener.port)")
        player.press(.escape)
        try player.seeNo("Address: ")
        player.press(.escape)
        try player.seeMenu()
        try player.quit()
    }

    @Test("Nothing that answers, and the connecting is cancelled")
    func cancelled() throws {
        // A full backlog drops new connections.
        let listener = try PlainListener(backlog: 0)
        let first = try PlainPeer(joining: listener.port)
        let second = try PlainPeer(joining: listener.port, isWaiting: false)
        let player = try Player(["join", "127.0.0.1:\(listener.port)"])
        try player.see("Connecting to 127.0.0.1:\(listener.port)…")
        player.press(.escape)
        try player.seeNo("Connecting to")
        try player.see("No game on this network yet.", "Type an address")
        player.press(.escape)
        try player.quit()
        withExtendedLifetime((first, second)) {}
    }

    @Test("What was typed is no address; then it is one")
    func typedWrongly() throws {
        let listener = try PlainListener()
        let player = try Player(["join"])
        try player.see("Type an address")
        player.type("a")
        try player.see("Address: such as 192.168.1.7")
        player.type("127.0.0.1:99999")
        player.press(.enter)
        try player.see("The port must be a number from 1 to 65535.")
        player.press(.control("u"))
        try player.seeNo("The port must be a number")
        player.type("127.0.0.1:\(listener.port)")
        player.press(.enter)
        try player.see("Your opponent's turn")
        try player.leaveGame()
        try player.quit()
    }
}

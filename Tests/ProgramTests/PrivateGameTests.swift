// Private games with real programs: a code is read from one screen and typed on the other, while a relay in between keeps a copy.

import Glibc
import TestSupport
import Testing
import Wire

@Suite("Private games", .serialized, .ownThread)
struct PrivateGameTests {
    @Test("A code typed wrong, then right; who listens on the way sees no packet of the game")
    func wrongThenRight() throws {
        let host = try Player.privateHost()
        let relay = try Relay(to: try host.port())
        defer { relay.stop() }
        let code = try host.code()
        let guest = try Player(["join", "--code", "acorn-acorn-acorn-acorn", "127.0.0.1:\(relay.port)", "--name", "Bob"])
        try guest.see("Wrong code. Check the words and their order.")
        try host.see("Somebody at 127.0.0.1 tried a wrong code.")
        guest.press(.control("u"))
        guest.type(code)
        guest.press(.enter)
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(host)
        let (fromGuest, fromHost) = relay.heard
        for said in [fromGuest, fromHost] {
            var decoder = PacketDecoder()
            decoder.append(said)
            var packets: [Packet] = []
            #expect(throws: WireError.self) { while let packet = try decoder.next() { packets.append(packet) } }
            #expect(packets.count == (said == fromGuest ? 4 : 6))
            #expect(packets.allSatisfy { if case .control(.privacy) = $0 { true } else { false } })
            // Short words can occur in sealed bytes by chance.
            #expect(Relay.packets(in: said).count == packets.count, "no packet in the clear follows")
            let text = String(decoding: said, as: UTF8.self)
            for separator in [" ", "-"] { #expect(!text.contains(code.replacing(" ", with: separator))) }
        }
        guest.press(.enter)
        try guest.leaveGame()
        try host.see(" left the game.")
        try host.leaveEnd()
        try host.quit()
    }

    /// Nothing was said in the clear but how the keys come about.
    private func expectNothingOfTheGame(heardBy relay: Relay) {
        let (fromGuest, fromHost) = relay.heard
        let packets = Relay.packets(in: fromGuest) + Relay.packets(in: fromHost)
        #expect(!packets.isEmpty)
        for packet in packets {
            switch packet {
            case .control(.privacy), .control(.resume(.call)), .control(.resume(.answer)):
                break
            default: Issue.record("said in the clear: \(packet)")
            }
        }
    }

    @Test(
        "What is changed on the way, or cut off, is not played but ends the connection; both find each other again, sealed anew",
        arguments: [false, true])
    func changed(isCut: Bool) throws {
        let (meeting, relay) = try Meeting.overRelay()
        defer { relay.stop() }
        try meeting.play("44")
        if isCut { relay.cutHostsNextWords() } else { relay.changeHostsNextWords() }
        meeting.host.type("1")
        try meeting.guest.see("Reconnected to Ann. Ann moved during the break.")
        for player in [meeting.host, meeting.guest] {
            try player.see("three discs") { $0.discs.mine + $0.discs.yours == 3 && $0.words.contains(" turn") }
        }
        try meeting.play("56", first: meeting.guest)
        expectNothingOfTheGame(heardBy: relay)
    }

    @Test(
        "One is killed and started anew: the game goes on, and who listens on the way learns nothing", arguments: [true, false])
    func killed(isHost: Bool) throws {
        let (meeting, relay) = try Meeting.overRelay()
        defer { relay.stop() }
        try meeting.play("445")
        let (dead, alive) = isHost ? (meeting.host, meeting.guest) : (meeting.guest, meeting.host)
        try dead.die()
        try alive.see("Reconnecting…")
        let again = try Player(["--name", isHost ? "Ann" : "Bob"], folder: dead.folder)
        try alive.see(". The game continues.")
        let (host, guest) = isHost ? (again, alive) : (alive, again)
        try host.seeGame(2, 1)
        try guest.seeGame(1, 2)
        try Meeting(again: host, guest).play("73", first: guest)
        expectNothingOfTheGame(heardBy: relay)
        try host.leaveGame()
        try guest.see(" left the game.")
    }

    @Test("By its address alone: the code is asked for, wrong three times, and then there is a pause")
    func byAddress() throws {
        let host = try Player.privateHost()
        let guest = try Player(["join", "127.0.0.1:\(try host.port())", "--name", "Bob"])
        try guest.see("The four words (ask the host):")
        guest.type("acorn acorn acorn zebrra")
        guest.press(.enter)
        try guest.see("“zebrra” isn't a code word.")
        for (word, sentence) in [
            ("acorn", "Wrong code."), ("actor", "Wrong code."), ("alley", "Too many wrong codes. Wait "),
        ] {
            guest.press(.control("u"))
            try guest.seeNo("Wrong code.")
            guest.type("\(word) acorn acorn acorn")
            guest.press(.enter)
            try guest.see(sentence)
        }
        try host.see("who needs these four words:")
        guest.press(.escape)
        try guest.seeNo("Too many wrong codes.")
        guest.press(.escape)
        try guest.see("Type an address")
        guest.press(.escape)
        try guest.quit()
    }

    @Test(
        "The code comes from the environment, or from standard input: the list of processes does not show it",
        arguments: [true, false])
    func codeElsewhere(isVariable: Bool) throws {
        let host = try Player.privateHost()
        let (code, address) = (try host.code(), "127.0.0.1:\(try host.port())")
        let join = ["join", address, "--name", "Bob"]
        let folder = try TestFolder()
        let file = try folder.write(code + "\n", to: "code")
        let guest =
            isVariable
            ? try Player(join, folder: folder, environment: ["FOURINAROW_CODE": code])
            : try Player(
                ["-c", "exec \"$@\" <\(file)", "sh", Player.program] + join + ["--code", "-"], folder: folder, program: "/bin/sh")
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("44")
        let process = guest.terminal.process
        #expect(Files.bytes("/proc/\(process)/cmdline").map { String(decoding: $0, as: UTF8.self) }?.contains("join") == true)
        for path in ["\(process)/cmdline"] + Processes.children(of: process).map({ "\($0.number)/environ" }) {
            let text = Files.bytes("/proc/\(path)").map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(!text.contains(code), "\(path)")
        }
    }

    /// Files in /proc belong to the player as long as anybody of theirs may look into the program, and else to root.
    @Test(
        "While a key is in memory nobody else may look into the program; before and afterwards as ever",
        .enabled(if: Unprivileged.isPossible, "needs another user, or setpriv and a path that everybody may use"))
    func closedToOthers() throws {
        let folder = try TestFolder()
        chmod(folder.path, 0o777)
        let player = try Unprivileged.player(["host", "--name", "Ann"], folder: folder)
        try player.see("Waiting for a player")
        #expect(Unprivileged.owner(of: player.terminal.process) == Unprivileged.user)
        player.type("p")
        _ = try player.code()
        #expect(Unprivileged.owner(of: player.terminal.process) == 0)
        player.type("p")
        try player.see("Private ‹ off ›")
        #expect(Unprivileged.owner(of: player.terminal.process) == Unprivileged.user)
    }

    @Test("The original app is closed without harm, and the host goes on waiting")
    func originalApp() throws {
        let host = try Player.privateHost()
        let phone = OriginalApp(try PlainPeer(joining: try host.port()))
        #expect(throws: PseudoTerminalFailure.self) { _ = try phone.hear() }
        let guest = try Player([
            "join", "--code", try host.code(), "127.0.0.1:\(try host.port())", "--name", "Bob",
        ])
        _ = try Meeting(host: host, guest: guest)
    }

    @Test("A public game that is joined with a code is said to be one; P makes it private")
    func publicGame() throws {
        let host = try Player(["host", "--name", "Ann"])
        let guest = try Player(["join", "--code", "acorn-acorn-acorn-acorn", "127.0.0.1:\(try host.port())"])
        try guest.see("did not ask for a code. Check with your friend")
        try host.see("connected and left again.")
        try host.see("Private ‹ off ›")
        host.type("p")
        let code = try host.code()
        host.type("p")
        try host.see("Private ‹ off ›")
        host.type("p")
        #expect(try host.code() != code)
    }
}

/// The program as a user who is not root.
private enum Unprivileged {
    private static let change = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    static let user = geteuid() == 0 ? 65534 : geteuid()
    static let isPossible =
        geteuid() != 0 || (try? Child(["setpriv"] + change + ["test", "-x", Player.program]).finish()) == 0

    static func player(_ arguments: [String], folder: TestFolder) throws -> Player {
        if geteuid() != 0 { return try Player(arguments, folder: folder) }
        return try Player(change + [Player.program] + arguments, folder: folder, program: "/usr/bin/setpriv")
    }

    static func owner(of process: pid_t) -> uid_t {
        var facts = stat()
        return stat("/proc/\(process)/stat", &facts) == 0 ? facts.st_uid : .max
    }
}

@Suite("Private games on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct PrivateLanTests {
    @Test("The list says that a game is private as soon as it is, and its code opens it")
    func listed() throws {
        let lan = try Lan()
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        try guest.see("▸ 1 Ann")
        host.type("p")
        let code = try host.code()
        try guest.see("1 Ann Four in a Row none private")
        guest.press(.enter)
        try guest.see("The four words (ask Ann):")
        guest.type(code.uppercased())
        guest.press(.enter)
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(host)
    }
}

extension Meeting {
    /// A private game with somebody on the way; its port is its own, so that both come back to it.
    static func overRelay() throws -> (meeting: Meeting, relay: Relay) {
        let host = try Player.privateHost()
        let relay = try Relay(to: try host.port())
        let guest = try Player(["join", "--code", try host.code(), "127.0.0.1:\(relay.port)", "--name", "Bob"])
        return (try Meeting(host: host, guest: guest), relay)
    }
}

extension Player {
    /// Ann, who waits for somebody with her code.
    static func privateHost(_ arguments: String...) throws -> Player {
        let port = arguments.contains("--port") ? [] : ["--port", "\(try FreePort.next())"]
        return try Player(["host", "--private", "--name", "Ann"] + port + arguments)
    }

    /// The code of the private game that it hosts.
    func code() throws -> String {
        let shown = try see("who needs these four words:")
        if shown.lines.shownCode.isEmpty { throw PseudoTerminalFailure(description: "no code\n\(shown)") }
        return shown.lines.shownCode
    }
}

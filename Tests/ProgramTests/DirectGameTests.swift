// Games between real programs through a real router that opens a port, and what players read where it does not. Three homes at a time: the
// kernel takes more than a minute to make twenty at once on a busy machine.

import Glibc
import TestSupport
import Testing

@Suite(
    "Direct games through a router", .ownThread, .enabled(if: HomeRouter.isPossible, Comment(rawValue: HomeRouter.reason)))
struct DirectGameTests {
    @Suite(.serialized) struct EveryRouter {}
    @Suite(.serialized) struct NoPort {}
    @Suite(.serialized) struct Friends {}
}

extension DirectGameTests.EveryRouter {
    @Test(
        "A whole game is played, and then the port is closed",
        arguments: [["pmp"], ["upnp"], ["both"], ["bad=permanent"], ["bad=taken"], ["bad=big"], ["upnp", "cgnat", "ipv6"]])
    func whole(router: [String]) throws {
        let router = try HomeRouter(router)
        let meeting = try router.meet()
        try router.seeMappings("an open port", { !$0.isEmpty })
        try meeting.host.see("private game")
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        try meeting.host.leaveGame()
        try router.seeMappings("a closed port", \.isEmpty)
    }
}

extension DirectGameTests.NoPort {
    @Test(
        "Where the router opens no port, the player reads why",
        arguments: [
            (["none"], "No router answers."), (["pmp", "cgnat"], "Your provider shares one address between customers"),
            (["upnp", "cgnat"], "Your provider shares one address between customers"),
        ])
    func noPort(router: [String], sentence: String) throws { try hostInVain(behind: HomeRouter(router), sentence) }

    /// One home, whose router is replaced: making one takes longer than a game.
    @Test("Where the router refuses, or its answer makes no sense, the player reads so")
    func noSense() throws {
        let router = try HomeRouter(["bad=refuse"])
        try hostInVain(behind: router, "Your router refuses to open a port (Action not authorized).")
        let nonsense = "Your router's answer makes no sense"
        for (lie, sentence) in [
            ("offline", "Your router says that it is not connected to the internet."), ("address", nonsense),
            ("lead", "No router answers."),
            ("endless", nonsense), ("slow", nonsense),
        ] {
            try router.turn("off")
            try router.run(["on", "bad=" + lie])
            try hostInVain(behind: router, sentence, isSlow: lie == "slow")
        }
    }

    @Test(
        "Doctor says what the router can do",
        arguments: [
            (["both"], "11.0.0.1", "same network, opened port, by message"),
            (["none"], "No router answers", "same network, by message; two lines were not tried"),
            (["pmp", "cgnat"], "shares one address", "same network, by message"),
        ])
    func doctor(router: [String], words: String, ways: String) throws {
        let router = try HomeRouter(router)
        let output = try router.run([
            "exec", "home", "env", "HOME=/nonexistent", "sh", "-c", "\"$0\" doctor || true", Player.program,
        ])
        #expect(output.contains("router") && output.contains(words) && output.contains(ways), "\(output)")
    }
}

/// Somebody hosts behind a router that opens no port, and reads why. A router has four seconds to answer; that of the tests may need more on a
/// busy machine, and then the player tries again.
private func hostInVain(behind router: HomeRouter, _ sentence: String, isSlow: Bool = false) throws {
    let silence = "No router answers."
    var said = silence
    for _ in 0..<5 where said.contains(silence) {
        let host = try router.host()
        // The others may answer before the screen is read.
        if isSlow { try host.see("Asking your router to let your friend in…") }
        said = try host.see("what the router says") { $0.words.contains(sentence) || $0.words.contains(silence) }.words
        try host.see("A friend on your network finds you under Join a game and types these words:")
        host.type("q")
        try host.quit()
        if sentence == silence { break }
    }
    #expect(said.contains(sentence))
}

extension DirectGameTests.Friends {
    @Test("An address that leads elsewhere: the friend reads that nobody is there")
    func elsewhere() throws {
        let router = try HomeRouter(["bad=elsewhere"])
        let host = try router.host()
        let guest = try router.guest(of: host)
        try guest.see("No game answers at 9.9.9.9:27364.")
    }

    @Test("The host is killed: the port is closed, and opened again when the game is resumed")
    func killed() throws {
        let router = try HomeRouter(["both"])
        let meeting = try router.meet()
        try meeting.play("445")
        try meeting.host.die()
        try router.seeMappings("a closed port", \.isEmpty)
        try meeting.guest.see("Reconnecting…")
        let again = try Player(["--name", "Ann"], at: router.machine("home"), folder: meeting.host.folder)
        try again.seeGame(2, 1)
        try meeting.guest.seeGame(1, 2)
        try router.seeMappings("an open port", { !$0.isEmpty })
        try Meeting(again: again, meeting.guest).play("5", first: meeting.guest)
    }

    @Test("Another friend watches with the same line")
    func spectator() throws {
        let router = try HomeRouter(["both"])
        let host = try router.host()
        let line = try host.lineForFriend()
        host.type("w")
        try host.see("Spectators ‹ on ›")
        let meeting = try Meeting(host: host, guest: try router.guest(of: host))
        try meeting.play("44")
        let spectator = try Player(["watch", line, "--name", "Eve"], at: router.machine("far"))
        try spectator.see("Ann's turn", "move 2", "1 spectator")
        try meeting.play("4")
        try spectator.see("Bob's turn", "move 2")
    }

    @Test("The router is switched off and on: the game goes on")
    func restart() throws {
        let router = try HomeRouter(["both"])
        let meeting = try router.meet()
        try meeting.play("445")
        try router.turn("off")
        for player in [meeting.host, meeting.guest] { try player.see("Reconnecting…") }
        try router.turn("on")
        for player in [meeting.host, meeting.guest] { try player.see("The game continues.") }
        try meeting.play("5", first: meeting.guest)
    }

    @Test("A port that is soon closed again is kept open while the host waits")
    func lease() throws {
        let router = try HomeRouter(["bad=forgets"])
        let host = try router.host()
        _ = try host.lineForFriend()
        let helper = try host.helper(called: "fourinarow-router")
        kill(helper.number, SIGSTOP)
        try router.seeMappings("a port that was given up", \.isEmpty)
        kill(helper.number, SIGCONT)
        try router.seeMappings("a port that is open again", { !$0.isEmpty })
        try Meeting(host: host, guest: try router.guest(of: host)).play("44")
    }

    @Test("C copies the line, and says where the terminal cannot", arguments: [true, false])
    func copy(canCopy: Bool) throws {
        let router = try HomeRouter(["pmp"])
        let host = try Player(
            ["host", "--online"], at: router.machine("home"), term: canCopy ? "xterm-256color" : "linux")
        let line = try host.lineForFriend()
        host.type("c")
        try host.see(canCopy ? "Copied, if your terminal allows it." : "This terminal cannot copy")
        let sent = String(decoding: host.terminal.received, as: UTF8.self)
        let copied = sent.firstRange(of: "\u{1B}]52;c;").map { sent[$0.upperBound...] }?.prefix { $0 != "\u{1B}" }
        #expect(copied.map { String(decoding: base64($0), as: UTF8.self) } == (canCopy ? line : nil))
    }

    private func base64(_ text: Substring) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = text.compactMap { letters.firstIndex(of: $0) }.reduce(into: [Bool]()) { bits, value in
            bits += (0..<6).map { value >> (5 - $0) & 1 == 1 }
        }
        return stride(from: 0, to: bits.count / 8 * 8, by: 8).map { at in bits[at..<at + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
    }

    @Test("Two at one home each get a port")
    func two() throws {
        let router = try HomeRouter(["both"])
        let (first, second) = (try router.host(), try router.host(on: "home2"))
        let lines = [try first.lineForFriend(), try second.lineForFriend()]
        #expect(lines[0].prefix { $0 != " " } != lines[1].prefix { $0 != " " })
        let other = lines[0].contains(":27364 ") ? second : first
        try other.see("The router uses another port: the usual one is taken there.")
        for host in [first, second] { try Meeting(host: host, guest: try router.guest(of: host)).play("44") }
    }

    @Test("Someone at the same home finds the game in the list, and needs the words")
    func neighbour() throws {
        let router = try HomeRouter(["both"])
        let host = try router.host()
        let words = try host.lineForFriend().split(separator: " ").last.map(String.init) ?? ""
        let folder = try TestFolder()
        let guest = try Player(["join", "--name", "Bob", "--log", folder.path + "/log"], at: router.machine("home2"))
        // Its IPv6 address, which is listed first, may not be usable yet.
        try guest.see("▸ 1 Ann", "Address: 192.168.1.10")
        guest.press(.enter)
        try guest.see("The four words (ask Ann):")
        guest.type(words)
        guest.press(.enter)
        do { try Meeting(host: host, guest: guest).play("44") } catch {
            throw PseudoTerminalFailure(description: "\(error)\n\(folder.text(of: "log") ?? "")")
        }
    }

    @Test("The address of a VPN is offered as one")
    func vpn() throws {
        let router = try HomeRouter(["none"])
        try router.run(["exec", "home", "ip", "addr", "add", "100.64.0.7/32", "dev", "lo"])
        let host = try router.host()
        try host.see("This address works for members of your VPN.", "No router answers.")
        #expect(try host.lineForFriend().hasPrefix("100.64.0.7:27364 "))
    }
}

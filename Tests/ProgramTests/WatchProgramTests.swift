// Spectators with the real program: they find a game in the list of a simulated LAN, lose their cable, are stopped, and come back; and they
// watch private games, in text mode too.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Spectators", .ownThread)
struct WatchProgramTests {
    @Test(
        "Whoever attacks the door of a watched game delays nobody",
        arguments: [Assault.anyPackets] + Thoroughness.pick([], of: [.comeAndGo, .silentCrowd]))
    func attacked(assault: Assault) throws { _ = try Torture.watch(under: assault) }

    /// Ann hosts with spectators, and Bob has joined.
    fileprivate static func meeting(_ host: Player, join: () throws -> Player) throws -> Meeting {
        try host.see("Waiting for a player")
        host.type("w")
        try host.see("Spectators ‹ on ›")
        let guest = try join()
        try guest.see("Others may watch this game.")
        return try Meeting(host: host, guest: guest)
    }

    @Test(
        "Found in the list of a LAN; through a cut cable, a stop and a host that is killed",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func onTheLan() throws {
        let lan = try Lan(hosts: 3)
        let list = try Player(["watch", "--name", "Eve"], at: Place(lan: lan, host: 3))
        try list.see("No game to watch on this network yet.")
        let folder = try TestFolder()
        let meeting = try Self.meeting(try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1), folder: folder)) {
            try Player(["join", "10.77.0.1", "--name", "Bob"], at: Place(lan: lan, host: 2))
        }
        try list.see("▸ 1 Ann – Bob", "just begun", "Address: 10.77.0.1:27364")
        list.press(.enter)
        try list.see("Ann's turn", "move 1", "1 spectator")
        try meeting.play("12")
        try list.see("Ann's turn", "move 2", "1 spectator")
        try meeting.host.see("1 spectator")
        try meeting.guest.see("1 spectator")
        try meeting.play("1")
        try list.see("Bob's turn", "move 2")

        try lan.lanlab("cut", "3")
        try meeting.play("2", first: meeting.guest)
        try lan.lanlab("restore", "3")
        try list.see("Ann's turn", "move 3")

        list.terminal.signal(SIGSTOP)
        try meeting.play("1")
        list.terminal.signal(SIGCONT)
        try list.see("Bob's turn", "move 3")

        meeting.host.terminal.signal(SIGKILL)
        try meeting.guest.see("Reconnecting…")
        let host = try Player(["--name", "Ann"], at: Place(lan: lan, host: 1), folder: folder)
        try host.see("Bob's turn")
        try meeting.guest.see("Your turn")
        meeting.guest.type("7")
        try host.see("Your turn")
        try list.see("Ann's turn", "move 4")
        host.type("1")
        try list.see("We have a winner: Ann!")
        try meeting.guest.see("Replay R")
        meeting.guest.type("q")
        try list.see("Bob left the game. Score: Ann 1, Bob 0.")
        list.type("q")
        try list.see("No game to watch on this network yet.")
    }

    @Test("A private game, with its code, in text mode; without it nothing is seen")
    func privateInLines() throws {
        let port = try FreePort.next()
        let host = try Player(["host", "--private", "--port", "\(port)", "--name", "Ann"])
        let code = try host.code()
        let address = "127.0.0.1:\(port)"
        let meeting = try Self.meeting(host) { try Player(["join", address, "--code", code, "--name", "Bob"]) }
        try meeting.play("12")
        let stranger = try Player(["watch", address, "--name", "Mallory"])
        try stranger.see("The four words (ask the host):")
        let eve = try Player(["watch", address, "--code", code, "--name", "Eve", "--lines"])
        try eve.see("Ann and Bob.", "Bob: column 2, row 1.")
        try meeting.play("1")
        try eve.see("Ann: column 1, row 2. Bob's turn.")
        meeting.guest.type("p")
        try meeting.guest.see("3 Nice move.")
        meeting.guest.type("3")
        try eve.see("Bob: Nice move.")
        #expect(!stranger.words.contains("Bob"))
    }
}

extension Torture {
    /// Two play while a game's door for spectators is attacked. Then a spectator comes in.
    static func watch(under assault: Assault) throws -> Result {
        let port = try FreePort.next()
        let host = try Player(["host", "--port", "\(port)", "--name", "Ann"])
        let meeting = try WatchProgramTests.meeting(host) { try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"]) }
        try meeting.play("12")
        let peers = try assault.strike(port)
        let slowest = max(try key(at: host), try key(at: meeting.guest))
        try meeting.play("12")
        let spectator = try Player(["watch", "127.0.0.1:\(port)", "--name", "Eve"])
        try spectator.see("Ann's turn", "move 3")
        withExtendedLifetime(peers) {}
        return result(host, slowest: slowest)
    }
}

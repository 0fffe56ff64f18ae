// Interrupted games between real programs: cut cables, killed programs, saved games; on loopback without discovery, and on simulated LANs
// with it. The players type nothing until the game goes on.

import Glibc
import Screen
import TestSupport
import Testing

private let lost = "Reconnecting…"
private let awaited = "The game goes on once "

extension Player {
    /// Dies without a word.
    func die() throws {
        terminal.signal(SIGKILL)
        try seeEnd()
    }

    /// Waits until the game goes on with these numbers of discs of mine and of the other's.
    func seeGame(_ mine: Int, _ yours: Int) throws {
        try see("the game goes on") { $0.discs == (mine, yours) && !$0.words.contains(lost) && $0.words.contains(" turn") }
    }
}

@Suite("Broken games on this machine", .serialized, .ownThread)
struct BrokenGameTests {
    private func begin() throws -> Meeting {
        let meeting = try Meeting()
        try meeting.play("445")
        return meeting
    }

    private func expectGame(_ meeting: Meeting) throws {
        try meeting.host.seeGame(2, 1)
        try meeting.guest.seeGame(1, 2)
        try meeting.play("53", first: meeting.guest)
        try meeting.host.leaveGame()
        try meeting.guest.see(" left the game.")
    }

    @Test("One is killed and started anew, with the same words or with none", arguments: [true, false], [true, false])
    func oneKilled(isHost: Bool, isBare: Bool) throws {
        let meeting = try begin()
        let (dead, alive) = isHost ? (meeting.host, meeting.guest) : (meeting.guest, meeting.host)
        try dead.die()
        try alive.see("Connection to \(isHost ? "Ann" : "Bob") lost.", lost, "Save and leave")
        let words = isBare ? [] : isHost ? ["host"] : ["join"]
        let again = try Player(words + ["--name", isHost ? "Ann" : "Bob"], folder: dead.folder)
        try alive.see(". The game continues.")
        try expectGame(isHost ? Meeting(again: again, alive) : Meeting(again: alive, again))
    }

    @Test("Both are killed and started anew", arguments: [true, false])
    func bothKilled(isHostFirst: Bool) throws {
        let meeting = try begin()
        for player in [meeting.host, meeting.guest] { try player.die() }
        let folders = [meeting.host.folder, meeting.guest.folder]
        var players: [Player?] = [nil, nil]
        for index in isHostFirst ? [0, 1] : [1, 0] {
            players[index] = try Player(["--name", ["Ann", "Bob"][index]], folder: folders[index])
            if index == (isHostFirst ? 0 : 1) { try players[index]?.see(awaited) }
        }
        try expectGame(Meeting(again: #require(players[0]), #require(players[1])))
    }

    @Test("A second program of the same player leaves the game to the first one")
    func twoPrograms() throws {
        let meeting = try begin()
        let second = try Player(folder: meeting.guest.folder)
        try second.seeMenu()
        try meeting.host.die()
        try meeting.guest.see(lost)
        let third = try Player(folder: meeting.guest.folder)
        try third.seeMenu()
        try second.quit()
        try third.quit()
    }

    @Test("Saved, it waits in the menu; left, it is over")
    func saved() throws {
        let meeting = try begin()
        try meeting.host.die()
        try meeting.guest.see(lost)
        meeting.guest.type("s")
        try meeting.guest.see("Resume with Ann")
        meeting.guest.type("q")
        #expect(try meeting.guest.seeEnd() == .exited(0))
        let guest = try Player(["--name", "Bob"], folder: meeting.guest.folder)
        try guest.see("Resume with Ann")
        let host = try Player(["--name", "Ann"], folder: meeting.host.folder)
        try host.see(awaited)
        guest.type("r")
        try expectGame(Meeting(again: host, guest))
        try guest.leaveEnd()
        try guest.quit()
    }

    @Test("Given up, it is not taken up by the next program")
    func givenUp() throws {
        let meeting = try begin()
        try meeting.host.die()
        meeting.guest.terminal.signal(SIGSTOP)
        let host = try Player(["--name", "Ann"], folder: meeting.host.folder)
        try host.see(awaited)
        try host.leaveGame()
        try host.seeMenu()
        try host.quit()
        meeting.guest.terminal.signal(SIGCONT)
        let next = try Player(["--name", "Ann"], folder: meeting.host.folder)
        try next.seeMenu()
        try next.quit()
        try meeting.guest.leaveGame()
        try meeting.guest.quit()
    }
}

@Suite("Broken games on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct BrokenLanGameTests {
    private func player(_ index: Int, _ lan: Lan, _ folder: TestFolder) throws -> Player {
        try Player(["--name", ["Ann", "Bob"][index]], at: Place(lan: lan, host: index + 1), folder: folder)
    }

    /// Host `number` has another address, told by its last part.
    private func move(_ number: Int, of lan: Lan, from old: Int, to new: Int) throws {
        try lan.run(on: number, "ip", "address", "del", "10.77.0.\(old)/24", "dev", "eth0")
        try lan.run(on: number, "ip", "address", "add", "10.77.0.\(new)/24", "dev", "eth0")
        try lan.run(on: number, "ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")
    }

    @Test("One is killed and started anew at another address: the other one finds it", arguments: [0, 1])
    func anotherAddress(dead: Int) throws {
        let lan = try Lan(hosts: 2, "--no-ipv6")
        let meeting = try Meeting(on: lan)
        try meeting.play("445")
        var players = [meeting.host, meeting.guest]
        try players[dead].die()
        try players[1 - dead].see(lost)
        try move(dead + 1, of: lan, from: dead + 1, to: dead + 7)
        players[dead] = try player(dead, lan, players[dead].folder)
        for player in players { player.terminal.timeout = 60 }
        try players[0].seeGame(2, 1)
        try players[1].seeGame(1, 2)
    }

    @Test("A machine sleeps for longer than the other one waits for it: awake again, both find each other")
    func asleep() throws {
        let lan = try Lan(hosts: 2, "--no-ipv6")
        let meeting = try Meeting(on: lan)
        try meeting.play("445")
        try lan.lanlab("vanish", "2")
        meeting.guest.terminal.signal(SIGSTOP)
        try meeting.host.see("Connection to Bob lost.", lost)
        try lan.lanlab("restore", "2")
        meeting.guest.terminal.signal(SIGCONT)
        for player in [meeting.host, meeting.guest] { player.terminal.timeout = 60 }
        try meeting.host.see("Reconnected to Bob. The game continues.")
        try meeting.guest.see("Reconnected to Ann. The game continues.")
        try meeting.play("53", first: meeting.guest)
    }

    @Test("Thirty decoys that copied an earlier search, and then keep silent, do not come between two who look for each other")
    func decoys() throws {
        let lan = try Lan(hosts: 3, "--no-ipv6")
        let script = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/decoys.py"
        let decoys = try lan.start(on: 3, ["python3", script, "10.77.0.3"])
        #expect(decoys.line(within: 30) == "ready")
        let meeting = try Meeting(on: lan)
        try meeting.play("445")
        try meeting.host.die()
        try move(1, of: lan, from: 1, to: 7)
        let again = try player(0, lan, meeting.host.folder)
        try again.seeGame(2, 1)
        try meeting.guest.seeGame(1, 2)
        #expect(decoys.line(within: 30) == "heard")
        try again.die()
        try meeting.guest.see(lost)
        try move(1, of: lan, from: 7, to: 8)
        decoys.write("now\n")
        #expect(decoys.line(within: 30) == "dialled")
        let third = try player(0, lan, meeting.host.folder)
        try third.seeGame(2, 1)
        try meeting.guest.seeGame(1, 2)
        decoys.closeInput()
        #expect(decoys.finish() == 0)
    }

    @Test("Nobody else sees in the list that two look for each other")
    func theListIsClean() throws {
        let lan = try Lan(hosts: 3)
        let meeting = try Meeting(on: lan)
        try meeting.play("44")
        try meeting.guest.die()
        try meeting.host.see(lost)
        let other = try Player(["host", "--name", "Eve"], at: Place(lan: lan, host: 2))
        let list = try Player(["join"], at: Place(lan: lan, host: 3))
        try list.see("1 Eve")
        #expect(!list.words.contains("Ann"))
        other.press(.escape)
        try list.see("No game on this network yet.")
    }
}

extension Meeting {
    /// Two who took their game up again.
    init(again host: Player, _ guest: Player) {
        (self.host, self.guest) = (host, guest)
        host.opponent = guest
        guest.opponent = host
    }
}

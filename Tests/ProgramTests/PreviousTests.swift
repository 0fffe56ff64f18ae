// The program of an earlier version and this one at one game: whoever brings theirs up to date can still play with those who have not,
// and what broke off before goes on after. It knows the words on this version's screens; Previous has those of the earlier one.

import Glibc
import Screen
import TestSupport
import Testing

/// Ann hosts, Bob has joined, and one of them has the earlier version.
private struct MixedMeeting {
    let meeting: Meeting
    let older: Older

    /// The port is its own: both come back to it.
    init(_ older: Older, isPrivate: Bool = false) throws {
        self.older = older
        let port = "\(FreePort.next())"
        let host = try Player(
            ["host", "--name", "Ann", "--port", port] + (isPrivate ? ["--private"] : []), program: older.host)
        let code = isPrivate ? ["--code", try host.code()] : []
        if !isPrivate { _ = try host.port() }
        let guest = try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"] + code, program: older.guest)
        meeting = try Meeting(host: host, guest: guest)
    }

    /// One is killed and started anew, as this version if `isUpdated`; the game of "445" goes on and is over when Bob has left.
    func breakAndGoOn(hostDies: Bool, isUpdated: Bool) throws {
        let (dead, alive) = hostDies ? (meeting.host, meeting.guest) : (meeting.guest, meeting.host)
        try dead.die()
        try alive.see("Reconnecting…")
        let program = isUpdated ? Player.program : hostDies ? older.host : older.guest
        let again = try Player(["--name", hostDies ? "Ann" : "Bob"], folder: dead.folder, program: program)
        try alive.see(". The game continues.")
        let next = hostDies ? Meeting(again: again, alive) : Meeting(again: alive, again)
        try next.host.seeGame(2, 1)
        try next.guest.seeGame(1, 2)
        try next.play("53", first: next.guest)
        try next.guest.leaveGame()
        try next.host.see(" left the game.")
    }
}

@Suite(
    "With the earlier version on this machine", .serialized, .ownThread,
    .enabled(if: Previous.isThere, Comment(rawValue: Previous.reason)))
struct PreviousTests {
    @Test("Whole games, replays asked for by each, a goodbye", arguments: Older.allCases)
    func games(older: Older) throws {
        let meeting = try MixedMeeting(older).meeting
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        meeting.guest.type("r")
        #expect(try meeting.seeNewGame() === meeting.guest)
        try meeting.play(shortWin, first: meeting.guest, endsGame: true)
        try meeting.seeWinner(meeting.guest)
        meeting.host.type("r")
        #expect(try meeting.seeNewGame() === meeting.host)
        try meeting.play(drawnGame, endsGame: true)
        for player in [meeting.host, meeting.guest] { try player.see("It's a draw.", "Replay (R)") }
        try meeting.host.leaveGame()
        try meeting.guest.see(" left the game.")
    }

    @Test("Both ask for another game at once, and agree who begins", arguments: Older.allCases)
    func crossing(older: Older) throws {
        let meeting = try MixedMeeting(older).meeting
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        for player in [meeting.host, meeting.guest] { player.terminal.signal(SIGSTOP) }
        for player in [meeting.host, meeting.guest] { player.type("r") }
        for player in [meeting.host, meeting.guest] { player.terminal.signal(SIGCONT) }
        let first = try meeting.seeNewGame()
        try meeting.play("44", first: first)
    }

    @Test("Each asks to take a move back: refused, allowed", arguments: Older.allCases)
    func consent(older: Older) throws {
        let meeting = try MixedMeeting(older).meeting
        try meeting.play("45")
        meeting.guest.type("u")
        try meeting.host.see("Bob wants")
        meeting.host.press(.escape)
        try meeting.host.seeNo("Bob wants")
        try meeting.guest.see("Ann said no.")
        meeting.guest.type("u")
        try meeting.host.see("Bob wants")
        meeting.host.press(.right, .enter)
        try meeting.host.seeGame(1, 0)
        try meeting.guest.seeGame(0, 1)
        try meeting.play("6", first: meeting.guest)
        meeting.host.type("u")
        try meeting.guest.see("Ann wants")
        meeting.guest.press(.right, .enter)
        for player in [meeting.host, meeting.guest] { try player.seeGame(0, 0) }
        try meeting.play("44")
    }

    @Test("A game breaks off and goes on", arguments: Older.allCases, [true, false])
    func resumed(older: Older, hostDies: Bool) throws {
        let mixed = try MixedMeeting(older)
        try mixed.meeting.play("445")
        try mixed.breakAndGoOn(hostDies: hostDies, isUpdated: false)
    }

    @Test("Who had the earlier version comes back to a broken game with this one", arguments: Older.allCases)
    func updated(older: Older) throws {
        let mixed = try MixedMeeting(older)
        try mixed.meeting.play("445")
        try mixed.breakAndGoOn(hostDies: older == .host, isUpdated: true)
    }

    @Test("A private game, joined with its code; it breaks off and goes on", arguments: Older.allCases, [true, false])
    func privateGame(older: Older, hostDies: Bool) throws {
        let mixed = try MixedMeeting(older, isPrivate: true)
        try mixed.meeting.play("445")
        try mixed.breakAndGoOn(hostDies: hostDies, isUpdated: false)
    }

    @Test("A wrong code is refused, and the right one asked for", arguments: Older.allCases)
    func wrongCode(older: Older) throws {
        let host = try Player(["host", "--private", "--name", "Ann"], program: older.host)
        let code = try host.code()
        let guest = try Player(
            ["join", "--code", "acorn-acorn-acorn-acorn", "127.0.0.1:\(try host.port())", "--name", "Bob"],
            program: older.guest)
        try guest.see("Wrong code. You have 2 tries left.")
        guest.press(.control("u"))
        guest.type(code)
        guest.press(.enter)
        try Meeting(host: host, guest: guest).play("44")
    }
}

@Suite(
    "With the earlier version on the LAN", .ownThread, .enabled(if: Previous.isThere, Comment(rawValue: Previous.reason)),
    .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct PreviousLanTests {
    @Test("The game is in the list, becomes private there, and its code opens it", arguments: Older.allCases)
    func listed(older: Older) throws {
        let lan = try Lan()
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1), program: older.host)
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2), program: older.guest)
        try guest.see("▸ 1 Ann")
        host.type("p")
        let code = try host.code()
        try guest.see("1 Ann private, ")
        guest.press(.enter)
        try guest.see("Code of Ann (four words):")
        guest.type(code)
        guest.press(.enter)
        try Meeting(host: host, guest: guest).play("44")
    }

    /// Ann, who has the one version, and Bob and Cyd, who have the other, each on a host of a LAN.
    private func neighbours(_ older: Older, on lan: Lan) throws -> [Player] {
        try ["Ann", "Bob", "Cyd"].enumerated().map { index, name in
            try Player(
                ["--name", name], at: Place(lan: lan, host: index + 1), program: index == 0 ? older.host : older.guest)
        }
    }

    @Test("Players nearby: invited, and a game of Four in a Row", arguments: Older.allCases)
    func nearby(older: Older) throws {
        let lan = try Lan(hosts: 3)
        let all = try neighbours(older, on: lan)
        for player in all.prefix(2) { try player.openOther("Nearby players") }
        try all[0].see("Bob not connected")
        try all[0].choose("Game")
        try all[0].choose("Game")
        try all[0].see("Game: Four in a Row")
        try all[0].choose("Bob")
        try all[1].see("Ann invites you to play Four in a Row.")
        all[1].type("y")
        try all[0].choose("Start the game")
        try Meeting(host: all[0], guest: all[1]).play("44")
    }

    @Test("A table of three: found, sat down at, and a game of Snap!", arguments: Older.allCases)
    func table(older: Older) throws {
        let lan = try Lan(hosts: 3)
        let all = try neighbours(older, on: lan)
        try all[0].openOther("Host a table")
        try all[0].see("Which game?")
        try all[0].choose("Snap!")
        try all[0].see("Others find it under Join a table as Ann.")
        for player in all.dropFirst() {
            try player.openOther("Join a table")
            try player.see("Snap! Ann,")
            player.press(.enter)
            try player.see("Waiting for Ann to start Snap!")
        }
        try all[0].choose("Start the game")
        for (player, others) in zip(all, [["Bob", "Cyd"], ["Ann", "Cyd"], ["Ann", "Bob"]]) {
            try player.see("Q Disconnect", "You", others[0], others[1])
        }
        try all[0].leaveGame()
        for player in all.dropFirst() { try player.see("The host ended the game.") }
    }
}

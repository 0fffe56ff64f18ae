// Spectators of games between real programs over a real mosquitto with the shipped security files: on a screen and in text mode, with a
// friend's line, through interruptions of every kind.

import Glibc
import TestSupport
import Testing

/// Ann and Bob at a game that may be watched, and Eve, who has the line that Ann has told.
struct WatchedMeeting {
    let online: OnlineMeeting
    /// What Ann has sent to her friends: the relay, a number and four words.
    let line: String
    var host: Player { online.host }
    var guest: Player { online.guest }

    /// The room's number.
    var number: Substring { get throws { try #require(line.split(separator: " ").first { $0.allSatisfy(\.isNumber) }) } }

    /// They have a disc each.
    init(at access: RelayAccess) throws {
        let host = try access.host()
        host.type("w")
        try host.see("Spectators ‹ on ›")
        line = "\(access.url) \(try host.roomCode())"
        let guest = try access.player(["join", "--online", try host.roomCode(), "--name", "Bob"])
        online = OnlineMeeting(try Meeting(host: host, guest: guest), at: access)
        try online.meeting.play("44")
    }

    /// Somebody who has set up nothing pastes the line, and sees the game.
    func spectator() throws -> Player {
        let eve = try Player(["watch", line, "--name", "Eve"])
        try eve.see("the game") { $0.words.contains("Bob") && $0.words.contains("'s turn") && $0.discs.mine > 0 }
        return eve
    }
}

@Suite(
    "Spectators over a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct OnlineWatchTests {
    private func begin() throws -> (relay: Mosquitto, watched: WatchedMeeting) {
        let relay = try Mosquitto()
        return (relay, try WatchedMeeting(at: RelayAccess(relay)))
    }

    @Test("With the host's line a friend sees the series, on a screen and in text mode, and that it is over")
    func series() throws {
        let (relay, watched) = try begin()
        let eve = try watched.spectator()
        let reader = try Player(["watch", watched.line, "--name", "Fay", "--lines"])
        try reader.see("Ann's turn")
        try eve.see("the first two discs") { $0.discs == (1, 1) }
        try watched.host.see("2 spectators")
        try watched.guest.see("2 spectators")
        try watched.online.meeting.play("353")
        try eve.see("the next ones") { $0.discs == (3, 2) }
        try watched.online.meeting.play("6", first: watched.guest)
        try watched.online.meeting.play("2", endsGame: true)
        try watched.online.meeting.play("2", first: watched.guest)
        try eve.see("all of them") { $0.discs == (4, 4) }
        try watched.host.leaveGame()
        for player in [eve, reader] { try player.see("Ann left the game.") }
        withExtendedLifetime(relay) {}
    }

    @Test("The relay is killed and started again: all go on by themselves")
    func relayKilled() throws {
        let (relay, watched) = try begin()
        let eve = try watched.spectator()
        relay.kill()
        for player in [watched.host, watched.guest] { try player.see("Reconnecting…") }
        try relay.start()
        for player in [watched.host, watched.guest] { try player.seeGame(1, 1) }
        try watched.online.meeting.play("55")
        try eve.see("the next discs") { $0.discs == (2, 2) }
    }

    @Test("A host that was killed is found again by its guest and its spectator, and by another one with the old line")
    func hostKilled() throws {
        let (relay, watched) = try begin()
        let eve = try watched.spectator()
        eve.terminal.timeout = 120
        try watched.host.die()
        try watched.guest.see("Reconnecting…")
        let again = try watched.online.access.player(["--name", "Ann"], folder: watched.host.folder)
        try again.seeGame(1, 1)
        try watched.guest.seeGame(1, 1)
        try Meeting(again: again, watched.guest).play("55")
        let late = try watched.spectator()
        for player in [late, eve] { try player.see("the next discs") { $0.discs == (2, 2) } }
        withExtendedLifetime(relay) {}
    }

    @Test("A spectator who was stopped for a while is shown the present", arguments: [false, true])
    func stopped(isKilled: Bool) throws {
        let (relay, watched) = try begin()
        let eve = try watched.spectator()
        if isKilled { kill(try eve.helper(called: "fourinarow-relay").number, SIGKILL) } else { eve.terminal.signal(SIGSTOP) }
        try watched.online.meeting.play("5566")
        if !isKilled { eve.terminal.signal(SIGCONT) }
        try eve.see("the present") { $0.discs == (3, 3) }
        withExtendedLifetime(relay) {}
    }

    @Test("Wrong words, and a game that nobody may watch")
    func notAllowed() throws {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let online = try OnlineMeeting(at: access)
        try online.meeting.play("44")
        let closed = try Player(["watch", relay.url, "000000", "acorn", "acorn", "acorn", "acorn"])
        try closed.see("There is no game to watch in room 000000.")
        let watched = try WatchedMeeting(at: access)
        let wrong = watched.line.split(separator: " ").prefix(2).joined(separator: " ") + " acorn acorn acorn acorn"
        try Player(["watch", wrong]).see("Wrong code. Check the words and their order.")
        let friend = try access.player(["join", "--online", watched.line])
        try friend.see("That game has two players already. Enter watches it")
        friend.press(.enter)
        try friend.see("a watched game") { $0.discs == (1, 1) }
    }

    @Test("Somebody writes into the room 300 times a second: a friend comes to watch all the same")
    func disturbedRoom() throws { _ = try Torture.comeToWatch() }

    @Test(
        "A flood does not interrupt a watched game over slow links",
        arguments: Thoroughness.pick([.stream], of: FloodedTopic.ofWatched))
    func flood(topic: FloodedTopic) throws { _ = try Torture.playWatched(inFloodOf: topic) }
}

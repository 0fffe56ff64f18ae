// Games between real programs over a real mosquitto with the shipped security files: by a number and four words, broken off in every way
// and taken up again. Not a word is typed until it goes on.

import Glibc
import TestSupport
import Testing

/// Ann, who hosts, and Bob, who has typed what she sees, with a relay between them.
private struct OnlineMeeting {
    let relay: Mosquitto
    let meeting: Meeting

    init() throws {
        relay = try Mosquitto()
        let host = try Self.player(["host", "--online", "--name", "Ann"], relay)
        try host.see("Waiting for your friend with this code:", "Your friend chooses")
        let guest = try Self.player(["join", "--online", try Self.code(on: host), "--name", "Bob"], relay)
        meeting = try Meeting(host: host, guest: guest)
    }

    static func player(_ arguments: [String], _ relay: Mosquitto, folder: TestFolder? = nil) throws -> Player {
        try Player(arguments, folder: folder, environment: ["FOURINAROW_RELAY": "mqtt://127.0.0.1:\(relay.port)"])
    }

    /// Number and words as they are to be read.
    static func code(on host: Player) throws -> String {
        let words = host.words.split(separator: " ")
        let number = try #require(words.firstIndex { $0.count == 6 && $0.allSatisfy(\.isNumber) })
        return words[number...].prefix(5).joined(separator: " ")
    }

    /// The game goes on for both, with the three discs that were played and two more.
    func expectGame(_ host: Player, _ guest: Player) throws {
        try host.seeGame(2, 1)
        try guest.seeGame(1, 2)
        let again = Meeting(again: host, guest)
        try again.play("53", first: guest)
        try host.leaveGame()
        try guest.see(" left the game.")
    }
}

@Suite(
    "Games over a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct OnlineGameTests {
    @Test("A whole game and a replay")
    func whole() throws {
        let online = try OnlineMeeting()
        try online.meeting.host.see("sealed")
        try online.meeting.play(shortWin, endsGame: true)
        try online.meeting.seeWinner(online.meeting.host)
        online.meeting.guest.press(.enter)
        online.meeting.guest.type("r")
        _ = try online.meeting.seeNewGame()
    }

    @Test("One is killed and started anew", arguments: [true, false])
    func killed(isHost: Bool) throws {
        let online = try OnlineMeeting()
        try online.meeting.play("445")
        let (host, guest) = (online.meeting.host, online.meeting.guest)
        let dead = isHost ? host : guest
        try dead.die()
        try (isHost ? guest : host).see("Reconnecting…")
        let again = try OnlineMeeting.player(["--name", isHost ? "Ann" : "Bob"], online.relay, folder: dead.folder)
        try online.expectGame(isHost ? again : host, isHost ? guest : again)
    }

    @Test("A helper is killed", arguments: [true, false])
    func helperKilled(isHost: Bool) throws {
        let online = try OnlineMeeting()
        try online.meeting.play("445")
        let player = isHost ? online.meeting.host : online.meeting.guest
        kill(try player.helper(called: "fourinarow-relay").number, SIGKILL)
        try player.see("The game continues.")
        try online.expectGame(online.meeting.host, online.meeting.guest)
    }

    @Test("The relay is killed and started again")
    func relayKilled() throws {
        let online = try OnlineMeeting()
        try online.meeting.play("445")
        online.relay.kill()
        for player in [online.meeting.host, online.meeting.guest] { try player.see("Reconnecting…") }
        try online.relay.start()
        try online.expectGame(online.meeting.host, online.meeting.guest)
    }

    @Test("Wrong words, a wrong number, and no relay at all")
    func wrong() throws {
        let relay = try Mosquitto()
        let host = try OnlineMeeting.player(["host", "--online"], relay)
        try host.see("Your friend chooses")
        let code = try OnlineMeeting.code(on: host)
        let guest = try OnlineMeeting.player(["join", "--online", code.prefix(6) + " acorn acorn acorn acorn"], relay)
        try guest.see("Wrong code. You have 2 tries left.")
        try host.see("Somebody tried a wrong code.")
        let number = code.hasPrefix("0") ? "111111" : "000000"
        let lost = try OnlineMeeting.player(["join", "--online", number + " acorn acorn acorn acorn"], relay)
        try lost.see("Nobody is in room \(number).")
        relay.kill()
        let late = try OnlineMeeting.player(["join", "--online", code], relay)
        try late.see("does not answer")
    }
}

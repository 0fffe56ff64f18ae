// Real programs that are stopped as by Ctrl-Z or a closed lid: the kernel goes on answering for them.

import Glibc
import TestSupport
import Testing

@Suite("Stopped programs", .serialized, .ownThread)
struct StoppedProgramTests {
    @Test("A stopped opponent is said, and the game goes on when it wakes")
    func stoppedOpponent() throws {
        let meeting = try Meeting()
        try meeting.play("44")
        meeting.guest.terminal.signal(SIGSTOP)
        meeting.host.type("3")
        try meeting.host.see("Bob's program is not answering…")
        meeting.host.type("u")
        meeting.guest.terminal.signal(SIGCONT)
        try meeting.host.seeNo("is not answering")
        try meeting.play("25", first: meeting.guest)
        try meeting.guest.leaveGame()
        try meeting.host.see(" left the game.")
    }
}

@Suite("Stopped programs on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct StoppedProgramLanTests {
    @Test("At a table and in its game everybody reads who is stopped")
    func stoppedGuest() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        try all.sitDown()
        let sentence = "Cyd's program is not answering…"
        all.players[2].terminal.signal(SIGSTOP)
        for index in 0...1 { try all.players[index].see(sentence) }
        all.players[2].terminal.signal(SIGCONT)
        for index in 0...1 { try all.players[index].seeNo("is not answering") }
        try all.choose("Start the game", 0)
        try all.seeSnap(0, 1, 2)
        all.players[2].terminal.signal(SIGSTOP)
        for index in 0...1 { try all.players[index].see(sentence) }
        all.players[2].terminal.signal(SIGCONT)
        for index in 0...1 { try all.players[index].seeNo("is not answering") }
        all.players[0].terminal.signal(SIGSTOP)
        for index in 1...2 { try all.players[index].see("Ann's program is not answering…") }
        all.players[0].terminal.signal(SIGCONT)
        for index in 1...2 { try all.players[index].seeNo("is not answering") }
    }
}

// After a network game its keys are nowhere in the program's memory, neither as bytes nor as digits, and not in freed memory either.

import Glibc
import TestSupport
import Testing
import Wire

@Suite(
    "Keys are forgotten with the game", .serialized, .ownThread, .disabled(if: Player.leavesOutMemory),
    .enabled(if: Memory.canBeRead, Comment(rawValue: Memory.reason)))
struct ForgottenKeyTests {
    @Test("The key of a game that is left, and of one that was taken up again before", arguments: [false, true])
    func left(isTakenUp: Bool) throws {
        var meeting = try Meeting()
        try meeting.play("445")
        let key = try key(of: meeting.host)
        #expect(try self.key(of: meeting.guest) == key)
        if isTakenUp {
            try meeting.guest.die()
            let again = try Player(["--name", "Bob"], folder: meeting.guest.folder)
            try meeting.host.see(". The game continues.")
            meeting = Meeting(again: meeting.host, again)
        }
        try expectLeft(meeting, without: key)
    }

    @Test("The key of a private game") func privateGame() throws {
        let host = try Player.privateHost()
        let code = try host.code()
        let guest = try Player(["join", "--code", code, "127.0.0.1:\(try host.port())", "--name", "Bob"])
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("445")
        try expectLeft(meeting, without: try key(of: host))
    }

    /// One leaves, the other reads it; then the key that both had, and could show until then, is in neither.
    private func expectLeft(_ meeting: Meeting, without key: [UInt8]) throws {
        for player in [meeting.host, meeting.guest] { player.expect(key) }
        try meeting.host.leaveGame()
        try meeting.guest.see(" left the game.")
        try meeting.guest.leaveEnd()
        for player in [meeting.host, meeting.guest] {
            try player.seeMenu()
            try player.awaitNone(of: [key])
        }
    }

    private func key(of player: Player) throws -> [UInt8] {
        let rows = try PlainDatabase("\(player.folder.path)/\(Player.database)").run("SELECT key FROM sessions")
        return try #require(rows.first?.first.flatMap { Hexadecimal.bytes($0, count: ResumeToken.keyLength) })
    }
}

extension Player {
    /// It has a key in its memory; that is for nobody but root to see.
    func expect(_ key: [UInt8]) {
        guard let counts = Memory.find([key], in: terminal.process) else { return }
        #expect(counts[0] > 0)
    }

    /// Waits until none of these keys is in its memory; what is freed tells nobody. As long as there is one nobody but root may look.
    func awaitNone(of keys: [[UInt8]]) throws {
        let things = keys + keys.map { Array(Hexadecimal.text($0).utf8) }
        for _ in 0..<400 {
            if let counts = Memory.find(things, in: terminal.process), counts.allSatisfy({ $0 == 0 }) { return }
            terminal.settle(milliseconds: 5)
        }
        let counts = try #require(Memory.find(things, in: terminal.process))
        #expect(counts.allSatisfy { $0 == 0 }, "raw, then as digits: \(counts)")
    }
}

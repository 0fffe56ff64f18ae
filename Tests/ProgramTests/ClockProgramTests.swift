// Clocks with the real program: both screens agree in spite of lag, and a peer that lies about the time ends the game and wins nothing.

import Glibc
import Screen
import TestSupport
import Testing
import Wire

/// What a peer says of the clocks although it is not so.
enum ClockLie: String, CaseIterable, Sendable {
    case timeIsUp = "says that the other one's time is up"
    case nothingIsLeft = "says that a move took all the time"

    /// About a board with so many discs.
    fileprivate func message(after ply: Int) -> ClockMessage {
        switch self {
        case .timeIsUp: .timeUp(ply: ply, isSenders: false)
        case .nothingIsLeft: .left(ply: ply - 2, milliseconds: 0)
        }
    }
}

@Suite("Clocks", .ownThread)
struct ClockProgramTests {
    @Test("A peer that lies about the time ends the game, and has not won", arguments: ClockLie.allCases)
    func lie(lie: ClockLie) throws { _ = try Torture.lie(about: lie) }

    @Test(
        "Both screens show the same times with lag", .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)),
        arguments: ["10", "200"])
    func lag(milliseconds: String) throws {
        let lan = try Lan()
        let folder = try TestFolder()
        try folder.write("clock = 3+2\n", to: Player.config)
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1), folder: folder)
        try host.see("Waiting for a player")
        try lan.lanlab("shape", "2", "--delay", milliseconds, "--jitter", "5")
        let guest = try Player(["join", "10.77.0.1", "--name", "Bob"], at: Place(lan: lan, host: 2))
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play(shortWin, endsGame: true)
        for player in [host, guest] { try player.see("We have a winner: ") }
        try host.see("the times of the guest's screen") { Self.times($0) == Self.times(guest.terminal.screen).reversed() }
        #expect(Self.times(host.terminal.screen).count == 2)
    }

    /// The times beside the names, from the left.
    private static func times(_ shown: ShownScreen) -> [String] {
        (shown.lines.first ?? "").split(separator: " ").filter { $0.contains(":") }.map(String.init)
    }
}

extension Torture {
    /// A host's guest lies about the time, in a game of ten minutes.
    static func lie(about lie: ClockLie) throws -> Result {
        let folder = try TestFolder()
        try folder.write("clock = 10+0\n", to: Player.config)
        let host = try Player(["host", "--name", "Ann"], folder: folder)
        let peer = try host.welcome("Eve")
        host.type("4")
        peer.send(PacketEncoder.encode(.didAddDisc(column: 2)))
        try host.see("a disc each") { $0.discs == (1, 1) }
        host.type("4")
        try host.see("'s turn")
        peer.send(PacketEncoder.encode(.didAddDisc(column: 2)))
        try host.see("two discs each") { $0.discs == (2, 2) }
        peer.send(PacketEncoder.encode(.control(.clock(lie.message(after: 4)))))
        let start = Child.now()
        try host.see("Eve's app counts your time wrongly. The game is over.")
        return result(host, slowest: Child.now() - start)
    }
}

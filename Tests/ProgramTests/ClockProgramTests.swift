// Clocks with the real program: both screens agree in spite of lag, and a peer that lies about the time ends the game and wins nothing.

import Glibc
import Screen
import TestSupport
import Testing
import Wire

/// What a peer says of the clocks although it is not so.
enum ClockLie: String, CaseIterable, Sendable {
    case timeIsUp = "says that the other one's time is up"
    case allIsCharged = "says that a move took all the time"

    /// About a board with so many discs.
    fileprivate func message(after ply: Int) -> ClockMessage {
        switch self {
        case .timeIsUp: .timeUp(ply: ply, isSenders: false)
        case .allIsCharged: .charged(ply: ply - 2, milliseconds: 600_000)
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
        try Meeting.seeSameTimes(host, guest)
    }

    @Test("Stopped, killed and started again, and taken back: both screens show the same times")
    func unbent() throws { _ = try Torture.bendClocks() }
}

extension Torture {
    /// A host's guest lies about the time, in a game of ten minutes.
    static func lie(about lie: ClockLie) throws -> Result {
        let folder = try TestFolder()
        try folder.write("clock = 10+0\n", to: Player.config)
        let host = try Player(["host", "--name", "Ann"], folder: folder)
        let peer = try host.welcome("Eve")
        host.type("4")
        peer.send(Packet.frame(of: .didAddDisc(column: 2)))
        try host.see("a disc each") { $0.discs == (1, 1) }
        host.type("4")
        try host.see("'s turn")
        peer.send(Packet.frame(of: .didAddDisc(column: 2)))
        try host.see("two discs each") { $0.discs == (2, 2) }
        peer.send(Packet.frame(of: .control(.clock(lie.message(after: 4)))))
        let start = Child.now()
        try host.see("Eve's app counts your time wrongly. The game is over.")
        return result(host, slowest: Child.now() - start)
    }

    /// A game in which programs are stopped and killed on either turn, somebody moves meanwhile, and a move is taken back.
    static func bendClocks() throws -> Result {
        let start = Child.now()
        let (port, folder) = (try FreePort.next(), try TestFolder())
        try folder.write("clock = 10+0\n", to: Player.config)
        let host = try Player(["host", "--port", "\(port)", "--name", "Ann"], folder: folder)
        let meeting = try Meeting(host: host, guest: try Player(["join", "127.0.0.1:\(try host.port())", "--name", "Bob"]))
        let guest = meeting.guest
        try meeting.play("44")
        // Whoever is stopped after a move has the answer when it goes on.
        guest.terminal.signal(SIGSTOP)
        host.type("3")
        try host.see("is not answering")
        guest.terminal.signal(SIGCONT)
        try guest.see("Your turn")
        try Meeting.seeSameTimes(host, guest)
        // The program of the player to move is killed.
        try guest.die()
        try host.see("Reconnecting…")
        let bob = try Player(["join", "--name", "Bob"], folder: guest.folder)
        try bob.seeGame(1, 2)
        try Meeting.seeSameTimes(host, bob)
        // The other one is killed, and the player to move moves meanwhile.
        try host.die()
        try bob.see("Reconnecting…")
        bob.type("5")
        try bob.see("Ann will see it later.")
        let ann = try Player(["host", "--name", "Ann"], folder: folder)
        try ann.see("Bob moved during the break, after thinking for 0:0")
        try bob.see("You moved during the break, after thinking for 0:0")
        try Meeting.seeSameTimes(ann, bob)
        // Nothing can be asked before both have said hello again, as each has whose move is seen.
        try ann.see("Your turn")
        ann.type("2")
        try bob.see("a disc, and the own turn") { $0.discs == (2, 3) && $0.words.contains("Your turn") }
        bob.type("6")
        try ann.see("a disc each more") { $0.discs == (3, 3) }
        // A question that is open blocks nothing, and what is taken back gives its time back.
        bob.type("u")
        try ann.see("Bob wants to take back")
        ann.type("2")
        try bob.see("a disc more") { $0.discs == (3, 4) }
        ann.type("u")
        try bob.see("Ann wants to take back")
        bob.type("y")
        try ann.see("one disc less") { $0.discs == (3, 3) }
        try Meeting.seeSameTimes(ann, bob)
        return result(ann, slowest: Child.now() - start)
    }

    /// The player to move thinks until the time is up, while the other one's program is stopped, which reads of it afterwards.
    static func thinkTooLong() throws -> Result {
        let folder = try TestFolder()
        try folder.write("clock = 1+0\n", to: Player.config)
        let host = try Player(["host", "--name", "Ann"], folder: folder)
        let meeting = try Meeting(host: host, guest: try Player(["join", "127.0.0.1:\(try host.port())", "--name", "Bob"]))
        try meeting.play("44")
        meeting.guest.terminal.signal(SIGSTOP)
        host.terminal.timeout = 90
        try host.see("Your time is up: ")
        let start = Child.now()
        meeting.guest.terminal.signal(SIGCONT)
        try meeting.guest.see("Ann's time is up: you win!")
        return result(host, slowest: Child.now() - start)
    }
}

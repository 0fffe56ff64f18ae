// Programs that are stopped, as by Ctrl-Z or a closed lid, while the kernel keeps their connections open.

import Glibc
import TestSupport
import Testing

@Suite("Stopped programs", .serialized, .ownThread)
struct StoppedProgramTests {
    @Test("A stopped opponent is said, and the game goes on when it wakes")
    func stoppedOpponent() throws { try Meeting().sitThroughStop() }

    @Test("It is said at either one's turn, although nobody moves")
    func stoppedAtEitherTurn() throws { try Meeting.sitThroughStopsAtEachTurn() }
}

@Suite("Stopped programs on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct StoppedProgramLanTests {
    @Test("At a table and in its game everybody reads who is stopped")
    func stoppedGuest() throws {
        try Neighbours("Ann", "Bob", "Cyd").sitThroughStop()
    }
}

extension Meeting {
    /// The guest's program is stopped, which the host learns by a move, and goes on; both play on, and the guest leaves. The seconds
    /// until the host knew.
    @discardableResult
    func sitThroughStop() throws -> Double {
        try play("44")
        guest.terminal.signal(SIGSTOP)
        let start = Child.now()
        host.type("3")
        try host.see("Bob's program is not answering…")
        let seconds = Child.now() - start
        host.type("u")
        guest.terminal.signal(SIGCONT)
        try host.seeNo("is not answering")
        try play("25", first: guest)
        try guest.leaveGame()
        try host.see(" left the game.")
        return seconds
    }
}

extension Meeting {
    /// Four games at once, in which nobody moves: the host's or the guest's program is stopped, before the first move and at the guest's
    /// turn, and goes on; then both play on. The most seconds until the other player knew.
    @discardableResult
    static func sitThroughStopsAtEachTurn() throws -> Double {
        let cases = ["", "4"].flatMap { moves in [(moves, true), (moves, false)] }
        let games = try cases.map { moves, isHostStopped in
            let meeting = try Meeting()
            try meeting.play(moves)
            return (meeting, moves, isHostStopped)
        }
        let start = Child.now()
        for (meeting, _, isHostStopped) in games { (isHostStopped ? meeting.host : meeting.guest).terminal.signal(SIGSTOP) }
        for (meeting, _, isHostStopped) in games {
            let (stopped, other) = isHostStopped ? ("Ann", meeting.guest) : ("Bob", meeting.host)
            try other.see("\(stopped)'s program is not answering…")
        }
        let seconds = Child.now() - start
        for (meeting, moves, isHostStopped) in games {
            (isHostStopped ? meeting.host : meeting.guest).terminal.signal(SIGCONT)
            for player in [meeting.host, meeting.guest] { try player.seeNo("is not answering") }
            try meeting.play("35", first: moves.isEmpty ? meeting.host : meeting.guest)
        }
        return seconds
    }
}

extension Neighbours {
    /// Three at a table of Snap!: a guest's program is stopped and goes on before the game and in it, then the host's in it. The seconds
    /// until the others knew.
    @discardableResult
    func sitThroughStop() throws -> Double {
        func stop(_ stopped: Int, _ name: String) throws -> Double {
            let others = players.enumerated().filter { $0.offset != stopped }.map(\.element)
            players[stopped].terminal.signal(SIGSTOP)
            let start = Child.now()
            for player in others { try player.see("\(name)'s program is not answering…") }
            let seconds = Child.now() - start
            players[stopped].terminal.signal(SIGCONT)
            for player in others { try player.seeNo("is not answering") }
            return seconds
        }
        try sitDown()
        let before = try stop(2, "Cyd")
        try start()
        try seeSnap(0, 1, 2)
        return max(before, try stop(2, "Cyd"), try stop(0, "Ann"))
    }
}

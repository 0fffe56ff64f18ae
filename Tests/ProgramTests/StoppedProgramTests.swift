// Programs that are stopped, as by Ctrl-Z or a closed lid, while the kernel keeps their connections open.

import Glibc
import TestSupport
import Testing

@Suite("Stopped programs", .serialized, .ownThread)
struct StoppedProgramTests {
    @Test("A stopped opponent is said, and the game goes on when it wakes")
    func stoppedOpponent() throws { try Meeting().sitThroughStop() }
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
        try choose("Start the game", 0)
        try seeSnap(0, 1, 2)
        return max(before, try stop(2, "Cyd"), try stop(0, "Ann"))
    }
}

// Players of real programs who lose their seat at a table, on a simulated LAN and over a real mosquitto: killed programs, cut cables, a relay
// that is started again, stopped programs. Nothing is lost, and nobody wins by it.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Lost seats on a LAN", .serialized, .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct LostSeatTests {
    @Test("A guest who keeps the secret is killed, is started again, and answers the next guesses")
    func killedKeeper() throws {
        var table = try GameTable(.secretNumber)
        try table.kill(1)
        for player in [table.ann, table.cyd] { try player.see("Bob lost the connection:") }
        try table.restart(1)
        try table.bob.see("The others guess your secret number.", "50 ◂ too high")
        try table.ann.see("Bob is back.")
        try table.cyd.seeNo("lost the connection")
        try table.playOn()
        try table.bob.leaveGame()
        for player in [table.ann, table.cyd] { try player.see("Bob left the game.") }
    }

    @Test("The host is killed: the guests read it, nobody has won, and its seat is not looked for at the next start")
    func killedHost() throws {
        var table = try GameTable(.secretNumber)
        try table.kill(0)
        for player in [table.bob, table.cyd] {
            try player.see("'s program ended, and with it the game. Nobody has won.")
        }
        try table.bob.leaveEnd()
        try table.bob.quit()
        try table.restart(1)
        try table.bob.seeMenu()
    }

    @Test("The host's cable is cut in a game of Snap!: nothing is scored, and all go on when it is back")
    func hostsCable() throws {
        let table = try GameTable(.snap)
        try table.lan?.lanlab("cut", "1")
        for player in [table.bob, table.cyd] { try player.see("Reconnecting to Ann…") }
        try table.ann.see("Paused", "Bob lost the connection:", "Cyd lost the connection:")
        try table.lan?.lanlab("restore", "1")
        try table.playOn()
    }
}

@Suite("Stopped players at a table", .serialized, .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct StoppedSeatTests {
    @Test("A guest whose program is stopped is waited for, sits out after half a minute, and is back when it answers")
    func stoppedGuest() throws {
        let table = try GameTable(.snap)
        let others = [table.ann, table.cyd]
        for player in table.players { player.terminal.timeout = 60 }
        table.bob.terminal.signal(SIGSTOP)
        for player in others { try player.see("Bob's program is not answering…", "Paused") }
        for player in others { try player.see("Bob's program is not answering…", "turn") }
        table.bob.terminal.signal(SIGCONT)
        try table.playOn()
    }

    @Test("A stopped host is waited for")
    func stoppedHost() throws { _ = try TableTrouble.stoppedHost.sitThrough(.secretNumber, seconds: 7) }

    @Test("The host goes on without a stopped guest; nobody has won", arguments: TableGame.allCases)
    func goOnWithoutStopped(game: TableGame) throws { _ = try Torture.goOnWithoutStopped(at: game) }

    @Test("Killing the only opponent at Snap! is no win")
    func killedOpponent() throws { _ = try Torture.loseOpponent(isStopped: false) }
}

@Suite(
    "Lost seats at a relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct LostSeatRelayTests {
    @Test("The relay is started again: everybody is back at the table, and the game goes on", arguments: TableGame.allCases)
    func relayRestarts(game: TableGame) throws { _ = try TableTrouble.relay.sitThrough(game) }

    @Test("The host is killed: the guests read it at once")
    func killedHost() throws { _ = try Torture.killHost(of: .snap, isAtRelay: true) }

    @Test("A guest is killed and started again: it is back at the table")
    func killedGuest() throws { _ = try TableTrouble.killedAtRelay.sitThrough(.snap) }
}

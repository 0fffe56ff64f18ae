// What happens to a table of three whose game has begun: cut cables, killed and stopped programs, a relay that is started again.

import Glibc
import TestSupport

/// Something after which everybody is back at the table.
enum TableTrouble: String, CaseIterable, Sendable {
    case guestsCable = "a guest's cable is out for up to 20 s"
    case hostsCable = "the host's cable is out for up to 20 s"
    case killedGuest = "a guest is killed and started again"
    case stoppedGuest = "a guest's program is stopped for up to 20 s"
    case stoppedHost = "the host's program is stopped for up to 20 s"
    case relay = "the relay is started again"
    case killedAtRelay = "at a relay, a guest is killed and started again"

    /// Whether it needs a relay; otherwise a LAN.
    var isAtRelay: Bool { self == .relay || self == .killedAtRelay }

    /// Whether this machine can do it.
    var isPossible: Bool { isAtRelay ? Mosquitto.isPossible : Lan.isPossible }

    /// The three sit through it, and the game goes on: nobody has left, and nobody has won. Returns after how many seconds they were all back.
    func sitThrough(_ game: TableGame, seconds: Int32 = .random(in: 1...20)) throws -> Double {
        let relay = isAtRelay ? try Mosquitto() : nil
        var table = try relay.map { try GameTable(game, at: RelayAccess($0)) } ?? GameTable(game)
        for player in table.players { player.terminal.timeout = 90 }
        var start = Child.now()
        switch self {
        case .guestsCable, .hostsCable:
            let host = self == .hostsCable ? "1" : "2"
            try table.lan?.lanlab("cut", host)
            table.pass(seconds)
            start = Child.now()
            try table.lan?.lanlab("restore", host)
        case .stoppedGuest, .stoppedHost:
            let player = self == .stoppedHost ? table.ann : table.bob
            player.terminal.signal(SIGSTOP)
            table.pass(seconds)
            start = Child.now()
            player.terminal.signal(SIGCONT)
        case .killedGuest, .killedAtRelay:
            try table.kill(1)
            for player in [table.ann, table.cyd] { try player.see("Bob lost the connection:") }
            start = Child.now()
            try table.restart(1)
        case .relay:
            relay?.kill()
            for player in [table.bob, table.cyd] { try player.see("The relay does not answer") }
            start = Child.now()
            try relay?.start()
        }
        try table.seeGoingOn()
        let back = Child.now() - start
        try table.playOn()
        return back
    }
}

extension GameTable {
    /// Lets this time pass; then the screens are up to date.
    fileprivate func pass(_ seconds: Int32) {
        poll(nil, 0, seconds * 1000)
        for player in players { player.terminal.settle() }
    }
}

extension Torture {
    /// A guest is stopped, and the host goes on without that player: the two others play on, and nobody has won. The stopped player reads
    /// so. Returns how long the host waited for the sentence.
    static func goOnWithoutStopped(at game: TableGame) throws -> Double {
        let table = try GameTable(game)
        table.cyd.terminal.signal(SIGSTOP)
        let start = Child.now()
        try table.ann.see("Cyd's program is not answering…")
        let seconds = Child.now() - start
        try table.goOn(without: "Cyd")
        try table.bob.see("The game goes on without Cyd.")
        try table.playOn(without: 2)
        table.cyd.terminal.signal(SIGCONT)
        try table.cyd.see("Ann went on without you.")
        return seconds
    }

    /// Two play Snap!, and the guest is killed or stopped: when the host goes on alone, the game is over, and nobody has won.
    static func loseOpponent(isStopped: Bool) throws -> Double {
        let all = try Neighbours("Ann", "Bob")
        try all.sitDown(at: .snap)
        let table = GameTable(.snap, all.players) { _, folder in try Player(folder: folder) }
        try table.begin()
        let start = Child.now()
        if isStopped { table.bob.terminal.signal(SIGSTOP) } else { try table.kill(1) }
        try table.ann.see("Paused", isStopped ? "Bob's program is not answering…" : "Bob lost the connection:")
        let seconds = Child.now() - start
        table.ann.press(.character("g"))
        try table.ann.see("Without Bob nobody else is left. End the game?")
        table.ann.press(.character("e"))
        try table.ann.see("The game is over. Nobody has won.", "The game ends without Bob.")
        return seconds
    }

    /// The host is killed: both guests read that the game is over and nobody has won, and are in the menu.
    static func killHost(of game: TableGame, isAtRelay: Bool) throws -> Double {
        let relay = isAtRelay ? try Mosquitto() : nil
        let table = try relay.map { try GameTable(game, at: RelayAccess($0)) } ?? GameTable(game)
        try table.kill(0)
        let start = Child.now()
        for player in [table.bob, table.cyd] {
            try player.see("'s program ended, and with it the game. Nobody has won.")
        }
        let seconds = Child.now() - start
        for player in [table.bob, table.cyd] {
            try player.leaveEnd()
            try player.quit()
        }
        return seconds
    }
}

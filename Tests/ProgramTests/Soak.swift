// Many games between two processes, which must leak nothing.

import Glibc
import TestSupport
import Testing

/// Two programs that play for a long time.
struct Soak {
    /// The resources of one process while it shows the menu.
    struct Holding: CustomStringConvertible {
        /// In KiB.
        var memory: Int
        var descriptors: Int
        var children: Int

        init(of player: Player) {
            _ = Processes.awaitNoChild(of: player.terminal.process)
            memory = Processes.memory(of: player.terminal.process)
            descriptors = Processes.descriptors(of: player.terminal.process)
            children = Processes.children(of: player.terminal.process).count
        }

        var description: String { "\(memory) KiB, \(descriptors) descriptors, \(children) children" }
    }

    private let host: Player
    private let guest: Player
    /// How many games were played to their end.
    private(set) var games = 0
    /// The resources of each after the first round.
    private(set) var before: [Holding] = []

    /// Both in their menus, with helpers that say nothing.
    init() throws {
        host = try Player(["--name", "Ann"])
        guest = try Player(["--name", "Bob"])
        for player in [host, guest] { try player.seeMenu() }
    }

    /// Both join, play this many games and return to their menus.
    mutating func sit(games count: Int) throws {
        host.type("h")
        let port = try host.port()
        guest.type("j")
        try guest.see("Type an address")
        guest.type("a")
        guest.type("127.0.0.1:\(port)")
        guest.press(.enter)
        let meeting = try Meeting(host: host, guest: guest)
        var first = host
        for game in 0..<count {
            try meeting.play(shortWin, first: first, endsGame: true)
            try meeting.seeWinner(first)
            games += 1
            guard game < count - 1 else { break }
            let asking = game.isMultiple(of: 2) ? guest : host
            asking.type("r")
            first = try meeting.seeNewGame()
        }
        try guest.leaveGame()
        try host.see(" left the game.")
        if games > 0 { try host.leaveEnd() }
        for player in [host, guest] { try player.seeMenu() }
        if before.isEmpty { before = holdings }
    }

    /// What both hold now.
    var holdings: [Holding] { [host, guest].map { Holding(of: $0) } }

    /// What has leaked since the first round, in words; empty if nothing has.
    var leaks: [String] {
        var leaks: [String] = []
        for (before, now) in zip(before, holdings) {
            if !Player.leavesOutMemory && now.memory > before.memory + 1_024 {
                leaks.append("memory: \(before) became \(now)")
            }
            if now.descriptors != before.descriptors { leaks.append("descriptors: \(before) became \(now)") }
            if now.children > 0 { leaks.append("children: \(now)") }
        }
        return leaks
    }

    /// Both leave.
    func end() throws { for player in [host, guest] { try player.quit() } }
}

@Suite("Games without end", .ownThread)
struct SoakTests {
    @Test("A few sittings leave nothing behind: no descriptor, no child, no memory")
    func soak() throws {
        var soak = try Soak()
        for _ in 0..<4 { try soak.sit(games: 3) }
        let leaks = soak.leaks
        #expect(soak.games == 12 && leaks == [], "\(leaks)")
        try soak.end()
    }
}

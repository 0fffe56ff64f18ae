// Hostile peers and services against the real program: others can still join, keys are answered, memory stays bounded, and no text of
// theirs reaches the terminal unfiltered.

import Glibc
import Screen
import TestSupport
import Testing
import Wire

extension Player {
    /// A key is answered: the help comes and goes.
    func answersAKey() throws {
        type("?")
        try see("the help") { $0.isHelp }
        press(.escape)
        try see("what was there before") { !$0.isHelp }
    }

    /// Hosts, whatever it has just been through: by way of the menu where a game was on or is over.
    func hostAgain() throws {
        while true {
            // One step on the way: what is to be read, the key for it, or none where it is there, and what may be read after the key.
            let steps: [(words: String, key: Key?, next: String?)] = [
                ("Waiting for a player", nil, nil), ("Enter OK", .enter, nil), ("Play on Esc", .character("q"), nil),
                ("Enter Menu", .enter, nil), ("Menu Q", .enter, nil), ("Disconnect", .character("q"), "Play on Esc"),
                ("1 Host a game", .character("h"), nil),
            ]
            let shown = try see("the menu, a game or the wait") { shown in steps.contains { shown.words.contains($0.words) } }
            guard let step = steps.first(where: { shown.words.contains($0.words) }), let key = step.key else { return }
            press(key)
            terminal.settle()  // what it shows from now on is after the key
            try see("what follows") { shown in
                !shown.words.contains(step.words) || step.next.map { shown.words.contains($0) } ?? false
            }
        }
    }

    /// Hosts until a guest that says hello under this name has the seat.
    func welcome(_ name: String) throws -> PlainPeer {
        for _ in 0..<20 {
            try hostAgain()
            if let port = Processes.listeningPort(of: terminal.process), let guest = try? greet(port, as: name) {
                let shown = try see("\(name)'s game, or another's") { $0.words.contains(title(with: name)) || guest.isOver }
                if shown.words.contains(title(with: name)) && !guest.isOver { return guest }
            }
            terminal.settle()  // what the screen showed was not the newest
        }
        throw PseudoTerminalFailure(description: "\(name) cannot join\n\(terminal.screen)")
    }
}

/// A peer that says hello under this name.
func greet(_ port: UInt16, as name: String) throws -> PlainPeer {
    let peer = try PlainPeer(joining: port)
    peer.send(Packet.frame(of: .hello(Hello(name: name))))
    return peer
}

@Suite("Hostile peers", .serialized, .ownThread)
struct HostileTests {
    @Test(
        "A host that waits is struck, and is there for one who plays",
        arguments: Thoroughness.pick([.comeAndGo, .hugeLengths, .halfFrames, .anyPackets], of: Assault.allCases))
    func struck(by assault: Assault) throws {
        let host = try Player(["host", "--name", "Ann"])
        let peers = try assault.strike(try host.port())
        let guest = try host.welcome("Bob")
        try host.answersAKey()
        host.type("4")
        try host.see("'s turn")
        guest.send(Packet.frame(of: .didAddDisc(column: 3)))
        try host.see("a disc each") { $0.discs == (1, 1) && $0.words.contains("Your turn") }
        #expect(Processes.awaitDescriptors(of: host.terminal.process, atMost: 16))
        withExtendedLifetime(peers) {}
        try host.leaveGame()
        try guest.receiveToEnd()
        try host.quit()
        #expect(host.folder.files == [".local/share/fourinarow/games.db"], "nothing is written but our own file")
    }

    @Test(
        "A port is flooded with connections: who says hello, or has the code, comes in",
        arguments: Thoroughness.pick([.comers, .slow], of: ConnectionFlood.allCases))
    func flooded(in flood: ConnectionFlood) throws { _ = try Torture.come(in: flood) }

    @Test("The host has moved in the game of somebody silent: who says hello gets the seat and the move")
    func silentSeat() throws { _ = try Torture.takeSilentSeat() }

    @Test("Two who want to play: one plays, the other is told, and has the menu again")
    func twoGuests() throws {
        let host = try Player(["host", "--name", "Ann"])
        let port = try host.port()
        // The host stands still while both connect: neither knows of the other.
        host.terminal.signal(SIGSTOP)
        let guests = try ["Bob", "Cat"].map { try Player(["join", "127.0.0.1:\(port)", "--name", $0]) }
        for guest in guests { try guest.see("Your opponent's turn") }
        host.terminal.signal(SIGCONT)
        try host.see("Your turn")
        let isBobs = host.words.contains(title(with: "Bob"))
        let (player, other) = isBobs ? (guests[0], guests[1]) : (guests[1], guests[0])
        try other.see("is already playing with somebody else.")
        try other.see("Join a game")
        other.type("q")
        try other.seeMenu()
        host.type("4")
        try player.see("Your turn")
    }

    @Test("Names that would play with the terminal are shown harmlessly", arguments: ["xterm-256color", "linux"])
    func names(term: String) throws {
        let folder = try TestFolder()
        try folder.write("notify = off\n", to: Player.config)
        let host = try Player(["host", "--name", "Ann"], folder: folder, term: term)
        let peer = try greet(try host.port(), as: Assault.evilName)
        try host.see("]0;owned")
        if term != "linux" { try host.see(title(with: Assault.evilNameShown)) }
        host.type("4")
        try host.see("'s turn")
        peer.send(.didAddDisc(column: 3), .startNewGame)
        try host.see("app broke the rules: it started a new game before this one was over.")
        #expect(host.terminal.received.firstRange(of: Array("\u{1B}]0;".utf8)) == nil)
        #expect(host.terminal.received.firstRange(of: Array("\u{202E}".utf8)) == nil)
        #expect(host.terminal.received.firstRange(of: [0xC2, 0x9B]) == nil)
        #expect(host.terminal.screen.bells == 0)
        try host.leaveEnd()
        try host.quit()
    }

    @Test(
        "Floods from another process in the middle of a game: each key is answered, memory stays",
        arguments: Thoroughness.pick([2], of: [0, 1, 2]))
    func floods(kind: Int) throws {
        let host = try Player(["host", "--name", "Ann"])
        let folder = try TestFolder()
        let frames: [Packet] = [.unknown(type: 77), .control(.phrase(PhraseMessage(.niceMove))), .yield]
        let file = try folder.write([UInt8](repeatElement(Packet.frame(of: frames[kind]), count: 200).joined()), to: "frames")
        let port = try host.port()
        let before = Processes.memory(of: host.terminal.process, "VmHWM")
        let flood = try Child([
            "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); while cat '\(file)' >&3; do :; done",
        ])
        try host.see("Your turn")
        for _ in 0..<10 { try host.answersAKey() }
        host.type("4")
        try host.see("'s turn")
        #expect(!Processes.hasGrown(host.terminal.process, since: before, byMoreThan: 4_096))
        flood.signal(SIGKILL)
        try host.see("Waiting for a player")
        try host.closeEnd()
        host.press(.escape)
        try host.quit()
    }

    @Test("A peer that asks for a new game twenty thousand times and never reads: memory stays")
    func neverReads() throws {
        let host = try Player(["host", "--name", "Ann"])
        let peer = try greet(try host.port(), as: "Eve")
        try host.see(title(with: "Eve"))
        let before = Processes.memory(of: host.terminal.process, "VmHWM")
        let frame = Packet.frame(of: .startNewGame)
        for _ in 0..<200 { peer.send([UInt8](repeatElement(frame, count: 100).joined())) }
        try host.see("'s turn")
        try host.answersAKey()
        #expect(!Processes.hasGrown(host.terminal.process, since: before, byMoreThan: 4_096))
        withExtendedLifetime(peer) {}
    }

    @Test("Services with ten megabytes of text, with evil names, twenty thousand of them: the list answers, memory stays")
    func services() throws {
        let folder = try TestFolder()
        let script = try folder.script(
            """
            read -r line
            read -r line <"\(folder.path)/go"
            printf 'found _fourinarow._tcp Big h.local 4444 10.0.0.1 key='
            awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "xxxxxxxxxx"; print "" }'
            echo 'found _fourinarow._tcp %1B]0;owned%07%E2%80%AEEve h.local%1B[2J 4444 10.0.0.1'
            awk 'BEGIN { for (i = 0; i < 20000; i++) print "found _fourinarow._tcp Name" i " h.local 4444 10.0.0.1" }'
            echo 'lost _fourinarow._tcp Name0'
            echo 'found _fourinarow._tcp Aaa h.local 4444 10.0.0.1'
            while read -r line; do :; done
            """)
        mkfifo(folder.path + "/go", 0o600)
        let player = try Player(["join"], helper: .program(script))
        try player.see("Type an address")
        let before = Processes.memory(of: player.terminal.process, "VmHWM")
        try folder.write("\n", to: "go")
        try player.see("1 ]0;ownedEve", "2 Aaa")
        try player.answersAKey()
        #expect(!player.words.contains("Big"))
        #expect(!Processes.hasGrown(player.terminal.process, since: before, byMoreThan: 4_096))
        #expect(player.terminal.received.firstRange(of: Array("\u{1B}]0;".utf8)) == nil)
        #expect(player.terminal.screen.bells == 0)
        player.press(.escape)
        try player.quit()
    }
}

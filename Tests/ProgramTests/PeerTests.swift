// Peers of every kind: the original app, garbage, floods, silence, illegal moves, a killed process. In each case the player reads a
// sentence, and the menu works.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The original app as the other one", .serialized, .ownThread)
struct OriginalAppTests {
    @Test("It joins our game: plays, asks for a replay, is asked for one, hangs up")
    func asGuest() throws {
        let host = try Player(["host", "--name", "Ann"])
        let phone = try OriginalApp(joining: try host.port())
        try host.see(title(with: "Your opponent"), "Your turn")
        try play(against: phone, at: host, hostFirst: true)
        phone.peer.hangUp()
        try host.see("You were disconnected from the game.")
        try host.leaveEnd()
        try host.quit()
    }

    @Test("We join its game, by address")
    func asHost() throws {
        let listener = try PlainListener()
        let guest = try Player(["join", "127.0.0.1:\(listener.port)"])
        let phone = OriginalApp(try listener.accept())
        try guest.see(title(with: "Your opponent"), "Your opponent's turn")
        try play(against: phone, at: guest, hostFirst: false)
        try guest.leaveGame()
        try phone.peer.receiveToEnd()
        try guest.quit()
    }

    /// Two games and the crossing of two replays.
    private func play(against phone: OriginalApp, at player: Player, hostFirst: Bool) throws {
        try playShortWin(phone, player, playerFirst: hostFirst, isOpening: true)
        try phone.startNewGame()
        try player.see("'s turn")
        try playShortWin(phone, player, playerFirst: false)
        player.type("r")
        try player.see("Your turn")
        #expect(try phone.hear() == .newGame)
        try playShortWin(phone, player, playerFirst: true)
        // Both at once: it waits for our disc, and so the move is ours.
        player.terminal.signal(SIGSTOP)
        player.type("r")
        try phone.startNewGame()
        player.terminal.signal(SIGCONT)
        try player.see("a new game") { $0.words.contains(" turn") && !$0.words.contains("Replay R") }
        let isMine = player.words.contains("Your turn")
        if isMine { #expect(try phone.hear() == .newGame) }
        try playShortWin(phone, player, playerFirst: isMine)
    }

    /// A host's first disc comes with a new game: on the phone's board may lie the discs of another one.
    private func playShortWin(_ phone: OriginalApp, _ player: Player, playerFirst: Bool, isOpening: Bool = false) throws {
        for (index, digit) in shortWin.enumerated() {
            let column = digit.wholeNumberValue ?? 0
            if index.isMultiple(of: 2) == playerFirst {
                try player.see("Your turn")
                player.type(String(digit))
                try player.see("my disc") { !$0.words.contains("Your turn") }
                if isOpening && index == 0 { #expect(try phone.hear() == .newGame) }
                #expect(try phone.hear() == .disc(column: column))
            } else {
                try phone.drop(column)
                try player.see("its disc") { !$0.words.contains("'s turn") }
            }
        }
        try player.see(
            "We have a winner: " + (playerFirst ? "you!" : "Your opponent"), "Replay R")
    }
}

@Suite("Bad peers", .serialized, .ownThread)
struct BadPeerTests {
    /// A host, and a peer who has joined and said what makes it a player of Four in a Row.
    private func game() throws -> (host: Player, peer: PlainPeer) {
        let host = try Player(["host"])
        let peer = try PlainPeer(joining: try host.port())
        try host.see("Your turn")
        host.type("4")
        try host.see("'s turn")
        peer.send(try OriginalApp.golden("didadddisc-3"))
        try host.see("Your turn")
        return (host, peer)
    }

    /// It has read `sentence`; its connection is closed, its menu works, and it can host again at once.
    private func expect(_ sentence: String, at player: Player, _ peer: PlainPeer?) throws {
        try player.see(sentence)
        try peer?.receiveToEnd()
        try player.leaveEnd()
        try player.seeMenu()
        player.type("h")
        let next = try PlainPeer(joining: try player.port())
        try player.see("Your turn")
        try player.leaveGame()
        try next.receiveToEnd()
        try player.quit()
    }

    @Test("A killed process")
    func killed() throws {
        for isHost in [true, false] {
            let meeting = try Meeting()
            try meeting.play("44")
            let (dead, alive) = isHost ? (meeting.host, meeting.guest) : (meeting.guest, meeting.host)
            dead.terminal.signal(SIGKILL)
            try alive.see("Reconnecting…")
            try alive.leaveGame()
            try alive.seeMenu()
            try alive.quit()
        }
    }

    @Test("One that is ended by a signal says goodbye", arguments: [SIGTERM, SIGINT])
    func ended(signal: Int32) throws {
        let meeting = try Meeting()
        try meeting.play("44")
        meeting.guest.terminal.signal(signal)
        if signal == SIGINT {
            try meeting.guest.see("Press Ctrl-C again to quit.")
            meeting.guest.terminal.signal(signal)
        }
        try expect(" left the game.", at: meeting.host, nil)
    }

    @Test("A reset, and a plain close in mid-frame")
    func connectionBreaks() throws {
        let (host, peer) = try game()
        peer.reset()
        try expect("You were disconnected from the game.", at: host, nil)
        let (other, second) = try game()
        second.send(Array(try OriginalApp.golden("didadddisc-3").prefix(100)))
        second.hangUp()
        try expect("You were disconnected from the game.", at: other, second)
    }

    @Test(
        "Garbage from the beginning, at once or after a while: turned away, and the game is hosted on", arguments: [true, false])
    func notAGame(isAtOnce: Bool) throws {
        let host = try Player(["host"])
        let port = try host.port()
        let peer = try PlainPeer(joining: port)
        if !isAtOnce { try host.see("Your turn") }
        peer.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        try host.see("is not a Four in a Row game.", "Waiting for a player")
        try peer.receiveToEnd()
        #expect(try host.port() == port)
        let phone = try OriginalApp(joining: port)
        try host.see("Your turn")
        host.type("4")
        #expect(try phone.hear() == .newGame)
        #expect(try phone.hear() == .disc(column: 4))
    }

    @Test("One that comes and goes, at once or after a while: the game is hosted on", arguments: [true, false])
    func comesAndGoes(isAtOnce: Bool) throws {
        let host = try Player(["host"])
        let peer = try PlainPeer(joining: try host.port())
        if !isAtOnce { try host.see("Your turn") }
        peer.hangUp()
        try host.see("connected and left again.", "Waiting for a player")
        let bob = try greet(try host.port(), as: "Bob")
        try host.see(title(with: "Bob"))
        withExtendedLifetime(bob) {}
    }

    @Test("Garbage in the middle: bad lengths, damaged archives", arguments: [0, 1, 2])
    func garbage(kind: Int) throws {
        let (host, peer) = try game()
        var frame = try OriginalApp.golden("didadddisc-3")
        switch kind {
        case 0: peer.send([UInt8](repeating: 0xFF, count: 64))
        case 1: peer.send([UInt8](repeating: 0, count: 64))
        default:
            for index in stride(from: 20, to: frame.count, by: 3) { frame[index] ^= 0x5A }
            peer.send(frame)
        }
        try host.see("The game is over.")
        try expect("'s app ", at: host, peer)
    }

    @Test("A flood of frames, and of megabytes that are none")
    func floods() throws {
        let (host, peer) = try game()
        let unknown = try OriginalApp.golden("v-unknown-type-7")
        let many = [UInt8](repeatElement(unknown, count: 1 << 20 / unknown.count).joined())
        for _ in 0..<8 { peer.send(many) }
        host.type("1")
        try host.see("'s turn")
        for _ in 0..<8 { peer.send([UInt8](repeating: 0xA5, count: 1 << 20)) }
        try expect("'s app ", at: host, nil)
    }

    @Test("A disc out of turn, into a full column, after the end")
    func moves() throws {
        let (outOfTurn, first) = try game()
        first.send(try OriginalApp.golden("didadddisc-3"))
        try expect("broke the rules: it dropped a disc out of turn. The game is over.", at: outOfTurn, first)

        let (full, second) = try game()
        for _ in 0..<2 {
            full.type("4")
            try full.see("'s turn")
            second.send(try OriginalApp.golden("didadddisc-3"))
            try full.see("Your turn")
        }
        full.type("1")
        try full.see("'s turn")
        second.send(try OriginalApp.golden("didadddisc-3"))
        try expect("broke the rules: it dropped a disc into a full column. The game is over.", at: full, second)

        let (over, third) = try game()
        for (mine, its) in [("1", 1), ("1", 1), ("1", 1)] {
            over.type(mine)
            try over.see("'s turn")
            third.send(try OriginalApp.golden("didadddisc-\(its)"))
            try over.see("Your turn")
        }
        over.type("1")
        try over.see("We have a winner: you!")
        third.send(try OriginalApp.golden("didadddisc-3"))
        try expect("broke the rules: it dropped a disc after the end of the game. The game is over.", at: over, third)
    }

    @Test("A column that the board does not have")
    func offTheBoard() throws {
        let (host, peer) = try game()
        host.type("1")
        try host.see("'s turn")
        var frame = try OriginalApp.golden("didadddisc-6")
        let three = try OriginalApp.golden("didadddisc-3")
        guard let place = frame.indices.first(where: { frame[$0] != three[$0] }) else { return }
        frame[place] = 7
        peer.send(frame)
        try expect("'s app named a column that does not exist. The game is over.", at: host, peer)
    }
}

@Suite("A peer that says nothing more", .ownThread)
struct StallTests {
    @Test("A host that says nothing at all may be none: after six seconds the player reads so, and can play all the same")
    func silentHost() throws {
        let listener = try PlainListener()
        let guest = try Player(["join", "127.0.0.1:\(listener.port)"])
        let phone = OriginalApp(try listener.accept())
        try guest.see(
            "Your opponent sends nothing: is their program paused? Q leaves.")
        try phone.drop(4)
        try guest.see("Your turn")
        guest.type("4")
        #expect(try phone.hear() == .disc(column: 4))
    }

    @Test("Stopped within a frame it is left after half a minute; before, the player plays on")
    func stalls() throws {
        let host = try Player(["host"])
        host.terminal.timeout = 60
        let peer = try PlainPeer(joining: try host.port())
        try host.see("Your turn")
        host.type("4")
        try host.see("'s turn")
        peer.send(try OriginalApp.golden("didadddisc-3"))
        peer.send(Array(try OriginalApp.golden("didadddisc-3").prefix(100)))
        try host.see("Your turn")
        host.type("4")
        try host.see("'s turn")
        try host.see("stopped in the middle of a message. You were disconnected from the game.")
        try host.leaveEnd()
        try host.quit()
    }
}

// Two people, two terminals, two programs: from finding each other to the menu again.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Two players", .serialized, .ownThread)
struct TwoPlayersTests {
    @Test(
        "Found by mDNS: a whole game, replay by either and by both, goodbye, and the same the other way round",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func foundByMulticast() throws {
        let lan = try Lan(hosts: 1)
        let ann = try Player(["--name", "Ann"], at: Place(lan: lan, host: 1))
        let bob = try Player(["--name", "Bob"], at: Place(lan: lan, host: 1))
        for player in [ann, bob] { try player.seeMenu() }
        ann.type("h")
        try ann.see("Ann Not in the list?")
        bob.type("j")
        try bob.see("▸ 1 Ann", "Address: 10.77.0.1:27364")
        bob.press(.enter)
        try sitting(Meeting(host: ann, guest: bob))
        bob.type("h")
        try bob.see("Bob Not in the list?")
        ann.type("j")
        try ann.see("▸ 1 Bob")
        ann.press(.enter)
        bob.opponent = ann
        try bob.see(title(with: "Ann"), "Your turn", "● You 0")
        try ann.see(title(with: "Bob"), "'s turn")
        try ann.leaveGame()
        // Nothing was played: the game is hosted on.
        try bob.see(" left the game.", "Waiting for a player")
        try bob.closeEnd()
        bob.press(.escape)
        for player in [ann, bob] { try player.quit() }
    }

    @Test("The same by address, without mDNS")
    func byAddress() throws {
        let meeting = try Meeting()
        try sitting(meeting)
        meeting.guest.type("h")
        let port = try meeting.guest.port()
        meeting.host.type("j")
        try meeting.host.see("Type an address")
        meeting.host.type("a")
        try meeting.host.see("Address: such as 192.168.1.7")
        meeting.host.type("127.0.0.1:\(port)")
        meeting.host.press(.enter)
        try meeting.guest.see(title(with: "Ann"), "Your turn")
        try meeting.host.see(title(with: "Bob"), "'s turn")
        try meeting.guest.leaveGame()
        try meeting.host.see(" left the game.")
        try meeting.host.leaveEnd()
        for player in [meeting.host, meeting.guest] { try player.quit() }
    }

    /// From the first move to the menu: Ann wins, Bob wins, a draw, both ask for more at once, Bob leaves.
    private func sitting(_ meeting: Meeting) throws {
        let (ann, bob) = (meeting.host, meeting.guest)
        bob.type("4")
        try bob.see("It's not your turn.")
        try meeting.play("111111")
        ann.type("1")
        try ann.see("That column is full.")
        // The next key closes the alert, and also acts: the arrow, which digits do not move, stands over column 2 in the end.
        ann.press(.left)
        try ann.seeNo("That column is full.")
        ann.press(.left)
        ann.press(.enter)
        try ann.see("'s turn")
        try bob.see("Your turn")
        bob.press(.left, .character(" "))
        try bob.see("'s turn")
        try meeting.play("2324")
        ann.press(.down)
        try meeting.seeWinner(ann)
        for (player, score) in [(ann, "● You ✓ 1"), (bob, "● You 0")] { try player.see(score) }

        bob.type("r")
        #expect(try meeting.seeNewGame() === bob)
        try meeting.play(shortWin, first: bob, endsGame: true)
        try meeting.seeWinner(bob)

        ann.type("r")
        #expect(try meeting.seeNewGame() === ann)
        try meeting.play(drawnGame, endsGame: true)
        for player in [ann, bob] { try player.see("It's a draw.", "● You 1", "Replay R") }

        ann.type("r")
        bob.type("r")
        let first = try meeting.seeNewGame()
        try meeting.play(shortWin, first: first, endsGame: true)
        try meeting.seeWinner(first)

        try bob.leaveGame()
        try bob.seeMenu()
        try ann.see(" left the game.")
        try ann.leaveEnd()
        try ann.seeMenu()
    }

    @Test("A slow line stays bearable: bytes of a disc, of the arrow's way to another column, and of the whole board")
    func bytes() throws {
        let meeting = try Meeting()
        var (mover, other) = (meeting.host, meeting.guest)
        for player in [mover, other] { player.terminal.settle() }
        for digit in drawnGame.prefix(12) {
            for player in [mover, other] { player.terminal.forgetReceived() }
            mover.type(String(digit))
            try other.see("Your turn")
            for player in [mover, other] {
                player.terminal.settle()
                #expect(player.terminal.received.count <= 2_000, "with both players' places in the first row, and the outline")
            }
            swap(&mover, &other)
        }
        for (key, most) in [(Key.left, 500), (.right, 500), (.control("l"), 10_000)] {
            mover.terminal.forgetReceived()
            mover.press(key)
            try mover.terminal.waitForAnswer()
            #expect(mover.terminal.received.count <= most, "\(key)")
        }
    }

    @Test("Both press R while the network holds their packets back: one agreed game, again and again")
    func replayCrosses() throws {
        let meeting = try Meeting()
        let (ann, bob) = (meeting.host, meeting.guest)
        var first = ann
        for _ in 0..<4 {
            try meeting.play(shortWin, first: first, endsGame: true)
            try meeting.seeWinner(first)
            // Both are stopped while both keys arrive, so each reads its own key before the other's packet.
            for player in [ann, bob] { player.terminal.signal(SIGSTOP) }
            for player in [ann, bob] { player.type("r") }
            for player in [ann, bob] { player.terminal.signal(SIGCONT) }
            first = try meeting.seeNewGame()
        }
        for player in [ann, bob] { try player.see("move 1") }
    }

    @Test("What is typed during the opponent's turn drops nothing")
    func typeAhead() throws {
        let meeting = try Meeting()
        let (ann, bob) = (meeting.host, meeting.guest)
        bob.type("3333")
        bob.press(.enter, .character(" "), .down)
        try bob.see("It's not your turn.")
        ann.type("4")
        try bob.see("one disc of Ann's") { $0.discs == (0, 1) && $0.words.contains("Your turn") }
        bob.type("5")
        try ann.see("a disc each") { $0.discs == (1, 1) && $0.words.contains("Your turn") }
        ann.type("6777")
        try bob.see("two discs of Ann's") { $0.discs == (1, 2) && $0.words.contains("Your turn") }
        bob.type("1")
        try ann.see("two discs each") { $0.discs == (2, 2) && $0.words.contains("Your turn") }
        #expect(ann.terminal.screen.discs == (2, 2))
    }

    @Test("A click drops a disc into its column")
    func click() throws {
        let meeting = try Meeting()
        let numbers = try meeting.host.see("the columns' numbers") { $0.lines.contains { $0.contains("1     2     3") } }
        guard let row = numbers.lines.firstIndex(where: { $0.contains("1     2     3") }) else { return }
        let place = numbers.lines[row].distance(
            from: numbers.lines[row].startIndex, to: numbers.lines[row].firstIndex(of: "6") ?? numbers.lines[row].startIndex)
        meeting.host.press(.click(Point(x: place, y: row - 5)))
        let shown = try meeting.guest.see("a disc") { $0.discs == (0, 1) }
        let red = ThemeName.standard.look(of: .redDisc, depth: .many).foreground
        #expect(shown.paint(x: place - 1, y: row - 2) == red, "\(shown)")
        // Beside the board it does nothing; out of turn it is not a move.
        meeting.guest.press(.click(Point(x: 2, y: row - 5)))
        meeting.guest.press(.click(Point(x: place, y: row - 5)))
        try meeting.host.see("two discs") { $0.discs == (1, 1) && $0.words.contains("Your turn") }
        meeting.guest.press(.click(Point(x: place, y: row - 5)))
        try meeting.guest.see("It's not your turn.")
        #expect(meeting.guest.terminal.screen.discs == (1, 1))
    }
}

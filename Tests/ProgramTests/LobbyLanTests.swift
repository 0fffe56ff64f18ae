// The lobby with real programs on simulated LANs: nearby players and tables. Each test has a LAN of its own.

import Glibc
import Screen
import Session
import TestSupport
import Testing

@Suite("The lobby on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct LobbyLanTests {
    @Test("Three players nearby: invite, accept, decline, leave, and the host quits")
    func sessionOfThree() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        let (ann, bob, cyd) = (all.players[0], all.players[1], all.players[2])
        for index in 0...2 { try all.open("Players near you", index) }
        try all.choose("Game", 0)
        try ann.see("‹ Snap! ›")
        try ann.see("Bob free", "Cyd free")
        #expect(!ann.words.contains("Ann free"))
        try all.choose("Bob", 0)
        try bob.see("Ann invites you to play Snap!")
        try ann.see("Bob … invited")
        bob.type("y")
        try ann.see("Bob accepted your invitation.", "At the table: Bob")
        try bob.see("At the table: Ann", "Waiting for Ann to start Snap!…")

        try all.choose("Cyd", 0)
        try cyd.see("Ann invites you to play Snap!")
        cyd.type("n")
        try cyd.seeNo("invites you")
        try ann.see("Cyd declined your invitation.")
        try all.choose("Cyd", 0)
        try cyd.see("Ann invites you to play Snap!")
        cyd.type("y")
        try bob.see("At the table: Ann, Cyd")
        try cyd.see("At the table: Ann, Bob")

        bob.type("dq")
        try ann.see("Bob left.", "At the table: Cyd")
        try bob.seeNo("At the table:")
        try cyd.see("At the table: Ann")
        ann.press(.escape)  // closes what is said of Bob
        try ann.seeNo("Bob left.")
        ann.press(.escape)
        try ann.see("Close the table for everyone?")
        ann.type("q")
        try cyd.see(" closed the table.", "Bob free")
        cyd.terminal.settle(milliseconds: 600)
        cyd.press(.escape)
        try cyd.seeNo("closed the table.")
        try cyd.see("Ann free")
        try ann.see("1 Players near you")
        ann.press(.escape)
        try ann.quit()
        try all.quitAll(1, 2)
    }

    @Test("A player who left the list is invited over the board of a game alone; Y leads to the table, hosting out of the list")
    func visibleInAGame() throws {
        let all = try Neighbours("Ann", "Bob")
        let (ann, bob) = (all.players[0], all.players[1])
        for index in 0...1 { try all.open("Players near you", index) }
        try all.choose("Game", 0)
        try ann.see("‹ Snap! ›")
        try ann.see("Bob free")
        bob.press(.escape)
        try bob.see("1 Players near you")
        bob.press(.escape)
        try bob.open("Host a game")
        try bob.see("Waiting for a player")
        try ann.seeNo("Bob free")
        bob.press(.escape)
        try ann.see("Bob free")
        try bob.open("Play the computer")
        try bob.see("First move")
        bob.press(.enter)
        try bob.see("Your turn")
        bob.type("4")
        try bob.see("move 2")

        try all.choose("Bob", 0)
        try bob.see("Ann invites you to play Snap!", "Y Accept")
        bob.type("n")
        try ann.see("Bob declined your invitation.")
        try bob.see("Enter Drop") { !$0.words.contains("invites you") }
        try all.choose("Bob", 0)
        try bob.see("Ann invites you to play Snap!", "Y Accept")
        bob.type("y")
        try bob.see("At the table: Ann", "Waiting for Ann to start Snap!…")
        try ann.see("Bob accepted your invitation.", "At the table: Bob")
        try all.choose("Bob ✓", 0)
        try all.seeSnap(0, 1)
        try ann.leaveGame()
        try bob.see("Ann ended the game.")
        try bob.leaveEnd()
        try bob.open("History")
        try bob.see("unfinished")
        bob.press(.escape)
        for player in [ann, bob] { try player.quit() }
    }

    @Test("Where no list arrives, a table is joined by the line that its host shows")
    func byAddress() throws {
        let lan = try Lan(hosts: 2)
        let ann = try Player(["--name", "Ann"], at: Place(lan: lan, host: 1))
        let bob = try Player(["--name", "Bob"], at: Place(lan: lan, host: 2), helper: .silent)
        (ann.opponent, bob.opponent) = (bob, ann)
        try ann.hostTable(of: "Snap!")
        // It has the usual port, which the player's own entry in the list had before.
        let shown = try ann.see("Not in their list?", ":27364.")
        let words = try #require(shown.lines.first { $0.contains("Not in their list?") }).split(separator: " ")
        let line = words.filter { $0.contains(":27364") }.map { $0.hasSuffix(".") ? $0.dropLast() : $0 }.joined(separator: " ")
        try bob.openOther("Players near you")
        try bob.see("Looking for players on this network…")
        bob.type("a")
        try bob.see("Address:")
        bob.type("10.255.255.1:1 " + line)
        bob.press(.enter)
        try bob.see("Waiting for Ann to start Snap!")
        try ann.choose("Bob ✓")
        for player in [ann, bob] { try player.see("You", "turn", "Q Disconnect") }
        for (speaker, digit, words) in [(ann, "1", "Hello!"), (bob, "6", "Thanks!")] {
            speaker.type("p")
            try speaker.see("Nice move.", "Goodbye!")
            speaker.type(digit)
            for player in [ann, bob] { try player.see(words, "Q Disconnect") }
        }
        try ann.die()
        try bob.see("'s program ended")
        try bob.leaveEnd()
        try bob.quit()
    }

    @Test("A table's host is stopped while a guest sits down: the guest reads so")
    func hostDoesNotAnswer() throws {
        let all = try Neighbours("Ann", "Bob")
        let (ann, bob) = (all.players[0], all.players[1])
        try ann.hostTable(of: "Snap!")
        try all.open("Players near you", 1)
        _ = try bob.see("a line of the table") { $0.number(of: "Ann + Snap!") != nil }
        ann.terminal.signal(SIGSTOP)
        try bob.choose("Ann + Snap!")
        try bob.see("Ann's program does not answer.")
    }

    @Test("A session starts Snap!; when its host is killed the others read why and are in the menu", arguments: [false, true])
    func hostIsKilled(withUnreadBytes: Bool) throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        for index in 0...2 { try all.open("Players near you", index) }
        try all.choose("Game", 0)
        try all.players[0].see("‹ Snap! ›")
        for (index, name) in [(1, "Bob"), (2, "Cyd")] {
            try all.choose(name, 0)
            try all.players[index].see("Ann invites you to play Snap!")
            all.players[index].type("y")
            try all.players[0].see("\(name) accepted your invitation.")
        }
        try all.choose("Cyd ✓", 0)
        try all.seeSnap(0, 1, 2)
        let guests = all.players.dropFirst()
        if withUnreadBytes {
            all.players[0].terminal.signal(SIGSTOP)
            for guest in guests {
                guest.type("p")
                try guest.see("▸ 1 Hello!")
                guest.press(.enter)
                try guest.see("Hello!", "Q Disconnect")
            }
        }
        all.players[0].terminal.signal(SIGKILL)
        for player in guests {
            try player.see("'s program ended, and with it the game. Nobody has won.")
            try player.leaveEnd()
            try player.quit()
        }
    }

    @Test("A player out of sight sees the others, invites, and plays Four in a Row")
    func invisible() throws {
        let all = try Neighbours("Ann", "Bob")
        let (ann, bob) = (all.players[0], all.players[1])
        try all.open("Players near you", 0)
        try all.choose("Visible", 0)
        try ann.see("Visible ‹ off ›")
        try all.open("Players near you", 1)
        try ann.see("Bob free")
        #expect(!bob.words.contains("Ann"))
        try ann.see("‹ Four in a Row ›")
        try all.choose("Bob", 0)
        try bob.see("Ann invites you to play Four in a Row.")
        bob.type("y")
        let meeting = try Meeting(host: ann, guest: bob)
        try meeting.play("4455")
        try bob.leaveGame()
        try ann.see(" left the game.")
        try ann.leaveEnd()
        for player in [ann, bob] { try player.quit() }
    }

    @Test("Snap! for four at a table, a fifth is refused; one is sent away and comes back; the host leaves the game")
    func tableOfFour() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd", "Dan", "Eve")
        try all.players[0].hostTable(of: "Snap!")
        for index in 1...4 { try all.open("Players near you", index) }
        for index in 1...3 {
            try all.choose("Ann + Snap!", index)
            try all.players[index].see("Waiting for Ann to start Snap!")
        }
        try all.players[0].see("The table is full.", "At the table: Bob, Cyd, Dan")
        try all.choose("Ann Snap!, full", 4)
        try all.players[4].see("All seats at this table are taken.")

        try all.players[0].moveChoice(to: "Cyd")
        all.players[0].type("s")
        try all.players[0].see("Send Cyd away?")
        all.players[0].type("y")
        try all.players[2].see("Ann sent you away.")
        all.players[2].terminal.settle(milliseconds: 600)
        all.players[2].press(.escape)
        try all.players[2].seeNo("Ann sent you away.")
        all.players[4].press(.escape)
        try all.players[4].seeNo("All seats at this table are taken.")
        try all.choose("Ann + Snap!, 3 of 4", 4)
        try all.players[4].see("At the table: Ann, Bob, Dan")
        try all.players[2].see("Ann Snap!, full")
        try all.choose("Bob ✓", 0)
        try all.seeSnap(0, 1, 3, 4)
        try all.players[0].leaveGame()
        for index in [1, 3, 4] {
            try all.players[index].see("Ann ended the game.")
            try all.players[index].leaveEnd()
            try all.players[index].quit()
        }
        try all.players[0].quit()
        try all.quitAll(2)
    }

    @Test("No network: each of the three says so, and goes on by itself when there is one")
    func noNetwork() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd", "Dan")
        for host in 1...4 { try all.lan.lanlab("cut", "\(host)") }
        for index in 1...3 { try all.open("Players near you", index) }
        try all.players[0].openOther("Players near you")
        all.players[0].type("gh")
        for player in all.players { try player.see("This computer is not on a network.") }
        for host in 1...4 { try all.lan.lanlab("restore", "\(host)") }
        try all.players[2].see("Dan free")
        try all.players[3].see("Cyd free")
        try all.choose("Ann + Snap!", 1)
        try all.players[1].see("Waiting for Ann to start Snap!")
        try all.lan.lanlab("cut", "1")
        try all.lan.lanlab("restore", "1")
        try all.start()
        try all.seeSnap(0, 1)
        try all.players[0].leaveGame()
        try all.players[1].see("Ann ended the game.")
        try all.players[1].leaveEnd()
        try all.players[0].quit()
        try all.players[1].quit()
        try all.quitAll(2, 3)
    }

    @Test(
        "Three of one name, one just after the other: each is listed once by a name of its own, and an invitation goes to the right one"
    )
    func oneName() throws {
        let all = try Neighbours("Tiger", "Tiger", "Tiger", "Bob")
        for index in 0...3 { try all.open("Players near you", index) }
        let bob = all.players[3]
        // Two who choose another name at the same moment may choose the same again: which numbers they end with is chance. They have
        // ended when all see the same names.
        func names(_ player: Player) -> [String] {
            player.terminal.screen.lines.filter { $0.contains("Tiger") && $0.contains("free") }.map { line in
                line.split(separator: " ").drop { $0 != "Tiger" }.prefix { $0 != "free" }.joined(separator: " ")
            }
        }
        let terminals = all.players.map(\.terminal)
        try PseudoTerminal.wait(
            for: "three names of their own, of which each sees the others' two", on: terminals[0], terminals[1], terminals[2],
            terminals[3]
        ) {
            let listed = names(bob)
            let pairs = all.players[0...2].map { Set(names($0)) }
            return listed.count == 3 && Set(listed).count == 3 && Set(pairs).count == 3
                && pairs.allSatisfy { $0.count == 2 && $0.isSubset(of: listed) }
        }
        let listed = names(bob)
        var reached: Set<ObjectIdentifier> = []
        for name in listed {
            try all.choose("\(name) free", 3)
            try PseudoTerminal.wait(
                for: "an invitation", on: all.players[0].terminal, all.players[1].terminal, all.players[2].terminal
            ) {
                all.players[0...2].contains { $0.words.contains("Bob invites you") }
            }
            let invited = all.players[0...2].filter { $0.words.contains("Bob invites you") }
            try #require(invited.count == 1)
            reached.insert(ObjectIdentifier(invited[0]))
            try bob.see("\(name) … invited")
            invited[0].type("n")
            try bob.see("\(name) declined your invitation.")
            try invited[0].seeNo("Bob invites you")
        }
        #expect(reached.count == 3, "each name leads to a player of its own")
    }

    @Test("Who hosts a game reads where others can come when that changes")
    func hostMoves() throws {
        let lan = try Lan(hosts: 1)
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        try host.see("10.77.0.1:")
        try lan.run(on: 1, "ip", "address", "add", "10.77.0.101/24", "dev", "eth0")
        try lan.run(on: 1, "ip", "address", "delete", "10.77.0.1/24", "dev", "eth0")
        try lan.run(on: 1, "ip", "address", "replace", "10.77.0.101/24", "dev", "eth0")
        try host.see("10.77.0.101:")
        try host.seeNo("10.77.0.1:")
    }

    @Test("The cable of a guest is out for a while: the game of Snap! waits, and goes on")
    func cutCable() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        try all.sitDown()
        try all.start()
        try all.seeSnap(0, 1, 2)
        for player in all.players { player.terminal.timeout = 40 }
        try all.lan.lanlab("cut", "2")
        try all.players[1].see("Reconnecting to Ann…", "Paused")
        for index in [0, 2] { try all.players[index].see("Bob lost the connection:", "Paused") }
        try all.lan.lanlab("restore", "2")
        try all.players[0].see("Bob is back.")
        try all.players[1].see("Ann is back.")
        for player in all.players { try player.see("turn") }
        #expect(!all.players[2].words.contains("left the game"))
    }
}

// Players of real programs who lose their seat at a table, on a simulated LAN and over a real mosquitto: killed programs, cut cables, a relay
// that is started again, stopped programs. Nothing is lost, and nobody wins by it.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Lost seats on a LAN", .serialized, .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct LostSeatTests {
    /// Ann hosts a table for the secret number, and Bob, who has found her 42, keeps the next secret, 10.
    private func letBobKeep() throws -> (all: Neighbours, ann: Player, bob: Player, cyd: Player) {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        let (ann, bob, cyd) = (all.players[0], all.players[1], all.players[2])
        try all.open("Host a table", 0)
        try ann.see("Which game?")
        try all.choose("Guess the secret number", 0)
        for index in [1, 2] {
            try all.open("Join a table", index)
            try all.players[index].see("Guess the secret number Ann,")
            all.players[index].press(.enter)
            try all.players[index].see("Waiting for Ann to start")
        }
        try all.choose("Start the game", 0)
        try choose("42", ann)
        try guess("42", bob)
        try bob.press(.character("1"), until: "Choose the next number")
        try choose("10", bob)
        return (all, ann, bob, cyd)
    }

    private func choose(_ secret: String, _ player: Player) throws {
        try player.see("Choose a range.")
        try player.choose("1 - 100")
        try player.see("Seal")
        player.type(secret)
        try player.see(String(repeating: "●", count: secret.count))
        player.press(.enter)
        try player.see("The others guess your secret number.")
    }

    private func guess(_ number: String, _ player: Player) throws {
        try player.see("Guess a number (1 - 100)…")
        player.type(number)
        // Within half a second after another guess, the line stays for another Enter.
        for _ in 0..<20 where !player.words.contains("\(number) –") {
            player.press(.enter)
            player.terminal.settle()
        }
    }

    @Test("A guest who keeps the secret is killed, is started again, and answers the guess that waits")
    func killedKeeper() throws {
        let (all, ann, bob, cyd) = try letBobKeep()
        try guess("50", cyd)
        for player in [ann, cyd] { try player.see("50 – too high") }
        try bob.die()
        for player in [ann, cyd] { try player.see("Bob lost the connection:") }
        let again = try Player(["--name", "Bob"], at: Place(lan: all.lan, host: 2), folder: bob.folder)
        try again.see("The others guess your secret number.", "50 – too high")
        try ann.see("Bob is back.")
        try cyd.seeNo("lost the connection")
        try guess("10", cyd)
        let verified = "secret was 10, and every answer was true."
        for player in [cyd, again, ann] { try player.see(verified) }
        try again.leaveGame()
        for player in [ann, cyd] { try player.see("Bob left the game.") }
    }

    @Test("The host is killed: the guests read it, nobody has won, and its seat is not looked for at the next start")
    func killedHost() throws {
        let (all, ann, bob, cyd) = try letBobKeep()
        try ann.die()
        for player in [bob, cyd] { try player.see("The host's program ended, so the game is over. Nobody has won.") }
        try bob.leaveEnd()
        try bob.quit()
        let again = try Player(["--name", "Bob"], at: Place(lan: all.lan, host: 2), folder: bob.folder)
        try again.seeMenu()
    }

    @Test("The host's cable is cut in a game of Snap!: nothing is scored, and all go on when it is back")
    func hostsCable() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        try all.sitDown()
        try all.choose("Start the game", 0)
        try all.seeSnap(0, 1, 2)
        for player in all.players { player.terminal.timeout = 40 }
        try all.lan.lanlab("cut", "1")
        for player in all.players.dropFirst() { try player.see("Reconnecting to Ann…") }
        try all.players[0].see("Paused", "Bob lost the connection:", "Cyd lost the connection:")
        try all.lan.lanlab("restore", "1")
        for player in all.players { try player.see("turn:") }
        try all.players[0].seeNo("lost the connection")
        try all.seeSnap(0, 1, 2)
    }

    @Test("A guest whose program is stopped is waited for, sits out after half a minute, and is back when it answers")
    func stoppedGuest() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        try all.sitDown()
        try all.choose("Start the game", 0)
        try all.seeSnap(0, 1, 2)
        let (ann, bob, cyd) = (all.players[0], all.players[1], all.players[2])
        for player in all.players { player.terminal.timeout = 60 }
        bob.terminal.signal(SIGSTOP)
        for player in [ann, cyd] { try player.see("Bob's program is not answering…", "Paused") }
        for player in [ann, cyd] { try player.see("Bob's program is not answering…", "turn:") }
        bob.terminal.signal(SIGCONT)
        for player in all.players { try player.seeNo("not answering") }
        try all.seeSnap(0, 1, 2)
    }

    @Test("Killing the only opponent at Snap! is no win")
    func killedOpponent() throws {
        let all = try Neighbours("Ann", "Bob")
        try all.sitDown()
        try all.choose("Start the game", 0)
        try all.seeSnap(0, 1)
        try all.players[1].die()
        let ann = all.players[0]
        try ann.see("Paused", "Bob lost the connection:")
        ann.press(.character("g"))
        try ann.see("Go on without Bob?")
        ann.press(.character("g"))
        try ann.see("The game is over. Nobody has won.", "The game goes on without Bob.")
    }
}

@Suite(
    "Lost seats at a relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct LostSeatRelayTests {
    private let relay: Mosquitto

    init() throws { relay = try Mosquitto() }

    private func begin(_ game: String, _ names: String...) throws -> [Player] {
        let access = RelayAccess(relay)
        let ann = try access.player(["--name", "Ann"])
        try ann.see("Play online")
        ann.type("pft")
        try ann.see("Which game?")
        try ann.choose(game)
        try ann.see("type this code:")
        let code = try ann.roomCode()
        let guests = try names.map { name in
            let guest = try access.player(["join", "--online", code, "--name", name])
            try guest.see("Waiting for Ann to start \(game)")
            return guest
        }
        try ann.choose("Start the game")
        return [ann] + guests
    }

    @Test("The relay is started again: everybody is back at the table, and the game goes on")
    func brokerRestarts() throws {
        let players = try begin("Snap!", "Bob", "Cyd")
        for player in players { try player.see("turn:", "Q Disconnect") }
        for player in players { player.terminal.timeout = 40 }
        relay.kill()
        for player in players.dropFirst() { try player.see("Reconnecting to Ann…") }
        try players[0].see("Paused")
        try relay.start()
        for player in players { try player.see("turn:") }
        try players[0].seeNo("lost the connection")
        for player in players { #expect(!player.words.contains("left the game")) }
    }

    @Test("The host is killed: the guests read it at once")
    func killedHost() throws {
        let players = try begin("Snap!", "Bob", "Cyd")
        for player in players { try player.see("turn:", "Q Disconnect") }
        try players[0].die()
        for player in players.dropFirst() {
            try player.see("The host's program ended, so the game is over. Nobody has won.")
        }
    }

    @Test("A guest is killed and started again: it is back at the table")
    func killedGuest() throws {
        let players = try begin("Snap!", "Bob", "Cyd")
        for player in players { try player.see("turn:", "Q Disconnect") }
        try players[1].die()
        try players[2].see("Bob lost the connection:", "Paused")
        let again = try RelayAccess(relay).player(["--name", "Bob"], folder: players[1].folder)
        try again.see("Cyd", "You")
        for player in [players[0], players[2], again] { try player.see("turn:") }
    }
}

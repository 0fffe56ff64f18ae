// “Guess the secret number” in the real program: a round of three on a simulated LAN, and a round whose host lies, played by the test over
// TCP.

import HelperProtocol
import Screen
import TestSupport
import Testing
import Wire

@Suite("Guess the secret number", .ownThread)
struct SecretRoundTests {
    /// A player guesses, and all read the answer.
    private func guess(_ number: String, _ answer: String, by player: Player, seenBy all: [Player]) throws {
        try player.see("Guess a number (")
        player.type(number)
        // Two guesses within half a second are one too many, and the line is still there for another Enter.
        let sign = ["too low": "▸", "too high": "◂"][answer] ?? "●"
        let row = "\(number) \(sign) \(answer)"
        for _ in 0..<20 where !player.words.contains(row) {
            player.press(.enter)
            player.terminal.settle()
        }
        for seen in all { try seen.see(row) }
    }

    @Test(
        "A whole round of three nearby, the host keeps the next secret, one leaves, the host leaves",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func wholeRound() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        let (ann, bob, cyd) = (all.players[0], all.players[1], all.players[2])
        for index in 0...2 { try all.open("Players near you", index) }
        try all.choose("Game", 0)
        try ann.see("‹ Snap! ›")
        try all.choose("Game", 0)
        try ann.see("‹ Guess the secret number ›")
        for (index, name) in [(1, "Bob"), (2, "Cyd")] {
            try all.choose(name, 0)
            try all.players[index].see("Ann invites you to play Guess the secret number.")
            all.players[index].type("y")
            try ann.see("\(name) accepted your invitation.")
        }
        try all.choose("Cyd ✓", 0)
        try bob.see("Ann is choosing a secret number…")
        try ann.see("Choose a range.")
        try all.choose("1 - 100", 0)
        try ann.see("Keep it")
        ann.type("42")
        let typed = try ann.see("●●")
        #expect(!typed.words.contains("42"))
        ann.press(.enter)
        try guess("50", "too high", by: bob, seenBy: all.players)
        try guess("30", "too low", by: cyd, seenBy: all.players)
        try cyd.see("Guess a number (")
        cyd.type("500")
        cyd.press(.enter)
        try cyd.see("500", "1 to 100")
        cyd.press(.escape)  // closes the alert: once it is gone by itself, Esc would ask whether to leave
        try cyd.seeNo("1 to 100")
        try guess("42", "correct", by: bob, seenBy: all.players)
        for player in [ann, cyd] { try player.see("Bob wins: 42 is correct.") }
        try ann.see("Verified: your secret was 42, and every answer was true.", "Halving each time needs at most 7 guesses")
        for player in [bob, cyd] { try player.see("Verified: Ann's secret was 42, and every answer was true.") }

        try bob.press(.character("2"), until: "Let Ann choose")
        try ann.see("Choose a range.")
        try cyd.leaveGame()
        for player in [ann, bob] { try player.see("Cyd left the game.") }
        try cyd.quit()
        ann.press(.home)  // closes the alert
        try ann.leaveGame()
        try bob.see("Ann ended the game.")
        try bob.leaveEnd()
        for player in [ann, bob] { try player.quit() }
    }

    @Test("A host that lies is caught by each guest's program")
    func lyingHost() throws { try LyingHost.tell() }
}

/// The host of a round that the test plays, whose secret is 42.
enum LyingHost {
    /// It tells one of two guests that 30 is too high: both read that it lied, and are in the menu when it is gone. The seconds until
    /// they know.
    @discardableResult
    static func tell() throws -> Double {
        let listener = try PlainListener()
        let table = DiscoveredService(
            type: "_fiar-table._tcp", name: "Ann", host: "ann.local", port: listener.port, addresses: ["127.0.0.1"],
            text: ["game": "secret-number", "version": "1.1.0", "players": "1", "limit": "8"])
        let folder = try TestFolder()
        try folder.write(DiscoveryEvent.found(table).line, to: "found")
        let helper = try folder.script(
            "echo ready test\nwhile read -r line; do case $line in *browse*table*) cat '\(folder.path)/found';; esac; done")
        let names = ["Ann", "Bob", "Cyd"]
        var guests: [PlainPeer] = []
        let players = try names.dropFirst().map { name in
            let player = try Player(["--name", name], helper: .program(helper))
            try player.openOther("Players near you")
            try player.choose("Ann + Guess the secret number")
            let guest = try listener.accept()
            guard case .lobby(.matchmaking(.introduction(let introduced))) = try guest.receivePacket(ofType: 19) else {
                throw PseudoTerminalFailure(description: "\(name) does not ask for a seat")
            }
            #expect(introduced.name == name)
            guest.send(.matchmaking(.welcome), .matchmaking(.roster([TablePlayer(name: "Ann", id: "ann"), introduced])))
            try player.see("Waiting for Ann to start Guess the secret number")
            guests.append(guest)
            return player
        }
        let (bob, cyd) = (players[0], players[1])
        func tell(_ message: SecretNumberMessage) { for guest in guests { guest.send(.secretNumber(message)) } }
        for (index, guest) in guests.enumerated() {
            guest.send(.matchmaking(.start(seat: index + 1, names: names)))
        }
        tell(.sealed(round: 1, lowest: 1, highest: 100, seal: sealOf42))

        try bob.see("Guess a number (")
        bob.type("30")
        bob.press(.enter)
        #expect(try guests[0].receivePacket(ofType: 21) == .secretNumber(.guess(round: 1, number: 30)))
        tell(.answered(round: 1, player: 1, number: 30, answer: 1))
        for player in players { try player.see("30 ◂ too high") }
        cyd.type("42")
        cyd.press(.enter)
        #expect(try guests[1].receivePacket(ofType: 21) == .secretNumber(.guess(round: 1, number: 42)))
        tell(.answered(round: 1, player: 2, number: 42, answer: 2))
        for player in players { try player.see("42 ● correct", "Waiting for Ann to open the secret…") }
        let start = Child.now()
        tell(.opened(round: 1, secret: 42, nonce: nonce))
        try bob.see("Cyd wins: 42 is correct.", "Ann lied: the secret was 42, but the answer to your 30 was “too high”.")
        try cyd.see("You win: 42 is correct.", "Ann lied: the secret was 42, but the answer to Bob's 30 was “too high”.")
        let seconds = Child.now() - start

        try cyd.press(.character("1"), until: "Choose the next number")
        #expect(try guests[1].receivePacket(ofType: 21) == .secretNumber(.next(round: 1, keeps: true)))
        for (player, guest) in zip(players, guests) {
            guest.hangUp()
            try player.see("'s program ended, and with it the game.")
            try player.leaveEnd()
            try player.quit()
        }
        return seconds
    }

    private static let nonce = Array(repeating: 0x6E as UInt8, count: 32)
    /// BLAKE2b in 32 bytes, as Python's hashlib has it, of "fourinarow secret-number 1\n"; 1, 1, 100, 42 in 8 bytes each, the lowest
    /// first; and the nonce.
    private static let sealOf42: [UInt8] = [
        137, 250, 82, 50, 225, 151, 235, 29, 252, 190, 1, 66, 84, 8, 159, 162, 138, 97, 106, 196, 99, 223, 94, 219, 209, 140, 92,
        59, 168, 94, 192, 56,
    ]
}

extension Player {
    /// Presses a key until the words are gone: for a second after a result no choice is taken, and no screen says when it is over. The
    /// key may be pressed once too often, so let it be one that does nothing on the next screen.
    func press(_ key: Key, until words: String) throws {
        try see(words)
        for _ in 0..<100 where self.words.contains(words) {
            press(key)
            terminal.settle()
        }
        try seeNo(words)
    }
}

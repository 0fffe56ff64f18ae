// Tables between real programs over a real mosquitto with the shipped security files: by a number and four words, every game of the
// lobby, and a player who drops out.

import Glibc
import TestSupport
import Testing

@Suite(
    "Tables over a real relay", .serialized, .ownThread,
    .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
struct OnlineTableTests {
    private let relay: Mosquitto

    init() throws { relay = try Mosquitto() }

    /// Ann hosts a table for this game, and these come to it.
    private func gather(_ game: String, _ names: String...) throws -> [Player] {
        let access = RelayAccess(relay)
        let ann = try access.tableHost(of: game)
        return [ann] + (try names.map { try access.guest($0, of: ann, playing: game) })
    }

    @Test("Four at an online table play Snap!; one drops out, and the others play on; a fifth finds no seat")
    func snap() throws {
        let players = try gather("Snap!", "Bob", "Cyd", "Dan")
        let code = try players[0].roomCode()
        try players[3].see("At the table: Ann Bob Cyd You")
        let eve = try RelayAccess(relay).player(["join", "--online", code, "--name", "Eve"])
        try eve.see("All seats at this table are taken.")
        try players[0].choose("Start the game")
        for player in players { try player.see("You", "Q Disconnect") }
        let all = Dictionary(uniqueKeysWithValues: zip(["Ann", "Bob", "Cyd", "Dan"], players))
        for _ in 0..<4 { try Player.turnCard(all) }
        try players[2].die()
        let left = all.filter { $0.key != "Cyd" }
        for player in left.values { try player.see("Cyd lost the connection:") }
        players[0].press(.character("g"))
        try players[0].see("Go on without Cyd?")
        players[0].press(.character("g"))
        for player in left.values { try player.see("The game goes on without Cyd.") }
        for _ in 0..<3 { try Player.turnCard(left) }
        try players[0].leaveGame()
        for index in [1, 3] { try players[index].see("Ann ended the game.") }
    }

    @Test("A secret number among three")
    func secretNumber() throws {
        let players = try gather("Guess the secret number", "Bob", "Cyd")
        try players[0].choose("Start the game")
        try players[0].keep("42")
        try players[1].see("Guess a number (")
        players[1].type("42")
        players[1].press(.enter)
        try players[0].see("Bob wins: 42 is correct.")
        try players[2].see("Bob wins: 42 is correct.", "Verified: Ann's secret was 42, and every answer was true.")
    }

    @Test("A flood does not interrupt a table over slow links")
    func flood() throws { _ = try Torture.playAtTable(inFloodOf: .inbox, .secretNumber) }

    @Test("What somebody knows who has left the table does not interrupt it")
    func formerGuest() throws { _ = try Torture.meetFormerGuest() }

    @Test("Four in a Row: the board takes the table's place, and the game outlives the relay")
    func fourInARow() throws {
        let players = try gather("Four in a Row", "Bob")
        try players[0].choose("Start the game")
        let meeting = try Meeting(host: players[0], guest: players[1])
        try players[0].see("private game")
        try meeting.play("445")
        relay.kill()
        for player in players { try player.see("Reconnecting…") }
        try relay.start()
        try players[0].seeGame(2, 1)
        try players[1].seeGame(1, 2)
        try Meeting(again: players[0], players[1]).play("53", first: players[1])
    }
}

// Card matching in the real program, with the real database. The tests read the screen; the cards are really shuffled.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The card table", .serialized, .ownThread)
struct CardTableTests {

    /// A player at the card table.
    private func sitDown(
        _ folder: TestFolder, size: Size = Size(width: 80, height: 24), term: String = "xterm-256color",
        locale: String = "C.UTF-8", environment: [String: String] = [:]
    ) throws -> Player {
        let player = try Player(folder: folder, environment: environment, size: size, term: term, locale: locale)
        try player.openOther("Card matching")
        try player.see("Deal the cards")
        player.press(.enter)
        try player.see("Flips 0")
        return player
    }

    /// Plays the game on the table to its end; returns the score, and the best one as the title says it.
    @discardableResult
    private func play(_ player: Player, count: Int, mode: Int) throws -> (score: Int, best: String, number: String) {
        let memory = CardMatchingPlayer(
            count: count, mode: mode, press: { player.press($0) },
            read: { condition in
                try player.see("what the key did") { condition($0.lines) }
                player.terminal.settle(milliseconds: 1)  // a part of the frame can satisfy the condition
                return try player.see("the whole frame") { condition($0.lines) }.lines
            })
        let sentence = try memory.play()
        #expect(sentence.replacing("-", with: "−").contains(memory.words(for: memory.score)))
        return (memory.score, memory.best(memory.score), memory.number(for: memory.score))
    }

    /// The files beside the database, in order.
    private func files(in folder: TestFolder) -> [String] {
        Files.names(in: folder.path + "/.local/share/fourinarow").sorted()
    }

    @Test("Whole games of both modes; what they made is the best the next time")
    func wholeGames() throws {
        let folder = try TestFolder()
        let player = try sitDown(folder)
        #expect(files(in: folder).isEmpty, "nothing is opened before there is something to keep")
        player.type("1y")
        try player.see("pairs, 12 cards")
        let two = try play(player, count: 12, mode: 2)
        try player.see("Next game", two.best)
        player.type("m")
        try player.see("turn three, 12 cards")
        let three = try play(player, count: 12, mode: 3)
        try player.see("Next game", three.best)
        player.type("q")
        try player.quit()
        #expect(files(in: folder) == ["games.db"])

        let next = try sitDown(folder)
        next.type("1y")
        try next.see("pairs, 12 cards", two.best)
        next.type("m")
        try next.see("turn three, 12 cards", three.best)
        let again = try play(next, count: 12, mode: 3)
        try next.see(again.score > three.score ? again.best : "The best is \(three.number).")
    }

    @Test(
        "All the cards on other terminals",
        arguments: [("linux", "C.UTF-8", 40, 12), ("vt100", "C", 200, 60), ("xterm-mono", "C", 60, 20)])
    func otherTerminals(term: String, locale: String, width: Int, height: Int) throws {
        let player = try sitDown(try TestFolder(), size: Size(width: width, height: height), term: term, locale: locale)
        player.type("4y")
        try player.see("airs, 30")
        try play(player, count: 30, mode: 2)
        player.terminal.signal(SIGINT)
        #expect(try player.seeEnd() == .killed(SIGINT))
        #expect(player.terminal.leftovers == [])
    }

    @Test("A click turns a card, a digit asks before it deals")
    func clicksAndDigits() throws {
        let player = try sitDown(try TestFolder())
        let shown = try player.see("Flips 0")
        let row = try #require(shown.lines.firstIndex { $0.contains("╳") })
        player.press(.click(Point(x: 68, y: row + 1)))
        try player.see("You turned ", "Flips 1")
        player.type("4")
        try player.see("Abandon this game and start another?")
        player.type("y")
        try player.see("pairs, 30 cards", "Flips 0")
    }

    @Test("Killed after the end of a game, it has kept the best")
    func killed() throws {
        let folder = try TestFolder()
        let player = try sitDown(folder)
        player.type("1y")
        try player.see("pairs, 12 cards")
        let best = try play(player, count: 12, mode: 2)
        try player.see("Next game", "Best ")
        player.terminal.signal(SIGKILL)
        try player.seeEnd()
        let next = try sitDown(folder)
        next.type("1y")
        try next.see(best.best)
    }

    @Test("Where nothing can be kept, a sentence says so and the game goes on")
    func nothingCanBeKept() throws {
        let player = try sitDown(try TestFolder(), environment: ["XDG_DATA_HOME": "/proc/nowhere"])
        player.type("1y")
        try player.see("pairs, 12 cards")
        try play(player, count: 12, mode: 2)
        try player.see("The saved games in /proc/nowhere/fourinarow/games.db cannot be used: ")
        player.type("n")
        try player.see("Flips 0")
        try play(player, count: 12, mode: 2)
        try player.seeNo("cannot be used")
    }

    @Test("A damaged database is set aside, whole, and the player is told")
    func damaged() throws {
        let folder = try TestFolder()
        let noise = String(repeating: "no database ", count: 500)
        try folder.write(noise, to: Player.database)
        let player = try Player(folder: folder)
        try player.see("are damaged. The file was renamed to games-damaged-1.db.")
        try player.openOther("Card matching")
        try player.see("Deal the cards")
        player.press(.enter)
        try player.see("Flips 0")
        #expect(folder.text(of: ".local/share/fourinarow/games-damaged-1.db") == noise)
        player.type("1y")
        try player.see("pairs, 12 cards")
        try play(player, count: 12, mode: 2)
        try player.see("Next game", "Best ")
    }
}

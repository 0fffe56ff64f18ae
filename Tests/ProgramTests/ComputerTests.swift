// Games against the computer, reviews and history in the real program: on a terminal, killed, and on the command line.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Against the computer", .serialized, .ownThread)
struct ComputerTests {
    /// The player moves, and wins with column 4.
    private static let nearlyWon = "112233"

    private func run(_ arguments: [String], in folder: TestFolder) throws -> Run {
        try Run(arguments, environment: ["HOME": folder.path])
    }

    @Test("From the menu: a level, a game, a move taken back, and the game in the history")
    func fromTheMenu() throws {
        let player = try Player()
        try player.seeMenu()
        player.type("c")
        try player.see("▸ 2 Beginner", "First move ‹ me ›")
        player.press(.enter)
        try player.see("● You", "Beginner ◉", "Your turn")
        player.type("4")
        try player.see("its answer") { $0.discs.mine == 1 && $0.discs.yours == 1 && $0.words.contains("Your turn") }
        player.type("u")
        try player.see("the empty board") { $0.discs.mine == 0 && $0.discs.yours == 0 }
        player.type("y")
        try player.see("both again") { $0.discs.mine == 1 && $0.discs.yours == 1 }
        player.type("q")
        try player.seeMenu()
        try player.quit()
        let history = try run(["history"], in: player.folder)
        #expect(history.output.contains("Computer (Beginner)\tunfinished\t4"))
    }

    @Test("A game that is won: its review, its number, its diagram")
    func won() throws {
        let player = try Player(["computer", "--level", "2", "--first", "me", "--position", Self.nearlyWon])
        try player.see("Beginner ◉", "Your turn")
        player.type("4")
        try player.see("You won in 1 move.", "You ✓ 1", "Next game Enter")
        player.type("v")
        try player.see("Review ● You Beginner ◉", "/4")
        player.press(.home)
        try player.see("Before the first move", "0/4")
        player.press(.right)
        try player.see("Move 1: column 1", "Played before this game.")
        player.press(.escape)
        try player.see("You won in 1 move.")
        player.type("q")
        try player.seeMenu()
        try player.quit()
        #expect(try run(["history"], in: player.folder).output.hasSuffix("Computer (Beginner)\twon\t\(Self.nearlyWon)4\n"))
        #expect(try run(["export", "1"], in: player.folder).output == Self.nearlyWon + "4\n")
        #expect(
            try run(["export", "1", "--format", "text", "--name", "Ann"], in: player.folder).output.contains("Ann wins on move 4")
        )
        #expect(try run(["export", "1", "--format=svg"], in: player.folder).output.hasPrefix("<svg "))
        let none = try run(["export", "2"], in: player.folder)
        #expect(none.status == 1 && none.errors == "fourinarow: there is no game 2; fourinarow history lists them\n")
    }

    @Test("Killed in the middle of a game: the moves are kept, and the game goes on")
    func killed() throws {
        let player = try Player(["two"])
        try player.see("Yellow's turn")
        player.type("4153")
        try player.see("four discs") { $0.discs.mine == 2 && $0.discs.yours == 2 }
        // What is written after a move is written before the next key is taken.
        player.type("?")
        try player.see("Column scores")
        player.terminal.signal(SIGKILL)
        #expect(try player.seeEnd() == .killed(SIGKILL))
        #expect(try run(["history"], in: player.folder).output.hasSuffix("Two players\tunfinished\t4153\n"))
    }

    @Test("An unfinished game against the computer goes on where it was")
    func resumed() throws {
        let player = try Player(["computer", "--level", "1"])
        try player.see("Your turn")
        player.type("4")
        try player.see("its answer") { $0.discs.yours == 1 && $0.words.contains("Your turn") }
        player.type("q")
        try player.quit()
        let again = try Player(folder: player.folder)
        try again.seeMenu()
        try again.open("History")
        try again.see("#1", "unfinished 1")
        again.press(.enter)
        try again.see("Gentle ◉", "Your turn")
        try again.see("the same board") { $0.discs.mine == 1 && $0.discs.yours == 1 }
        again.type("q")
        try again.seeMenu()
        try again.quit()
        #expect(try run(["history"], in: player.folder).output.split(separator: "\n").count == 1)
    }

    @Test("While the perfect player thinks, keys work and Q leaves")
    func thinking() throws {
        let player = try Player(["computer", "--level", "7"])
        try player.see("Your turn")
        player.type("1?")
        try player.see("Column scores")
        player.press(.escape)
        try player.see("one disc") { $0.discs.mine == 1 }
        player.terminal.resize(to: Size(width: 40, height: 12))
        try player.see("the small board") { $0.lines.count == 12 && $0.words.contains("◉") }
        player.type("q")
        try player.seeMenu()
        try player.quit()
    }

    @Test("A disk that takes nothing is a sentence, and the game goes on")
    func noDisk() throws {
        let player = try Player(["two"], environment: ["XDG_DATA_HOME": "/proc/nowhere"])
        try player.see("Yellow's turn")
        player.type("4")
        try player.see("The saved games in /proc/nowhere/fourinarow/games.db cannot be used")
        player.type("15")
        try player.see("three discs") { $0.discs.mine == 2 && $0.discs.yours == 1 && !$0.words.contains("cannot be used") }
        player.type("q")
        try player.seeMenu()
        try player.quit()
    }

    @Test(
        "Mistakes on the command line are one sentence",
        arguments: [
            ["computer", "--level", "8"], ["computer", "--first", "nobody"], ["computer", "--position", "4444444"],
            ["computer", "--position", "1212121"], ["--level", "3"], ["two", "--format", "svg"], ["review"], ["review", "48"],
            ["review", "12121211"], ["export"], ["export", "x"], ["export", "0"], ["export", "1", "--format", "png"],
            ["history", "1"], ["computer", "4"],
        ])
    func mistakes(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("fourinarow: ") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test("No game was played yet: it says so, but prints no line, and there is no file")
    func noHistory() throws {
        let folder = try TestFolder()
        let history = try run(["history"], in: folder)
        #expect(history.status == 0 && history.output.isEmpty && history.errors == "fourinarow: No games yet.\n")
        #expect(Files.names(in: folder.path).isEmpty)
    }
}

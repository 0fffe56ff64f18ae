// Card matching in the real program on a real pseudo-terminal, with the real database: played by what the screen says.

import Glibc
import Screen
import TestSupport
import Testing

@Suite(.serialized) @MainActor struct CardMatchingProgramTests {
    private let directory = TestDirectory()

    /// The program at its card table.
    private func start(
        size: Size = Size(width: 80, height: 24), term: String = "xterm-256color", locale: String = "C.UTF-8",
        data: String? = nil
    ) throws -> PseudoTerminal {
        let pty = try PseudoTerminal(
            "fourinarow",
            environment: ["XDG_DATA_HOME": data ?? directory.path + "/data", "XDG_CONFIG_HOME": directory.path + "/config"],
            size: size, term: term, locale: locale)
        try pty.wait(for: "Card matching")
        pty.type("4")
        try pty.wait(for: "Flips 0")
        return pty
    }

    /// Plays the game on the table; returns its score.
    private func play(_ pty: PseudoTerminal, count: Int, mode: Int) throws -> Int {
        let player = CardMatchingPlayer(
            count: count, mode: mode, press: { pty.type($0) },
            read: { condition in try pty.wait(for: "what the key did") { condition($0.lines) }.lines })
        let sentence = try player.play()
        #expect(sentence.contains("inal score is \(player.score): ") || sentence.contains("inal score \(player.score): "))
        return player.score
    }

    @Test func aWholeGameIsPlayedAndItsScoreIsThereTheNextTime() throws {
        let pty = try start()
        #expect(directory.names(in: "data") == [], "nothing is opened before there is something to keep")
        pty.type("1")
        try pty.wait(for: "two of 12 cards")
        let score = try play(pty, count: 12, mode: 2)
        try pty.wait(for: "a new best!")
        pty.type("nm")
        try pty.wait(for: "three of 12 cards")
        let other = try play(pty, count: 12, mode: 3)
        pty.type("q")
        try pty.wait(for: "Host a game")
        pty.type("q")
        #expect(try pty.waitForEnd() == .exited(0))
        pty.settle()
        #expect(pty.leftovers == [])
        #expect(directory.names(in: "data/fourinarow") == ["games.db"])

        let next = try start()
        next.type("1")
        try next.wait(for: "Best \(score)")
        next.type("m")
        try next.wait(for: "Best \(other)")
        next.type("n")
        let third = try play(next, count: 12, mode: 3)
        try next.wait(for: third > other ? "a new best!" : "the best is \(other).")
    }

    @Test(arguments: [("linux", "C.UTF-8", 40, 12), ("vt100", "C", 200, 60), ("xterm-mono", "C", 60, 20)])
    func everyCardIsTurnedOnOtherTerminals(term: String, locale: String, width: Int, height: Int) throws {
        let pty = try start(size: Size(width: width, height: height), term: term, locale: locale)
        pty.type("4")
        try pty.wait(for: "of 30")
        _ = try play(pty, count: 30, mode: 2)
        pty.send([3])
        #expect(try pty.waitForEnd() == .killed(SIGINT))
        pty.settle()
        #expect(pty.leftovers == [])
    }

    @Test func aGameThatIsKilledKeepsWhatWasKept() throws {
        let pty = try start()
        pty.type("1")
        try pty.wait(for: "two of 12 cards")
        let score = try play(pty, count: 12, mode: 2)
        try pty.wait(for: "a new best!")
        pty.signal(SIGKILL)
        try pty.waitForEnd()
        let next = try start()
        next.type("1")
        try next.wait(for: "Best \(score)")
    }

    @Test func whereNothingCanBeKeptASentenceSaysSoAndTheGameGoesOn() throws {
        let pty = try start(data: "/proc/nowhere")
        pty.type("1")
        try pty.wait(for: "two of 12 cards")
        _ = try play(pty, count: 12, mode: 2)
        try pty.wait(for: "What is kept of games in /proc/nowhere/fourinarow/games.db cannot be used")
        pty.type("n")
        try pty.wait(for: "Flips 0")
        _ = try play(pty, count: 12, mode: 2)
    }

    @Test func aDamagedDatabaseIsSetAsideAndSaid() throws {
        mkdir(directory.path + "/data", 0o700)
        mkdir(directory.path + "/data/fourinarow", 0o700)
        let noise = String(repeating: "no database ", count: 500)
        directory.file("data/fourinarow/games.db", noise)
        let pty = try start()
        try pty.wait(for: "is damaged. It was set aside as")
        #expect(directory.text("data/fourinarow/games-damaged-1.db") == noise)
        pty.type("1")
        try pty.wait(for: "two of 12 cards")
        _ = try play(pty, count: 12, mode: 2)
        try pty.wait(for: "a new best!")
    }
}

// `fourinarow message`: two real programs with homes of their own, and nothing between them but lines.

import TestSupport
import Testing

@Suite("fourinarow message", .serialized, .ownThread)
struct MessageProgramTests {
    private let homes: [TestFolder]

    init() throws { homes = [try TestFolder(), try TestFolder()] }

    /// Answers a line in one of the homes; without one, begins a game.
    private func answer(_ line: String?, with answer: String, in home: Int) throws -> Run {
        let input = try homes[home].write(line ?? "", to: "line")
        return try Run(["message", line == nil ? "new" : "-", answer], environment: ["HOME": homes[home].path], input: input)
    }

    @Test("A whole game, in which each program has only the other's lines")
    func aGame() throws {
        var line: String?
        for (index, move) in ["4", "4", "3", "3", "2", "2", "1"].enumerated() {
            let run = try answer(line, with: move, in: index % 2)
            #expect(run.status == 0 && run.errors.isEmpty && run.output.hasPrefix("4row "))
            line = run.output
        }
        let last = try #require(line)
        for (home, words) in [
            (0, "This is your own line. Your friend answers it with another one."), (1, "The game is over."),
        ] {
            let run = try answer(last, with: "4", in: home)
            #expect(run.status == 1 && run.output.isEmpty && run.errors == "fourinarow: \(words)\n")
        }
        // A messenger has broken it.
        let next = try answer(last.uppercased().replacing(" ", with: "\n\n"), with: "n4", in: 1)
        #expect(next.status == 0 && next.output.split(separator: " ")[2] == "n")
        let history = try Run(["history"], environment: ["HOME": homes[1].path])
        #expect(history.output.split(separator: "\n").map { $0.split(separator: "\t").last } == ["4", "4433221"])
        #expect(history.output.contains("lost"))
        let board = try Run(
            ["message", "--lines", "-"], environment: ["HOME": homes[0].path, "FOURINAROW_BONJOUR": "/bin/cat"],
            input: try homes[0].write(next.output, to: "line"))
        #expect(board.status == 0 && board.output.contains("What is your friend called?"))
    }

    @Test("What is no line, and what is no answer")
    func mistakes() throws {
        for text in ["", "hello", "4row 7k2m 4453 kd"] {
            let run = try answer(text, with: "4", in: 0)
            #expect(run.status == 1 && run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
        }
        for arguments in [["4row"], ["-", "8"], ["-", "44"], ["new"], ["new", "x"], ["-", "4", "4"]] {
            let run = try Run(["message"] + arguments, environment: ["HOME": homes[0].path])
            #expect(run.status == 2 && run.output.isEmpty && run.errors.split(separator: "\n").count == 1, "\(arguments)")
        }
    }
}

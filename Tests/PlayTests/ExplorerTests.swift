// The opening explorer, in memory: values, games that were played, walking, and text mode.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// A position whose values do not take long; columns 1, 3, 4 and 6 are full.
nonisolated private let late = "2626223541436446141511462163373375"

@Suite struct ExplorerTests {
    /// Keeps games that `record` describes.
    private func keep(_ games: [GameRecord], on seat: Seat) throws {
        for game in games {
            var id: Int?
            try seat.machine.games.keep(game, id: &id)
        }
    }

    /// Games against the computer.
    private func record(_ digits: String, isFirst: Bool = true, _ result: GameResult, kind: GameKind = .computer) -> GameRecord {
        GameRecord(kind: kind, opponent: "", level: 4, isFirst: isFirst, digits: digits, result: result)
    }

    private func explorer(_ digits: String = "", games: [GameRecord] = [], size: Size = Size(width: 80, height: 24)) throws
        -> Seat
    {
        let seat = Seat(size: size)
        try keep(games, on: seat)
        seat.type("lo")
        seat.type(digits)
        if digits.utf8.count > 20 { seat.machine.work() }
        return seat
    }

    private func screen(_ seat: Seat) throws -> ExplorerViewController {
        try #require(seat.navigator.top as? ExplorerViewController)
    }

    @Test(arguments: [late, String(late.prefix(32)), String(late.prefix(30))]) func theValuesAreTheSolvers(digits: String) throws
    {
        let seat = try explorer(digits)
        let position = try Position(digits: digits)
        #expect(try screen(seat).scores == Solver().scores(of: position))
        let known = try #require(try screen(seat).scores)
        for column in Board.columns {
            guard let score = known[column] else { continue }
            while try screen(seat).cursorColumn != column {
                seat.press(try screen(seat).cursorColumn < column ? .right : .left)
            }
            let discs = position.discsToEnd(with: score)
            let outlook = score == 0 ? "draw" : "\(score > 0 ? "wins" : "loses") in \(discs ?? 0) move"
            #expect(seat.shows("Column \(column + 1): \(outlook)"))
        }
    }

    @Test func theBoardIsWalked() throws {
        let seat = try explorer()
        #expect(seat.shows("Openings") && seat.shows("Yellow to move") && seat.shows("move 1"))
        seat.press(.up, .backspace, .left, .enter)
        #expect(try screen(seat).game.digits == "3")
        seat.press(.left, .left, .left, .left, .down)
        #expect(try screen(seat).game.digits == "31" && seat.shows("Yellow to move"), "the first column is the end")
        seat.press(.right, .right, .right, .right, .right, .right, .right, .down)
        #expect(try screen(seat).game.digits == "317" && seat.shows("Red to move"))
        seat.press(.up)
        #expect(try screen(seat).game.digits == "31" && screen(seat).cursorColumn == 6)
        seat.press(.backspace)
        #expect(try screen(seat).game.digits == "3" && screen(seat).cursorColumn == 0)
        seat.type("55")
        seat.press(.home)
        #expect(try screen(seat).game.moves.isEmpty && seat.shows("move 1"))
        seat.press(.escape)
        #expect(seat.shows("Learn") && seat.machine.workers.allSatisfy(\.isStopped))
        #expect(seat.machine.games.kept.isEmpty && !seat.machine.isWaiting, "it is no game, and leaves no timer")
    }

    @Test func aFullColumnIsRefused() throws {
        let seat = try explorer(late)
        seat.type("6")
        #expect(try screen(seat).game.digits == late && seat.shows("That column is full."))
        seat.press(.left, .left)
        while try screen(seat).cursorColumn != 5 { seat.press(.right) }
        #expect(seat.shows("Column 6: full."))
    }

    @Test func theEndIsTheEnd() throws {
        let seat = try explorer(shortWin)
        #expect(seat.shows("We have a winner: Yellow!"))
        seat.type("5")
        seat.press(.enter)
        #expect(try screen(seat).game.digits == shortWin && screen(seat).scores == nil)
        seat.press(.up)
        #expect(try screen(seat).game.digits == String(shortWin.dropLast()) && seat.shows("Yellow to move"))
    }

    @Test func mirroredGamesAreTheSame() throws {
        let games = [
            record("4133", .first), record("4755", .second), record("4133", isFirst: false, .draw), record("41", .unfinished),
            record("4133", .first, kind: .shared), record("14", .first), record("4x", .first), record("", .unfinished),
        ].enumerated().map { KeptGame(id: $0.offset + 1, date: "", record: $0.element) }
        func played(_ digits: String) throws -> PlayedColumns { PlayedColumns(from: try Position(digits: digits), in: games) }
        let after = try played("41")
        #expect(after.mine[2] == Tally(won: 1, lost: 1), "one of them was mirrored")
        #expect(after.theirs[2] == Tally(drawn: 1) && after.mine[4].games == 0)
        #expect(try played("47").mine[4] == after.mine[2] && played("47").mine[2].games == 0)
        let start = try played("")
        #expect(start.mine[0].games == 1 && start.mine[6].games == 0, "each game counts once")
        #expect(start.mine[3] == Tally(won: 2, lost: 1), "an unfinished game says nothing")
        #expect(try played("4").theirs[0].games == 1 && played("4").theirs[6].games == 1)
    }

    @Test func whatWasPlayedIsSaid() throws {
        let games = [record("4133", .first), record("4755", .second), record("4133", isFirst: false, .draw)]
        let seat = try explorer("41", games: games)
        seat.press(.right, .right)
        let text = seat.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text.contains("You played it in") && text.contains("It was played against"))
        seat.press(.left)
        #expect(seat.lines.joined(separator: " ").contains("You have no games with"))
        seat.machine.games.failure = .gamesNotUsable(path: "/games.db", .diskFull)
        seat.press(.escape)
        seat.type("o")
        #expect(seat.lines.joined(separator: " ").contains("disk"), "and why it cannot be read")
    }

    @Test func theExplorerInWords() throws {
        let listener = Listener()
        var id: Int?
        try listener.machine.games.keep(record(late + "5", .draw), id: &id)
        listener.type("l", "o")
        for digit in late { listener.type(String(digit)) }
        listener.machine.work()
        let position = try Position(digits: late)
        let heard = listener.hear()
        #expect(heard.count == Board.columns.count(where: position.canPlay))
        #expect(heard.allSatisfy { $0.contains("draw.") || $0.contains("in ") })
        #expect(heard.contains { $0.hasPrefix("5. ") && $0.contains("You played it in 1 game: won 0, drawn 1, lost 0.") })
        #expect(listener.type("board").first?.hasPrefix("Row 6: ") == true)
        #expect(listener.type("-").first?.contains("to move.") == true)
        #expect(listener.type("0") == ["The board is empty. Yellow to move."])
    }

    @Test(arguments: Size.small + Size.usual + Size.wide) func snapshots(size: Size) throws {
        let games = [record(late + "5", .first), record(late + "5", .second), record(late + "2", isFirst: false, .draw)]
        let seat = try explorer(late, games: games, size: size)
        Snapshot.check(seat.navigator, "explorer")
        guard size.width < 80 else { return }
        seat.type("v")
        Snapshot.check(seat.navigator, "explorer-words")
    }
}

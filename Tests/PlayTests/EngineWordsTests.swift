// What the engine finds, as the player reads it.

import Engine
import Testing

@testable import Play

nonisolated private let even = Threat(square: Square(column: 4, row: 3), player: .second, isOpen: false)
nonisolated private let odd = Threat(square: Square(column: 6, row: 4), player: .first, isOpen: false)

/// A plan that waits for the square of `even`, or only holds.
nonisolated private func plan(wins: Bool) -> Plan {
    Plan(
        player: .second, opening: nil, answers: [Square(column: 0, row: 1)], pairs: [], waits: wins ? [even.square] : [], line: []
    )
}

@Suite struct EngineWordsTests {
    @Test(
        arguments: [
            ("", [-2, -1, 0, 1, 0, -1, -2], "Only column 4 leads to a win."),
            ("112233", [0, 0, 0, 18, 0, 0, 0], "Column 4 wins now."),
            ("44", [3, 3, 5, 5, 5, -1, 3], "Columns 3, 4 and 5 win soonest."),
            ("4444", [-1, 0, -2, nil, -2, 0, -1], "Only columns 2 and 6 hold the draw."),
            ("4444", [-1, -1, 0, nil, -2, -2, -1], "Only column 3 holds the draw."),
            ("4444", [0, 0, 0, nil, 0, 0, 0], "All equal: every column holds the draw."),
            ("4", [-4, -2, -2, -1, -2, -2, -4], "Every column loses late. Column 4 makes it hardest."),
            ("4", [-4, -1, -2, -1, -2, -2, -4], "Every column loses late. Columns 2 and 4 make it hardest."),
            (
                "12121", [0, -18, -18, -18, -18, -18, -18],
                "Heron wins next unless column 1 is blocked. Only column 1 holds the draw."
            ),
            ("44556", [-18, -18, -18, -18, -18, -18, -18], "Heron wins next: columns 3 and 7. Every column loses."),
            (
                "3721713767356673751122555125123623664", [nil, nil, nil, 2, nil, nil, nil],
                "Only column 4 is left. It leads to a win."
            ),
            ("4", [-3, -3, -3, -3, -3, -3, -3], "All equal: every column loses."),
        ] as [(String, [Int?], String)])
    func theBestColumnsInWords(digits: String, scores: [Int?], sentence: String) throws {
        let position = try Position(digits: digits)
        let hint = Hint(scores: scores, of: position)
        #expect(hint?.sentence { $0 == position.player ? nil : "Heron" } == sentence)
    }

    @Test(
        arguments: [
            (.overlookedWin(columns: [4]), "Column 5 would have won at once."),
            (.overlookedWin(columns: [0, 4]), "Columns 1 and 5 would have won at once."),
            (.letThrough(column: 1), "The answer in column 2 completes four."),
            (.gaveAway, "The answer on top of that disc completes four."),
            (
                .allowedTwoThreats(column: 3),
                "It lets the opponent play column 4 and threaten two fours at once: you can stop only one."
            ),
            (.missedTwoThreats(column: 6), "Column 7 would have made two threats at once."),
            (
                .lostThreat(even, column: 1, isNew: false),
                "Column 2 would have kept the threat that decides the game: column 5, row 4."
            ),
            (
                .lostThreat(even, column: 1, isNew: true),
                "Column 2 would have made the threat that decides the game: column 5, row 4."
            ),
            (
                .lostPlan(plan(wins: true), column: 1),
                "Column 2 would have won: after it you only have to answer, and in the end you get column 5, row 4."
            ),
            (.lostPlan(plan(wins: false), column: 1), "Column 2 would have held the draw: after it you only have to answer."),
            (
                .leftPlan(plan(wins: true)),
                "Then the opponent only has to answer your discs, and in the end gets column 5, row 4."
            ),
            (.leftThreat(odd), "Then the opponent's threat decides the game: column 7, row 5."),
        ] as [(Reason, String)])
    func aReasonInWords(reason: Reason, sentence: String) {
        #expect(reason.sentence == sentence)
        let said = reason.sentence(of: "Red", against: "Yellow")
        #expect(said.contains("Yellow") || said.contains("Red") || said == sentence)
        #expect(!said.contains("opponent") && !said.lowercased().contains("you"))
    }

    @Test func levelsHaveDifferentNames() {
        #expect(Set(Level.allCases.map { $0.name }).count == 7 && Set(Level.allCases.map { $0.words }).count == 7)
    }

    @Test func digitsThatAreNoGameAreNamedWithTheMove() {
        func sentence(_ digits: String) -> String? {
            do throws(PositionError) {
                _ = try Position(digits: digits)
                return nil
            } catch { return error.sentence }
        }
        #expect(sentence("44\u{1B}") == "character 3 is not a digit from 1 to 7")
        #expect(sentence("9") == "digit 1 is '9', not a column from 1 to 7")
        #expect(sentence("4444444") == "digit 7 goes into column 4, which is full")
        #expect(sentence("12121212") == "digit 8 comes after the end of the game")
    }

    @Test func aSheetSaysWhoPlayedAndHowItEnded() throws {
        func words(_ digits: String, date: String) throws -> GameSheet.Words {
            GameSheet(game: try Game(digits: digits), first: "Ann", second: "Bob", date: date).words
        }
        let won = try words("1212121", date: "2026-11-21")
        #expect(won.title == "Ann and Bob: Ann wins on move 4" && won.ending == "Ann wins on move 4")
        #expect(won.heading == "Ann (yellow) and Bob (red), 2026-11-21")
        #expect(try words("4", date: "").ending == "unfinished after 1 move")
        #expect(try words("44", date: "").ending == "unfinished after 1 move")
        #expect(try words("4", date: "").heading == "Ann (yellow) and Bob (red)")
    }
}

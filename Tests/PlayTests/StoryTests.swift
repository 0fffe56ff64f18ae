// What is said of the end of a game: which move decided it, and what kind of move it was.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

@Suite("The story of a game")
struct StoryTests {
    /// What is said to the player who made the move, and to others.
    private func said(_ move: DecidingMove?) -> [String] {
        guard let move else { return [] }
        return [move.sentence { _ in nil }, move.sentence { $0 == .first ? "Ann" : "Steady" }]
    }

    @Test(
        "A four that the loser's last disc left open comes first",
        arguments: [
            ("1122334", ["Column 4 would have blocked the four.", "Steady did not block column 4."]),
            ("172757364", ["Column 7 would have won at once.", "Steady missed a four in column 7."]),
            (
                "211337244",
                ["Your disc in column 4 made room for the four.", "Steady's disc in column 4 made room for the four."]
            ),
            ("3344562", []),
        ] as [(String, [String])])
    func last(digits: String, sentences: [String]) throws {
        let move = DecidingMove(lastOf: try Game(digits: digits))
        #expect(said(move) == sentences && move?.player ?? .second == .second)
    }

    @Test(
        "Otherwise the move that let a win or a draw go",
        arguments: [
            (
                [-1, 0, 1, 2, 1, 0, -1],
                ["Column 4 on move 4 would have kept a win, 17 moves later.", "On move 4 Ann missed a win in column 4."]
            ),
            (
                [-1, 0, 1, 15, 1, 0, -1],
                ["Column 4 on move 4 would have won.", "On move 4 Ann missed a win in column 4."]
            ),
            ([-2, -1, 0, 0, 0, -1, -2], ["Column 4 on move 4 would have held.", "On move 4 Ann missed a draw in column 4."]),
        ] as [([Score?], [String])])
    func turningPoint(scores: [Score?], sentences: [String]) {
        let judgement = Judgement(column: 0, scores: scores, in: Position())
        let move = DecidingMove(ply: 6, judgement: judgement)
        #expect(said(move) == sentences)
        #expect(DecidingMove(ply: 1, judgement: judgement) == nil, "what followed a first move decided the game")
    }

    @Test("A win that was too far ahead to be seen does not decide a drawn game")
    func drawn() throws {
        let game = try Game(digits: "233373315524551441")
        var review = Review(of: game, explained: false)
        _ = review.judgeNext(with: Solver())
        let sentence = "Column 4 on move 9 would have kept a win, 10 moves later."
        #expect(said(DecidingMove(in: game, knowing: review)).first == sentence)
        #expect(DecidingMove(in: game, knowing: review, isDrawn: true) == nil)
    }

    @Test(
        "What is most important stays where there is little room",
        arguments: [
            (78, "On move 4 Steady missed column 3. 3 wins in a row."), (40, "On move 4 Steady missed column 3."),
            (20, "3 wins in a row."), (10, ""),
        ])
    func fitting(columns: Int, words: String) {
        let story = StoryWords(turn: "On move 4 Steady missed column 3.", achievement: "3 wins in a row.")
        #expect(story.fitting(columns) == words && story.lines.count == 2)
        var short = StoryWords(turn: story.turn + String(repeating: ".", count: 60), achievement: story.achievement)
        short.brief = story.turn
        #expect(short.fitting(columns) == words, "fewer words of the same")
        short.isLedByAchievement = true
        #expect(short.fitting(20) == story.achievement && short.lines.first == story.achievement, "a win against perfect play")
    }

    @Test("A win against the computer says after how many moves, and what it means")
    func won() throws {
        let seat = try seatGoingOn(with: "112233", level: 2)
        seat.press(.character("4"))
        seat.endTheEnd()
        #expect(seat.shows("You won in 4 moves.") && !seat.shows("after move 4"))
        #expect(seat.shows("Beginner did not block column 4. Your first win against Beginner."))
        seat.press(.escape)
        #expect(seat.shows("▸ 5  Play the computer"), "nothing is left to play, and nothing is asked")
        let given = seatAgainstComputer(level: 2, position: "112233")
        given.press(.character("4"))
        given.endTheEnd()
        #expect(given.shows("You won in 1 move.") && !given.shows("Beginner did not") && !given.shows("first win"))
        #expect(given.shows("Column 4 was open, and you saw it."), "the mistake before it was set up")
    }

    @Test("A double threat names its columns, and the loser reads what would have stopped it")
    func doubleThreat() throws {
        let move = try #require(DecidingMove(in: try Game(digits: "4151326"), knowing: nil))
        #expect(move.player == .second && move.ply == 3)
        let where4 = "A double threat in columns 2 and 6."
        let stopped = where4 + " Column 3 on move 2 would have stopped it."
        #expect(move.sentence { $0 == .second ? nil : "Steady" } == stopped)
        #expect(move.sentence { $0 == .first ? "Yellow" : "Red" } == stopped, "two at one keyboard")
        #expect(move.sentence { $0 == .first ? nil : "Steady" } == where4 + " One disc cannot stop two fours.")
        // The winner put a disc elsewhere before.
        let late = try #require(DecidingMove(in: try Game(digits: "443354776"), knowing: nil))
        #expect(late.ply == 3 && late.sentence { _ in nil }.hasPrefix(where4), "\(late)")
    }

    @Test(
        "Who gives up reads whether the end was in sight, and where the four would have been",
        arguments: [
            ("4", nil), ("4444462363", nil),
            ("6566655556444444221333", "Perfect was already winning, with four at column 2, row 4."),
        ])
    func resigned(digits: String, sentence: String?) throws {
        let seat = try seatGoingOn(with: digits, level: 7)
        seat.press(.character("g"), .character("y"))
        seat.machine.work()
        seat.endTheEnd()
        #expect(seat.shows("You resigned: Perfect wins."))
        guard let sentence else { return #expect(!seat.shows("winning")) }
        #expect(seat.shows(sentence), "\(seat.lines.prefix(5))")
        seat.navigator.resize(to: Size(width: 40, height: 12))
        #expect(seat.shows(sentence) || seat.shows("Perfect was already winning."), "\(seat.lines)")
    }

    @Test("A four that can be blocked is not named, but the one above it, or both of two")
    func coming() {
        let squares = { (digits: String) in Game.of(digits).comingFours(of: .second).map { [$0.column + 1, $0.row + 1] } }
        #expect(squares("75533622221315") == [[4, 2]])
        #expect(squares("737415") == [[2, 1], [6, 1]])
    }

    @Test("A draw by agreement says who was better off")
    func agreed() throws {
        let seat = Seat()
        seat.type("34d")
        seat.type("y")
        seat.machine.work()
        #expect(seat.shows("Draw by agreement.") && !seat.shows("winning"))
        let winning = Seat()
        winning.type("331415d")
        winning.type("y")
        winning.machine.work()
        #expect(winning.shows("Yellow was already winning. A double threat in columns 2 and 6."), "\(winning.lines.prefix(5))")
    }

    @Test("Nobody could help a last disc below the four")
    func forced() throws {
        let seat = try seatGoingOn(with: "65666555536243233352237677777444442211111", level: 7)
        seat.machine.work()
        seat.machine.advance(milliseconds: 2000)
        #expect(
            seat.shows("Perfect wins.") && seat.shows("You had to fill column 1, right below the four."),
            "\(seat.lines.prefix(5))")
    }

    @Test("A win from a position that was won is told as one, and a level up goes on from there")
    func setUp() throws {
        let seat = seatAgainstComputer(level: 6, position: "4433")
        seat.press(.character("2"))
        seat.machine.work()
        let column = try #require(seat.game?.scene.game.position.winningColumns(of: .first).first)
        seat.press(.character(Unicode.Scalar(UInt8(0x31 + column))))
        seat.machine.work()
        seat.endTheEnd()
        #expect(seat.shows("A double threat") && seat.shows("This position was a win from the start."), "\(seat.lines.prefix(5))")
        seat.press(.character("+"))
        #expect(seat.game?.scene.game.digits == "4433" && seat.game?.scene.opponent.level == 7)
    }

    @Test("On a small screen the story stands under the board, and both are named")
    func small() throws {
        let seat = try seatGoingOn(with: "112233", level: 2, size: Size(width: 40, height: 12))
        seat.press(.character("4"))
        seat.endTheEnd()
        let lines = seat.lines
        #expect(lines[0].contains("You") && lines[0].contains("Beginner") && lines[0].contains("✓ 1"), "\(lines[0])")
        #expect(lines[2].contains("You won in 4 moves.") && lines[10].contains("Beginner did not block column 4."), "\(lines)")
        #expect(lines[11].contains("V Look back"), "\(lines[11])")
    }
}

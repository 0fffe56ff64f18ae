// What is said of the end of a game: which move decided it, and what kind of move it was.

import Engine
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
    }

    @Test("A win against the computer says after how many moves, and what it means")
    func won() throws {
        let seat = try seatGoingOn(with: "112233", level: 2)
        seat.press(.character("4"))
        seat.endTheEnd()
        #expect(seat.shows("You won in 4 moves.") && !seat.shows("after 4 moves"))
        #expect(seat.shows("Beginner did not block column 4. Your first win against Beginner."))
        seat.press(.escape)
        #expect(seat.shows("▸ 5  Play the computer"), "nothing is left to play, and nothing is asked")
        let given = seatAgainstComputer(level: 2, position: "112233")
        given.press(.character("4"))
        given.endTheEnd()
        #expect(given.shows("You won in 4 moves.") && !given.shows("Beginner did not") && !given.shows("first win"))
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
    }
}

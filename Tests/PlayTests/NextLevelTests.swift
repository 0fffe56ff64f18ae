// After a win against the computer the next level is offered, and a game at the same one.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite("The next level")
struct NextLevelTests {
    /// A game against `level` that the player wins with the next disc, after games that ended so, the oldest first.
    private func seat(
        _ earlier: [GameResult], level: Int = 2, width: Int = 80
    ) throws -> Seat {
        let earlier = earlier.map {
            GameRecord(
                kind: .computer, opponent: OpponentWords.name(of: .beginner), level: level, isFirst: true, digits: shortWin,
                result: $0)
        }
        return try seatGoingOn(with: "112233", level: level, after: earlier, size: Size(width: width, height: 24))
    }

    private func win(_ seat: Seat) {
        seat.press(.character("4"))
        seat.endTheEnd()
    }

    @Test(
        "Plus goes a level up, which is the player's from now on", arguments: [[Key.tab, .tab, .tab, .enter], [.character("+")]])
    func accepted(keys: [Key]) throws {
        let seat = try seat([])
        win(seat)
        for button in ["Next game  Enter", "Look back  V", "Level up  +", "Menu  Q"] { #expect(seat.shows(button)) }
        for key in keys { seat.press(key) }
        #expect(seat.game?.scene.opponent.level == 3 && seat.game?.scene.state == .myTurn && seat.showsScore(0, 0, "Casual"))
        #expect(seat.machine.saved.last?.level == 3)
        seat.press(.character("q"))
        #expect(seat.shows("1  Host a game"), "the old game is not under the new one")
    }

    @Test("Enter and R play the same level again", arguments: [Key.enter, .character("r")])
    func again(key: Key) throws {
        let seat = try seat([])
        win(seat)
        seat.press(key)
        #expect(seat.game?.scene.opponent.level == 2 && seat.machine.saved.isEmpty && seat.showsScore(1, 0, "Beginner"))
    }

    @Test(
        "A first win and wins in a row are said",
        arguments: [
            ([], "Your first win against Beginner."), ([.first], "2 wins in a row."), ([.first, .second], nil),
            ([.second, .first, .first], "3 wins in a row."),
        ] as [([GameResult], String?)])
    func achievements(earlier: [GameResult], sentence: String?) throws {
        let seat = try seat(earlier)
        win(seat)
        seat.machine.work()
        if let sentence { #expect(seat.shows(sentence)) } else { #expect(!seat.shows("in a row.") && !seat.shows("first win")) }
    }

    @Test("Above the last level there is none, and after a loss none is offered")
    func others() throws {
        let above = try seat([], level: 7)
        win(above)
        #expect(!above.shows("Level up") && above.shows("Look back  V"))
    }

    @Test("The choices fit the narrowest screen, each with its key", arguments: Level.allCases.dropLast())
    func narrow(level: Level) throws {
        let seat = try seat([.first, .first], level: level.rawValue, width: 29)
        win(seat)
        let bar = try #require(seat.lines.last)
        #expect(bar.contains("Enter Next") && bar.contains("+ ") && bar.contains("Q Menu"), "\(bar)")
    }

    @Test("After two losses in a row an easier level is offered, and minus plays it")
    func easier() throws {
        for (earlier, level) in [([.second], 2), ([.second, .second], 2), ([], 2), ([.second], 1)] as [([GameResult], Int)] {
            let seat = try seat(earlier, level: level)
            seat.press(.character("g"), .character("y"))
            seat.endTheEnd()
            let isOffered = !earlier.isEmpty && level > 1
            #expect(seat.shows("You resigned: ") && seat.shows("Level down  -") == isOffered)
            #expect(seat.shows("Gentle is a level easier. In a game, H gives a hint.") == isOffered)
            if isOffered { seat.press(.character("-")) }
            #expect((seat.game?.scene.opponent.level == 1 && seat.game?.scene.state == .myTurn) == isOffered)
        }
    }

    @Test("From a position that was set up, too, and there again")
    func easierFromAPosition() {
        let seat = seatAgainstComputer(level: 2, position: "4433")
        for isSecond in [false, true] {
            seat.press(.character("1"))
            seat.machine.work()
            seat.press(.character("g"), .character("y"))
            seat.endTheEnd()
            #expect(seat.shows("Level down  -") == isSecond)
            if !isSecond { seat.press(.enter) }
        }
        seat.press(.character("-"))
        #expect(seat.game?.scene.opponent.level == 1 && seat.game?.scene.game.digits == "4433")
    }

    @Test("The help says what comes next, and what Enter does")
    func help() throws {
        let seat = try seat([])
        win(seat)
        seat.press(.character("?"))
        #expect(seat.shows("What next?") && seat.shows("▸ ← →      Choose what to do next"), "\(seat.lines)")
        #expect(seat.shows("Enter R  Next game") && seat.shows("+        Level up") && seat.shows("V        Look back"))
        #expect(seat.shows("Q Esc    Menu"))
    }

    @Test("Menu and ladder encourage: another try, an easier level first, or the next one")
    func advice() {
        let tallies: [Level: Tally] = [
            .perfect: Tally(won: 0, drawn: 0, lost: 3), .expert: Tally(won: 0, drawn: 1, lost: 1),
            .steady: Tally(won: 1, drawn: 0, lost: 4), .casual: Tally(won: 2, drawn: 0, lost: 2),
            .beginner: Tally(won: 2, drawn: 0, lost: 1),
        ]
        #expect(tallies.advice(at: .perfect) == "Perfect is hard to beat. Warm up against Expert, then come back.")
        #expect(tallies.advice(at: .expert) == "Another try against Expert? In the game, H gives a hint.")
        #expect(tallies.comfort(at: .steady) == "Warm up against Casual, then come back." && tallies.comfort(at: .casual) == nil)
        #expect([.perfect: Tally(won: 0, drawn: 0, lost: 2)].comfort(at: .perfect) == nil, "two losses are not many")
        #expect(tallies.advice(at: .casual) == "All square with Casual. Who wins the next one?")
        #expect(tallies.advice(at: .beginner) == "Well done against Beginner. Ready for Casual?")
        #expect(tallies[.steady]?.series(against: .steady).words == "Steady, 1–4")
    }

    @Test(
        "The ladder stands on the level that the menu proposes",
        arguments: [
            ([], 2, 2, "Start with Beginner"), ([.first], 1, 2, "Ready for Beginner?"),
            ([.first, .first], 4, 5, "Ready for Strong?"), ([.second], 4, 4, "Another try against Steady?"),
            ([.second, .second, .second], 2, 1, "Warm up against Gentle"),
            ([.second, .second, .second, .first], 2, 2, "Well done against Beginner."),
            ([.second, .second, .second, .second, .draw], 2, 1, "A draw with Beginner. Warm up against Gentle"),
            ([.second, .draw], 2, 2, "A draw with Beginner. Who wins the next one?"),
            ([.first, .first], 7, 7, "2 wins in a row"),
        ] as [([GameResult], Int, Int, String)])
    func proposal(results: [GameResult], level: Int, proposed: Int, words: String) throws {
        let seat = Seat()
        for result in results {
            var id: Int?
            let record = GameRecord(
                kind: .computer, opponent: "", level: level, isFirst: true, digits: shortWin, result: result)
            try seat.machine.games.keep(record, id: &id)
        }
        let games = seat.navigator.launcher.keptGames
        let about = seat.navigator.computerRemark(
            games, Statistics(of: games).levels, at: try #require(Level(rawValue: level)))
        #expect(about.contains(words), "\(about)")
        let ladder = LevelsViewController(navigator: seat.navigator)
        seat.navigator.push(ladder)
        #expect(ladder.view.chosen?.base as? Level == Level(rawValue: proposed))
    }

    @Test("Y without a proposal is what it was: redo")
    func redo() throws {
        let seat = try seat([])
        seat.press(.character("y"))
        #expect(seat.shows("Nothing to redo."))
    }
}

// Three games won on end against the computer: the next level is proposed.

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
        let seat = seatAgainstComputer(level: level, position: "112233", size: Size(width: width, height: 24))
        for result in earlier {
            var id: Int?
            try seat.machine.games.keep(
                GameRecord(
                    kind: .computer, opponent: OpponentWords.name(of: .beginner), level: level, isFirst: true, digits: shortWin,
                    result: result), id: &id)
        }
        return seat
    }

    private func win(_ seat: Seat) {
        seat.press(.character("4"))
        seat.endTheEnd()
    }

    @Test(
        "Enter and Y accept: a game at that level, which is the player's from now on",
        arguments: [[Key.tab, .enter], [.character("y")]])
    func accepted(keys: [Key]) throws {
        let seat = try seat([.first, .first])
        win(seat)
        #expect(seat.shows("Try Casual? (Y)") && seat.shows("Replay (R)") && seat.shows("Menu (Q)") && seat.shows("V Review"))
        seat.press(.enter)
        #expect(seat.game?.scene.opponent.level == 2, "an Enter meant for the board starts nothing")
        for key in keys { seat.press(key) }
        #expect(seat.game?.scene.opponent.level == 3 && seat.game?.scene.state == .myTurn && seat.showsScore(0, 0, "Casual"))
        #expect(seat.machine.saved.last?.level == 3)
        seat.press(.character("q"))
        #expect(seat.shows("1 Host a game"), "the old game is not under the new one")
    }

    @Test("R plays the same level again")
    func refused() throws {
        let seat = try seat([.first, .first])
        win(seat)
        seat.press(.character("r"))
        #expect(seat.game?.scene.opponent.level == 2 && seat.machine.saved.isEmpty && seat.showsScore(1, 0, "Beginner"))
    }

    @Test(
        "Only the third win on end counts, and every third after that",
        arguments: [
            ([], false), ([.first], false), ([.first, .first, .first], false), ([.first, .second, .first], false),
            ([.second, .first, .first], true), ([.first, .draw, .first], false),
            ([.first, .first, .first, .first, .first], true),
            ([.first, .unfinished, .first], true),
        ] as [([GameResult], Bool)])
    func streaks(earlier: [GameResult], isProposed: Bool) throws {
        let seat = try seat(earlier)
        win(seat)
        #expect(seat.shows("Try Casual?") == isProposed && seat.shows("Replay (R)"))
    }

    @Test("Games at another level do not count, and above the last level there is none")
    func others() throws {
        let above = try seat([.first, .first], level: 7)
        win(above)
        #expect(!above.shows("Try") && above.shows("Review (V)"))
        let machine = above.machine
        let other = Seat(machine: machine)
        try other.navigator.launcher.open(.computer(level: 4, firstMover: .me, position: "112233"))
        win(other)
        #expect(!other.shows("Try"))
    }

    @Test("The choices fit the narrowest screen, each with its key", arguments: Level.allCases.dropLast())
    func narrow(level: Level) throws {
        let seat = try seat([.first, .first], level: level.rawValue, width: 29)
        win(seat)
        let next = try #require(Level(rawValue: level.rawValue + 1))
        let bar = try #require(seat.lines.last)
        #expect(bar.contains("Y \(next.name)?") && bar.contains("R Replay") && bar.contains("Q Menu"))
    }

    @Test("Y without a proposal is what it was: redo")
    func redo() throws {
        let seat = try seat([])
        seat.press(.character("y"))
        #expect(seat.shows("Nothing to redo."))
    }
}

// The results of the other games: what is kept, and what is shown of it.

import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct ResultsTests {
    private let pairs = ScoredGame(game: "card-matching", size: 16, mode: "two")

    private func filled(size: Size = Size(width: 80, height: 24)) -> Seat {
        let seat = Seat(size: size)
        let table = ScoredGame(game: "snap", size: 3, mode: "table")
        seat.machine.games.played = [
            PlayedGame(pairs, isWon: true, score: -9), PlayedGame(pairs, isWon: false, score: -20),
            PlayedGame(pairs, isWon: true, score: -4), PlayedGame(pairs, isWon: true, score: -7),
            PlayedGame(table, against: ["Ann", "Zoë"], isWon: true, score: -412),
            PlayedGame(table, against: ["Ann"], isWon: false, score: -388),
            PlayedGame(ScoredGame(game: "snap", size: 2, mode: "quick"), isWon: false, score: nil),
            PlayedGame(ScoredGame(game: "secret-number", size: 100, mode: "alone"), isWon: true, score: -6),
            PlayedGame(ScoredGame(game: "a later one", size: 1, mode: "x"), isWon: true, score: 1),
        ]
        return seat
    }

    @Test func theHistoryLeadsToTheList() {
        let seat = filled()
        seat.open("History")
        seat.press(.character("o"))
        #expect(seat.shows("8 games") && seat.shows("6 guesses") && seat.shows("lost") && seat.shows("Secret number"))
        #expect(seat.shows("Ann and Zoë") && seat.shows("21 November, ") && seat.shows("the computer, quick"))
        #expect(seat.shows("+8"))
        seat.press(.enter)
        #expect(seat.shows("Who guesses"), "the game that was chosen")
        #expect(seat.shows("So far: 1 game, 1 won, best: 6 guesses."))
        seat.press(.escape, .escape)
        #expect(seat.shows("No games of Four in a Row yet."))
    }

    /// What was won goes before the best, and that before the number of games.
    @Test func onASmallScreenNothingIsCut() {
        let seat = filled(size: Size(width: 40, height: 12))
        seat.open("History")
        seat.press(.character("o"), .character("s"))
        #expect(seat.shows("best +11") && seat.shows("quickest 0.39 s") && seat.shows("1 game, best: 6 guesses"))
        #expect(!seat.shows("…"))
    }

    @Test func whatTheyAddUpTo() {
        let seat = filled()
        seat.open("History")
        seat.press(.character("o"), .character("s"))
        #expect(seat.shows("Statistics") && seat.shows("4 games, 3 won, 2 in a row"))
        #expect(seat.shows("Pairs, 16") && seat.shows("best +11") && seat.shows("quickest 0.39 s"))
        #expect(seat.shows("Zoë") && seat.shows("1 game, 1 won") && seat.shows("best: 6 guesses"))
        let ann = seat.navigator.canvas.lines.firstIndex { $0.contains("  Ann") }
        #expect(ann != nil)
        seat.press(.down, .down, .down, .down, .down)
        seat.press(.enter)
        #expect(seat.shows("2 games") || seat.shows("1 game"), "the games of that group")
        seat.press(.escape)
        #expect(seat.shows("quickest 0.39 s"))
        seat.press(.escape)
        #expect(seat.shows("No games of Four in a Row yet."))
    }

    @Test func nothingAndTrouble() {
        let seat = Seat()
        seat.open("History")
        seat.press(.character("o"))
        #expect(seat.shows("No results yet."))
        seat.press(.escape)
        seat.machine.games.failure = .gamesNotUsable(path: "/cats", .diskFull)
        seat.press(.character("o"))
        #expect(seat.shows("/cats cannot be used: the disk is full."))
    }

    @Test func streaks() {
        let games = [true, true, false, true, true, true, false].map { PlayedGame(pairs, isWon: $0, score: nil) }
        #expect(games.countWords == "7 games, 5 won, 2 in a row, once 3 in a row" && games.best == nil)
        #expect([PlayedGame]().countWords == "0 games, 0 won")
    }

    /// Every game keeps its result: alone, at a table, won and lost.
    @Test func everyGameIsKept() throws {
        let circle = SnapCircle(2, deck: "")
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        let kept = circle.machine.games.played
        #expect(kept.map(\.isWon).sorted { $0 && !$1 } == [true, false] && Set(kept.flatMap(\.opponents)) == ["Ann", "Bob"])
        #expect(kept.allSatisfy { $0.kind == ScoredGame(game: "snap", size: 2, mode: "table") })
        #expect(kept.first(where: \.isWon)?.score.map { $0 < 0 } == true)
        let seat = Seat()
        let alone = SecretNumberViewController(
            navigator: seat.navigator, range: SecretNumberRange.offered[0], solo: .player(.shown), secret: 42)
        seat.navigator.push(alone)
        for guess in ["50", "42"] {
            seat.type(guess)
            seat.press(.enter)
        }
        #expect(
            seat.machine.games.played == [
                PlayedGame(ScoredGame(game: "secret-number", size: 100, mode: "alone"), isWon: true, score: -2)
            ])
        #expect(seat.shows("★ ★ ★") && seat.shows("It took 2 guesses. Your best so far."))
        seat.machine.advance(milliseconds: SecretNumberViewController.quietTime)
        seat.press(.down, .enter)
        #expect(seat.shows("1000 numbers left"), "a harder one")
    }
}

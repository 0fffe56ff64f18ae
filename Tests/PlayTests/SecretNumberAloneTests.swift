// Guess the secret number alone: the player guesses, or the computer does, on screens in memory.

import Engine
import Games
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct SecretNumberAloneTests {
    private static let hundred = SecretNumberRange.offered[0]

    private func game(_ guesser: SecretNumberGuesser? = nil, secret: Int = 42) -> (
        seat: Seat, game: SecretNumberAloneViewController
    ) {
        let seat = Seat()
        let game = SecretNumberAloneViewController(
            navigator: seat.navigator, range: Self.hundred, guesser: guesser, secret: secret)
        seat.navigator.push(game)
        return (seat, game)
    }

    @Test("The menu leads there, and the choices are shown")
    func menu() {
        let seat = Seat()
        seat.type("ogc")
        #expect(seat.shows("Who guesses") && seat.shows("1 - 100") && !seat.shows("careful"))
        seat.press(.character("2"))
        #expect(seat.shows("careful"), "the computer guesses")
        seat.press(.character("2"))
        seat.press(.enter)
        #expect(seat.shows("The computer has chosen a number.") && seat.shows("Your guess:"))
    }

    @Test("The player finds the number, and Enter plays again")
    func playerGuesses() {
        let (seat, game) = game()
        for (typed, said) in [
            ("50", "50 is too high."), ("1", "1 is too low."), ("101", "1 to 100"), ("x", "That is not a number"),
        ] {
            seat.type(typed)
            seat.press(.enter)
            #expect(seat.shows(said), "\(typed)")
            seat.press(.control("u"))
        }
        seat.type("42")
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && seat.shows("It took 3 guesses.") && game.isOver)
        seat.press(.enter)
        #expect(game.isOver, "the key may have been meant for a guess")
        seat.machine.advance(milliseconds: 1000)
        seat.press(.enter)
        #expect(seat.shows("The computer has chosen a number.") && game.round.history.isEmpty)
    }

    @Test("From memory neither what is left nor earlier answers are seen, and every guess counts")
    func fromMemory() {
        let seat = Seat()
        let game = SecretNumberAloneViewController(
            navigator: seat.navigator, range: SecretNumberRange.offered[0], guesser: nil, isHidden: true, secret: 42)
        seat.navigator.push(game)
        for (typed, said) in [("50", "50 is too high."), ("25", "25 is too low."), ("60", "60 is too high.")] {
            seat.type(typed)
            seat.press(.enter)
            #expect(seat.shows(said))
        }
        #expect(!seat.shows("50") && !seat.shows("25 ") && !seat.shows("numbers left") && game.round.history.count == 3)
        seat.type("42")
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && seat.shows("25"), "then it is shown")
    }

    @Test("Esc clears the line, then asks; Q asks, then leaves; what is known already is not a guess")
    func waysOut() {
        let (seat, game) = game()
        seat.type("50")
        seat.press(.enter)
        seat.type("60")
        seat.press(.enter)
        #expect(seat.shows("You know that already. The number is from 1 to 49.") && game.round.history.count == 1)
        seat.press(.escape)
        seat.press(.escape)
        #expect(seat.navigator.top === game && seat.shows("1 - 49"))
        seat.press(.escape)
        #expect(seat.shows("Leave this round? It will not count."))
        seat.press(.escape)
        #expect(seat.navigator.top === game && seat.shows("1 - 49"))
        seat.type("7qq")
        #expect(seat.navigator.top !== game)
    }

    @Test(
        "The computer finds every number, and never guesses what it could know to be wrong",
        arguments: SecretNumberGuesser.allCases)
    func computerGuesses(guesser: SecretNumberGuesser) throws {
        for secret in 1...100 {
            let (seat, game) = game(guesser)
            while !game.isOver {
                let guess = try #require(game.guess)
                #expect(game.round.remaining?.contains(guess) == true && seat.shows("The computer guesses \(guess)."))
                seat.type(guess == secret ? "1" : guess < secret ? "2" : "3")
            }
            #expect(seat.shows("The computer has found your number: \(secret)."))
            if guesser == .perfect { #expect(game.round.history.count <= Self.hundred.sufficientGuesses) }
        }
    }

    @Test("Answers that contradict each other end the round")
    func contradiction() throws {
        let (seat, game) = game(.perfect)
        while !game.isOver { seat.type(game.round.remaining?.count == 1 ? "2" : "3") }
        #expect(seat.shows("Your answers contradict each other: no number is left."))
    }

    @Test(arguments: [Size(width: 29, height: 10), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func screens(size: Size) {
        let seat = Seat(size: size)
        seat.navigator.push(
            SecretNumberAloneViewController(navigator: seat.navigator, range: Self.hundred, guesser: nil, secret: 42))
        for guess in ["50", "25"] {
            seat.type(guess)
            seat.press(.enter)
        }
        Snapshot.check(seat.navigator, "secret-alone-\(size.width)x\(size.height)")
    }
}

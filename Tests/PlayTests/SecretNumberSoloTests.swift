// Guess the secret number alone: the player guesses, or the computer does, on screens in memory.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct SecretNumberSoloTests {
    private static let hundred = SecretNumberRange.offered[0]

    private func game(_ solo: SecretNumberSolo = .player(.shown), secret: Int = 42) -> (
        seat: Seat, game: SecretNumberViewController
    ) {
        let seat = Seat()
        let game = SecretNumberViewController(
            navigator: seat.navigator, range: Self.hundred, solo: solo, secret: secret)
        seat.navigator.push(game)
        return (seat, game)
    }

    @Test("The menu leads there, and the choices are shown")
    func menu() {
        let seat = Seat()
        seat.type("ogc")
        #expect(seat.shows("Who guesses") && seat.shows("1 - 100") && !seat.shows("careful"))
        seat.type("50")
        #expect(!seat.shows("Redraw the screen"), "a number that is typed too early opens no help, which would take Enter")
        seat.press(.character("2"))
        #expect(seat.shows("careful") && seat.shows("Both, in turns"))
        seat.press(.character("2"))
        #expect(seat.shows("careful") && seat.shows("Think of a number."))
        seat.press(.character("2"))
        seat.press(.enter)
        #expect(seat.shows("The computer has chosen a number.") && seat.shows("Your guess:"))
    }

    @Test("The only number that is left stands in the empty field, and Enter guesses it")
    func onlyOneIsLeft() {
        let (seat, game) = game()
        for typed in ["41", "43"] {
            seat.type(typed)
            seat.press(.enter)
        }
        #expect(seat.shows("Your guess: 42"))
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && game.words.isRoundOver)
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
        seat.press(.enter)
        #expect(seat.shows("Type a number first."), "several are left")
        seat.type("42")
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && seat.shows("It took 3 guesses.") && game.words.isRoundOver)
        seat.press(.enter)
        #expect(game.words.isRoundOver, "the key may have been meant for a guess")
        seat.machine.advance(milliseconds: 1000)
        seat.press(.enter)
        #expect(seat.shows("The computer has chosen a number.") && game.history.isEmpty)
        #expect(!seat.shows("You did nothing"))
    }

    @Test("From memory neither what is left nor earlier answers are seen, and every guess counts")
    func fromMemory() {
        let (seat, game) = game(.player(.hidden))
        for (typed, said) in [("50", "50 is too high."), ("25", "25 is too low."), ("60", "60 is too high.")] {
            seat.type(typed)
            seat.press(.enter)
            #expect(seat.shows(said))
        }
        #expect(!seat.shows("50") && !seat.shows("25 ") && !seat.shows("numbers left") && game.history.count == 3)
        seat.type("42")
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && seat.shows("25"), "then it is shown")
    }

    @Test("One answer may be a lie: both kinds of numbers that fit are shown, and afterwards the lie")
    func oneLie() {
        let seat = Seat()
        let game = SecretNumberViewController(
            navigator: seat.navigator, range: Self.hundred, solo: .player(.oneLie), secret: 42, lieAt: 2)
        seat.navigator.push(game)
        #expect(seat.shows("It may lie once.") && seat.shows("Goal 11"))
        for (typed, said) in [
            ("50", "50 is too high."), ("25", "25 is too high."), ("13", "13 is too low."), ("24", "24 is too low."),
        ] {
            seat.type(typed)
            seat.press(.enter)
            #expect(seat.shows(said))
        }
        #expect(seat.shows("One of the answers was a lie.") && seat.shows("14 - 49") && seat.shows("36 numbers left"))
        #expect(!game.words.isRoundOver && !seat.shows("a lie  ") && game.table.round?.remaining == nil)
        seat.type("42")
        seat.press(.enter)
        #expect(seat.shows("You win: 42 is correct.") && seat.shows("25 ◂ too high  a lie"))
        #expect(seat.shows("The lie was: 25 is too high."))
    }

    @Test("Esc clears the line, then asks; Q asks, then leaves; what is known already is not a guess")
    func waysOut() {
        let (seat, game) = game()
        seat.type("50")
        seat.press(.enter)
        seat.type("60")
        seat.press(.enter)
        #expect(seat.shows("You know that already. The number is from 1 to 49.") && game.history.count == 1)
        seat.press(.escape)
        seat.press(.escape)
        #expect(seat.navigator.top === game && seat.shows("1 - 49"))
        seat.press(.escape)
        #expect(seat.shows("Leave the game? It will not count."))
        seat.press(.escape)
        #expect(seat.navigator.top === game && seat.shows("1 - 49"))
        seat.type("7qq")
        #expect(seat.navigator.top !== game)
    }

    @Test(
        "The computer finds the number, and never guesses what it could know to be wrong",
        arguments: SecretNumberGuesser.allCases)
    func computerGuesses(guesser: SecretNumberGuesser) throws {
        for secret in stride(from: 1, through: 100, by: 3) {
            let (seat, game) = game(.computer(guesser))
            while !game.words.isRoundOver {
                let guess = try #require(game.alone?.computers.asked)
                #expect(game.table.round?.remaining?.contains(guess) == true && seat.shows("The computer guesses \(guess)."))
                seat.type(guess == secret ? "3" : guess < secret ? "1" : "2")
            }
            #expect(seat.shows("The computer has found your number: \(secret)."))
            if guesser == .perfect { #expect(game.history.count <= Self.hundred.sufficientGuesses) }
        }
    }

    @Test("In turns each guesses once, whoever finds the number wins, and the other begins next", arguments: [true, false])
    func inTurns(isWon: Bool) {
        let (seat, game) = game(.turns(.perfect), secret: isWon ? 42 : 25)
        #expect(seat.shows("You begin."))
        seat.type("50")
        seat.press(.enter)
        #expect(seat.shows("50 is too high.") && seat.shows("The computer is guessing…"))
        seat.type("42")
        seat.press(.enter)
        #expect(game.history.count == 1, "it is not the player's turn")
        seat.machine.advance(milliseconds: SecretNumberComputers.thinkingTime)
        #expect(game.history.count == 2 && game.history.first?.number == 25, "an even count on both sides")
        if isWon {
            #expect(seat.shows("The computer: 25 is too low."))
            seat.type("42")
            seat.press(.enter)
            #expect(seat.shows("You win: 42 is correct.") && seat.shows("You 1, The computer 0"))
        } else {
            #expect(seat.shows("The computer wins: 25 is correct.") && seat.shows("You 0, The computer 1"))
        }
        seat.machine.advance(milliseconds: SecretNumberViewController.quietTime)
        seat.press(.enter)
        #expect(seat.shows("The computer begins."))
        seat.machine.advance(milliseconds: SecretNumberComputers.thinkingTime)
        #expect(game.history.count == 1)
        seat.type("qq")
        #expect(seat.navigator.top !== game)
    }

    @Test("Answers that contradict each other end the round")
    func contradiction() throws {
        let (seat, game) = game(.computer(.perfect))
        while !game.words.isRoundOver { seat.type(game.table.round?.remaining?.count == 1 ? "1" : "2") }
        #expect(seat.shows("Your answers contradict each other: no number is left."))
    }

    @Test(arguments: Size.smallest + Size.usual) func screens(size: Size) {
        let seat = Seat(size: size)
        seat.navigator.push(
            SecretNumberViewController(
                navigator: seat.navigator, range: Self.hundred, solo: .player(.shown), secret: 42))
        for guess in ["50", "25"] {
            seat.type(guess)
            seat.press(.enter)
        }
        Snapshot.check(seat.navigator, "secret-alone")
    }
}

extension SecretNumberViewController {
    /// The guesses, newest first.
    fileprivate var history: [AnsweredGuess] { table.round?.history ?? [] }
}

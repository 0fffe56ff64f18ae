// Guess the secret number, played in memory: whole rounds, and every key.

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SecretNumberRoundTests {
    @Test(arguments: [2, 3, 8]) func aWholeRound(count: Int) {
        let party = SecretNumberParty.of(count)
        #expect(party.show(1..<count, "Ann is choosing a secret number…"))
        party.press(0, .enter)
        #expect(party.shows(0, "Type a secret number from 1 to 100."))
        party.enter(0, "42")
        #expect(party.show(1..<count, "Guess a number (1 - 100)…"))
        party.guess(1, 50)
        party.guess(count - 1, 25)
        #expect(party.show(0..<count, "50 ◂ too high") && party.show(0..<count, "25 ▸ too low"))
        party.guess(1, 42)
        #expect(party.shows(1, "You win: 42 is correct.") && party.shows(0, "Bob wins: 42 is correct."))
        #expect(party.shows(1, "Verified: Ann's secret was 42, and every answer was true."))
        #expect(party.shows(0, "Verified: your secret was 42, and every answer was true."))
        #expect(party.show(0..<count, "Halving each time needs at most 7 guesses."))
        #expect((0..<count).allSatisfy { party.table($0).round?.history == party.table(0).round?.history })
    }

    @Test func theWinnerKeepsTheNextSecretAndTheHostGuesses() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(1, 42)
        party.wait(1000)
        party.press(1, .enter)
        #expect(party.shows(0, "Bob is choosing a secret number…") && party.shows(1, "1 - 10000"))
        party.choose(1, range: 2, "777")
        #expect(party.shows(0, "Guess a number (1 - 1000)…") && party.shows(1, "The others guess your secret number."))
        party.guess(2, 500)
        party.guess(0, 900)
        #expect(party.show([0, 1, 2], "500 ▸ too low") && party.show([0, 1, 2], "900 ◂ too high"))
        party.guess(0, 777)
        #expect(party.show([0, 2], "Verified: Bob's secret was 777"))
        #expect(party.shows(2, "Ann wins: 777 is correct. Waiting for Ann…"))
        party.wait(1000)
        party.press(0, .character("1"))
        #expect(party.show([1, 2], "Ann is choosing a secret number…"))
        party.choose(0, "1")
        #expect(party.shows(1, "Round 3"))
    }

    @Test func aWinnerMayDecline() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(2, 42)
        party.wait(1000)
        #expect(party.shows(0, "Cyd may choose the next number.") && party.shows(1, "Cyd may choose the next number."))
        party.press(2, .character("2"))
        #expect(party.table(0).mayChoose && party.shows(1, "Ann is choosing a secret number…"))
    }

    /// Where only one guesses, halving is the measure; the stars say so on both screens, also after one was started again.
    @Test func ofTwoTheKeeperWinsIfItTakesTooLong() {
        let party = SecretNumberParty.of(2)
        #expect(party.shows(1, "Ann is choosing a secret number…"))
        party.choose(0, "42")
        #expect(
            party.shows(1, "Find Ann's secret number within 7 guesses.")
                && party.shows(0, "Bob has 7 guesses to find your number."))
        for number in [10, 11, 12, 13, 14, 15, 16] { party.guess(1, number) }
        party.guess(1, 42)
        #expect(party.shows(0, "You win: 42 was not found within 7 guesses."))
        #expect(party.shows(1, "Ann wins: 42 was not found within 7 guesses."))
        #expect(party.table(0).wins == [1, 0] && party.table(1).wins == [1, 0])
        let repeated = party.table(0).repetition(for: 1)
        var table = party.table(1)
        for message in repeated { table.receive(message, from: 0, at: 0) }
        #expect(table.wins == [1, 0])
    }

    /// Whoever does not choose what comes next may ask those who do.
    @Test func anyoneMayAskForAReplay() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        // The rest of a guess does not choose the way out.
        party.press(1, .character("4"))
        party.guess(2, 42)
        party.wait(2000)
        party.press(1, .character("2"), .enter)
        #expect(party.shows(1, "▸ 1 Ask for a replay"))
        party.wait(1000)
        #expect(party.shows(1, "Ask for a replay") && party.shows(0, "Ask for a replay") && !party.shows(2, "Ask for a replay"))
        party.press(1, .enter)
        #expect(party.show([0, 2], "Bob would like a replay.") && !party.shows(1, "Ask for a replay"))
        party.press(0, .enter)
        #expect(party.shows(2, "Ann and Bob would like a replay.") && party.shows(1, "Ann would like a replay."))
        party.press(2, .enter)
        #expect(party.table(2).mayChoose && (0...2).allSatisfy { party.table($0).asking.isEmpty })
    }

    @Test func theHostNeedNotWaitForOneWhoDoesNotChoose() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(2, 42)
        party.wait(1000)
        party.press(2, .character("1"))
        #expect(!party.shows(0, "I'll choose instead of Cyd"))
        party.wait(30_000)
        #expect(party.shows(0, "I'll choose instead of Cyd"))
        party.press(0, .enter)
        #expect(!party.table(0).mayChoose, "the key may have been meant for something else")
        party.wait(1000)
        party.press(0, .enter)
        #expect(party.table(0).mayChoose && party.shows(2, "Ann is choosing a secret number…"))
        #expect(party.shows(2, "You did nothing for half a minute, so Ann chooses."))
        // The one who was too late is passed over.
        party.send(.sealed(round: 2, lowest: 1, highest: 100, seal: Array(repeating: 0, count: 32)), from: 2)
        #expect(party.table(0).mayChoose)
    }

    @Test func theWinnerHasHalfAMinuteToDecide() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(2, 42)
        party.wait(29_000)
        #expect(!party.shows(0, "I'll choose instead of Cyd") && party.shows(0, "Cyd may choose the next number."))
        party.wait(2000)
        #expect(party.shows(0, "I'll choose instead of Cyd"))
        party.press(0, .enter)
        #expect(party.table(0).mayChoose && party.shows(2, "You did nothing for half a minute, so Ann chooses."))
        #expect(!party.shows(1, "You did nothing"))
    }

    @Test func theSecretIsUnseen() {
        let party = SecretNumberParty.of(2)
        party.press(0, .character("1"), .character("4"), .character("2"))
        #expect(party.shows(0, "●●") && !party.shows(0, "42"))
        party.press(0, .left, .home, .backspace, .character("7"), .enter)
        #expect(party.shows(0, "Your secret number: ●●●") && !party.shows(0, "47"))
        party.press(0, .enter)
        #expect(party.shows(0, "Your secret number: 47"))
        party.press(0, .character(" "))
        #expect(!party.shows(0, "47"))
    }

    @Test(arguments: [
        ("4x", "That is not a number: type one from 1 to 100."),
        ("0", "The number must be from 1 to 100."), ("101", "The number must be from 1 to 100."),
        ("999999999999", "The number must be from 1 to 100."),
    ])
    func whatCannotBeGuessedIsSaidAndNotSent(text: String, sentence: String) {
        let party = SecretNumberParty.of(2)
        party.press(0, .enter)
        party.press(0, .paste(text))
        party.enter(0, "")
        #expect(party.shows(0, sentence) && party.table(0).phase == .choosing, "nor can it be the secret")
        party.press(0, .escape)
        party.enter(0, "42")
        party.press(1, .paste(text))
        party.enter(1, "")
        #expect(party.shows(1, sentence) && party.table(1).outstanding == nil && party.table(0).round?.history.isEmpty == true)
    }

    @Test func escapeEmptiesTheLineAndThenAsksWhetherToLeave() {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        party.press(1, .character("5"), .character("0"), .escape)
        #expect(party.shows(1, "Guess a number (1 - 100)…") && !party.shows(1, "Leave the game"))
        party.press(1, .left)
        #expect(party.shows(1, "Play on Esc") && party.shows(1, "Disconnect Q"))
        party.press(1, .enter)
        party.guess(1, 50)
        #expect(party.shows(0, "50 ◂ too high"))
        party.press(1, .escape, .down, .enter)
        #expect(party.shows(1, "Join a game") && party.shows(0, "Bob left the game."))
    }

    /// No letter belongs to a number: the key bar's keys do what it says also while one is typed.
    @Test func lettersAreCommandsWhileANumberIsTyped() {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        #expect(party.shows(1, "? Keys"))
        party.press(1, .character("?"))
        #expect(party.shows(1, "Send the guess."))
        party.press(1, .escape, .character("5"), .character("q"))
        #expect(party.shows(1, "Play on Esc") && party.shows(1, "Disconnect Q"))
        party.press(1, .escape, .character("0"), .enter)
        #expect(party.shows(0, "50 ◂ too high"), "what was typed is still there")
        party.press(1, .character("q"), .character("q"))
        #expect(party.shows(1, "Join a game") && party.shows(0, "Bob left the game."))
    }

    @Test func theHostWaitsForAWinnerWhoTypes() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(2, 42)
        party.wait(1000)
        party.press(2, .character("1"))
        for key: Key in [.down, .enter, .character("7"), .backspace, .character("8")] {
            party.wait(29_999)
            #expect(!party.shows(0, "I'll choose instead of Cyd"))
            party.press(2, key)
        }
        party.wait(30_000)
        #expect(party.shows(0, "I'll choose instead of Cyd"))
        party.press(2, .character("9"))
        #expect(!party.shows(0, "I'll choose instead of Cyd"), "Cyd is there after all")
        party.press(2, .enter)
        #expect(party.shows(0, "Guess a number (1 - 1000)…") && party.table(2).mine?.secret == 89)
    }

    /// Two guess it before either reads of the other.
    @Test(arguments: [0, 1]) func aSecondCorrectGuessIsTold(keeper: Int) {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        if keeper == 1 {
            party.guess(1, 42)
            party.wait(1000)
            party.press(1, .character("1"))
            party.choose(1, "42")
        }
        let other = 1 - keeper
        party.wait(1000)
        for seat in [2, other] {
            for key: Key in [.character("4"), .character("2"), .enter] { party.navigators[seat].press(key) }
        }
        party.parties[2].deliver()
        party.settle()
        let names = ["Ann", "Bob"]
        let first = party.table(0).winner
        let second = first == 2 ? other : 2
        let winner = first == 2 ? "Cyd" : names[other]
        #expect(party.shows(second, "\(winner) wins: 42 is correct. You guessed it too, a moment later."))
        #expect(!party.shows(keeper, "You guessed it too"))
    }

    @Test func whatIsRejectedIsSelected() {
        let party = SecretNumberParty.of(2)
        party.press(0, .enter)
        party.enter(0, "500")
        #expect(
            party.shows(0, "The number must be from 1 to 100.") && party.navigators[0].canvas.roles.contains { $0.contains("S") })
        party.enter(0, "42")
        #expect(party.table(0).mine?.secret == 42)
        party.enter(1, "101")
        party.press(1, .backspace)
        #expect(party.shows(1, "Guess a number (1 - 100)…"), "Backspace takes all of it")
        party.enter(1, "999")
        party.press(1, .left)
        party.enter(1, "1")
        #expect(party.shows(1, "The number must be from 1 to 100.") && party.shows(1, "9919"), "an arrow keeps it")
        party.enter(1, "50")
        #expect(party.shows(0, "50 ◂ too high"))
    }

    @Test(arguments: [1, 2, 3]) func onTheSmallestScreenNoAnswerIsCut(range: Int) {
        let party = SecretNumberParty(
            FakeParty.gather("Ann", "Bartholomew of the many letters"), size: Navigator.smallest)
        party.choose(0, range: range, "42")
        party.guess(1, 7)
        party.guess(1, 99)
        for seat in [0, 1] { #expect(party.shows(seat, "7 ▸ too low") && party.shows(seat, "99 ◂ too high")) }
    }

    @Test(arguments: ["٥٠", "５０", "۵۰", "५०"]) func digitsOfAnyScriptAreNumbers(text: String) {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        party.enter(1, text)
        #expect(party.shows(0, "50 ◂ too high"))
    }

    @Test func aResultTakesNoChoiceAtOnceAndThenEnterTakesTheFirst() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(2, 42)
        for digit in ["1", "2", "3"] as [Unicode.Scalar] { party.press(2, .character(digit), .enter) }
        #expect(party.table(2).mayDecide, "the keys may have been meant as a guess")
        party.wait(1000)
        party.press(2, .enter)
        #expect(!party.table(2).mayDecide && party.table(2).mayChoose)
    }

    @Test func whatIsLeftShrinksWithEveryAnswer() {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        #expect(party.table(1).round?.remaining == 1...100)
        for (guess, left) in [(50, 1...49), (20, 21...49), (60, 21...49), (42, 42...42)] {
            party.guess(1, guess)
            party.wait(1000)
            #expect(party.table(0).round?.remaining == left && party.table(1).round?.remaining == left)
        }
    }

    @Test func theKeepersKeySaysWhatItDoes() {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        #expect(party.shows(0, "Your secret number: ●") && party.shows(0, "Enter Show"))
        party.press(0, .enter)
        #expect(party.shows(0, "Your secret number: 42") && party.shows(0, "Enter Hide") && !party.shows(0, "Enter Show"))
        party.press(0, .character(" "))
        #expect(party.shows(0, "Your secret number: ●") && party.shows(0, "Enter Show"))
    }

    @Test func theHistoryScrollsAndStaysWhereItIsRead() {
        let party = SecretNumberParty.of(3, size: Size(width: 40, height: 12))
        party.choose(0, "42")
        for number in 1...20 { party.guess(1, number) }
        #expect(party.shows(2, "20 ▸ too low") && !party.shows(2, " 1 ▸ too low"))
        party.press(2, .pageDown, .pageDown, .pageDown)
        #expect(party.shows(2, " 1 ▸ too low") && !party.shows(2, "20 ▸ too low"))
        party.press(2, .pageUp)
        let before = party.navigators[2].canvas.lines
        party.guess(1, 21)
        _ = party.screen(2)
        #expect(party.navigators[2].canvas.lines == before || party.table(2).outstanding == nil)
        party.press(2, .wheel(-1), .pageUp, .pageUp, .pageUp)
        #expect(party.shows(2, "21 ▸ too low"))
    }

    @Test func oneWhoClicksChooses() {
        let party = SecretNumberParty.of(2)
        _ = party.screen(0)
        let row = party.navigators[0].canvas.lines.firstIndex { $0.contains("1 - 1000") && !$0.contains("10000") }
        party.press(0, .click(Point(x: 10, y: row ?? 0)))
        #expect(party.shows(0, "Type a secret number from 1 to 1000."))
        party.press(0, .escape)
        #expect(party.shows(0, "1 - 10000"))
    }

    @Test func theBellRingsWhenARoundBeginsAndEnds() {
        let parties = FakeParty.gather("Ann", "Bob")
        let machine = FakeEnvironment()
        var settings = Settings()
        settings.notify = .bell
        let navigator = Navigator(size: Size(width: 80, height: 24), glyphs: .unicode, settings: settings, environment: machine)
        let game = SecretNumberViewController(navigator: navigator, party: parties[1])
        navigator.push(game)
        parties[0].send(.secretNumber(.sealed(round: 1, lowest: 1, highest: 9, seal: Array(repeating: 1, count: 32))), to: 1)
        FakeParty.settle(parties)
        #expect(machine.bells == 1)
        parties[0].leave()
        #expect(machine.bells == 2)
    }
}

// Guess the secret number: those who lie, open something else, or nothing, or too late.

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct SecretNumberLiarTests {
    private nonisolated static let nonce = Array(repeating: 7 as UInt8, count: 32)
    private static let range = SecretNumberRange.offered[0]

    private static func seal(_ secret: Int, round: Int = 1) -> [UInt8] {
        FakeEnvironment().digest(of: SecretNumberSeal(round: round, range: range, secret: secret, nonce: nonce).bytes)
    }

    /// A round with a false host, that sealed 42; the others are true.
    private func hostLies(_ messages: SecretNumberMessage...) -> SecretNumberParty {
        let party = SecretNumberParty.of(3)
        for guest in [1, 2] {
            party.send(.sealed(round: 1, lowest: 1, highest: 100, seal: Self.seal(42)), from: 0, to: guest)
        }
        party.wait(1000)
        for key in "60".unicodeScalars.map(Key.character) + [.enter] { party.navigators[1].press(key) }
        for guest in [1, 2] { for message in messages { party.send(message, from: 0, to: guest) } }
        return party
    }

    private static let correct = SecretNumberMessage.answered(round: 1, player: 2, number: 42, answer: 2)

    /// Cyd's machine knows of no guess of hers, so that it takes what is told of Bob's only.
    @Test func aWrongAnswerIsFound() {
        let party = hostLies(
            .answered(round: 1, player: 1, number: 60, answer: 0), .answered(round: 1, player: 1, number: 42, answer: 2),
            .opened(round: 1, secret: 42, nonce: Self.nonce))
        #expect(party.shows(2, "Ann lied: the secret was 42, but the answer to Bob's 60 was “too low”."))
    }

    @Test func aFalseCorrectIsFound() {
        let party = hostLies(
            .answered(round: 1, player: 1, number: 60, answer: 2), .opened(round: 1, secret: 42, nonce: Self.nonce))
        #expect(party.shows(1, "Ann lied: the secret was 42, but the answer to your 60 was “correct”."))
        #expect(party.shows(2, "Ann lied: the secret was 42, but the answer to Bob's 60 was “correct”."))
    }

    @Test(arguments: [(60, nonce), (42, Array(repeating: 8, count: 32))]) func aWrongOpeningIsFound(secret: Int, nonce: [UInt8]) {
        let party = hostLies(
            .answered(round: 1, player: 1, number: 60, answer: 2), .opened(round: 1, secret: secret, nonce: nonce))
        #expect(party.show([1, 2], "Ann lied: \(secret) is not the number that was sealed at the start."))
    }

    @Test func aSecretOutsideTheRangeIsFound() {
        let party = SecretNumberParty.of(2)
        party.send(.sealed(round: 1, lowest: 1, highest: 100, seal: Self.seal(150)), from: 0, to: 1)
        party.wait(1000)
        for key in "60".unicodeScalars.map(Key.character) + [.enter] { party.navigators[1].press(key) }
        party.send(.answered(round: 1, player: 1, number: 60, answer: 2), from: 0, to: 1)
        party.send(.opened(round: 1, secret: 150, nonce: Self.nonce), from: 0, to: 1)
        #expect(party.shows(1, "Ann lied: the sealed number, 150, was outside the range."))
    }

    @Test func anOpeningThatDoesNotComeOrComesLate() {
        let party = hostLies(.answered(round: 1, player: 1, number: 60, answer: 2))
        #expect(party.shows(2, "Bob's 60 is correct. Waiting for Ann to open the secret…"))
        party.wait(SecretNumberTable.timeout - 1)
        #expect(party.table(1).phase == .opening)
        party.wait(1)
        #expect(party.show([1, 2], "Not verified: Ann's app did not reveal the secret."))
        party.send(.opened(round: 1, secret: 42, nonce: Self.nonce), from: 0, to: 1)
        #expect(party.shows(1, "Ann lied: the secret was 42"))
        #expect(party.shows(2, "Not verified"))
    }

    @Test func aTrueOpeningThatIsLateIsCalledLate() {
        let party = SecretNumberParty.of(2)
        party.send(.sealed(round: 1, lowest: 1, highest: 100, seal: Self.seal(60)), from: 0, to: 1)
        party.wait(1000)
        for key in "60".unicodeScalars.map(Key.character) + [.enter] { party.navigators[1].press(key) }
        party.send(.answered(round: 1, player: 1, number: 60, answer: 2), from: 0, to: 1)
        party.wait(SecretNumberTable.timeout)
        party.send(.opened(round: 1, secret: 60, nonce: Self.nonce), from: 0, to: 1)
        #expect(party.shows(1, "Verified: Ann's secret was 60, and every answer was true. It was revealed late."))
        party.send(.opened(round: 1, secret: 61, nonce: Self.nonce), from: 0, to: 1)
        #expect(party.shows(1, "Verified"), "what was opened stays")
    }

    /// Bob, a guest, keeps the secret of round 2, and his program is played by the test.
    private func bobKeeps(sealing secret: Int = 10) -> SecretNumberParty {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(1, 42)
        party.wait(1000)
        party.press(1, .character("1"))
        party.send(.sealed(round: 2, lowest: 1, highest: 100, seal: Self.seal(secret, round: 2)), from: 1)
        return party
    }

    /// Cyd guesses, and what Bob's true program would do is left out.
    private func cydGuesses(_ number: Int, in party: SecretNumberParty) {
        party.wait(1000)
        for key in String(number).unicodeScalars.map(Key.character) + [.enter] { party.navigators[2].press(key) }
        party.parties[2].deliver()
        party.parties[0].deliver()
    }

    @Test func aGuestWhoLiesIsFoundByAll() {
        let party = bobKeeps()
        cydGuesses(50, in: party)
        party.send(.answered(round: 2, player: 2, number: 50, answer: 0), from: 1)
        cydGuesses(10, in: party)
        party.send(.answered(round: 2, player: 2, number: 10, answer: 2), from: 1)
        party.send(.opened(round: 2, secret: 10, nonce: Self.nonce), from: 1)
        #expect(party.shows(0, "Bob lied: the secret was 10, but the answer to Cyd's 50 was “too low”."))
        #expect(party.shows(2, "Bob lied: the secret was 10, but the answer to your 50 was “too low”."))
        party.wait(3 * SecretNumberTable.timeout)
        #expect(party.table(0).mayTakeOver)
    }

    @Test func aGuestWhoOpensAnotherSecretOrNoneIsFound() {
        for opens in [true, false] {
            let party = bobKeeps()
            cydGuesses(11, in: party)
            party.send(.answered(round: 2, player: 2, number: 11, answer: 2), from: 1)
            if opens { party.send(.opened(round: 2, secret: 11, nonce: Self.nonce), from: 1) }
            party.wait(SecretNumberTable.timeout)
            let sentence = opens ? "Bob lied: 11 is not the number" : "Not verified: Bob's app did not reveal the secret."
            #expect(party.show([0, 2], sentence))
        }
    }

    @Test func aGuestWhoDoesNotAnswerEndsTheRound() {
        let party = bobKeeps()
        cydGuesses(50, in: party)
        #expect(party.shows(2, "Waiting for the answer to 50…"))
        party.enter(2, "51")
        #expect(party.shows(2, "Your last guess has no answer yet."))
        party.wait(SecretNumberTable.timeout)
        #expect(party.show([0, 2], "Bob's app does not answer. The round is over."))
        #expect(party.show([0, 2], "Not verified: Bob's app stopped answering."))
        party.wait(1000)
        party.press(0, .character("1"))
        party.choose(0, "9")
        party.press(2, .enter)
        party.guess(2, 9)
        #expect(party.shows(2, "You win"))
    }

    @Test func anAnswerToOneWhoLeftMeanwhileIsNotCounted() {
        let party = bobKeeps()
        cydGuesses(10, in: party)
        party.leave(2)
        party.send(.answered(round: 2, player: 2, number: 10, answer: 2), from: 1)
        #expect(party.table(0).phase == .guessing && party.table(0).round?.history.isEmpty == true)
        party.wait(SecretNumberTable.timeout)
        #expect(party.table(0).phase == .guessing)
    }

    @Test func aHostThatChangesWhatAGuestSaysIsNoticed() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(1, 42)
        party.wait(1000)
        party.press(1, .character("1"))
        party.choose(1, "10")
        party.send(.asked(round: 2, player: 2, number: 50), from: 0, to: 1)
        party.send(.asked(round: 2, player: 2, number: 51), from: 0, to: 1)
        #expect(!party.table(1).isHostDishonest)
        party.send(.answered(round: 2, player: 2, number: 50, answer: 1), from: 0, to: 1)
        #expect(!party.table(1).isHostDishonest, "the second question was not answered, so that the first answer stands")
        party.send(.asked(round: 2, player: 2, number: 51), from: 0, to: 1)
        party.send(.answered(round: 2, player: 2, number: 51, answer: 0), from: 0, to: 1)
        #expect(party.shows(1, "Do not trust any result at this table") && party.table(1).isHostDishonest)
    }

    @Test func aHostThatChangesTheSealOfAGuestIsNoticed() {
        let party = SecretNumberLeavingTests.party(at: .guestChooses)
        party.navigators[1].press(.enter)
        for key in "10".unicodeScalars.map(Key.character) + [.enter] { party.navigators[1].press(key) }
        party.parties[0].send(.secretNumber(.sealed(round: 2, lowest: 1, highest: 100, seal: Self.seal(11, round: 2))), to: 1)
        party.parties[0].deliver()
        #expect(party.table(1).isHostDishonest && party.table(1).phase == .choosing)
    }

    @Test func eachAnswerHasItsOwnTime() {
        let party = bobKeeps()
        cydGuesses(50, in: party)
        party.wait(6000)
        party.enter(0, "60")
        party.send(.answered(round: 2, player: 2, number: 50, answer: 1), from: 1)
        party.wait(SecretNumberTable.timeout - 1)
        #expect(party.table(0).phase == .guessing)
        party.wait(1)
        #expect(party.table(0).proof == .unanswered && party.table(2).proof == .unanswered)
    }

    @Test func aWinnerWhoGoesOnBeforeTheOpeningLeavesItUnverified() {
        let party = SecretNumberLeavingTests.party(at: .opening)
        party.parties[2].send(.secretNumber(.next(round: 2, keeps: false)), to: 0)
        party.parties[2].deliver()
        party.parties[0].deliver()
        for seat in [0, 1, 2] { #expect(party.table(seat).proof == .notOpened && party.table(seat).phase == .choosing) }
        party.settle()
        #expect(party.shows(2, "Not verified: Bob's app did not reveal the secret."), "it comes too late for the round")
    }

    @Test func aGuessThatIMadeNotIsNoticed() {
        let party = hostLies(.answered(round: 1, player: 1, number: 61, answer: 1))
        #expect(party.table(1).isHostDishonest && !party.table(2).isHostDishonest)
        #expect(party.table(1).round?.history.isEmpty == true)
    }
}

// Guess the secret number: those who send too much.

import Games
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SecretNumberFloodTests {
    @Test func aFloodLeavesNothingBehind() {
        let party = SecretNumberParty.of(3)
        party.choose(0, range: 3, "10000")
        for number in 1...2000 { party.send(.guess(round: 1, number: number), from: 1) }
        #expect(party.table(0).round?.history.count == 8, "no more before time passes")
        for number in 1...1000 {
            party.wait(1000)
            party.send(.guess(round: 1, number: number), from: 1)
        }
        #expect(party.table(0).round?.guesses(by: 1) == SecretNumberTable.mostGuesses)
        #expect(party.table(2).round == party.table(0).round)
        party.guess(2, 10000)
        #expect(party.shows(2, "Verified"))
    }

    @Test func myOwnProgramHoldsMeBackSoThatNoGuessIsLost() {
        let party = SecretNumberParty.of(2)
        party.choose(0, range: 3, "10000")
        party.enter(1, "1")
        party.enter(1, "2")
        #expect(party.shows(1, "Not so fast") && party.table(0).round?.history.count == 1)
        party.press(1, .escape)
        for number in 2...SecretNumberTable.mostGuesses {
            party.wait(SecretNumberTable.pause)
            party.enter(1, String(number))
            #expect(party.table(0).round?.history.count == number && party.table(1).outstanding == nil)
        }
        party.guess(1, 9999)
        #expect(party.shows(1, "You have used all 250 guesses of this round."))
        #expect(party.table(0).round?.history.count == SecretNumberTable.mostGuesses)
    }

    @Test func aHostThatFloodsIsBoundedToo() {
        let party = SecretNumberParty.of(3)
        party.send(.sealed(round: 1, lowest: 1, highest: 10_000, seal: Array(repeating: 0, count: 32)), from: 0, to: 2)
        for number in 1...2000 { party.send(.answered(round: 1, player: 1, number: number, answer: 0), from: 0, to: 2) }
        #expect(party.table(2).round?.history.count == SecretNumberTable.mostGuesses)
    }

    @Test func oneGuessAtATimeIsPassedOn() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.guess(1, 42)
        party.wait(1000)
        party.press(1, .character("1"))
        party.choose(1, "10")
        for number in 1...5 { party.parties[2].send(.secretNumber(.guess(round: 2, number: number)), to: 0) }
        party.parties[2].deliver()
        party.settle()
        #expect(party.table(0).round?.history.map(\.number) == [1])
        party.wait(SecretNumberTable.timeout)
        #expect(party.table(0).phase == .guessing, "and no other answer is awaited")
    }
}

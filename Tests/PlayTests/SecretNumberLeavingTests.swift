// Guess the secret number: who leaves, and when.

import Games
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SecretNumberLeavingTests {
    /// How far a party of three is when somebody leaves.
    enum Stage: CaseIterable {
        case choosing, guessing, asked, over, guestChooses, guestKeeps, opening
    }

    /// In the stages from `guestChooses` on Bob keeps or chooses.
    static func party(at stage: Stage) -> SecretNumberParty {
        let party = SecretNumberParty.of(3)
        if stage == .choosing { return party }
        party.choose(0, "42")
        party.guess(2, 7)
        if stage == .guessing { return party }
        if stage == .asked {
            party.wait(1000)
            for key in "50".unicodeScalars.map(Key.character) + [.enter] { party.navigators[2].press(key) }
            return party
        }
        party.guess(1, 42)
        party.wait(1000)
        if stage == .over { return party }
        party.press(1, .character("1"))
        if stage == .guestChooses { return party }
        party.choose(1, "10")
        if stage == .guestKeeps { return party }
        party.wait(1000)
        for key in "10".unicodeScalars.map(Key.character) + [.enter] { party.navigators[2].press(key) }
        party.parties[2].deliver()
        party.parties[0].deliver()
        party.parties[1].deliver()
        party.parties[0].deliver()
        return party
    }

    @Test(arguments: Stage.allCases) func aGuestWhoIsNotTheKeeperLeaves(stage: Stage) {
        let party = Self.party(at: stage)
        party.leave(2)
        #expect(party.show([0, 1], "Cyd left the game.") && party.show([0, 1], "gone"))
        let phase = party.table(0).phase
        #expect(phase == party.table(1).phase && (stage != .guessing || phase == .guessing), "the round goes on")
        party.settle()
        party.wait(SecretNumberTable.timeout)
        #expect(party.table(0).phase != .opening && party.table(1).phase != .opening)
    }

    @Test(arguments: Stage.allCases) func theConnectionToAGuestIsLost(stage: Stage) {
        let party = Self.party(at: stage)
        party.parties[1].drop()
        party.settle()
        #expect(party.shows(0, "Bob did not come back."))
        #expect(party.shows(1, "Connection to Ann lost.") && party.shows(1, "The game is over."))
        party.wait(Alert.pauseMilliseconds)
        party.press(1, .enter)
        #expect(party.shows(1, "Join a game"))
        switch stage {
        case .choosing: #expect(party.table(0).mayChoose)
        case .guessing, .asked: #expect(party.table(0).phase == .guessing && party.table(2).mayGuess)
        case .over: #expect(party.table(0).mayTakeOver)
        case .guestChooses: #expect(party.table(0).mayChoose && party.shows(2, "Ann is choosing a secret number…"))
        case .guestKeeps, .opening:
            #expect(party.show([0, 2], "Not verified: Bob did not reveal the secret."))
            #expect(party.table(0).mayTakeOver == (stage == .guestKeeps), "Cyd has won the other round")
        }
        party.wait(3 * SecretNumberTable.timeout)
        #expect(party.table(0).mayTakeOver || stage != .opening)
        #expect(!party.machines[0].isWaiting && !party.machines[1].isWaiting && !party.machines[2].isWaiting)
    }

    @Test(arguments: Stage.allCases) func theHostLeaves(stage: Stage) {
        let party = Self.party(at: stage)
        party.navigators[0].popToRoot()
        for guest in [1, 2] {
            party.press(guest, .character("4"), .character("2"), .enter)
            #expect(party.shows(guest, "Ann ended the game.") && party.shows(guest, "The game is over."))
            party.machines[guest].advance(milliseconds: Alert.pauseMilliseconds - 1)
            party.press(guest, .character("4"))
            #expect(party.shows(guest, "Ann ended the game."), "it may have been meant as a guess")
            party.machines[guest].advance(milliseconds: 1)
            party.press(guest, .character("4"))
            #expect(party.shows(guest, "Ann ended the game."))
            party.press(guest, .enter)
            #expect(party.shows(guest, "Join a game"), "one Enter leaves")
        }
        #expect(party.machines.allSatisfy { !$0.isWaiting } && party.parties.allSatisfy(\.hasLeft))
    }

    @Test(arguments: Stage.allCases) func everybodyElseLeaves(stage: Stage) {
        let party = Self.party(at: stage)
        party.leave(1)
        party.leave(2)
        #expect(party.shows(0, "Everybody else left.") && party.shows(0, "1 Leave the game"))
        party.wait(SecretNumberTable.timeout + 1000)
        party.press(0, .enter)
        #expect(party.shows(0, "Join a game") && party.machines.allSatisfy { !$0.isWaiting })
    }

    /// The keeper reads who is left to guess, and at the end who has won.
    @Test func theOnlyOneWhoGuessesIsNamed() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        #expect(party.shows(0, "The others guess"))
        party.leave(1)
        #expect(party.shows(0, "Cyd guesses ") && party.shows(0, "Cyd guesses your secret number."))
        party.guess(2, 42)
        #expect(party.shows(0, "✓ Cyd") && !party.shows(0, "▸ Cyd"))
    }

    /// Without the only other player the host may end the game; Q asks, as it does elsewhere.
    @Test func nobodyElseIsLeft() {
        let party = SecretNumberParty.of(2)
        party.choose(0, "42")
        party.parties[0].silentSeats = [1]
        party.press(0, .character("g"))
        #expect(party.shows(0, "Without Bob nobody else is left. End the game?") && !party.shows(0, "Disconnect"))
        party.press(0, .character("q"))
        #expect(party.shows(0, "Leave the game? It ends for everyone."))
        party.press(0, .escape, .character("g"), .character("e"))
        #expect(party.shows(0, "The game ends without Bob.") && !party.shows(0, "goes on"))
    }

    @Test func oneWhoWentOnWithoutMeIsNamed() {
        let party = SecretNumberParty.of(2)
        party.parties[1].didHappen(.ended(.seatGivenUp))
        #expect(party.shows(1, "Ann went on without you."))
        party.parties[1].didHappen(.ended(.userQuit))
        #expect(party.shows(1, "Join a game"))
    }

    @Test func anAppThatDoesNotAnswerIsNamedAtTheBeginningOfASentence() {
        let party = Self.party(at: .guestKeeps)
        party.wait(1000)
        for key in "50".unicodeScalars.map(Key.character) + [.enter] { party.navigators[2].press(key) }
        party.parties[2].deliver()
        // What Bob's program says does not come.
        party.machines[0].advance(milliseconds: SecretNumberTable.timeout)
        party.settle()
        #expect(party.shows(1, "Your app does not answer. The round is over.") && party.shows(2, "Bob's app does not answer."))
    }

    /// What cannot be sent now is still there when the keeper is back.
    @Test func aGuessWaitsForTheKeeper() {
        let party = Self.party(at: .guestKeeps)
        party.parties[1].lose(until: 120_000)
        party.settle()
        party.wait(1000)
        party.enter(2, "50")
        #expect(party.shows(2, "Not sent: waiting for Bob.") && party.table(2).outstanding == nil)
        party.parties[1].comeBack()
        party.settle()
        #expect(!party.shows(2, "Not sent"))
        party.press(2, .enter)
        #expect(party.shows(2, "50 ◂ too high"), "\(party.screen(2))")
    }

    @Test func thatAKeeperIsGoneIsSaidOnce() {
        let party = Self.party(at: .guestKeeps)
        party.parties[0].remove(1)
        party.settle()
        for seat in [0, 2] { #expect(party.screen(seat).ranges(of: "The game goes on without Bob.").count == 1) }
    }

    @Test func whoWonAndLeavesLeavesTheNextSecretToTheHost() {
        let party = Self.party(at: .over)
        party.leave(1)
        party.press(0, .enter)
        #expect(party.shows(0, "1 Choose the next number"))
        party.wait(1000)
        party.press(0, .character("1"))
        party.choose(0, "5")
        party.guess(2, 5)
        #expect(party.shows(2, "Verified: Ann's secret was 5"))
    }
}

// Looking for an opponent over a relay in memory: who sees whom, who plays whom, and what a stranger at the broker can do.

import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct SeekTests {
    private let seekers = Seekers()

    /// The card that a player sees.
    private func card(seenBy browser: SeekBrowser) throws -> SeekCard {
        try #require(browser.list.rows(atMost: 10, isHidden: { _ in false }).rows.first?.card)
    }

    @Test func aCardIsSeenTakenAndLeadsToAGame() throws {
        let ann = seekers.seek(0, named: "Änn")
        let browser = seekers.look(1)
        let card = try card(seenBy: browser)
        #expect(card.name == "Änn" && card.key == seekers.key(0).publicKey && ann.seek.state == .listed)
        let bob = seekers.accept(card, as: 1)
        seekers.network.settle()
        bob.connection?.send([1, 2, 3])
        seekers.network.settle()
        let connection = try #require(ann.met.first)
        connection.send([4])
        seekers.network.settle()
        #expect(ann.recorder.bytes == [1, 2, 3] && bob.recorder.bytes == [4])
        let keys = [seekers.key(0), seekers.key(1)].map(\.publicKey)
        #expect(connection.origin.keys == PlayerKeys(mine: keys[0], theirs: keys[1]))
        #expect(bob.connection?.origin.keys == PlayerKeys(mine: keys[1], theirs: keys[0]))
        #expect(bob.connection?.origin.words == "Änn")
        #expect(connection.origin.endpoint == bob.connection?.origin.endpoint && connection.origin.endpoint != nil)
        ann.seek.withdraw()
        seekers.network.settle()
        #expect(browser.list.count == 0 && seekers.cards == [])
    }

    /// What is said after the card is nobody's business: not where the two play, nor what.
    @Test func whoReadsTheCardsInboxLearnsNoOther() throws {
        let ann = seekers.seek(0)
        let bob = seekers.accept(try card(seenBy: seekers.look(1)), as: 1)
        seekers.network.settle()
        bob.connection?.send(Array("a secret".utf8))
        seekers.network.settle()
        #expect(ann.recorder.bytes == Array("a secret".utf8))
        let place = try #require(ann.met.first?.origin.endpoint?.text.split(separator: "/").last.map(String.init))
        for message in seekers.relay.published {
            let text = String(decoding: message.payload, as: UTF8.self)
            for secret in ["a secret", place] { #expect(!text.contains(secret)) }
        }
    }

    /// In every order in which what they say can cross.
    @Test(arguments: 0..<40) func bothTakeEachOther(steps: Int) throws {
        let stands = [seekers.seek(0), seekers.seek(1, named: "Bob")]
        let list = seekers.look(2).list.rows(atMost: 10, isHidden: { _ in false }).rows.map(\.card)
        let (ann, bob) = (try #require(list.first { $0.name == "Ann" }), try #require(list.first { $0.name == "Bob" }))
        let first = seekers.accept(bob, as: 0)
        for _ in 0..<steps {
            for machine in seekers.network.machines { machine.advance(milliseconds: 0) }
            seekers.relay.deliverOne()
        }
        // A player whose card was accepted meanwhile plays already.
        let second = stands[1].seek.isLettingIn(seekers.key(0).publicKey) ? nil : seekers.accept(ann, as: 1)
        seekers.network.settle()
        for attempt in [first, second].compactMap({ $0 }) { attempt.connection?.send([9]) }
        seekers.network.settle()
        let games = [first, second].compactMap { $0?.connection }.count
        #expect(games == 1 && stands.map(\.met.count).reduce(0, +) == 1)
    }

    /// Who comes while we try to take somebody else is told when that is decided.
    @Test(arguments: [true, false]) func aThirdComesMeanwhile(isTaken: Bool) throws {
        let (ann, bob) = (seekers.seek(0), seekers.seek(1, named: "Bob"))
        let list = seekers.look(2).list.rows(atMost: 10, isHidden: { _ in false }).rows.map(\.card)
        let (annsCard, bobsCard) = (
            try #require(list.first { $0.name == "Ann" }), try #require(list.first { $0.name == "Bob" })
        )
        seekers.network.stopped = [1]
        let first = seekers.accept(bobsCard, as: 0)
        seekers.network.settle()
        let third = seekers.accept(annsCard, as: 2)
        seekers.network.settle()
        #expect(third.result == nil && ann.met.isEmpty)
        if isTaken {
            seekers.network.stopped = []
        } else {
            first.task?.cancel()
            ann.seek.accepting = nil
        }
        seekers.network.settle()
        if isTaken { ann.seek.cancel() }
        for attempt in [first, third] { attempt.connection?.send([5]) }
        seekers.network.advance(seconds: 3)
        #expect((first.connection != nil) == isTaken && (third.connection != nil) == !isTaken)
        #expect(ann.met.count == (isTaken ? 0 : 1) && bob.met.count == (isTaken ? 1 : 0))
    }

    @Test func aStoppedOwnerIsWaitedForFiveSeconds() throws {
        seekers.seek(0)
        let card = try card(seenBy: seekers.look(1))
        seekers.network.stopped = [0]
        let bob = seekers.accept(card, as: 1)
        seekers.network.advance(seconds: 4)
        #expect(bob.result == nil)
        seekers.network.advance(seconds: 1)
        #expect(bob.failure == .timedOut)
    }

    /// A program that is killed with its helper leaves its card. The first player who finds nobody there clears it for all.
    @Test func aKilledOwnersCardGoesWithTheFirstTaker() throws {
        seekers.seek(0)
        let card = try card(seenBy: seekers.look(1))
        seekers.network.kill(0, withHelper: true)
        #expect(seekers.cards.count == 1)
        let bob = seekers.accept(card, as: 1)
        seekers.network.settle()
        #expect(bob.failure == .refused && seekers.cards == [])
    }

    @Test func aCardIsRefreshedAndExpires() throws {
        seekers.seek(0)
        let browser = seekers.look(1)
        seekers.network.advance(seconds: 200)
        #expect(browser.list.count == 1)
        seekers.network.kill(0, withHelper: true)
        seekers.network.advance(seconds: 200)
        #expect(browser.list.count == 0 && seekers.look(2).list.count == 0)
    }

    @Test func whoStopsSeekingIsGoneFromEveryList() throws {
        let ann = seekers.seek(0)
        let browser = seekers.look(1)
        ann.seek.cancel()
        seekers.network.advance(seconds: 1)
        #expect(browser.list.count == 0 && seekers.cards == [] && !seekers.relay.isUsed(by: 0))
    }

    /// The card stays meanwhile; after the third time, that key has to wait.
    @Test func whoTakesAndNeverPlaysHasToWait() throws {
        let ann = seekers.seek(0)
        let (eves, bobs) = (seekers.look(2), seekers.look(1))
        for _ in 0..<3 {
            let eve = seekers.accept(try card(seenBy: eves), as: 2)
            seekers.network.settle()
            #expect(eve.connection != nil && seekers.cards.count == 1)
            seekers.network.advance(seconds: 6)
        }
        let eve = seekers.accept(try card(seenBy: eves), as: 2)
        seekers.network.settle()
        #expect(eve.failure == .refused && seekers.cards.count == 1 && ann.met.count == 3)
        let bob = seekers.accept(try card(seenBy: bobs), as: 1)
        seekers.network.settle()
        bob.connection?.send([1])
        seekers.network.settle()
        #expect(ann.met.count == 4)
    }

    @Test func whoIsBlockedIsToldThatItIsGone() throws {
        let eve = seekers.key(2).publicKey
        let ann = seekers.seek(0, isBlocked: { $0 == eve })
        let attempt = seekers.accept(try card(seenBy: seekers.look(2)), as: 2)
        seekers.network.settle()
        #expect(attempt.failure == .refused && ann.met.isEmpty && seekers.cards.count == 1)
    }

    /// The broker closes everything and forgets what it kept: the card comes back by itself.
    @Test func theBrokerIsStartedAnew() throws {
        let ann = seekers.seek(0)
        let browser = seekers.look(1)
        seekers.relay.trouble = .unreachable("r")
        seekers.network.settle()
        #expect(ann.seek.state == .trouble(.unreachable("r")) && browser.state == .trouble(.unreachable("r")))
        seekers.relay.trouble = nil
        seekers.network.advance(seconds: 3)
        #expect(ann.seek.state == .listed && seekers.cards.count == 1 && browser.state == .ready)
    }

    @Test func everythingComesTwice() throws {
        seekers.relay.interfere = { [$0, $0] }
        let ann = seekers.seek(0)
        let bob = seekers.accept(try card(seenBy: seekers.look(1)), as: 1)
        seekers.network.settle()
        bob.connection?.send([1])
        seekers.network.advance(seconds: 3)
        #expect(ann.recorder.bytes == [1] && ann.met.count == 1)
    }

    @Test func theFirstWordIsLostOnItsWay() throws {
        let ann = seekers.seek(0)
        let card = try card(seenBy: seekers.look(1))
        var lost = 1
        seekers.relay.interfere = { delivery in
            defer { lost -= 1 }
            return lost > 0 ? [] : [delivery]
        }
        let bob = seekers.accept(card, as: 1)
        seekers.network.advance(seconds: 4)
        bob.connection?.send([1])
        seekers.network.settle()
        #expect(ann.recorder.bytes == [1])
    }

    @Test func theShortNameIsTheSameOnBothSides() throws {
        let names = (0...1).map { machine in
            (0...1).map { seekers.machine(machine).seals.shortName(of: seekers.key($0).publicKey) }
        }
        #expect(names[0] == names[1] && names[0][0] != names[0][1])
        #expect(names[0].allSatisfy { $0?.count == 6 })
    }
}

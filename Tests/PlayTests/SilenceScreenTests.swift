// What a player reads of a program that is stopped, and what keys do meanwhile.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SilenceScreenTests {
    @Test func aStoppedOpponentIsSaidAndNothingIsAskedOfIt() {
        let table = Table()
        table.play("44")
        table.host.type("3")
        table.host.machine.advance(milliseconds: 3000)
        let sentence = "\(table.host.game?.scene.opponent.name ?? "")'s program is not answering…"
        #expect(table.host.shows(sentence))
        let sent = table.hostEnd.sent.count
        table.host.type("heth5ru")
        #expect(table.host.shows(sentence) && table.hostEnd.sent.count == sent)
        table.settle()
        #expect(!table.host.shows("not answering") && table.guest.shows("Your turn"))
        table.play("2", hostFirst: false)
        #expect(table.host.game?.scene.game.digits == "4432" && table.host.shows("Your turn"))
    }

    /// A number after P never drops a disc: a stopped opponent hears the phrase later, a lost one hears none.
    @Test func whoeverIsAwayHearsAPhraseLaterOrNotAtAll() {
        let pair = Pair()
        pair.play("4455")
        pair.network.stopped = [1]
        pair.network.advance(seconds: 20)
        #expect(pair.host.shows("Bob's program is not answering…"))
        pair.press(0, .character("p"), .character("9"))
        #expect(pair.boards[0] == "4455" && pair.host.shows("One moment."))
        pair.network.stopped = []
        pair.network.advance(seconds: 1)
        #expect(pair.guest.shows("One moment."))
        pair.kill(1)
        pair.press(0, .character("p"))
        #expect(pair.host.shows("Bob cannot hear you now."))
        pair.press(0, .character("3"))
        #expect(pair.boards[0] == "4455")
        pair.network.advance(seconds: 1)
        pair.press(0, .character("3"))
        #expect(pair.boards[0] == "4455" && !pair.host.shows("cannot hear you"))
        pair.press(0, .character("3"))
        #expect(pair.boards[0] == "44553")
    }

    @Test func aStoppedHostOfSnapHearsNothingLater() {
        let circle = SnapCircle(3)
        circle.turn(1)
        circle.parties[1].silentSeats = [0]
        #expect(circle.shows(1, "Ann's program is not answering…") && !circle.shows(2, "not answering"))
        func stack() -> Int? { circle.screens[0].table?.view.seats[1].stack }
        let before = stack()
        circle.play(1, .character(" "))
        circle.machine.advance(milliseconds: 500)
        circle.settle()
        #expect(stack() == before)
        circle.parties[1].silentSeats = []
        #expect(!circle.shows(1, "not answering"))
        circle.play(1, .character(" "))
        circle.machine.advance(milliseconds: 500)
        circle.settle()
        #expect(stack() == before.map { $0 - 2 }, "a wrong Snap! costs a card for each of the others")
    }

    @Test func aGuessWaitsForAKeeperThatIsStopped() {
        let party = SecretNumberParty.of(3)
        party.choose(0, "42")
        party.parties[1].silentSeats = [0]
        #expect(party.shows(1, "Ann's program is not answering…"))
        party.enter(1, "50")
        #expect(party.table(0).round?.history.isEmpty == true && party.shows(1, "50"))
        party.parties[1].silentSeats = []
        party.press(1, .enter)
        #expect(party.table(0).round?.history.map(\.number) == [50] && !party.shows(1, "not answering"))
    }

    @Test func twoThatAreStoppedAreNamed() {
        #expect(PresenceWords.sentence(for: []) == nil)
        #expect(PresenceWords.sentence(for: ["Ann", "Bob"]) == "The programs of Ann and Bob are not answering…")
    }

    /// The host of a table sends nobody into a game who would find it over on waking.
    @Test func aTableWaitsForAStoppedGuest() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        all.press(1, .enter)
        all.network.advance(seconds: 3)
        all.network.stopped = [1]
        all.network.advance(seconds: 6)
        #expect(all.shows(0, "Bob's program is not answering…"))
        all.press(0, .enter)
        #expect(all.shows(0, "At the table: Bob"))
        all.network.stopped = []
        all.network.advance(seconds: 3)
        #expect(!all.shows(0, "not answering"))
        all.press(0, .enter)
        #expect(!all.shows(0, "At the table: Bob") && !all.shows(1, "Waiting for Ann"))
        all.leaveAll()
    }
}

// Phrases: what one player says, the others read beside the name, for a moment and in their own language.

import Screen
import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct PhraseTests {
    @Test func aMatch() {
        let table = Table()
        table.host.type("p")
        #expect(table.host.shows("Nice move.") && table.host.shows("I have to go."))
        table.host.type("3")
        table.settle()
        #expect(table.host.shows("Nice move.") && table.guest.shows("Nice move."))
        for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: Phrases.duration) }
        #expect(!table.host.shows("Nice move.") && !table.guest.shows("Nice move."), "it goes by itself")
        table.host.type("4")
        table.settle()
        #expect(table.guest.game?.scene.game.moves == [3], "the game goes on")
    }

    @Test func limitsAndMuting() {
        let table = Table()
        table.host.type("p1p2")
        table.settle()
        #expect(table.host.shows("Not so fast: one phrase every two seconds") && !table.guest.shows("Good luck!"))
        table.guest.type("m")
        #expect(table.guest.shows("The others' phrases are muted."))
        table.host.machine.advance(milliseconds: RateLimit.phrases.interval)
        table.guest.machine.advance(milliseconds: Phrases.duration)
        table.host.type("p2")
        table.settle()
        #expect(table.host.shows("Good luck!") && !table.guest.shows("Good luck!"))
    }

    @Test func alone() {
        let seat = Seat()
        seat.type("24p")
        #expect(!seat.shows("Nice move."), "there is nobody to talk to")
    }

    @Test func aTable() {
        let circle = SnapCircle(3)
        circle.navigators[1].press(.character("p"))
        circle.navigators[1].press(.character("6"))
        for seat in 0..<3 { #expect(circle.shows(seat, "Thanks!")) }
        circle.machine.advance(milliseconds: Phrases.duration)
        for seat in 0..<3 { #expect(!circle.shows(seat, "Thanks!")) }
    }

    @Test func sayings() {
        #expect(Set(Phrase.allCases.map(\.words)).count == 12)
        let listener = Listener()
        _ = listener.hear()
        let phrases = Phrases(navigator: listener.navigator) { _ in true }
        phrases.hear(.wellPlayed, from: 1, named: "Ann", hasPlace: true)
        #expect(listener.hear() == ["Ann: Well played."])
    }
}

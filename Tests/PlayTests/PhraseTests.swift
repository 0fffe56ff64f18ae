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

    /// What is left after ten digits has a letter beside it.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)]) func theLastTwoHaveLetters(size: Size) {
        let table = Table(size: size)
        table.host.type("p")
        table.host.press(.end)
        #expect(table.host.shows("A  I have to go.") && table.host.shows("B  Goodbye!") && !table.host.shows("11"))
        table.host.type("b")
        table.settle()
        #expect(table.guest.shows("Goodbye!"))
    }

    @Test func limitsAndMuting() {
        let table = Table()
        table.host.type("p1p2")
        table.settle()
        #expect(table.host.shows("Not so fast: one phrase every two seconds") && !table.guest.shows("Good luck!"))
        table.guest.type("m")
        #expect(table.guest.shows("tiger's phrases are muted."))
        table.host.machine.advance(milliseconds: RateLimit.phrases.interval)
        table.guest.machine.advance(milliseconds: Phrases.duration)
        table.host.type("p2")
        table.settle()
        #expect(table.host.shows("Good luck!") && !table.guest.shows("Good luck!"))
        for _ in 3...21 {
            for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: RateLimit.phrases.interval) }
            table.host.type("p2")
            table.settle()
        }
        #expect(table.host.shows("You have said twenty phrases"), "slow is not the reason then")
    }

    @Test("A phrase covers no word: it stands where the words beside the disc leave room")
    func beside() {
        let pair = Pair(clock: "1+0")
        #expect(pair.host.shows("The clock starts with your") && pair.guest.shows("Your clock starts with"))
        let words = pair.host.lines.prefix(4).joined()
        pair.press(1, .character("p"))
        pair.press(1, .character("3"))
        #expect(pair.host.shows("Nice move."))
        for word in ["yellow.", "starts with your", "first disc."] where words.contains(word) {
            #expect(pair.host.shows(word), "\(word)")
        }
    }

    /// One Esc closes them, whatever was said over them, also how the game ended.
    @Test func whatHappensMeanwhileIsSaidOverThem() {
        let table = Table()
        table.play("1")
        table.host.type("p")
        table.guest.type("5")
        table.settle()
        #expect(table.host.shows("tiger has moved. It's your turn.") && table.host.shows("Goodbye!"))
        table.host.press(.escape)
        #expect(table.host.game?.scene.game.digits == "15" && !table.host.shows("has moved"))
        table.play("253")
        table.host.type("p")
        table.guest.type("5")
        table.settle()
        table.host.press(.escape)
        table.guest.type("p")
        table.host.type("4")
        table.settle()
        #expect(table.guest.shows("We have a winner: tiger!") && table.guest.shows("Goodbye!"))
        table.guest.press(.escape)
        table.guest.endTheEnd()
        #expect(table.guest.shows("Replay  R"))
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

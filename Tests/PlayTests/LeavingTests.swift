// Leaving a game that goes on with others: Q asks like Esc, the prompt says that another Q leaves, and what happens meanwhile.

import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct LeavingAGameTests {
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)]) func qAsksAndAnotherQLeaves(size: Size) {
        let table = Table(size: size)
        table.play("44")
        table.host.press(.character("q"))
        table.settle()
        #expect(table.host.shows("Play on") && (table.host.shows("Disconnect  Q") || table.host.shows("Q Leave")))
        #expect(!table.guest.shows("left the game"))
        table.host.press(.escape)
        #expect(table.host.shows("Your turn") && table.host.game?.prompt == nil)
        table.host.press(.character("q"), .enter)
        #expect(table.host.game?.prompt == nil, "Enter plays on")
        table.host.press(.escape, .character("q"))
        table.settle()
        #expect(table.host.shows("Host a game") && table.guest.shows("tiger left the game."))
    }

    /// What the opponent does does not take the question away; the end of the game does.
    @Test func theQuestionStands() {
        let table = Table()
        table.play("4")
        table.host.press(.character("q"))
        table.guest.press(.character("4"))
        table.settle()
        #expect(table.host.shows("Disconnect  Q") && table.host.shows("Your turn"))
        table.guest.press(.character("u"))
        table.settle()
        #expect(table.host.shows("Disconnect  Q") && !table.host.shows("wants to take back their last move"))
        table.host.press(.escape)
        #expect(table.host.shows("Yes  Y") && table.host.shows("wants to take back their last move"))
        table.host.press(.character("q"))
        #expect(table.host.shows("Disconnect  Q"), "whoever is asked may leave, too")
        table.host.press(.character("q"))
        #expect(table.host.shows("Host a game"))
    }

    /// The result stays on the other screen, with what happened then.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)]) func afterTheEndQLeavesAtOnce(size: Size) {
        let table = Table(size: size)
        table.play(shortWin)
        table.host.press(.character("q"))
        #expect(table.host.shows("Host a game"))
        table.settle()
        let words = table.guest.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("We have a winner: tiger!") && words.contains("tiger left the game."))
    }

    /// A game against the computer, or of two at one keyboard, is kept: Q leaves at once, as ever.
    @Test func aloneNothingIsAsked() {
        let alone = seatAgainstComputer()
        alone.press(.character("4"), .character("q"))
        #expect(alone.game == nil)
        let other = seatAgainstComputer()
        other.press(.character("4"), .escape)
        #expect(other.game == nil, "Esc, too")
        let shared = Seat()
        shared.press(.character("3"), .character("4"), .character("q"))
        #expect(shared.shows("Host a game"))
    }

    /// A signal asks nothing.
    @Test func aSignalLeavesAtOnce() {
        let table = Table()
        table.play("44")
        table.host.press(.character("q"))
        table.host.navigator.leaveAll()
        table.settle()
        #expect(table.guest.shows("tiger left the game.") && table.hostEnd.isClosed)
    }

    @Test func snap() {
        let circle = SnapCircle(3)
        circle.turn(2)
        circle.press(1, .character("q"))
        circle.settle()
        #expect(circle.shows(1, "Play on  Esc") && circle.shows(1, "Disconnect  Q") && !circle.shows(0, "Bob left"))
        circle.turn(1)
        #expect(circle.shows(1, "Disconnect  Q"), "the game goes on meanwhile")
        circle.press(1, .character("q"))
        circle.settle()
        #expect(circle.shows(1, "Host a game") && circle.shows(0, "Bob left the game."))
    }

    @Test func snapIsAskedBeforeTheDealToo() {
        let parties = FakeParty.gather("Ann", "Bob")
        let machine = FakeEnvironment()
        let navigator = Navigator(
            size: Size(width: 80, height: 24), glyphs: .unicode, settings: Seat.still, environment: machine)
        try? navigator.launcher.open(.menu)
        let screen = SnapViewController(navigator: navigator, party: parties[1])
        navigator.push(screen)
        navigator.press(.character("q"))
        #expect(navigator.top === screen && !parties[1].hasLeft)
        navigator.press(.character("q"))
        #expect(navigator.top !== screen && parties[1].hasLeft)
    }

    @Test func theSecretNumber() {
        for stage in SecretNumberLeavingTests.Stage.allCases {
            let party = SecretNumberLeavingTests.party(at: stage)
            for seat in 0...2 {
                party.press(seat, .character("q"))
                #expect(party.shows(seat, "Play on Esc") && party.shows(seat, "Disconnect Q"), "\(stage), \(seat)")
                party.press(seat, .escape)
                #expect(!party.shows(seat, "Play on Esc"))
            }
            party.press(1, .character("q"), .character("q"))
            #expect(party.shows(1, "Join a game") && party.show([0, 2], "Bob left the game."))
        }
    }
}

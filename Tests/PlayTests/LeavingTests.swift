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
        table.host.press(.character("q"))
        table.settle()
        #expect(!table.host.shows("nobody wins"), "no game has begun")
        table.host.press(.escape)
        table.play("44")
        table.host.press(.character("q"))
        table.settle()
        let asked = table.host.text
        #expect(asked.contains("Leave the game? If you disconnect, nobody wins."))
        #expect(table.host.shows("Play on") && (table.host.shows("Disconnect  Q") || table.host.shows("Q Leave")))
        #expect(!table.guest.shows("left the game"))
        table.host.press(.escape)
        #expect(table.host.shows("Your turn") && table.host.game?.prompt == nil)
        table.host.press(.character("q"), .enter)
        #expect(table.host.game?.prompt == nil, "Enter plays on")
        table.host.press(.escape, .character("q"))
        table.settle()
        #expect(table.host.shows("Host a game") && table.guest.shows("tiger left the game."))
        // As many moves as above the board, and none that comes next.
        #expect(!table.guest.shows("move 2"))
        table.host.open("History")
        #expect(table.host.shows("#1") && (size.width < 80 || table.host.shows("abandoned") && table.host.shows("1 game")))
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

    /// Esc asks once, because it may have been meant for another screen.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)]) func afterTheEndEscAsks(size: Size) {
        let table = Table(size: size)
        table.play(shortWin)
        table.host.press(.escape)
        let words = table.host.text
        #expect(words.contains("Leave the game? tiger will be told.") && table.host.shows("Play on"))
        table.host.press(.escape)
        #expect(table.host.shows("Look back") && table.host.shows("We have a winner: you!"))
        table.host.press(.escape, .enter, .right, .escape, .character("q"))
        table.settle()
        #expect(table.host.shows("Host a game"))
        #expect(table.guest.text.contains("left the game."))
        table.guest.endTheEnd()
        table.guest.press(.escape)
        #expect(table.guest.shows("Host a game") || table.guest.shows("Join a game"), "whom nobody awaits may go")
    }

    /// The result stays on the other screen, with what happened then.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)]) func afterTheEndQLeavesAtOnce(size: Size) {
        let table = Table(size: size)
        table.play(shortWin)
        table.host.press(.character("q"))
        #expect(table.host.shows("Host a game"))
        table.settle()
        let words = table.guest.text
        #expect(words.contains("We have a winner: tiger!") && words.contains("tiger left the game."))
        table.guest.endTheEnd()
        let result = table.guest.lines.first { $0.contains("We have a winner: tiger!") }
        #expect(result?.split(separator: " ").joined(separator: " ") == "We have a winner: tiger!", "a line of its own")
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

    /// Who leaves a game of two lets the other one win; whoever is left has nobody to talk to, and nobody to play with.
    @Test func snapOfTwo() {
        let circle = SnapCircle(2)
        #expect(
            circle.shows(0, "Turn cards one after another.") && circle.shows(1, "Turn cards one after another."),
            "what to do, at first")
        circle.turn(2)
        #expect(!circle.shows(0, "Turn cards one after another."))
        circle.press(1, .character("q"))
        #expect(circle.shows(1, "Leave the game? Ann wins then."))
        circle.press(1, .character("q"))
        circle.settle()
        #expect(circle.shows(0, "We have a winner: you!") && circle.shows(0, "Menu  Q"))
        #expect(!circle.shows(0, "Replay") && !circle.shows(0, "Phrases"))
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
                #expect(party.shows(seat, seat == 0 ? "It ends for everyone." : "The others play on."))
                party.press(seat, .escape)
                #expect(!party.shows(seat, "Play on Esc"))
            }
            party.press(1, .character("q"), .character("q"))
            #expect(party.shows(1, "Join a game") && party.show([0, 2], "Bob left the game."))
        }
    }
}

// Alerts: when they go by themselves, which keys they take, and what a key that closes one does besides.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct StaleAlertTests {
    @Test func outOfTurnIsSaidUntilTheTurnComes() {
        let table = Table()
        table.play("4")
        table.host.press(.enter)
        #expect(table.host.shows("It's not your turn."))
        table.guest.press(.character("3"))
        table.settle()
        #expect(table.host.shows("Your turn") && !table.host.shows("It's not your turn."))
    }

    /// A message stands in the place of the label, which comes back.
    @Test func afterFiveSecondsTheLabelIsBack() {
        let table = Table()
        table.guest.press(.character("4"))
        #expect(table.guest.shows("It's not your turn.") && !table.guest.shows("tiger's turn"))
        table.guest.machine.advance(milliseconds: Alert.briefMilliseconds - 1)
        #expect(table.guest.shows("It's not your turn."))
        table.guest.machine.advance(milliseconds: 1)
        #expect(!table.guest.shows("It's not your turn.") && table.guest.shows("tiger's turn"))
    }

    /// While a disc falls the board is drawn in parts: the alert goes with the first of them.
    @Test func itGoesWhileTheDiscFalls() {
        let table = Table(settings: Settings())
        table.play("4")
        table.host.machine.advance(milliseconds: 2000)
        table.host.press(.character("1"))
        #expect(table.host.shows("It's not your turn."))
        table.guest.press(.character("3"))
        table.settle()
        #expect(!table.host.shows("It's not your turn.") && table.host.game?.motion.falling != nil)
    }

    /// One that stands beside a label wants no key of its own, not even Esc.
    @Test func escapeLeavesTheScreenAtOnce() {
        let seat = Seat()
        seat.open("Options")
        seat.navigator.show(besideLabel: "It comes back.")
        #expect(seat.shows("It comes back."))
        seat.press(.escape)
        #expect(seat.shows("Host a game") && !seat.shows("It comes back."))
    }

    @Test func itGoesAtADraw() {
        let table = Table()
        table.play(String(drawnGame.dropLast()))
        table.host.press(.character("3"))
        #expect(table.host.shows("It's not your turn."))
        table.guest.press(.character("3"))
        table.settle()
        #expect(table.host.shows("It's a draw.") && !table.host.shows("It's not your turn."))
    }

    @Test func whatIsSaidOfAPositionGoesWithIt() {
        let table = Table()
        table.play("4")
        table.host.press(.character("y"), .character("u"))
        #expect(table.host.shows("Asking tiger for permission…"))
        table.settle()
        table.guest.press(.character("n"))
        table.settle()
        #expect(table.host.shows("tiger said no.") && !table.host.shows("Asking"))
        let seat = Seat()
        seat.press(.character("3"), .character("y"))
        #expect(seat.shows("Nothing to redo."))
        seat.game?.match?.move(3)
        #expect(!seat.shows("Nothing to redo."))
    }

    @Test func aSilentHostThatSpeaksIsSilentNoLonger() {
        let guest = Seat()
        let (host, end) = FakeConnection.pair()
        guest.press(.character("j"))
        guest.machine.browsers[0].find("Tiger", at: "10.0.0.1:27364")
        guest.press(.enter)
        guest.machine.attempts[0].completion(.success(end))
        guest.machine.advance(milliseconds: GameController.silenceTimeout)
        #expect(guest.shows("Tiger's turn") && guest.shows("has not moved yet. Q leaves."))
        host.send(Packet.frame(of: .didAddDisc(column: 3)))
        host.deliver()
        #expect(guest.shows("Your turn") && !guest.shows("has not moved yet"))
    }
}

@Suite struct WinnerAgainTests {
    private func over(_ moves: String) -> Table {
        let table = Table()
        table.play(moves)
        return table
    }

    @Test(arguments: [true, false]) func aTapOrADigitLeavesTheWinnerThere(isTap: Bool) throws {
        let table = over(shortWin)
        for (seat, words) in [(table.host, "We have a winner: you!"), (table.guest, "We have a winner: tiger!")] {
            let layout = try #require(seat.game).drawing.layout
            let board = Point(x: layout.board.x + layout.board.width / 2, y: layout.board.y + layout.board.height / 2)
            for key in [isTap ? Key.click(board) : .character("7"), .enter] {
                seat.press(key)
                #expect(seat.lines.count { $0.contains(words) } == 1 && seat.game?.scene.game.digits == shortWin)
            }
        }
        table.host.press(.tab, .enter)
        #expect(table.host.game?.scene.game.moves.isEmpty == true)
    }

    /// Another game by the other player begins on a board without it.
    @Test func itGoesWithTheGame() {
        let table = over(shortWin)
        table.guest.press(.character("r"))
        table.settle()
        #expect(!table.host.shows("We have a winner") && table.host.shows("asked for a replay"))
        table.guest.press(.character("4"))
        table.settle()
        #expect(!table.host.shows("asked for a replay") && table.host.shows("Your turn"))
    }
}

@Suite struct EndAlertTests {
    private let hasty: [Key] = [
        .enter, .character(" "), .character("4"), .left, .escape, .character("q"), .character("v"), .character("?"),
        .click(Point(x: 20, y: 23)),
    ]

    /// After a goodbye keys are ignored for a moment, and then one Enter leads to the menu.
    @Test func oneEnterLeadsFromAGoodbyeToTheMenu() {
        let table = Table()
        table.play("44")
        table.guest.leaveGame()
        table.settle()
        let seat = table.host
        for key in hasty { seat.press(key) }
        let before = seat.lines
        #expect(before.contains { $0.contains("tiger left the game.") })
        seat.machine.advance(milliseconds: Alert.pauseMilliseconds - 1)
        for key in hasty { seat.press(key) }
        #expect(seat.lines == before && !seat.shows("Menu  Q"), "499 ms")
        seat.machine.advance(milliseconds: 1)
        #expect(seat.shows("Menu  Q") && seat.shows("tiger left the game."))
        seat.press(.character("v"))
        #expect(seat.shows("Review"))
        seat.press(.escape)
        #expect(seat.shows("Menu  Q"))
        seat.press(.enter)
        #expect(seat.shows("Host a game"))
    }

    /// A table that is gone leaves its guest in the list, where keys open things.
    @Test func whatClosesATablesEndOpensNothing() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        all.press(1, .enter)
        all.seats[0].navigator.closeAlert()
        all.press(0, .escape, .character("q"))
        let seat = all.seats[1]
        #expect(seat.shows("The host ended the game.") && seat.shows("Players near you"))
        seat.press(.enter, .character("h"))
        #expect(seat.shows("The host ended the game."))
        seat.closeEnd()
        #expect(seat.navigator.top is NearbyViewController && !seat.shows("The host ended the game."))
        all.leaveAll()
    }

    @Test func anInvitationThatHasGoneTakesItsKeyAlong() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .enter)
        #expect(all.shows(1, "Ann invites you"))
        all.press(0, .enter)
        all.press(1, .character("y"), .enter)
        #expect(all.shows(1, "Ann took the invitation back.") && all.shows(0, "free"))
        all.seats[1].closeEnd()
        all.network.settle()
        #expect(!all.shows(1, "expired") && all.shows(0, "free"), "it invited nobody")
        all.leaveAll()
    }

    /// Where a game goes on an alert blocks nothing.
    @Test func overARunningBoardAKeyClosesAndActs() {
        let table = Table()
        table.play("44")
        table.host.press(.character("y"))
        table.host.press(.character("h"))
        #expect(table.host.shows("Asking tiger"))
        table.host.press(.character("1"))
        #expect(table.host.game?.scene.game.digits == "441" && !table.host.shows("Asking tiger"))
        table.host.press(.enter)
        #expect(table.host.shows("It's not your turn."))
        table.host.press(.escape)
        #expect(table.host.shows("Play on  Esc") && !table.host.shows("It's not your turn."))
    }

    /// Esc closes what is said, and does not leave the screen with it.
    @Test func escOnlyClosesElsewhere() {
        let seat = Seat()
        seat.type("pfj")
        seat.type("481306 heron cabin onion pluto")
        seat.press(.enter)
        #expect(seat.shows("isn't a code word"))
        seat.press(.escape)
        #expect(!seat.shows("isn't a code word") && seat.shows("onion pluto"))
        seat.press(.enter, .backspace)
        #expect(!seat.shows("isn't a code word") && seat.shows("onion plut") && !seat.shows("onion pluto"), "any other key acts")
        seat.press(.escape, .escape)
        #expect(seat.shows("Find an opponent"))
    }
}

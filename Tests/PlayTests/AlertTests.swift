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
        #expect(table.host.shows("Asking tiger whether you may undo…"))
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
        #expect(guest.shows("Tiger's turn") && guest.shows("is their program paused? Q leaves."))
        host.send(Packet.frame(of: .didAddDisc(column: 3)))
        host.deliver()
        #expect(guest.shows("Your turn") && !guest.shows("sends nothing"))
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
            seat.press(isTap ? Key.click(board) : .character("7"))
            #expect(seat.lines.count { $0.contains(words) } == 1 && seat.game?.scene.game.digits == shortWin)
        }
    }

    /// A player in the review reads that another game has begun, and the key that closes that leads to it.
    @Test(arguments: [Key.escape, .enter]) func aReplayLeadsFromTheReviewToTheGame(key: Key) {
        let table = over(shortWin)
        table.host.press(.character("v"))
        #expect(table.host.game == nil)
        table.guest.press(.character("r"))
        table.settle()
        #expect(table.host.game == nil && table.host.shows("asked for a replay"))
        table.host.machine.advance(milliseconds: Alert.briefMilliseconds + Alert.pauseMilliseconds)
        #expect(table.host.shows("asked for a replay"))
        table.guest.press(.character("4"))
        table.settle()
        #expect(table.host.shows("tiger has moved. It's your turn."))
        table.host.machine.advance(milliseconds: Alert.pauseMilliseconds)
        table.host.press(key)
        #expect(table.host.game?.scene.game.digits == "4" && table.host.shows("Your turn"))
    }

    /// A player in the review reads that the other one has left, and the key that closes that leads to the end of the game.
    @Test(arguments: [Key.escape, .enter]) func aGoodbyeLeadsFromTheReviewToTheGame(key: Key) {
        let table = over(shortWin)
        table.host.press(.character("v"))
        table.guest.press(.character("q"))
        table.settle()
        #expect(table.host.game == nil && table.host.shows("left the game."))
        table.host.machine.advance(milliseconds: Alert.pauseMilliseconds)
        table.host.press(key)
        let bar = table.host.lines.last?.split(separator: " ").joined(separator: " ")
        #expect(bar?.hasPrefix("Menu Q") == true && bar?.hasSuffix("Look back V") == true)
        #expect(table.host.lines.count { $0.contains("Look back") } == 1 && table.host.shows("left the game."))
    }

    /// A draw is not offered before both have moved, and the player reads why.
    @Test func noDrawIsOfferedBeforeBothHaveMoved() {
        let table = Table()
        let sentence = "No draw before both have moved."
        for column in ["", "4"] {
            table.play(column)
            table.host.press(.character("d"))
            #expect(table.host.shows(sentence) && table.host.game?.scene.consent.asked == nil)
        }
        table.play("4", hostFirst: false)
        table.host.press(.character("d"))
        #expect(!table.host.shows(sentence) && table.host.game?.scene.consent.asked != nil)
    }

    /// Another game by the other player begins on a board without it, and what became of it stands there until the player has moved or
    /// pressed a key.
    @Test func itGoesWithTheGame() {
        let table = over(shortWin)
        table.guest.press(.character("r"))
        table.settle()
        #expect(!table.host.shows("We have a winner") && table.host.shows("asked for a replay"))
        table.guest.press(.character("4"))
        table.settle()
        table.host.machine.advance(milliseconds: Alert.briefMilliseconds)
        #expect(table.host.shows("asked for a replay") && table.host.shows("Your turn"))
        table.host.press(.character("4"))
        #expect(!table.host.shows("asked for a replay"))
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

    /// A table that is gone leaves its guest in the list, where keys open things: those of the first moment do not, and the next one does.
    @Test func whatClosesATablesEndOpensNothing() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        all.press(1, .enter)
        all.seats[0].navigator.closeAlert()
        all.press(0, .escape, .character("q"))
        let seat = all.seats[1]
        #expect(seat.shows(" closed the table.") && seat.shows("Players near you"))
        seat.press(.enter, .character("h"))
        #expect(seat.shows(" closed the table.") && !seat.shows("Enter OK"))
        seat.machine.advance(milliseconds: Alert.pauseMilliseconds)
        seat.press(.escape)
        #expect(seat.navigator.top is NearbyViewController && !seat.shows(" closed the table."))
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

    /// Esc leaves the field with what is said of it; any other key edits it.
    @Test func escLeavesAField() {
        let seat = Seat()
        seat.type("pfj")
        seat.type("481306 heron cabin onion pluto")
        seat.press(.enter)
        #expect(seat.shows("isn't a code word"))
        seat.press(.backspace)
        #expect(!seat.shows("isn't a code word") && seat.shows("onion plut") && !seat.shows("onion pluto"))
        seat.press(.enter)
        #expect(seat.shows("isn't a code word"))
        seat.press(.escape)
        #expect(!seat.shows("isn't a code word") && seat.shows("Host directly"))
    }
}

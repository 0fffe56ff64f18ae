// The player to move moves while the connection is lost or the opponent's program does not answer: keys, what both screens and text mode say, and
// whose time is up.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct AwayMoveTests {
    nonisolated private static let sizes = [
        Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 29, height: 10),
    ]

    /// All keys that drop a disc do so, and the opponent sees it when it is back.
    @Test(arguments: sizes) func theMoveIsMadeAndSeenLater(size: Size) throws {
        let search = size.width < 80 ? "Looking for Bob… " : "Reconnecting… "
        for index in 0..<4 {
            let pair = Pair(size: size)
            pair.play("44")
            pair.kill(1)
            #expect(pair.host.shows("Your turn") && pair.host.shows(search + "5:00"))
            let layout = try #require(pair.host.game).drawing.layout
            let square = Point(x: layout.centre(ofColumn: 4), y: layout.board.y + 1)
            let keys: [[Key]] = [[.character("5")], [.right, .enter], [.right, .down], [.click(square)]]
            for key in keys[index] { pair.press(0, key) }
            #expect(pair.boards[0] == "445" && pair.host.shows("Bob will see it later."), "\(keys[index])")
            #expect(pair.host.shows(search))
            pair.press(0, .character("4"), .enter, .character("r"), .character("u"), .character("d"), .character("h"))
            #expect(pair.boards[0] == "445" && pair.host.game?.scene.consent.asked == nil)
            pair.start(1)
            pair.expectGame("445")
            pair.play("5", from: 1)
            pair.expectGame("4455")
        }
    }

    @Test func bothReadWhenItWasMade() {
        let pair = Pair(clock: "1+0")
        pair.play("44")
        pair.network.breakAll()
        pair.network.unplug()
        pair.network.advance(seconds: 10)
        #expect(pair.host.shows("Your turn") && pair.host.shows(" 0:50") && pair.host.shows("Reconnecting… 4:50"))
        #expect(pair.guest.shows("Reconnecting… 4:50") && !pair.guest.shows("Your turn"))
        #expect(
            pair.host.text.contains("Your clock runs on: move in time.")
                && pair.guest.text.contains("Ann's clock runs on. If Ann stays away, nobody wins."))
        #expect(pair.host.shows("Disconnect  Q") && !pair.host.shows("Save and leave"), "the clocks run on")
        pair.press(0, .character("5"))
        pair.network.advance(seconds: 5)
        pair.network.plugIn()
        pair.network.advance(seconds: 6)
        pair.expectGame("445")
        #expect(pair.host.shows("Reconnected to Bob. You moved during the break, after thinking for 0:1"))
        #expect(pair.guest.shows("Reconnected to Ann. Ann moved during the break, after thinking for 0:1"))
        #expect(pair.guest.shows("Your turn") && pair.host.shows("Bob's turn"))
    }

    @Test func aProgramThatDoesNotAnswerIsNotWaitedFor() {
        let pair = Pair()
        pair.play("4455")
        pair.network.stopped = [1]
        pair.network.advance(seconds: 20)
        #expect(pair.host.shows("Bob's program is not answering…"))
        pair.press(0, .character("3"))
        #expect(pair.boards[0] == "44553" && pair.host.shows("Bob will see it later."))
        pair.network.stopped = []
        pair.network.advance(seconds: 1)
        #expect(pair.boards == ["44553", "44553"] && !pair.host.shows("later") && pair.guest.shows("Your turn"))
    }

    @Test func beforeBothHaveMovedNothingIsLostAndNothingMoves() {
        let pair = Pair()
        pair.network.stopped = [1]
        pair.network.advance(seconds: 8)
        pair.press(0, .character("4"))
        #expect(!pair.host.shows("later"))
    }

    /// The opponent's time runs out while it is away: it may have moved, so nobody has won.
    @Test(arguments: sizes) func theTimeIsUpUnlessItHasMoved(size: Size) {
        let pair = Pair(size: size, clock: "1+0")
        pair.play("445")
        pair.network.advance(seconds: 1)
        pair.network.breakAll()
        pair.network.unplug()
        pair.network.advance(seconds: 70)
        #expect(pair.host.shows(size.width < 80 ? "Bob may be out of time." : "Bob's time is up, unless Bob has moved."))
        #expect(pair.host.game?.scene.state.isOver == false && pair.host.shows("Reconnecting… 3:"))
    }

    /// The killed program says so itself once it is back, and both screens agree.
    @Test func theTimeWasUpMeanwhile() {
        let pair = Pair(clock: "1+0")
        pair.play("445")
        pair.kill(1)
        pair.network.advance(seconds: 70)
        #expect(pair.host.shows("Bob's time is up, unless Bob has moved."))
        #expect(pair.host.text.contains("That shows when Bob is back. If Bob stays away, nobody wins."))
        pair.start(1)
        pair.network.advance(seconds: 6)
        for seat in [pair.host, pair.guest] {
            seat.machine.work()
            seat.endTheEnd()
        }
        #expect(pair.host.shows("Bob's time is up: you win!") && pair.guest.shows("Your time is up: Ann wins."))
        for seat in [pair.host, pair.guest] {
            #expect(seat.lines[0].contains("0.0") && !seat.shows("winning"))
        }
    }

    @Test func theWinningMoveIsSeenLaterToo() {
        let pair = Pair()
        pair.play("121212")
        pair.kill(1)
        pair.press(0, .character("1"))
        pair.host.endTheEnd()
        #expect(pair.host.shows("✓") && pair.boards[0] == shortWin)
        pair.start(1)
        pair.expectGame(shortWin)
        #expect(pair.guest.showsScore(0, 1) && pair.host.showsScore(1, 0))
    }

    /// Both asked for another game, and the guest's first move in it is not that of the game that counts.
    @Test func aFirstMoveThatDoesNotCountIsSaidToBeLost() {
        let pair = Pair()
        pair.play(shortWin)
        pair.host.press(.character("r"))
        pair.guest.press(.character("r"), .character("4"))
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("")
        #expect(
            pair.guest.shows("Reconnected to Ann. Your move was lost: Ann had started a new game, too.")
                && !pair.host.shows("lost:"))
    }

    @Test func inTextMode() {
        let network = FakeNetwork(2)
        var settings = Seat.still
        settings.name = "Ann"
        let host = Seat(settings: settings, machine: network.machines[0])
        host.press(.character("h"))
        settings.name = "Bob"
        let guest = Listener(settings: settings, machine: network.machines[1])
        network.settle()
        guest.type("2")
        network.settle()
        guest.type("1")
        network.settle()
        host.type("4")
        network.settle()
        guest.type("4")
        network.settle()
        host.type("5")
        network.settle()
        _ = guest.hear()
        network.breakAll()
        network.unplug()
        let loss = "Connection to Ann lost. Reconnecting…"
        #expect(guest.hear().first == loss)
        #expect(guest.type("5") == ["You: column 5, row 2. Ann will see it later."])
        network.plugIn()
        network.advance(seconds: 6)
        #expect(guest.hear().contains("Reconnected to Ann. You moved during the break."))
        #expect(host.game?.scene.game.digits == "4455")
    }

    // MARK: Clocks at this machine

    /// They stand while the program is stopped, also on the screen.
    @Test func aStopShowsNoJump() {
        var settings = Seat.still
        settings.timeControl = TimeControl(text: "1+0")
        let seat = Seat(settings: settings, start: .two)
        seat.type("44")
        seat.machine.advance(milliseconds: 5_500)
        #expect(seat.shows(" 0:55"))
        seat.machine.oversleep(milliseconds: 30_000)
        seat.machine.advance(milliseconds: 0)
        #expect(seat.shows(" 0:55") || seat.shows(" 0:54"))
        seat.machine.advance(milliseconds: 5_000)
        #expect(seat.shows(" 0:50") || seat.shows(" 0:49"))
    }
}

// Games that end otherwise than on the board: by resignation, or as a draw by agreement.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct DecidedGameTests {
    private func table() -> Table {
        let table = Table()
        table.play("4453")
        return table
    }

    @Test func aPlayerResigns() {
        let table = table()
        table.guest.type("q")
        #expect(table.guest.shows("Leave the game? If you disconnect, nobody wins.") && table.guest.shows("Resign  R"))
        table.guest.type("r")
        table.settle()
        #expect(table.guest.shows("You resigned: ") && table.guest.showsScore(0, 1))
        #expect(table.host.shows("tiger resigned: you win!") && table.host.showsScore(1, 0))
        for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: 500) }
        #expect(table.host.shows("Replay  R") && table.guest.shows("Replay  R"))
        table.host.type("r")
        table.settle()
        table.play("4")
        #expect(table.guest.game?.scene.game.moves == [3] && table.guest.shows("Your turn"))
    }

    @Test func beforeBothHaveMovedNobodyResigns() {
        let table = Table()
        table.play("4")
        table.guest.type("q")
        #expect(table.guest.shows("Leave the game? If you disconnect, nobody wins.") && !table.guest.shows("Resign  R"))
        table.guest.press(.escape)
        table.guest.type("d")
        #expect(table.guest.game?.scene.consent.asked == nil)
    }

    @Test(arguments: [true, false]) func aDrawIsOffered(isAccepted: Bool) {
        let table = table()
        table.host.type("d")
        table.settle()
        #expect(table.host.shows("You offer tiger a draw…") && table.guest.shows("tiger offers a draw. Accept it?"))
        table.guest.type(isAccepted ? "y" : "n")
        table.settle()
        if isAccepted {
            #expect(table.host.shows("Draw by agreement.") && table.guest.shows("Draw by agreement."))
            #expect(table.host.machine.games.kept.first?.record.resultWord == "drawn (agreed)")
        } else {
            #expect(table.host.shows("tiger said no.") && table.host.game?.scene.state == .myTurn)
        }
    }

    /// Whoever accepts waits until the offerer's program says that the draw is there.
    @Test(arguments: [true, false]) func whoAcceptsWaits(doesMove: Bool) {
        let table = table()
        table.host.type("d")
        table.settle()
        table.guest.type("y")
        #expect(table.guest.shows("Waiting for tiger…") && table.guest.game?.prompt == nil)
        if doesMove { table.host.type("3") }
        table.settle()
        for seat in [table.host, table.guest] {
            #expect(seat.shows("Draw by agreement.") == !doesMove && !seat.shows("Waiting for"))
            #expect(seat.game?.scene.game.digits == (doesMove ? "44533" : "4453"))
        }
        if doesMove { #expect(table.guest.shows("Your turn")) }
    }

    @Test func aMoveWithdrawsTheOffer() {
        let table = table()
        table.guest.type("d")
        table.settle()
        #expect(table.host.shows("tiger offers a draw. Accept it?"))
        table.guest.game?.match?.move(2)
        #expect(table.guest.game?.scene.game.digits == "4453", "it is Ann's turn")
        table.host.game?.match?.move(2)
        table.settle()
        #expect(!table.host.shows("offers a draw") && !table.guest.shows("You offer"))
        #expect(table.guest.game?.scene.game.digits == "44533" && table.guest.game?.scene.state == .myTurn)
    }

    @Test func twoAtOneKeyboard() {
        let seat = Seat()
        seat.type("344d")
        #expect(seat.shows("Do you both agree to a draw?"))
        seat.press(.escape)
        #expect(seat.game?.scene.state == .myTurn)
        seat.type("dy")
        #expect(seat.shows("Draw by agreement.") && seat.showsScore(0, 0, "Red ◉", me: "Yellow"))
        seat.machine.advance(milliseconds: 500)
        seat.type("r4gy")
        #expect(seat.shows("Yellow resigned: Red wins!"))
        #expect(seat.machine.games.kept.map(\.record.reason) == [.agreed, .resigned])
        seat.machine.advance(milliseconds: 500)
        seat.type("u")
        #expect(seat.game?.scene.state.isOver == false, "taken back")
    }

    /// The computer agrees where perfect play leads to a draw, or where it sees that it loses: not where it would win.
    @Test(arguments: [
        ("3457266776371724746656", true), ("34572667763717247466561", true), ("7273641", true), ("1122337", false),
    ])
    func theComputerAgreesToADrawnGame(position: String, isDrawn: Bool) {
        let seat = seatAgainstComputer(position: position)
        seat.type("d")
        #expect(seat.shows("Offer a draw?") && seat.shows("Draw  Y"))
        seat.type("n")
        #expect(seat.game?.prompt == nil && seat.game?.scene.consent.asked == nil)
        seat.type("dy")
        #expect(seat.shows("You offer a draw…"))
        seat.machine.work()
        #expect(seat.shows(isDrawn ? "Draw by agreement." : "No draw: Steady plays on."))
    }

    @Test func inTheOpeningTheComputerPlaysOn() {
        let seat = seatAgainstComputer(position: "727364")
        seat.type("dy")
        #expect(seat.shows("No draw: Steady plays on.") && seat.machine.workers.isEmpty)
        seat.type("d")
        #expect(seat.shows("Ask again after the next move.") && seat.game?.prompt == nil, "nothing is asked twice")
    }

    @Test(
        "A computer that sees that it loses takes the draw",
        arguments: [
            // The player has two side by side, and makes an open three.
            ("77773141", 2, false), ("77773141", 3, false), ("77773141", 4, true), ("77773141", 6, true), ("77773141", 7, true),
            // The player completes four with the next disc.
            ("31415177", 1, true),
        ])
    func losingComputer(position: String, level: Int, agrees: Bool) {
        let seat = seatAgainstComputer(level: level, position: position)
        seat.type("dy")
        seat.machine.work()
        #expect(seat.shows("Draw by agreement.") == agrees, "\(seat.lines.prefix(3))")
    }

    @Test func aDrawThatTheComputerAgreedToCounts() {
        let agreed = GameRecord(
            kind: .computer, opponent: "Computer (Steady)", level: 4, isFirst: true, digits: "4", result: .draw, reason: .agreed)
        var won = agreed
        (won.result, won.reason) = (.first, .moves)
        let games = [won, agreed, won].enumerated().map { KeptGame(id: $0 + 1, date: "", record: $1) }
        let statistics = Statistics(of: games)
        #expect(statistics.levels[.steady] == Tally(won: 2, drawn: 1, lost: 0) && statistics.all.games == 3)
        #expect(statistics.winsOnEnd == 1)
        var friend = agreed
        (friend.kind, friend.level) = (.network, nil)
        #expect(Statistics(of: [KeptGame(id: 1, date: "", record: friend)]).all.tally.drawn == 1)
    }

    @Test func aResignationCountsAgainstThePlayer() {
        let seat = seatAgainstComputer()
        seat.type("g")
        #expect(seat.shows("Nothing to resign yet."))
        seat.type("4")
        seat.machine.work()
        seat.type("g")
        #expect(seat.shows("Resign this game?") && seat.shows("Resign  Y"))
        seat.type("y")
        #expect(seat.shows("You resigned: ") && seat.machine.games.kept.first?.record.outcome == .youWin)
        let sheet = try? seat.machine.games.kept[0].text(by: "Ann", as: "text")
        #expect(sheet?.contains("resigned") == true)
    }
}

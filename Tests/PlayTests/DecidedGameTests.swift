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
        #expect(table.guest.shows("Leave the game? tiger will be told.") && table.guest.shows("Resign (R)"))
        table.guest.type("r")
        table.settle()
        #expect(table.guest.shows("You resigned.") && table.guest.showsScore(0, 1))
        #expect(table.host.shows("tiger resigned: you win!") && table.host.showsScore(1, 0))
        for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: 500) }
        #expect(table.host.shows("Replay (R)") && table.guest.shows("Replay (R)"))
        table.host.type("r")
        table.settle()
        table.play("4")
        #expect(table.guest.game?.scene.game.moves == [3] && table.guest.shows("Your turn"))
    }

    @Test func beforeBothHaveMovedNobodyResigns() {
        let table = Table()
        table.play("4")
        table.guest.type("q")
        #expect(table.guest.shows("Leave the game? tiger will be told.") && !table.guest.shows("Resign (R)"))
        table.guest.press(.escape)
        table.guest.type("d")
        #expect(table.guest.game?.scene.consent.asked == nil)
    }

    @Test(arguments: [true, false]) func aDrawIsOffered(isAccepted: Bool) {
        let table = table()
        table.host.type("d")
        table.settle()
        #expect(table.host.shows("You offer tiger a draw…") && table.guest.shows("tiger offers a draw. Accept? (Y/N)"))
        table.guest.type(isAccepted ? "y" : "n")
        table.settle()
        if isAccepted {
            #expect(table.host.shows("Draw by agreement.") && table.guest.shows("Draw by agreement."))
            #expect(table.host.machine.games.kept.first?.record.resultWord == "drawn (agreed)")
        } else {
            #expect(table.host.shows("tiger said no.") && table.host.game?.scene.state == .myTurn)
        }
    }

    @Test func aMoveWithdrawsTheOffer() {
        let table = table()
        table.guest.type("d")
        table.settle()
        #expect(table.host.shows("tiger offers a draw. Accept? (Y/N)"))
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
        seat.type("r4")
        seat.press(.escape)
        seat.type("r")
        #expect(seat.shows("Yellow resigned: Red wins!"))
        #expect(seat.machine.games.kept.map(\.record.reason) == [.agreed, .resigned])
        seat.machine.advance(milliseconds: 500)
        seat.type("u")
        #expect(seat.game?.scene.state.isOver == false, "taken back")
    }

    @Test(arguments: [("727364", "The computer plays on."), ("112233", "Draw by agreement.")])
    func theComputerAgreesToWhatItCannotWin(position: String, sentence: String) {
        let seat = seatAgainstComputer(level: 7, position: position)
        seat.type("d")
        seat.machine.work()
        #expect(seat.shows(sentence))
    }

    @Test func aResignationCountsAgainstThePlayer() {
        let seat = seatAgainstComputer()
        seat.type("4")
        seat.machine.work()
        seat.press(.escape)
        seat.type("r")
        #expect(seat.shows("You resigned.") && seat.machine.games.kept.first?.record.outcome == .youWin)
        let sheet = try? CommandLineGames.text(of: seat.machine.games.kept[0], by: "Ann", as: "text")
        #expect(sheet?.contains("resigned") == true)
    }
}

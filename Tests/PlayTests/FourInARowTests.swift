// The game between two seats: turns, labels, alerts, replay, leaving, and a peer that breaks the rules.

import Engine
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct FourInARowTests {
    @Test func theHostMovesFirstAndBothSeeTheSame() {
        let table = Table()
        #expect(table.host.shows("Your turn") && table.guest.shows("tiger's turn"))
        table.play("4")
        #expect(table.host.shows("tiger's turn") && table.guest.shows("Your turn"))
        #expect(table.host.game?.scene.game == table.guest.game?.scene.game)
        let square = Square(column: 3, row: 0)
        #expect(table.host.game?.drawing.picture[square] == SquareFace(cell: .yellow, isLast: true))
        #expect(table.guest.game?.drawing.picture[square] == SquareFace(cell: .red, isLast: true))
    }

    @Test func aDropOutOfTurnSaysSoAndSendsNothing() {
        let table = Table()
        let before = table.guestEnd.sent.count
        table.guest.press(.enter, .enter, .character("3"))
        #expect(table.guest.shows("It's not your turn."))
        #expect(table.guestEnd.sent.count == before)
        table.play("4")
        #expect(
            !table.guest.shows("It's not your turn.")
                && table.guest.game?.drawing.picture[Square(column: 3, row: 0)].isLast == true)
        table.guest.press(.character("5"))
        table.settle()
        #expect(!table.guest.shows("It's not your turn.") && table.host.game?.scene.game.moves == [3, 4])
    }

    @Test func aKeyThatIsHeldDownDropsOneDisc() throws {
        let seat = Seat()
        seat.press(.character("3"))
        let game = try #require(seat.game)
        for _ in 0..<20 {
            seat.navigator.press(.character("4"))
            seat.machine.advance(milliseconds: 33)
        }
        #expect(game.scene.game.moves == [3])
        seat.press(.enter, .character("5"))
        #expect(game.scene.game.moves == [3, 3, 4], "other keys are not meant")
        seat.machine.advance(milliseconds: FourInARowViewController.repetition)
        seat.press(.character("5"))
        #expect(game.scene.game.moves == [3, 3, 4, 4])
    }

    @Test func aFullColumnSaysSo() {
        let table = Table()
        table.play("111111")
        table.host.press(.character("1"))
        #expect(table.host.shows("That column is full."))
        table.host.press(.right)
        #expect(!table.host.shows("That column is full."))
        #expect(table.host.game?.cursorColumn == 4)
    }

    @Test func theEndIsToldToBoth() {
        let table = Table()
        table.play(shortWin)
        #expect(table.host.shows("We have a winner: you!") && table.host.shows("We have a winner: you!"))
        #expect(table.guest.shows("We have a winner: tiger!"))
        #expect(table.guest.shows("We have a winner: tiger!"))
        #expect(table.host.showsScore(1, 0) && table.guest.showsScore(0, 1))
    }

    @Test func aDrawOffersReplayToo() {
        let table = Table()
        table.play(drawnGame)
        #expect(table.host.shows("It's a draw.") && table.guest.shows("It's a draw."))
        table.guest.press(.character("r"))
        table.settle()
        #expect(table.guest.shows("Your turn") && table.host.shows("tiger's turn"))
        #expect(table.host.shows("1 drawn"))
    }

    @Test func whoAsksForAReplayBegins() {
        let table = Table()
        table.play(shortWin)
        table.guest.press(.character("r"))
        table.settle()
        #expect(table.guest.shows("Your turn") && !table.host.shows("We have a winner"))
        table.play(shortWin, hostFirst: false)
        #expect(table.guest.shows("We have a winner: you!") && table.guest.showsScore(1, 1))
    }

    @Test func replayIsNoKeyInMidGame() {
        let table = Table()
        table.play("44")
        let before = table.hostEnd.sent.count
        table.host.press(.character("r"))
        #expect(table.hostEnd.sent.count == before && table.host.game?.scene.game.moves.count == 2)
    }

    @Test func arrowsAndEnterSufficeAfterTheEnd() {
        let table = Table()
        table.play(shortWin)
        table.host.press(.tab, .backTab, .enter)
        table.settle()
        #expect(table.host.shows("Your turn"))
        table.host.press(.escape, .right, .enter)
        table.settle()
        #expect(table.host.shows("Host a game") && table.guest.shows("tiger left the game."))
    }

    @Test func leavingTakesBothToTheMenu() {
        let table = Table()
        table.play("44")
        table.host.leaveGame()
        #expect(table.host.shows("Host a game") && table.hostEnd.isClosed)
        table.settle()
        #expect(table.guest.shows("tiger left the game.") && table.guestEnd.isClosed)
        table.guest.closeEnd()
        #expect(table.guest.shows("Host a game") && !table.guest.machine.hasQuit)
        table.guest.press(.character("h"))
        #expect(table.guest.shows("Waiting for a player"))
    }

    @Test func aLostConnectionSaysSo() {
        let table = Table()
        table.play("44")
        table.guestEnd.receiveEnd()
        #expect(table.guest.shows("Connection to tiger lost.") && table.guest.shows("Reconnecting"))
        table.guest.press(.character("q"))
        #expect(table.guest.shows("Leave for good? The game cannot be resumed then."))
        #expect(!table.guest.machine.games.sessions.isEmpty)
        table.guest.press(.character("q"))
        #expect(table.guest.shows("Join a game") && table.guest.machine.games.sessions.isEmpty)
    }

    @Test(arguments: [
        ("44", [Packet.didAddDisc(column: 3)], "out of turn"),
        (shortWin, [.startNewGame, .didAddDisc(column: 3), .didAddDisc(column: 3)], "out of turn"),
    ])
    func aPeerOutOfTurnIsNamedAndLeft(opening: String, packets: [Packet], complaint: String) {
        let table = Table()
        table.play(opening)
        for packet in packets { table.hostEnd.receive(Packet.frame(of: packet)) }
        #expect(table.host.lines.joined().contains(complaint) && table.hostEnd.isClosed)
    }

    @Test func aPeersDiscInAFullColumnIsNamed() {
        let table = Table()
        table.play("1111112")
        table.hostEnd.receive(Packet.frame(of: .didAddDisc(column: 0)))
        #expect(table.host.lines.joined().contains("full column") && table.hostEnd.isClosed)
        table.settle()
        #expect(table.guest.lines.joined().contains("broke the rules"))
    }

    @Test func aPeersDiscAfterTheEndIsNamed() {
        let table = Table()
        table.play(shortWin)
        table.hostEnd.receive(Packet.frame(of: .didAddDisc(column: 3)))
        let said = table.host.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(said.contains("after the end of the game") && table.hostEnd.isClosed)
        #expect(said.contains("We have a winner:"), "the result stays readable")
    }

    @Test func ignoredPacketsChangeNothing() {
        let table = Table()
        table.hostEnd.receive(Packet.frame(of: .unknown(type: 7)))
        #expect(table.host.shows("Your turn") && !table.hostEnd.isClosed)
    }

    @Test func bytesOfAnotherProgramAreNoGame() {
        let seat = Seat()
        let end = FakeConnection(peer: "10.0.0.9:22")
        seat.press(.character("j"), .character("a"))
        seat.type("10.0.0.9:22")
        seat.press(.enter)
        seat.machine.attempts[0].completion(.success(end))
        end.receive(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        #expect(seat.shows("There is no Four in a Row game at 10.0.0.9:22.") && end.isClosed)
        #expect(seat.shows("Address: 10.0.0.9:22"))
    }

    @Test func aHelloOfAnotherGameIsNoGame() {
        let table = Table()
        let hello = Hello(name: "", version: "1", game: "nearby")
        table.guestEnd.receive(Packet.frame(of: .hello(hello)))
        #expect(table.guest.shows("There is no Four in a Row game at") && table.guestEnd.isClosed)
    }

    @Test func nonsenseInMidGameEndsItWithASentence() {
        let table = Table()
        table.play("44")
        table.hostEnd.receive([UInt8](repeating: 0xFF, count: 8))
        #expect(table.host.text.contains("does not speak this game's language"))
        #expect(table.hostEnd.isClosed)
    }

    @Test func aStallInsideAFrameDisconnectsAndSilenceNever() {
        let table = Table()
        table.play("44")
        table.host.machine.advance(milliseconds: 3_600_000)
        #expect(!table.hostEnd.isClosed)
        let frame = Packet.frame(of: .startNewGame)
        table.hostEnd.receive(Array(frame.prefix(20)))
        table.host.machine.advance(milliseconds: Link.timeout - 1)
        #expect(!table.hostEnd.isClosed)
        table.host.machine.advance(milliseconds: 1)
        #expect(table.hostEnd.isClosed && table.host.shows("Reconnecting"))
    }

    @Test func aStallOfTheOriginalAppEndsTheGame() {
        let host = Seat()
        host.press(.character("h"))
        let end = FakeConnection()
        host.machine.advertisements[0].accept(end)
        host.machine.advance(milliseconds: SeatArbiter.timeout)
        host.press(.character("4"))
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        end.receive(Array(Packet.frame(of: .startNewGame).prefix(20)))
        host.machine.advance(milliseconds: Link.timeout)
        #expect(end.isClosed && host.text.contains("in the middle of a message"))
    }

    @Test func aHostThatSaysNothingAtAllIsRemarkedOn() {
        let seat = Seat()
        let end = FakeConnection(peer: "10.0.0.9:80")
        let game = seat.navigator.launcher.game(withPeerCalled: "10.0.0.9:80")
        seat.navigator.push(game)
        game.startGame(
            with: Link(end, scheduler: seat.navigator.environment), isHost: false, isKnown: false)
        seat.machine.advance(milliseconds: GameController.silenceTimeout)
        #expect(seat.text.contains("is their program paused?"))
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        #expect(game.scene.game.moves == [3] && !end.isClosed)
    }

    /// A phone with which there is a game already may still show that one.
    @Test func aSilentPhoneMayShowTheLastGame() {
        let seat = Seat()
        for isAgain in [false, true] {
            let end = FakeConnection(peer: "10.0.0.9:80")
            let game = seat.navigator.launcher.game(withPeerCalled: "10.0.0.9:80")
            seat.navigator.push(game)
            game.startGame(with: Link(end, scheduler: seat.navigator.environment), isHost: false, isKnown: false)
            seat.machine.advance(milliseconds: GameController.silenceTimeout)
            #expect(seat.text.contains("press Replay there") == isAgain)
            end.receive(Packet.frame(of: .didAddDisc(column: 3)))
            seat.press(.character("4"))
            end.isClosed ? () : seat.navigator.popToRoot()
        }
    }

    @Test func theButtonsBelowTheBoardTakeClicks() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type(shortWin)
        seat.endTheEnd()
        let row = seat.navigator.canvas.size.height - 1
        let x = seat.lines[row].distance(from: seat.lines[row].startIndex, to: seat.lines[row].firstIndex(of: "N")!)
        seat.press(.click(Point(x: x, y: row)))
        #expect(seat.game?.scene.game.moves.isEmpty == true && seat.shows("Red's turn"))
    }

    @Test func aFrameThatArrivesInPiecesIsPlayed() {
        let table = Table()
        table.play("4")
        for byte in Packet.frame(of: .didAddDisc(column: 2)) { table.hostEnd.receive([byte]) }
        table.host.machine.advance(milliseconds: 0)
        table.settle()
        #expect(table.host.game?.scene.game.moves == [3, 2])
    }

    @Test func twoShareAKeyboard() {
        let seat = Seat()
        seat.press(.character("3"))
        #expect(seat.shows("Yellow's turn"))
        seat.press(.down)
        #expect(seat.shows("Red's turn"))
        seat.type("3132313")
        #expect(seat.shows("We have a winner: Red!") && seat.shows("We have a winner: Red!"))
        #expect(seat.showsScore(0, 1, "Red", me: "Yellow"))
        seat.endTheEnd()
        seat.press(.character("r"))
        #expect(seat.shows("Red's turn"), "the colours take turns at beginning")
        seat.press(.character("q"))
        #expect(seat.shows("Host a game"))
    }

    @Test func aClickDropsInItsColumn() {
        let seat = Seat()
        seat.press(.character("3"))
        let layout = seat.game!.drawing.layout
        seat.press(.click(Point(x: layout.centre(ofColumn: 5), y: layout.board.y + 4)))
        #expect(seat.game?.scene.game.moves == [5])
        seat.press(.click(Point(x: 0, y: 0)))
        #expect(seat.game?.scene.game.moves == [5])
    }

    @Test func aDiscFallsInItsTimeAndAnyKeyCutsItShort() {
        let seat = Seat(settings: Settings())
        seat.press(.character("3"), .character("4"))
        #expect(seat.game?.motion.falling != nil)
        seat.machine.advance(milliseconds: LooseDisc.longest)
        #expect(seat.game?.motion.falling == nil && !seat.machine.isWaiting)
        seat.press(.character("4"), .character("x"))
        seat.machine.advance(milliseconds: 0)
        #expect(seat.game?.motion.falling == nil && seat.game?.scene.game.moves == [3, 3] && !seat.machine.isWaiting)
    }

    @Test func theWinnerIsShownOnceTheDiscHasLanded() {
        let seat = Seat(settings: Settings())
        seat.press(.character("3"))
        for digit in shortWin.unicodeScalars { seat.press(.character(digit)) }
        #expect(!seat.shows("We have a winner"))
        seat.machine.advance(milliseconds: 300)
        #expect(seat.shows("We have a winner: Yellow!"))
    }
}

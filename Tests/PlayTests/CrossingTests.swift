// Packets that cross each other on the wire, in both orders: replay and replay, disc and replay, goodbye and disc.

import Engine
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct CrossingTests {
    /// Both press R; the packets arrive in either order.
    @Test(arguments: [true, false]) func bothAskForAReplay(hostHearsFirst: Bool) {
        let table = Table()
        table.play(shortWin)
        table.host.press(.character("r"))
        table.guest.press(.character("r"))
        if hostHearsFirst {
            table.guestEnd.deliver(); table.hostEnd.deliver()
        } else {
            table.hostEnd.deliver(); table.guestEnd.deliver()
        }
        table.settle()
        #expect(table.host.shows("Your turn") && table.guest.shows("tiger's turn"))
        table.play("4435")
        #expect(table.host.game?.scene.game.moves == [3, 3, 2, 4] && table.guest.game?.scene.game.moves == [3, 3, 2, 4])
    }

    /// Both press R and drop a disc at once: the joiner's belongs to the game given up.
    @Test(arguments: [true, false]) func bothAskForAReplayAndPlayOn(hostHearsFirst: Bool) {
        let table = Table()
        table.play(shortWin)
        table.host.press(.character("r"), .character("4"))
        table.guest.press(.character("r"), .character("2"))
        if hostHearsFirst {
            table.guestEnd.deliver(); table.hostEnd.deliver()
        } else {
            table.hostEnd.deliver(); table.guestEnd.deliver()
        }
        table.settle()
        #expect(table.host.game?.scene.game.moves == [3] && table.guest.game?.scene.game.moves == [3])
        #expect(table.guest.shows("Your turn") && table.host.shows("tiger's turn"))
        table.play("55", hostFirst: false)
        #expect(table.host.game?.scene.game.moves == [3, 4, 4] && !table.hostEnd.isClosed && !table.guestEnd.isClosed)
    }

    /// An original app at the other end waits for our disc after a crossing: we keep the move.
    @Test(arguments: [true, false]) func theOriginalWaitsForUs(isHost: Bool) {
        let seat = Seat()
        let (end, phone) = FakeConnection.pair()
        let game = seat.navigator.launcher.game(withPeerCalled: "iPhone")
        seat.navigator.push(game)
        game.startGame(
            with: Link(end, scheduler: seat.navigator.environment), isHost: isHost, isKnown: false)
        let ours = isHost ? [0, 0, 0, 0] : [1, 1, 1], theirs = isHost ? [1, 1, 1] : [0, 0, 0, 0]
        for ply in 0..<7 {
            if ply.isMultiple(of: 2) == isHost {
                game.addDisc(toColumn: ours[ply / 2])
            } else {
                end.receive(Packet.frame(of: .didAddDisc(column: theirs[ply / 2])))
            }
        }
        #expect(game.scene.state.isOver)
        seat.endTheEnd()
        seat.press(.character("r"))
        end.receive(Packet.frame(of: .startNewGame))
        #expect(seat.shows("Your turn"))
        seat.press(.character("4"))
        end.deliver()
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        #expect(game.scene.game.moves == [3, 3] && !end.isClosed && !phone.isClosed)
    }

    /// The last disc and the replay it makes possible arrive one behind the other.
    @Test(arguments: [true, false]) func aWinningDiscAndItsReplayTravelTogether(oneByOne: Bool) {
        let table = Table()
        table.play(String(shortWin.dropLast()))
        table.host.press(.character("1"))
        table.host.endTheEnd()
        table.host.press(.character("r"), .character("7"))
        if oneByOne { while table.hostEnd.deliverOne() { _ = table.guest.lines } } else { table.hostEnd.deliver() }
        #expect(table.guest.game?.scene.game.moves == [6] && table.guest.shows("Your turn"))
        #expect(table.guest.showsScore(0, 1))
    }

    /// One leaves while the other's disc is on its way, in both orders.
    @Test(arguments: [true, false]) func aGoodbyeCrossesADisc(goodbyeFirst: Bool) {
        let table = Table()
        table.play("44")
        table.host.press(.character("4"))
        table.guest.leaveGame()
        if goodbyeFirst {
            table.guestEnd.deliver(); table.hostEnd.deliver()
        } else {
            table.hostEnd.deliver(); table.guestEnd.deliver()
        }
        table.settle()
        #expect(table.host.shows("tiger left the game.") && table.guest.shows("Host a game"))
        table.host.closeEnd()
        table.host.press(.enter)
        #expect(table.host.shows("Host a game"))
    }

    /// Both leave at once.
    @Test func goodbyesCross() {
        let table = Table()
        table.host.leaveGame()
        table.guest.leaveGame()
        table.settle()
        #expect(table.host.shows("Host a game") && table.guest.shows("Host a game"))
    }
}

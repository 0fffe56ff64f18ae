// Another game of two through the mid-end and the session layer, over the network in memory: nothing there knows Four in a Row.

import Engine
import Session
import TestSupport
import Testing
import Wire

@Suite struct NimTests {
    /// The first player empties heaps so that the second is left with the last but one match.
    private static let moves = [47, 35, 21, 22, 11]

    @Test func itsRules() {
        var nim = Nim()
        #expect(nim.refusal(of: 48) == .noRoom && nim.refusal(of: 51) == .noSuchMove && nim.refusal(of: 40) == .noSuchMove)
        for move in Self.moves { nim.make(move) }
        #expect(nim.result == .won(.first) && nim.refusal(of: 11) == .gameOver)
        #expect(Nim(notation: nim.notation) == nim && nim.prefix(2).heaps == [1, 3, 0, 0])
        #expect(Nim(notation: "48") == nil && Nim(notation: "4") == nil)
    }

    @Test func aGameAndAReplayOverTheNetwork() throws {
        let pair = try MatchPair<Nim>(.nim)
        pair.meet()
        pair.play(Self.moves)
        pair.expect("4735212211")
        #expect(pair.host.duel.state == .iWin && pair.guest.duel.state == .youWin)
        pair.guest.duel.replay()
        pair.network.settle()
        pair.expect("")
        pair.play([47, 35], hostFirst: false)
        pair.expect("4735")
        #expect(throws: ConsentRefusal.asked) { try pair.host.duel.undo() }
        pair.network.settle()
        pair.guest.duel.answer(isAllowed: true)
        pair.network.settle()
        pair.expect("47")
    }

    @Test func aBrokenGameGoesOn() throws {
        let pair = try MatchPair<Nim>(.nim)
        pair.meet()
        pair.play([47, 35])
        pair.network.breakAll()
        pair.network.settle()
        pair.network.advance(seconds: 6)
        pair.expect("4735")
        pair.play([23])
        pair.expect("473523")
    }

    @Test func whoSpeaksOfAnotherGameIsNoOpponent() throws {
        let pair = try MatchPair<Nim>(.nim)
        let stranger = MatchPlayer<Game>(name: "Eve", machine: pair.network.machines[1], language: .fourInARow)
        stranger.join()
        pair.network.settle()
        #expect(stranger.take().last == .ended(.disconnected(.notAGame(isGuest: false))))
        pair.meet()
        pair.play([47])
        pair.expect("47")
    }

    @Test func aMoveThatIsNoneEndsTheGame() throws {
        let pair = try MatchPair<Nim>(.nim)
        pair.meet()
        pair.play([47, 35, 23])
        (pair.guest.duel.seat as? GameController)?.didMove(48)
        pair.network.settle()
        #expect(pair.host.take().last == .ended(.offence(.moveNotPossible(.noRoom))))
        #expect(pair.guest.take().last == .ended(.disconnected(.bye(.rules))))
    }
}

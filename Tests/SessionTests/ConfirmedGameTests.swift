// A new game that the other side has confirmed cannot be claimed by it any more, neither after a cut nor on the open connection: a
// confirmed move is never given up.

import Engine
import Session
import TestSupport
import Testing
import Wire

@Suite struct ConfirmedGameTests {
    /// They have played a game; then one of them begins the next and moves.
    private func pair(begunByHost: Bool) throws -> MatchPair {
        let pair = try MatchPair()
        pair.meet()
        pair.play(shortWin.compactMap { $0.wholeNumberValue.map { $0 - 1 } })
        let match = (begunByHost ? pair.host : pair.guest).match
        match.replay()
        match.move(3)
        return pair
    }

    private func confirmedPair(begunByHost: Bool) throws -> MatchPair {
        let pair = try pair(begunByHost: begunByHost)
        pair.network.settle()
        pair.expect("4")
        return pair
    }

    /// The liar's program comes back with a new game of its own, as if nobody had confirmed anything. Some of the programs were killed.
    private func lie(_ pair: MatchPair, byHost: Bool, digits: String, dead: [Int]) throws {
        for index in dead { pair.network.kill(index) }
        (byHost ? pair.host : pair.guest).machine.games.tamper(digits) {
            $0.history.isHostFirst = byHost
            $0.mayHaveCrossed = true
        }
        for index in dead { try [pair.host, pair.guest][index].restart() }
        pair.network.settle()
        pair.network.advance(seconds: 6)
    }

    @Test(arguments: ["", "1"], [[0], [0, 1]]) func aHostCannotClaimTheNewGameOfItsGuest(digits: String, dead: [Int]) throws {
        let pair = try confirmedPair(begunByHost: false)
        try lie(pair, byHost: true, digits: digits, dead: dead)
        #expect(pair.guest.take().last == .ended(.impossibleHistory) && pair.guest.match.game.digits == "4")
        #expect(pair.guest.machine.games.kept.map(\.record.digits) == [shortWin, "4"])
        #expect(pair.host.match.isOver)
    }

    /// The host's new game counts anyway.
    @Test(arguments: ["", "1"], [[1], [0, 1]]) func aGuestCannotClaimTheNewGameOfItsHost(digits: String, dead: [Int]) throws {
        let pair = try confirmedPair(begunByHost: true)
        try lie(pair, byHost: false, digits: digits, dead: dead)
        #expect(pair.host.match.game.digits == "4" && pair.host.match.state == .yourTurn)
        #expect(pair.host.machine.games.kept.map(\.record.digits) == [shortWin, "4"])
        pair.play([4, 4], hostFirst: false)
        pair.expect("455")
    }

    /// Without a cut, the liar says that it begins a game at the same moment.
    @Test(arguments: [true, false]) func onTheOpenConnectionNeitherCan(isLiarHost: Bool) throws {
        let pair = try confirmedPair(begunByHost: !isLiarHost)
        pair.network.connections[isLiarHost ? 0 : 1].send(Packet.frame(of: .game(FourInARowMessage.startNewGame.packet)))
        pair.network.settle()
        let victim = isLiarHost ? pair.guest : pair.host
        #expect(victim.take().last == .ended(.violation(.newGameTooSoon)) && victim.match.game.digits == "4")
        #expect(victim.machine.games.kept.map(\.record.digits) == [shortWin, "4"])
    }

    /// Once it knows, the guest has it on disk, so that it counts whenever the program is killed.
    @Test func itIsKeptWhetherTheNewGameWasConfirmed() throws {
        let pair = try pair(begunByHost: false)
        func isKept() -> [Bool] { pair.guest.machine.games.sessions.map(\.mayHaveCrossed) }
        #expect(isKept() == [true])
        for _ in 0..<10 {
            for end in pair.network.connections { end.deliverOne() }
            pair.host.machine.advance(milliseconds: 0)
        }
        #expect(isKept() == [false])
    }

    /// What a program confirms it has on disk: killed then, it comes back with it.
    @Test(arguments: [true, false]) func nothingIsConfirmedBeforeItIsKept(begunByHost: Bool) throws {
        let pair = try pair(begunByHost: begunByHost)
        let reader = begunByHost ? pair.guest : pair.host
        pair.network.connections[begunByHost ? 0 : 1].deliverOne()
        #expect(reader.machine.games.sessions.map(\.history.game) == [2])
        reader.machine.advance(milliseconds: 0)
        pair.network.connections[begunByHost ? 1 : 0].deliver()
        #expect((begunByHost ? pair.host : pair.guest).match.opponent.state.hasReadNewGame)
    }

    /// The host never got the new game, and has begun one itself: honest sides go on with the host's.
    @Test(arguments: [[], [0], [1], [0, 1]]) func anUnconfirmedNewGameGivesWay(dead: [Int]) throws {
        let pair = try pair(begunByHost: false)
        pair.host.match.replay()
        pair.host.match.move(0)
        try pair.breakAndMend(dead: dead)
        pair.expect("1")
        pair.play([4], hostFirst: false)
        pair.expect("15")
    }
}

// Whole games of two without a screen: replay, consent, a move taken back, a broken connection and its repair, a private game.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct MatchTests {
    private func pair() throws -> MatchPair {
        let pair = try MatchPair()
        pair.meet()
        return pair
    }

    private func columns(_ digits: String) -> [Int] { digits.compactMap { $0.wholeNumberValue.map { $0 - 1 } } }

    @Test func aWholeGameAndAReplay() throws {
        let pair = try pair()
        #expect(pair.host.match.opponent.state.name == "Bob" && pair.guest.match.opponent.state.name == "Ann")
        #expect(pair.host.match.state == .myTurn && pair.guest.match.state == .yourTurn)
        pair.play(columns(shortWin))
        pair.expect(shortWin)
        #expect(pair.host.match.state == .iWin && pair.guest.match.state == .youWin)
        #expect(pair.host.match.series.tally == Tally(won: 1) && pair.guest.match.series.tally == Tally(lost: 1))
        #expect(pair.host.machine.games.kept.first?.record.digits == shortWin)
        #expect(pair.guest.machine.games.kept.first?.record.result == .first)
        // The player who asks moves first.
        _ = pair.host.take()
        pair.guest.match.replay()
        pair.network.settle()
        #expect(pair.host.take() == [.began(byOpponent: true)])
        pair.expect("")
        pair.play(columns("44"), hostFirst: false)
        pair.expect("44")
        #expect(pair.host.machine.games.kept.count == 2)
    }

    @Test func bothAskForAReplayAtOnce() throws {
        let pair = try pair()
        pair.play(columns(shortWin))
        pair.host.match.replay()
        pair.guest.match.replay()
        pair.network.settle()
        pair.expect("")
        #expect(pair.host.match.state == .myTurn && pair.guest.match.state == .yourTurn, "the joiner yields")
    }

    @Test func hintsAreAllowedOrNot() throws {
        let pair = try pair()
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.mayUse(.hints) }
        #expect(throws: ConsentRefusal.askedAlready) { try pair.host.match.mayUse(.scores) }
        pair.network.settle()
        #expect(pair.guest.take().last == .asked(.hints))
        pair.guest.match.answer(isAllowed: true)
        pair.network.settle()
        #expect(pair.host.take().last == .granted(.hints, toUs: true))
        try pair.host.match.mayUse(.hints)
        try pair.guest.match.mayUse(.hints)
        #expect(throws: ConsentRefusal.asked) { try pair.guest.match.mayUse(.scores) }
        pair.network.settle()
        pair.host.match.answer(isAllowed: false)
        pair.network.settle()
        #expect(pair.guest.take().last == .refused(.scores))
    }

    @Test func aMoveIsTakenBackWhereTheOtherAllowsIt() throws {
        let pair = try pair()
        pair.play(columns("445"))
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.undo() }
        pair.network.settle()
        pair.guest.match.answer(isAllowed: true)
        pair.network.settle()
        pair.expect("44")
        #expect(pair.host.match.state == .myTurn)
        pair.play(columns("35"))
        pair.expect("4435")
    }

    // MARK: Resigning, and a draw by agreement

    /// Both know that the game ended in this way, with these moves.
    private func expectEnd(_ ending: GameEnding, _ digits: String, of pair: MatchPair, _ line: SourceLocation = #_sourceLocation)
    {
        for player in [pair.host, pair.guest] {
            #expect(player.match.series.ending == ending && player.match.game.digits == digits, sourceLocation: line)
            #expect(player.match.state.isOver && !player.match.isOver, sourceLocation: line)
        }
    }

    @Test func aPlayerResigns() throws {
        let pair = try pair()
        pair.host.match.resign()
        #expect(pair.host.match.series.ending == nil, "no game has begun")
        pair.play(columns("445"))
        pair.host.match.resign()
        pair.network.settle()
        expectEnd(.firstResigned, "445", of: pair)
        #expect(pair.host.match.state == .youWin && pair.guest.match.state == .iWin && pair.guest.take().last == .decided)
        #expect(pair.guest.match.series.tally == Tally(won: 1) && pair.host.match.series.tally == Tally(lost: 1))
        for player in [pair.host, pair.guest] {
            let record = player.machine.games.kept.first?.record
            #expect(record?.result == .second && record?.reason == .resigned)
        }
        pair.guest.match.move(1)
        pair.guest.match.replay()
        pair.network.settle()
        pair.expect("")
        pair.play(columns("44"), hostFirst: false)
        pair.expect("44")
        #expect(pair.host.match.series.tally == Tally(lost: 1) && pair.host.match.series.ending == nil)
    }

    @Test func aMoveThatCrossesAResignationDoesNotCount() throws {
        let pair = try pair()
        pair.play(columns("44"))
        pair.host.match.move(4)
        pair.guest.match.resign()
        pair.network.settle()
        expectEnd(.secondResigned, "44", of: pair)
        pair.guest.match.replay()
        pair.network.settle()
        pair.expect("")
    }

    @Test func bothResignAtOnce() throws {
        let pair = try pair()
        pair.play(columns("445"))
        pair.host.match.resign()
        pair.guest.match.resign()
        pair.network.settle()
        expectEnd(.firstResigned, "445", of: pair)
    }

    @Test func aDrawIsAgreedTo() throws {
        let pair = try pair()
        pair.play(columns("445"))
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.offerDraw() }
        pair.network.settle()
        #expect(pair.guest.take().last == .asked(.draw))
        pair.guest.match.answer(isAllowed: true)
        pair.network.settle()
        expectEnd(.drawAgreed, "445", of: pair)
        #expect(pair.host.match.series.tally == Tally(drawn: 1) && pair.guest.machine.games.kept.first?.record.reason == .agreed)
    }

    @Test func aMoveWithdrawsTheOfferOfADraw() throws {
        let pair = try pair()
        pair.play(columns("44"))
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.offerDraw() }
        pair.network.settle()
        pair.host.match.move(4)
        pair.network.settle()
        #expect(pair.guest.match.consent.wanted == nil && pair.host.match.consent.asked == nil)
        pair.guest.match.answer(isAllowed: true)
        pair.network.settle()
        pair.expect("445")
        pair.play(columns("6"), hostFirst: false)
        pair.expect("4456")
    }

    @Test(arguments: [true, false]) func whatALostConnectionSwallowedIsMadeUpFor(isRestarted: Bool) throws {
        let pair = try pair()
        pair.play(columns("445"))
        pair.guest.match.resign()
        try pair.breakAndMend(dead: isRestarted ? [1] : [])
        expectEnd(.secondResigned, "445", of: pair)
        pair.host.match.replay()
        pair.network.settle()
        pair.expect("")
    }

    @Test func whoeverLeavesAbandonsTheGame() throws {
        let pair = try pair()
        pair.play(columns("445"))
        pair.guest.match.leave()
        pair.network.settle()
        for player in [pair.host, pair.guest] {
            let record = player.machine.games.kept.first?.record
            #expect(record?.result == .unfinished && record?.reason == .abandoned)
        }
    }

    /// The other one reads so as soon as the network is back, unless the farewell has ended.
    @Test(arguments: [true, false]) func whoeverGivesUpABrokenGameAbandonsIt(isTold: Bool) throws {
        for isHost in [true, false] {
            let pair = try pair()
            pair.play(columns("445"))
            pair.network.breakAll()
            let (leaver, other) = isHost ? (pair.host, pair.guest) : (pair.guest, pair.host)
            let farewell = leaver.match.giveUp()
            if !isTold { farewell?.cancel() }
            pair.network.settle()
            pair.network.advance(seconds: isTold ? 6 : ResumableGame.timeout + 1)
            // A player who was not told can still come back to it.
            #expect(other.match.isOver && other.machine.games.sessions.map(\.state) == (isTold ? [] : [.saved]))
            #expect((other.machine.games.kept.first?.record.reason == .abandoned) == isTold)
            #expect(other.take().last == .ended(.disconnected(isTold ? .bye(.left) : .late)))
        }
    }

    @Test func aBrokenGameGoesOn() throws {
        let pair = try pair()
        pair.play(columns("4455"))
        pair.network.breakAll()
        #expect(pair.host.take().last == .lost && pair.guest.take().last == .lost)
        #expect(pair.host.match.reconnection?.secondsLeft == ResumableGame.timeout)
        pair.host.match.move(0)
        pair.host.match.move(0)
        #expect(pair.host.match.game.digits == "44551", "one move")
        pair.network.settle()
        pair.network.advance(seconds: 6)
        pair.expect("44551")
        for (player, byUs) in [(pair.host, true), (pair.guest, false)] {
            #expect(player.take().contains(.resumed(isAnotherGame: false, .moved(byUs: byUs, milliseconds: nil))))
        }
        pair.play(columns("66"), hostFirst: false)
        pair.expect("4455166")
    }

    @Test func aMoveThatWasOnItsWayArrives() throws {
        let pair = try pair()
        pair.play(columns("44"))
        pair.host.match.move(2)
        pair.network.breakAll()
        pair.network.settle()
        pair.network.advance(seconds: 6)
        pair.expect("443")
    }

    @Test func theOpponentLeaves() throws {
        let pair = try pair()
        pair.play(columns("44"))
        pair.guest.match.leave()
        pair.network.settle()
        #expect(pair.host.take().last == .ended(.disconnected(.bye(.left))))
        #expect(pair.host.match.isOver && pair.host.machine.games.sessions.isEmpty)
    }

    @Test func whoPlaysAnotherGameIsTurnedAway() throws {
        let pair = try MatchPair()
        var stranger: Link?
        pair.guest.reach {
            stranger = Link($0, scheduler: pair.guest.machine)
            stranger?.send(.control(.hello(Hello(name: "Eve", version: Program.version, game: "nim"))))
            stranger?.start()
        }
        pair.network.settle()
        #expect(stranger != nil && pair.host.lost == [.disconnected(.notAGame)])
        pair.meet()
        pair.play([3])
        pair.expect("4")
    }

    /// Both players read why they do not play.
    @Test func twoVersionsDoNotPlay() throws {
        let pair = try MatchPair()
        let (ours, theirs) = FakeConnection.pair()
        try #require(pair.host.machine.advertisements.first).accept(ours)
        theirs.send(Packet.frame(of: .hello(Hello(name: "Eve", version: "0.9", game: Hello.fourInARow))))
        FakeConnection.settle(ours, theirs)
        #expect(pair.host.lost == [.disconnected(.otherVersion)])
        let host = FakeConnection(peer: "10.0.0.9:1")
        pair.guest.match.begin(
            with: GameController(
                Link(host, scheduler: pair.guest.machine), isHost: false, name: "Bob", opponent: "Ann"))
        host.receive(Packet.frame(of: .hello(Hello(name: "Eve", version: "0.9", game: Hello.fourInARow))))
        #expect(pair.guest.take().last == .ended(.disconnected(.otherVersion)))
    }

    @Test func aDiscInAFullColumnEndsTheGame() throws {
        let pair = try pair()
        pair.play(columns("444444"))
        (pair.host.match.opponent as? GameController)?.send(move: 3)
        pair.network.settle()
        #expect(pair.guest.take().last == .ended(.violation(.moveNotPossible(.columnFull))))
        #expect(pair.host.take().last == .ended(.disconnected(.bye(.rules))))
    }

    /// The host lets in who knows the code; from then on nothing is said in the clear.
    @Test func aPrivateGame() throws {
        let pair = try MatchPair()
        let keeper = try pair.meetWithACode()
        pair.play(columns("4453"))
        pair.expect("4453")
        #expect(pair.host.match.opponent.state.isSealed == true)
        let disc = Packet.frame(of: .game(FourInARowMessage.didAddDisc(column: 3).packet))
        for end in pair.network.connections { #expect(!end.sent.contains(disc), "a disc in the clear") }
        withExtendedLifetime(keeper) {}
    }
}

// Programs that are stopped while their machines keep the connections: who notices, who is told, what waits until they wake; and
// that nobody is asked for signs who does not know them.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct SilentMatchTests {
    private func pair() throws -> MatchPair {
        let pair = try MatchPair()
        pair.meet()
        return pair
    }

    @Test func aStoppedOpponentIsNoticedThreeSecondsAfterAMoveAndGoesOnWhenItWakes() throws {
        let pair = try pair()
        pair.play([3, 3])
        _ = pair.host.take()
        pair.network.stopped = [1]
        pair.host.match.move(2)
        pair.network.settle()
        pair.host.machine.advance(milliseconds: Heartbeat.receiptTimeout - 500)
        #expect(pair.host.match.opponent.state.isAnswering)
        pair.host.machine.advance(milliseconds: 500)
        #expect(!pair.host.match.opponent.state.isAnswering && pair.host.take() == [.moved(byUs: true), .opponentChanged])
        #expect(throws: ConsentRefusal.notAnswering) { try pair.host.match.mayUse(.hints) }
        #expect(throws: ConsentRefusal.notAnswering) { try pair.host.match.undo() }
        pair.network.stopped = []
        pair.network.settle()
        #expect(pair.host.match.opponent.state.isAnswering && pair.host.take() == [.opponentChanged])
        pair.play([1], hostFirst: false)
        pair.expect("4432")
    }

    /// A replay that is asked for now would begin when the opponent wakes.
    @Test func afterTheEndNothingIsAskedOfAStoppedOpponent() throws {
        let pair = try pair()
        pair.play(Array(shortWin.compactMap { $0.wholeNumberValue.map { $0 - 1 } }.dropLast()))
        pair.network.stopped = [1]
        pair.host.match.move(0)
        #expect(pair.host.match.scene.mayReplay)
        pair.host.machine.advance(milliseconds: Heartbeat.receiptTimeout)
        #expect(!pair.host.match.scene.mayReplay)
        pair.host.match.replay()
        pair.network.stopped = []
        pair.network.settle()
        #expect(pair.host.match.scene.mayReplay)
        pair.expect(shortWin)
    }

    /// The first move may be made before the hellos.
    @Test func aMoveBeforeTheHellosIsConfirmedToo() throws {
        let pair = try MatchPair()
        pair.guest.join()
        pair.network.settle()
        pair.host.match.move(3)
        pair.network.settle()
        pair.network.advance(seconds: 10)
        #expect(pair.host.match.opponent.state.isAnswering && pair.host.take() == [.met, .moved(byUs: true)])
    }

    /// Each side sends a heartbeat every 15 s, and nothing else happens.
    @Test func anIdleGameOnlySendsHeartbeats() throws {
        let pair = try pair()
        pair.play([3, 3, 3])
        let frames = pair.network.connections.map(\.sent.count)
        pair.network.advance(seconds: 14)
        #expect(pair.network.connections.map(\.sent.count) == frames)
        _ = (pair.host.take(), pair.guest.take())
        pair.network.advance(seconds: 60)
        let length = Packet.frame(of: .heartbeat(HeartbeatMessage(read: 1))).count
        for (end, before) in zip(pair.network.connections, frames) { #expect(end.sent.count == before + 4 * length) }
        #expect(pair.host.take().isEmpty && pair.guest.take().isEmpty)
    }

    /// How the two are connected.
    nonisolated enum Meeting: CaseIterable {
        case inTheClear, withACode, atARelay, again
    }

    /// Two in a game, and what keeps them there.
    private func pair(_ meeting: Meeting) throws -> (MatchPair, keeper: Any?) {
        switch meeting {
        case .inTheClear: return (try pair(), nil)
        case .withACode:
            let pair = try MatchPair()
            return (pair, try pair.meetWithACode())
        case .atARelay:
            let pair = try OnlinePair()
            pair.meet()
            return (pair.matches, pair)
        case .again:
            let pair = try pair()
            pair.play([0, 1])
            pair.network.breakAll()
            pair.network.advance(seconds: 6)
            return (pair, nil)
        }
    }

    /// Nobody has to move for a stopped opponent to be noticed: before the first move, at its turn and at ours.
    @Test(arguments: Meeting.allCases, [true, false]) func aStoppedOpponentIsNoticedWithinThirtySecondsWhoeversTurnItIs(
        _ meeting: Meeting, isHostStopped: Bool
    ) throws {
        for moves in [[], [3], [3, 3], [3, 3, 3]] {
            let (pair, keeper) = try pair(meeting)
            for (index, move) in moves.enumerated() {
                (index.isMultiple(of: 2) ? pair.host : pair.guest).match.move(move)
                pair.network.advance(seconds: 1)
            }
            let witness = isHostStopped ? pair.guest : pair.host
            _ = witness.take()
            pair.network.stopped = [isHostStopped ? 0 : 1]
            pair.network.advance(seconds: 30)
            #expect(!witness.match.opponent.state.isAnswering && witness.take() == [.opponentChanged], "\(moves)")
            pair.network.stopped = []
            pair.network.advance(seconds: 15)
            #expect(pair.host.match.opponent.state.isAnswering && pair.guest.match.opponent.state.isAnswering, "\(moves)")
            #expect(witness.take() == [.opponentChanged], "\(moves)")
            withExtendedLifetime(keeper) {}
        }
    }

    /// To the original app not a byte more is sent. A peer that says hello and sends no heartbeats is not waited for.
    @Test(arguments: [true, false]) func whoSendsNoHeartbeatsIsNotWaitedFor(saysHello: Bool) throws {
        let machine = FakeEnvironment()
        let host = MatchPlayer(name: "Ann", machine: machine)
        try host.host()
        let end = FakeConnection(peer: "10.0.0.8:1")
        machine.advertisements[0].accept(end)
        if saysHello { end.receive(Packet.frame(of: .hello(Hello(name: "Bob")))) }
        machine.advance(milliseconds: SeatArbiter.timeout)
        host.match.move(3)
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        host.match.move(3)
        machine.advance(milliseconds: 60_000)
        #expect(host.match.opponent.state.isAnswering && host.match.game.moves.count == 3)
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        var heartbeats = 0
        while let packet = try decoder.next() { if packet.type == 27 { heartbeats += 1 } }
        #expect(saysHello ? heartbeats > 1 : heartbeats == 0)
    }

    /// The app of 2013 as the host knows no heartbeats either.
    @Test func anOriginalHostIsNotWaitedFor() throws {
        let machine = FakeEnvironment()
        let guest = MatchPlayer(name: "Bob", machine: machine)
        let (phone, end) = FakeConnection.pair()
        guest.match.begin(
            with: GameController(Link(end, scheduler: machine), isHost: false, name: "Bob", opponent: "iPhone"))
        machine.advance(milliseconds: 1)
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        guest.match.move(3)
        machine.advance(milliseconds: 60_000)
        #expect(
            guest.match.opponent.state.isAnswering && guest.match.state == .yourTurn && guest.take().last == .moved(byUs: true))
        withExtendedLifetime(phone) {}
    }
}

@Suite struct SilentPartyTests {
    private func party() -> NearbyPlayers {
        let neighbours = NearbyPlayers(3)
        neighbours.connect(0, 1)
        neighbours.connect(0, 2)
        neighbours.network.advance(seconds: 3)
        return neighbours
    }

    private func names(_ neighbours: NearbyPlayers) -> [[String]] { neighbours.players[..<2].map { $0.absences.map(\.name) } }

    @Test func aStoppedGuestIsNoticedByAllWithinSixSecondsAndTheGameWaits() {
        let neighbours = party()
        #expect(names(neighbours) == [[], []])
        neighbours.network.stopped = [2]
        neighbours.network.advance(seconds: 6)
        #expect(names(neighbours) == [["Player c"], ["Player c"]])
        neighbours.players[0].startGame()
        #expect(neighbours.ears[0].party == nil)
        neighbours.network.stopped = []
        neighbours.network.advance(seconds: 3)
        #expect(names(neighbours) == [[], []])
        neighbours.players[0].startGame()
        neighbours.network.settle()
        #expect(neighbours.ears.allSatisfy { $0.party?.silentSeats == [] })
        neighbours.network.advance(seconds: 3)
        neighbours.network.stopped = [2]
        neighbours.network.advance(seconds: 6)
        for ears in neighbours.ears[..<2] { #expect(ears.party?.absences.map(\.name) == ["Player c"]) }
        neighbours.network.stopped = []
        neighbours.network.advance(seconds: 3)
        neighbours.leaveAll()
    }

    @Test func aStoppedHostIsNoticedByItsGuests() {
        let neighbours = party()
        neighbours.network.stopped = [0]
        neighbours.network.advance(seconds: 6)
        for guest in neighbours.players.dropFirst() { #expect(guest.absences.map(\.name) == ["Player a"]) }
        neighbours.network.stopped = []
        neighbours.network.advance(seconds: 3)
        for guest in neighbours.players.dropFirst() { #expect(guest.absences.isEmpty) }
        neighbours.leaveAll()
    }

    /// Time passes while we are stopped; afterwards nobody else is reported as stopped.
    @Test func whoWasStoppedItselfAccusesNobody() {
        let scheduler = HandClock()
        let heartbeat = Heartbeat(scheduler: scheduler, timing: .party)
        var sent = 0
        heartbeat.send = { _ in sent += 1 }
        heartbeat.start()
        heartbeat.didReceive(confirming: 0)
        scheduler.now += 60_000
        scheduler.ring()
        #expect(heartbeat.isAnswering && sent == 2)
        for _ in 0..<3 {
            scheduler.now += 2000
            scheduler.ring()
        }
        #expect(!heartbeat.isAnswering && sent == 5)
        heartbeat.stop()
        #expect(scheduler.action == nil)
    }
}

/// A clock with one timer, which rings when the test says so, however late.
private final class HandClock: Scheduler {
    var now = 0
    let wallClock = 0
    private(set) var action: (() -> Void)?

    private final class Task: Cancellable {
        let scheduler: HandClock
        init(_ scheduler: HandClock) { self.scheduler = scheduler }
        func cancel() { scheduler.action = nil }
    }

    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        self.action = action
        return Task(self)
    }

    func ring() {
        let action = action
        self.action = nil
        action?()
    }
}

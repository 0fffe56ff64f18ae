// Programs that are stopped while their machines keep the connections: who notices, who is told, what waits until they wake; and
// that nobody is asked for signs who does not know them.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct SilentDuelTests {
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
        pair.host.machine.advance(milliseconds: Receipts.timeout - 500)
        #expect(pair.host.match.seat.isAnswering)
        pair.host.machine.advance(milliseconds: 500)
        #expect(!pair.host.match.seat.isAnswering && pair.host.take() == [.moved(byUs: true), .silenceChanged])
        #expect(throws: ConsentRefusal.notAnswering) { try pair.host.match.mayUse(.hints) }
        #expect(throws: ConsentRefusal.notAnswering) { try pair.host.match.undo() }
        pair.network.stopped = []
        pair.network.settle()
        #expect(pair.host.match.seat.isAnswering && pair.host.take() == [.silenceChanged])
        pair.play([1], hostFirst: false)
        pair.expect("4432")
    }

    /// A replay that is asked for now would begin when the opponent wakes.
    @Test func afterTheEndNothingIsAskedOfAStoppedOpponent() throws {
        let pair = try pair()
        pair.play(Array(shortWin.compactMap { $0.wholeNumberValue.map { $0 - 1 } }.dropLast()))
        pair.network.stopped = [1]
        pair.host.match.move(0)
        #expect(pair.host.match.mayReplay)
        pair.host.machine.advance(milliseconds: Receipts.timeout)
        #expect(!pair.host.match.mayReplay)
        pair.host.match.replay()
        pair.network.stopped = []
        pair.network.settle()
        #expect(pair.host.match.mayReplay)
        pair.expect(shortWin)
    }

    /// The first move may be made before the guest has said that it gives receipts.
    @Test func aMoveBeforeTheHellosIsReceiptedToo() throws {
        let pair = try MatchPair()
        pair.guest.join()
        pair.network.settle()
        pair.host.match.move(3)
        pair.network.settle()
        #expect(!pair.host.machine.isWaiting && !pair.guest.machine.isWaiting && pair.host.match.seat.isAnswering)
    }

    @Test func whoIsIdleWakesNobody() throws {
        let pair = try pair()
        pair.play([3, 3, 3])
        #expect(!pair.host.machine.isWaiting && !pair.guest.machine.isWaiting)
    }

    /// To an original app not a byte more goes out; an earlier version with a hello is told once, however often it
    /// says hello, and waited for never.
    @Test(arguments: [true, false]) func whoKnowsNoReceiptsIsNotWaitedFor(saysHello: Bool) throws {
        let machine = FakeEnvironment()
        let host = MatchPlayer(name: "Ann", machine: machine)
        try host.host()
        let end = FakeConnection(peer: "10.0.0.8:1")
        machine.advertisements[0].accept(end)
        let hello = Hello(name: "Bob", version: "1", game: "fourinarow", capabilities: ["yield", "consent", "resume"])
        if saysHello { for _ in 0..<2 { end.receive(PacketEncoder.encode(.hello(hello))) } }
        machine.advance(milliseconds: SeatArbiter.timeout)
        host.match.move(3)
        end.receive(PacketEncoder.encode(.didAddDisc(column: 3)))
        host.match.move(3)
        machine.advance(milliseconds: 60_000)
        #expect(host.match.seat.isAnswering && host.match.game.moves.count == 3)
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        var signs = 0
        while let packet = try decoder.next() { if packet.type == 27 { signs += 1 } }
        #expect(signs == (saysHello ? 1 : 0))
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

    private func names(_ neighbours: NearbyPlayers) -> [[String]] { neighbours.players[..<2].map(\.silentNames) }

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
        for ears in neighbours.ears[..<2] { #expect(ears.party?.silentNames == ["Player c"]) }
        neighbours.network.stopped = []
        neighbours.network.advance(seconds: 3)
        neighbours.leaveAll()
    }

    @Test func aStoppedHostIsNoticedByItsGuests() {
        let neighbours = party()
        neighbours.network.stopped = [0]
        neighbours.network.advance(seconds: 6)
        for guest in neighbours.players.dropFirst() { #expect(guest.silentNames == ["Player a"]) }
        neighbours.network.stopped = []
        neighbours.network.advance(seconds: 3)
        for guest in neighbours.players.dropFirst() { #expect(guest.silentNames.isEmpty) }
        neighbours.leaveAll()
    }

    /// The time goes on while we are stopped: afterwards nobody else is said to have been.
    @Test func whoWasStoppedItselfAccusesNobody() {
        let scheduler = HandClock()
        let pulse = Pulse<Int>(scheduler: scheduler)
        var signs = 0
        pulse.send = { _ in signs += 1 }
        pulse.follow([1])
        pulse.didHear(1, isSign: true)
        scheduler.now += 60_000
        scheduler.ring()
        #expect(pulse.silent.isEmpty && signs == 2)
        for _ in 0..<2 {
            scheduler.now += Pulse<Int>.interval
            scheduler.ring()
        }
        #expect(pulse.silent == [1] && signs == 4)
        pulse.follow([])
        #expect(pulse.silent.isEmpty && scheduler.action == nil)
    }
}

/// A clock with one timer, which rings when the test says so, however late.
private final class HandClock: Scheduler {
    var now = 0
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

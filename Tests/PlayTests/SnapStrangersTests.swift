// Snap! with peers who say anything at any time: the host and a guest pass over what cannot be, a flood costs its sender only, and what
// lies face down is in no packet.

import Engine
import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct SnapStrangersTests {
    /// Any message, often with numbers that are nearly right.
    private func message(_ random: inout SeededGenerator, near table: SnapTable?) -> SnapMessage {
        func number(_ usual: Int) -> Int {
            let odd = [usual, usual, usual, usual &+ 1, usual &- 1, -1, 0, 4, 52, Int.min, Int.max]
            return odd.randomElement(using: &random) ?? usual
        }
        let deal = number(table?.deal ?? 1)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .turn(deal: deal, turn: number(table?.view.turn ?? 1))
        case 1: return .snap(deal: deal, after: number(300))
        case 2: return .seen(deal: deal, number: number(table?.number ?? 1))
        default:
            guard var telling = table?.telling else { return .seen(deal: deal, number: 1) }
            telling.deal = deal
            telling.number = number(telling.number &+ 1)
            telling.left = number(10_000)
            if Bool.random(using: &random) { telling.claim = number(400) }
            if Bool.random(using: &random) { telling.winner = number(1) }
            if Int.random(in: 0..<4, using: &random) == 0 { telling.mover = number(telling.mover) }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let row = [number(5), number(0), number(1), number(2)].prefix(Int.random(in: 0...4, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: telling.seats[0] = Array(row)
                case 1: telling.matches.append(Array(row))
                case 2: telling.seats.append(Array(row))
                default: telling.outcomes.append([number(6)] + row)
                }
            }
            return .table(telling)
        }
    }

    /// Of every game.
    private static let others = EveryPacket.all.compactMap { if case .game(let packet) = $0 { packet } else { nil } }

    /// Mostly messages of the game, now and then any packet of any game.
    private func packet(_ random: inout SeededGenerator, near table: SnapTable?) -> GamePacket {
        let isOther = Int.random(in: 0..<4, using: &random) == 0
        guard isOther, let packet = Self.others.randomElement(using: &random) else {
            return .snap(message(&random, near: table))
        }
        return packet
    }

    /// A guest who says anything: the other two play on, and all that is told stays true.
    @Test(arguments: 0..<6) func aGuestWhoSaysAnything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let circle = SnapCircle(3)
        for _ in 0..<600 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                circle.parties[2].send(packet(&random, near: circle.screens[0].table), to: 0)
            }
            let isSnap = !circle.game.matches.isEmpty
            if circle.game.winner != nil { circle.play(0, .character("r")) }
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
            #expect(circle.faults == [])
        }
    }

    /// A host that says anything: its guest shows what can be, and neither traps nor believes that a player sits where none does.
    @Test(arguments: 0..<6) func aHostThatSaysAnything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let circle = SnapCircle(4)
        circle.turn(9)
        let guest = circle.screens[1]
        for step in 0..<1_500 {
            circle.parties[0].send(packet(&random, near: guest.table), to: 1)
            circle.parties[0].deliver()
            circle.machine.advance(milliseconds: 90)
            circle.press(1, [.enter, .character(" "), .right, .escape, .character("r")][step % 5])
            circle.navigators[1].draw()
            let view = guest.table?.view
            #expect(view?.seats.count == 4 && view.map { $0.seats.indices.contains($0.mover) } == true)
        }
    }

    /// A guest who snaps and turns without end is heard a few times in a turn.
    @Test func aFloodIsBounded() {
        let circle = SnapCircle(3)
        circle.turn(1)
        for _ in 0..<5_000 {
            circle.parties[2].send(.snap(.snap(deal: 1, after: 0)), to: 0)
            circle.parties[2].send(.snap(.turn(deal: 1, turn: circle.game.turn)), to: 0)
            circle.parties[2].send(.snap(.seen(deal: 1, number: 1)), to: 0)
        }
        circle.settle()
        #expect(circle.game.log.count == 1 + SnapPatience.snaps && circle.faults == [])
        #expect(circle.screens[0].table?.number == 2 + SnapPatience.snaps)
        circle.turn(1)
        #expect(circle.game.turn == 3)
    }

    /// A time that is claimed is no longer than the card has been lying, and none is negative.
    @Test(arguments: [(Int.min, 0), (-5, 0), (200, 200), (10_000, 480), (.max, 480)]) func claimsAreBounded(
        _ said: Int, _ told: Int
    ) {
        let circle = SnapCircle(2, deck: "5S 5H")
        circle.turn(2)
        circle.machine.advance(milliseconds: 480)
        circle.parties[1].send(.snap(.snap(deal: 1, after: said)), to: 0)
        circle.settle()
        #expect(circle.screens[0].table?.claim == told)
        #expect(circle.shows(0, "in \(told) ms by Bob's own clock"))
    }

    /// Two games that differ only in what lies face down are told in the same bytes.
    @Test func whatLiesFaceDownIsInNoPacket() {
        var told: [[[UInt8]]] = []
        for rest in [false, true] {
            let machine = FakeSurroundings()
            var deck = SnapCircle.deck("5S 5H 9C 2S 3D 4D KC QC")
            if rest { deck = Array(deck.prefix(8)) + deck.dropFirst(8).reversed() }
            let host = SnapHost(players: 3, surroundings: machine, shuffle: { deck })
            var packets: [[UInt8]] = []
            host.didTell = { packets.append(PacketEncoder.encode(.snap(.table($0.telling)))) }
            host.startGame()
            for step in 0..<8 {
                if step == 2 { host.receive(.snap(after: 0), from: 2) }
                host.receive(.turn(host.game.turn), from: host.game.mover)
            }
            host.receive(.snap(after: 0), from: 1)
            host.lose(1)
            told.append(packets)
        }
        #expect(told[0].count == 12 && told[0] == told[1])
    }
}

@Suite struct SnapFairTests {
    /// What the host's own player does waits for as long as a guest is away; guests wait for each other.
    @Test func distances() {
        var fairness = SnapFairness()
        #expect(fairness.wait(of: 0) == 0 && fairness.wait(of: 2) == 0)
        for _ in 0..<16 {
            fairness.note(4, of: 1)
            fairness.note(10, of: 2)
        }
        #expect(fairness.wait(of: 0) == 10 && fairness.wait(of: 1) == 6 && fairness.wait(of: 2) == 0)
        fairness.forget(2)
        #expect(fairness.wait(of: 0) == 4 && fairness.wait(of: 1) == 0)
        for _ in 0..<3 { fairness.note(400, of: 1) }
        #expect(fairness.wait(of: 0) == 4, "busy for a moment")
        for _ in 0..<16 { fairness.note(Int.max, of: 1) }
        #expect(fairness.wait(of: 0) == SnapFairness.longest)
        for _ in 0..<16 { fairness.note(Int.min, of: 1) }
        #expect(fairness.wait(of: 0) == 0 && fairness.wait(of: 1) == SnapFairness.longest, "the host's machine is the slower one")
    }

    /// Half a millisecond is waited for in the mean.
    @Test func fractions() {
        var fairness = SnapFairness()
        for step in 0..<16 { fairness.note(step % 2, of: 1) }
        #expect((0..<100).map { _ in fairness.wait(of: 0) }.reduce(0, +) == 50)
    }

    /// A guest 20 ms away, who snaps that much and a little before or after the host's player does: the quicker player wins.
    @Test(arguments: [(15, 1), (25, 0)]) func theNearerPlayerWaits(later: Int, winner: Int) {
        let machine = FakeSurroundings()
        let host = SnapHost(players: 2, surroundings: machine, shuffle: { SnapCircle.deck("5S 5H 9C 2S 3D 4D") })
        var tables: [SnapTable] = []
        host.didTell = { tables.append($0) }
        host.startGame()
        see(tables, host, machine, distance: 20)
        host.receive(.turn(1), from: 0)
        machine.advance(milliseconds: 20)
        see(tables, host, machine, distance: 20)
        host.receive(.turn(2), from: 1)
        machine.advance(milliseconds: 300)
        host.receive(.snap(after: 300), from: 0)
        machine.advance(milliseconds: later)
        host.receive(.snap(after: 280 + later), from: 1)
        machine.advance(milliseconds: 20)
        #expect(host.game.log.last { if case .snap = $0 { true } else { false } } == .snap(player: 1 - winner))
        #expect(host.game.hands[winner].count == 27)
    }

    /// A host whose machine takes 20 ms to wake up loses nothing by that: the guests wait.
    @Test func aSlowHostIsWaitedFor() {
        let machine = FakeSurroundings()
        let host = SnapHost(players: 2, surroundings: machine, shuffle: { SnapCircle.deck("5S 5H 9C 2S 3D 4D") })
        var number = 0
        host.didTell = { number = $0.number }
        host.startGame()
        machine.advance(milliseconds: 0)
        host.didSee(deal: 1, number: number, from: 1)
        machine.advance(milliseconds: 20 + SnapFairness.glance)
        host.receive(.turn(1), from: 0)
        #expect(host.game.turn == 2, "the host's player does not wait")
        host.receive(.turn(2), from: 1)
        #expect(host.game.turn == 2, "the guest does")
        machine.advance(milliseconds: 22)
        #expect(host.game.turn == 3)
    }

    /// Both sides look at the latest table; the guest's word comes so much later than the host's own program wakes up.
    private func see(_ tables: [SnapTable], _ host: SnapHost, _ machine: FakeSurroundings, distance: Int) {
        machine.advance(milliseconds: 0)
        machine.advance(milliseconds: SnapFairness.glance)
        machine.advance(milliseconds: distance)
        host.didSee(deal: 1, number: tables.last?.number ?? 0, from: 1)
    }

    /// What one player does keeps its order, whatever has to wait.
    @Test func theOrderOfOnesOwnDeeds() {
        let machine = FakeSurroundings()
        let host = SnapHost(players: 2, surroundings: machine, shuffle: { SnapCircle.deck("5S 5H 9C 2S 3D 4D") })
        host.startGame()
        machine.advance(milliseconds: 0)
        machine.advance(milliseconds: SnapFairness.glance)
        machine.advance(milliseconds: 20)
        host.didSee(deal: 1, number: 1, from: 1)
        host.receive(.turn(1), from: 0)
        #expect(host.game.turn == 1, "it waits")
        machine.advance(milliseconds: 20)
        #expect(host.game.turn == 2)
        host.receive(.turn(2), from: 1)
        #expect(host.game.turn == 3 && host.game.matches.count == 1, "the most distant does not")
        machine.advance(milliseconds: 300)
        host.receive(.snap(after: 300), from: 0)
        machine.advance(milliseconds: 19)
        host.receive(.snap(after: 280), from: 1)
        #expect(host.game.hands.map(\.count) == [25, 27], "19 ms later, from 20 ms away, is earlier")
        machine.advance(milliseconds: 20)
        #expect(host.game.log.suffix(2) == [.snap(player: 1), .snap(player: 0)] && host.game.hands.map(\.count) == [25, 27])
        host.receive(.snap(after: 0), from: 0)
        host.receive(.turn(3), from: 0)
        machine.advance(milliseconds: 20)
        #expect(host.game.log.suffix(2) == [.snap(player: 0), .turn(player: 0)])
        host.stop()
        #expect(!machine.isWaiting)
    }
}

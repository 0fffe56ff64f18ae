// Snap! with peers who say anything at any time: the host and a guest pass over what cannot be, and a flood costs its sender only.

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
            guard var state = table?.state else { return .seen(deal: deal, number: 1) }
            state.deal = deal
            state.number = number(state.number &+ 1)
            state.left = number(10_000)
            if Bool.random(using: &random) { state.claim = number(400) }
            if Bool.random(using: &random) { (state.farthest, state.wait) = (number(2), number(120)) }
            if Bool.random(using: &random) { state.winner = number(1) }
            if Int.random(in: 0..<4, using: &random) == 0 { state.mover = number(state.mover) }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let row = [number(5), number(0), number(1), number(2)].prefix(Int.random(in: 0...4, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: state.seats[0] = Array(row)
                case 1: state.matches.append(Array(row))
                case 2: state.seats.append(Array(row))
                default: state.outcomes.append([number(6)] + row)
                }
            }
            return .table(state)
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
    @Test(arguments: 0..<3) func aGuestWhoSaysAnything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let circle = SnapCircle(3)
        for _ in 0..<250 {
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
    @Test(arguments: 0..<3) func aHostThatSaysAnything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let circle = SnapCircle(4)
        circle.turn(9)
        let guest = circle.screens[1]
        for step in 0..<600 {
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
        #expect(circle.game.log.count == 1 + SnapTurnLimits.snaps && circle.faults == [])
        #expect(circle.screens[0].table?.number == 2 + SnapTurnLimits.snaps)
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
        #expect(circle.shows(0, "in \(SnapWords.seconds(told)) s"))
    }
}

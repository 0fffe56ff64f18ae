// The host's part of Snap!: who waits for whom so that it is fair, what is told of cards that lie face down, how quick computer
// players are.

import Engine
import Games
import TestSupport
import Testing
import Wire

@testable import Session

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

    /// How long everybody waits is told once it is sure and can be noticed, and again where it is clearly otherwise.
    @Test func whatIsToldOfTheWaiting() {
        var fairness = SnapFairness()
        func note(_ milliseconds: Int, of seat: Int, times: Int = 16) {
            for _ in 0..<times { fairness.note(milliseconds, of: seat) }
        }
        note(120, of: 1, times: 3)
        note(50, of: 2)
        #expect(fairness.window == nil, "one is not known well enough, the other is near")
        note(120, of: 1, times: 1)
        #expect(fairness.window == SnapWindow(seat: 1, milliseconds: 120))
        note(140, of: 1)
        note(143, of: 2)
        #expect(fairness.window == SnapWindow(seat: 1, milliseconds: 120), "nobody wants to read of every flicker")
        note(210, of: 2)
        #expect(fairness.window == SnapWindow(seat: 2, milliseconds: 210))
        note(900, of: 2)
        #expect(fairness.window == SnapWindow(seat: 2, milliseconds: SnapFairness.longest))
        #expect(fairness.wait(of: 0) == SnapFairness.longest && fairness.wait(of: 1) == SnapFairness.longest - 140)
        fairness.forget(2)
        #expect(fairness.window == SnapWindow(seat: 1, milliseconds: 140))
        note(40, of: 1)
        #expect(fairness.window == SnapWindow(seat: 1, milliseconds: 40), "it is told that it is shorter")
        note(30, of: 1)
        #expect(fairness.window == nil)
    }

    /// The guest's packets take this many milliseconds. The guest snaps a little earlier or later than the host's player: the quicker one wins.
    @Test(arguments: [(20, 15, 1), (20, 25, 0), (250, 245, 1), (250, 255, 0)])
    func theNearerPlayerWaits(distance: Int, later: Int, winner: Int) {
        let machine = FakeEnvironment()
        let host = SnapHost(players: 2, environment: machine, shuffle: { deck(beginning: "5S 5H 9C 2S 3D 4D") })
        var tables: [SnapTable] = []
        host.didAnnounce = { tables.append($0) }
        host.startGame()
        see(tables, host, machine, distance: distance)
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        machine.advance(milliseconds: distance)
        see(tables, host, machine, distance: distance)
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        machine.advance(milliseconds: 400)
        host.receive(.snap(deal: 1, after: 400), from: 0)
        machine.advance(milliseconds: later)
        host.receive(.snap(deal: 1, after: 400 - distance + later), from: 1)
        machine.advance(milliseconds: distance)
        #expect(host.game.log.last { if case .snap = $0 { true } else { false } } == .snap(player: 1 - winner))
        #expect(host.game.hands[winner].count == 27)
    }

    /// A host whose machine takes 20 ms to wake up loses nothing by that: the guests wait.
    @Test func aSlowHostIsWaitedFor() {
        let machine = FakeEnvironment()
        let host = SnapHost(players: 2, environment: machine, shuffle: { deck(beginning: "5S 5H 9C 2S 3D 4D") })
        var number = 0
        host.didAnnounce = { number = $0.number }
        host.startGame()
        machine.advance(milliseconds: 0)
        host.receive(.seen(deal: 1, number: number), from: 1)
        machine.advance(milliseconds: 20 + SnapFairness.glance)
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        #expect(host.game.turn == 2, "the host's player does not wait")
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        #expect(host.game.turn == 2, "the guest does")
        machine.advance(milliseconds: 22)
        #expect(host.game.turn == 3)
    }

    /// Both sides look at the latest table; the guest's word comes so much later than the host's own program wakes up.
    private func see(_ tables: [SnapTable], _ host: SnapHost, _ machine: FakeEnvironment, distance: Int) {
        machine.advance(milliseconds: 0)
        machine.advance(milliseconds: SnapFairness.glance)
        machine.advance(milliseconds: distance)
        host.receive(.seen(deal: 1, number: tables.last?.number ?? 0), from: 1)
    }

    /// What one player does keeps its order, whatever has to wait.
    @Test func theOrderOfOnesOwnActions() {
        let machine = FakeEnvironment()
        let host = SnapHost(players: 2, environment: machine, shuffle: { deck(beginning: "5S 5H 9C 2S 3D 4D") })
        host.startGame()
        machine.advance(milliseconds: 0)
        machine.advance(milliseconds: SnapFairness.glance)
        machine.advance(milliseconds: 20)
        host.receive(.seen(deal: 1, number: 1), from: 1)
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        #expect(host.game.turn == 1, "it waits")
        machine.advance(milliseconds: 20)
        #expect(host.game.turn == 2)
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        #expect(host.game.turn == 3 && host.game.matches.count == 1, "the most distant does not")
        machine.advance(milliseconds: 300)
        host.receive(.snap(deal: 1, after: 300), from: 0)
        machine.advance(milliseconds: 19)
        host.receive(.snap(deal: 1, after: 280), from: 1)
        #expect(host.game.hands.map(\.count) == [25, 27], "19 ms later, from 20 ms away, is earlier")
        machine.advance(milliseconds: 20)
        #expect(host.game.log.suffix(2) == [.snap(player: 1), .snap(player: 0)] && host.game.hands.map(\.count) == [25, 27])
        host.receive(.snap(deal: 1, after: 0), from: 0)
        host.receive(.turn(deal: 1, turn: 3), from: 0)
        machine.advance(milliseconds: 20)
        #expect(host.game.log.suffix(2) == [.snap(player: 0), .turn(player: 0)])
        host.stop()
        #expect(!machine.isWaiting)
    }
}

@Suite struct SnapHostTests {
    /// Two games that differ only in what lies face down are told in the same bytes.
    @Test func whatLiesFaceDownIsInNoPacket() {
        var told: [[[UInt8]]] = []
        for rest in [false, true] {
            let machine = FakeEnvironment()
            var cards = deck(beginning: "5S 5H 9C 2S 3D 4D KC QC")
            if rest { cards = Array(cards.prefix(8)) + cards.dropFirst(8).reversed() }
            let host = SnapHost(players: 3, environment: machine, shuffle: { [cards] in cards })
            var packets: [[UInt8]] = []
            host.didAnnounce = { packets.append(Packet.frame(of: .snap(.table($0.state)))) }
            host.startGame()
            for step in 0..<8 {
                if step == 2 { host.receive(.snap(deal: 1, after: 0), from: 2) }
                host.receive(.turn(deal: 1, turn: host.game.turn), from: host.game.mover)
            }
            host.receive(.snap(deal: 1, after: 0), from: 1)
            host.lose(1)
            told.append(packets)
        }
        #expect(told[0].count == 12 && told[0] == told[1])
    }

    /// The player whose turn it is leaves: the next one has a whole turn, and the host's clock for it.
    @Test func theOneWhoseTurnItIsLeaves() {
        let machine = FakeEnvironment()
        let host = SnapHost(players: 3, environment: machine, shuffle: { deck(beginning: "5S 6H 9C 2S 3D 4D") })
        var last: SnapTable?
        host.didAnnounce = { last = $0 }
        host.startGame()
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        #expect(host.game.mover == 1)
        machine.advance(milliseconds: 7_000)
        host.lose(1)
        #expect(host.game.mover == 2 && last?.left == SnapHost.turnMilliseconds)
        machine.advance(milliseconds: SnapHost.turnMilliseconds - 1)
        #expect(host.game.turn == 3)
        machine.advance(milliseconds: 1)
        #expect(host.game.turn == 4 && host.game.mover == 0, "time is up: the card is turned")
        // Another one's leaving gives no more time.
        machine.advance(milliseconds: 3_000)
        host.lose(2)
        #expect(last?.view.winner == 0)
    }

    /// Each speed has its own mean reaction time, and single reactions vary as a person's do.
    @Test func reactions() {
        var random = SeededGenerator(seed: 1)
        let means = SnapSpeed.allCases.map { speed in
            let times = (0..<20_000).map { _ in SnapBot.reactionTime(mean: speed.reaction, using: &random) }
            let mean = times.reduce(0, +) / times.count
            let variance = times.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / times.count
            let spread = Double(variance).squareRoot() / Double(mean)
            #expect((0.17...0.19).contains(spread) && times.sorted()[10_000] < mean, "\(spread)")
            #expect(times.allSatisfy { $0 >= speed.reaction / 2 })
            return mean
        }
        // The slowest 2 %, the average and the quickest 5 % of people whose means are 560 ms, give or take 115.
        #expect(zip(means, [560 + 230, 560, 560 - 190]).allSatisfy { abs($0 - $1) < 10 }, "\(means)")
    }

    /// Where a guest listens to the cards, everybody hears of matches, until that guest has left.
    @Test func announcedMatches() {
        let machine = FakeEnvironment()
        let host = SnapHost(players: 3, environment: machine)
        var last: SnapTable?
        host.didAnnounce = { last = $0 }
        host.startGame()
        #expect(last?.announcesMatches == false)
        host.receive(.listens, from: 1)
        host.receive(.listens, from: 2)
        #expect(last?.announcesMatches == true && last?.number == 3)
        host.receive(.listens, from: 1)
        #expect(last?.number == 3, "said once")
        host.lose(1)
        #expect(last?.announcesMatches == true)
        host.lose(2)
        host.receive(.listens, from: 1)
        #expect(last?.announcesMatches == false, "whoever has left does not listen")
    }
}

// The admission queue: who gets in, who makes room, and whose time is up.

import Engine
import TestSupport
import Testing

@testable import Session

@Suite struct AdmissionQueueTests {
    private final class Guest {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// A queue with a clock of its own, and the numbers of the guests that it turned away.
    private final class Hall {
        let machine = FakeEnvironment()
        let queue: AdmissionQueue<Guest>
        private(set) var guests: [Guest] = []
        private var gone: [Int] = []

        init(_ limit: Int, timeout: Int? = nil) {
            queue = AdmissionQueue(limit: limit, timeout: timeout, scheduler: machine)
            queue.didTurnAway = { [unowned self] in gone.append($0.number) }
        }

        var waiting: [Int] { queue.guests.map(\.number) }

        /// The guests turned away since the last call.
        func turnedAway() -> [Int] {
            defer { gone = [] }
            return gone
        }

        /// One more comes; guests are numbered from 0.
        func come(_ network: String, _ machine: String = "1") {
            guests.append(Guest(guests.count))
            queue.admit(guests[guests.count - 1], from: Source(network: network, machine: machine))
        }
    }

    /// These come from networks named by a letter each, every time from another machine.
    private func hall(_ networks: String, limit: Int, timeout: Int? = nil) -> Hall {
        let hall = Hall(limit, timeout: timeout)
        for (number, network) in networks.enumerated() { hall.come(String(network), "\(number)") }
        return hall
    }

    @Test func theOldestMakesRoom() {
        let hall = hall("abcd", limit: 3)
        #expect(hall.turnedAway() == [0] && hall.waiting == [1, 2, 3])
    }

    /// One who comes a thousand times makes room for one who comes once, from however many addresses.
    @Test func theMostCrowdedNetworkMakesRoom() {
        let hall = hall("abbbc", limit: 4)
        #expect(hall.turnedAway() == [1] && hall.waiting == [0, 2, 3, 4])
    }

    @Test func aCrowdMakesRoomForItself() {
        let hall = hall("abbb", limit: 3)
        #expect(hall.turnedAway() == [1] && hall.waiting == [0, 2, 3])
    }

    /// Two on one network are neighbours, and perhaps one of them is the crowd.
    @Test func inANetworkTheMostCrowdedMachineMakesRoom() {
        let hall = Hall(3)
        for machine in ["x", "y", "y"] { hall.come("a", machine) }
        hall.come("a", "y")
        #expect(hall.turnedAway() == [1])
        hall.come("a", "z")
        #expect(hall.turnedAway() == [2] && hall.waiting == [0, 3, 4])
    }

    /// Half of the time each machine has the same chance, half of the time each network.
    @Test func drawsAreFairToMachinesAndToNetworks() {
        let hall = Hall(100)
        for _ in 0..<60 { hall.come("crowded", "busy") }
        for machine in 0..<19 { hall.come("crowded", "\(machine)") }
        hall.come("alone")
        var random = SystemRandomNumberGenerator()
        let drawn = (0..<10_000).compactMap { _ in hall.queue.draw({ _ in true }, using: &random)?.number }
        // Expected: 1/2 · 1/21 + 1/2 · 1/2, then 1/2 · 1/21 + 1/2 · 1/2 · 1/20; ten standard deviations are less than 0.05 and 0.025.
        #expect(abs(Double(drawn.count { $0 == 79 }) / 10_000 - 0.274) < 0.05)
        #expect(abs(Double(drawn.count { $0 < 60 }) / 10_000 - 0.036) < 0.025)
        #expect(drawn.count == 10_000)
        #expect(hall.queue.draw({ _ in false }, using: &random) == nil)
    }

    @Test func whoWasHeardMakesNoRoomForWhoWasNot() {
        let hall = hall("abc", limit: 3)
        hall.queue.hear(hall.guests[0])
        hall.come("a")
        #expect(hall.turnedAway() == [])
        hall.come("a")
        #expect(hall.turnedAway() == [3])
        for guest in hall.queue.guests { hall.queue.hear(guest) }
        #expect(hall.waiting == [1, 2, 4] && hall.turnedAway() == [0])
        hall.come("e")
        #expect(hall.turnedAway() == [] && hall.waiting == [1, 2, 4, 5])
    }

    @Test func whoGoesLeavesRoom() {
        let hall = hall("abc", limit: 3)
        let hasGone = [hall.queue.remove(hall.guests[1]), hall.queue.remove(hall.guests[1])]
        #expect(hasGone == [true, false])
        hall.come("d")
        #expect(hall.turnedAway() == [] && hall.waiting == [0, 2, 3])
    }

    @Test func everybodysTimeEnds() {
        let hall = hall("abc", limit: 3, timeout: 1000)
        hall.queue.setTimeLimit(of: hall.guests[0], milliseconds: 5000)
        hall.queue.setTimeLimit(of: hall.guests[1], milliseconds: nil)
        hall.machine.advance(milliseconds: 999)
        #expect(hall.turnedAway() == [])
        hall.machine.advance(milliseconds: 1)
        #expect(hall.turnedAway() == [2] && hall.waiting == [0, 1])
        hall.machine.advance(milliseconds: 3999)
        #expect(hall.turnedAway() == [])
        hall.machine.advance(milliseconds: 1)
        #expect(hall.turnedAway() == [0] && hall.waiting == [1] && !hall.machine.isWaiting)
    }

    @Test func whoIsTakenOutIsNotTurnedAway() {
        let hall = hall("abc", limit: 3, timeout: 1000)
        hall.queue.remove(hall.guests[0])
        #expect(hall.queue.empty().map(\.number) == [1, 2] && hall.waiting == [] && !hall.machine.isWaiting)
        hall.machine.advance(milliseconds: 2000)
        #expect(hall.turnedAway() == [])
    }

    /// In every order of events: no more guests than the limits, nobody twice, and each guest that was removed was reported.
    @Test(arguments: 0..<50) func anything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limit = Int.random(in: 1...6, using: &random)
        let hall = Hall(limit, timeout: 50)
        var present: [Int: Bool] = [:]
        for _ in 0..<300 {
            let known = present.keys.sorted().randomElement(using: &random)
            switch (Int.random(in: 0..<8, using: &random), known) {
            case (0, let known?):
                #expect(hall.queue.remove(hall.guests[known]))
                present[known] = nil
            case (1, let known?):
                hall.queue.hear(hall.guests[known])
                for gone in hall.turnedAway() { #expect(present.removeValue(forKey: gone) == true && gone != known) }
                present[known] = true
            case (2, _):
                hall.machine.advance(milliseconds: 10)
                for gone in hall.turnedAway() { #expect(present.removeValue(forKey: gone) != nil) }
            default:
                hall.come(["a", "b", "c"].randomElement(using: &random) ?? "a", ["1", "2"].randomElement(using: &random) ?? "1")
                for gone in hall.turnedAway() { #expect(present.removeValue(forKey: gone) == false) }
                present[hall.guests.count - 1] = false
            }
            #expect(hall.waiting == present.keys.sorted())
            for isHeard in [true, false] { #expect(present.values.count { $0 == isHeard } <= limit) }
        }
    }
}

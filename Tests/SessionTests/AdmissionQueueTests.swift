// The admission queue: who gets in, who makes room, whose time is up; and the same with a clock.

import Engine
import TestSupport
import Testing

@testable import Session

@Suite nonisolated struct AdmissionQueueTests {
    private typealias Queue = AdmissionQueue<Int>

    /// These come from networks named by a letter each, every time from another machine, numbered from 0 on; who made room for the
    /// last one, and who waits then.
    private func come(_ networks: String, _ rules: AdmissionRules) -> (gone: Int?, queue: Queue) {
        var queue = Queue(rules)
        var gone: Int?
        for (number, network) in networks.enumerated() {
            gone = queue.admit(number, from: Source(network: String(network), machine: "\(network)\(number)"), at: number)
        }
        return (gone, queue)
    }

    private func source(_ network: String, _ machine: String = "1") -> Source { Source(network: network, machine: machine) }

    @Test func theOldestMakesRoom() {
        let (gone, queue) = come("abcd", AdmissionRules(limit: 3))
        #expect(gone == 0 && queue.guests == [1, 2, 3])
    }

    /// One who comes a thousand times makes room for one who comes once, from however many addresses.
    @Test func theMostCrowdedNetworkMakesRoom() {
        let (gone, queue) = come("abbbc", AdmissionRules(limit: 4))
        #expect(gone == 1 && queue.guests == [0, 2, 3, 4])
    }

    @Test func aCrowdMakesRoomForItself() {
        let (gone, queue) = come("abbb", AdmissionRules(limit: 3))
        #expect(gone == 1 && queue.guests == [0, 2, 3])
    }

    /// Two on one network are neighbours, and perhaps one of them is the crowd.
    @Test func inANetworkTheMostCrowdedMachineMakesRoom() {
        var queue = Queue(AdmissionRules(limit: 3))
        for (number, machine) in ["x", "y", "y"].enumerated() { _ = queue.admit(number, from: source("a", machine), at: 0) }
        #expect(queue.admit(3, from: source("a", "y"), at: 0) == 1)
        #expect(queue.admit(4, from: source("a", "z"), at: 0) == 2 && queue.guests == [0, 3, 4])
    }

    @Test func whoWasHeardMakesNoRoomForWhoWasNot() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3))
        #expect(queue.hear(0) == nil)
        #expect(queue.admit(3, from: source("a"), at: 9) == nil && queue.admit(4, from: source("a"), at: 9) == 3)
        for guest in queue.guests { _ = queue.hear(guest) }
        #expect(queue.guests == [1, 2, 4])
        #expect(queue.admit(5, from: source("e"), at: 9) == nil && queue.guests == [1, 2, 4, 5])
    }

    @Test func whoGoesLeavesRoom() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3))
        let hasGone = [queue.remove(1), queue.remove(1)]
        #expect(hasGone == [true, false])
        #expect(queue.admit(3, from: source("d"), at: 9) == nil && queue.guests == [0, 2, 3])
    }

    @Test func everybodysTimeEnds() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3, timeout: 100))
        #expect(queue.nextDeadline == 100)
        queue.setDeadline(500, of: 0)
        queue.setDeadline(nil, of: 1)
        #expect(queue.nextDeadline == 102)
        #expect(queue.removeOverdue(at: 101) == [] && queue.removeOverdue(at: 102) == [2])
        #expect(queue.removeOverdue(at: 600) == [0] && queue.guests == [1] && queue.nextDeadline == nil)
    }

    /// Whatever comes: no more than the limits, nobody twice, and whoever is gone was named.
    @Test(arguments: 0..<50) func anything(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limit = Int.random(in: 1...6, using: &random)
        var queue = Queue(AdmissionRules(limit: limit, timeout: 50))
        var present: [Int: Bool] = [:]
        for number in 0..<300 {
            let known = present.keys.sorted().randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<8, using: &random) {
            case 0: #expect(queue.remove(known) == (present.removeValue(forKey: known) != nil))
            case 1:
                let gone = queue.hear(known)
                if let gone { #expect(present.removeValue(forKey: gone) == true && gone != known) }
                if present[known] != nil { present[known] = true }
            case 2: for gone in queue.removeOverdue(at: number) { #expect(present.removeValue(forKey: gone) != nil) }
            default:
                let network = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                let machine = ["1", "2"].randomElement(using: &random) ?? "1"
                let gone = queue.admit(number, from: source(network, machine), at: number)
                if let gone { #expect(present.removeValue(forKey: gone) == false) }
                present[number] = false
            }
            #expect(queue.guests == present.keys.sorted())
            for isHeard in [true, false] { #expect(present.values.count { $0 == isHeard } <= limit) }
        }
    }
}

@Suite struct WaitingRoomTests {
    private final class Guest {}
    private let machine = FakeEnvironment()

    private func room(_ limit: Int, timeout: Int? = nil) -> (WaitingRoom<Guest>, seenOff: () -> [Guest]) {
        let room = WaitingRoom<Guest>(AdmissionRules(limit: limit, timeout: timeout), scheduler: machine)
        let list = List()
        room.turnAway = { list.guests.append($0) }
        return (room, { list.guests })
    }

    private final class List { var guests: [Guest] = [] }

    private let source = Source(network: "a", machine: "1")

    @Test func whoMakesRoomIsTurnedAway() {
        let (room, seenOff) = room(1)
        let (first, second, third) = (Guest(), Guest(), Guest())
        for guest in [first, second] { room.admit(guest, from: source) }
        #expect(seenOff().first === first && room.guests.first === second && room.guests.count == 1)
        room.hear(second)
        room.admit(third, from: source)
        #expect(seenOff().count == 1 && room.guests.count == 2)
        room.hear(third)
        #expect(seenOff().count == 2 && seenOff()[1] === second && room.guests.first === third)
    }

    @Test func whoseTimeIsUpIsTurnedAwayOnce() {
        let (room, seenOff) = room(9, timeout: 1000)
        let (first, second) = (Guest(), Guest())
        room.admit(first, from: source)
        machine.advance(milliseconds: 400)
        room.admit(second, from: source)
        machine.advance(milliseconds: 599)
        #expect(seenOff().isEmpty)
        machine.advance(milliseconds: 1)
        #expect(seenOff().count == 1 && seenOff()[0] === first)
        room.give(second, milliseconds: 5000)
        machine.advance(milliseconds: 4999)
        #expect(seenOff().count == 1)
        machine.advance(milliseconds: 1)
        #expect(seenOff().count == 2 && room.guests.isEmpty && !machine.isWaiting)
    }

    @Test func whoHasBeenHeardIsLeftAlone() {
        let (room, seenOff) = room(9, timeout: 1000)
        let (first, second, third) = (Guest(), Guest(), Guest())
        for guest in [first, second, third] { room.admit(guest, from: source) }
        room.remove(first)
        room.give(second, milliseconds: nil)
        machine.advance(milliseconds: 2000)
        #expect(seenOff().count == 1 && seenOff()[0] === third && room.guests.count == 1)
        #expect(room.empty().first === second && room.guests.isEmpty && !machine.isWaiting && seenOff().count == 1)
    }
}

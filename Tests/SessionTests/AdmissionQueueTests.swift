// The admission queue: who gets in, who makes room, whose time is up; and the same with a clock.

import Engine
import TestSupport
import Testing

@testable import Session

@Suite nonisolated struct AdmissionQueueTests {
    private typealias Queue = AdmissionQueue<Int>

    /// These come from groups named by a letter each, numbered from 0 on; what became of the last one, and who waits then.
    private func come(_ groups: String, _ rules: AdmissionRules) -> (last: Queue.Verdict?, queue: Queue) {
        var queue = Queue(rules)
        var last: Queue.Verdict?
        for (number, group) in groups.enumerated() { last = queue.admit(number, from: String(group), at: number) }
        return (last, queue)
    }

    @Test func theOldestMakesRoom() {
        let (last, queue) = come("abcd", AdmissionRules(limit: 3, overflow: .oldestLeaves))
        #expect(last == .admitted(insteadOf: 0) && queue.guests == [1, 2, 3])
    }

    @Test func theNewestIsRefused() {
        let (last, queue) = come("abcd", AdmissionRules(limit: 3, overflow: .newestIsRefused))
        #expect(last == .refused && queue.guests == [0, 1, 2])
    }

    @Test func aGroupHasItsOwnLimit() {
        let (last, queue) = come("baaa", AdmissionRules(limit: 8, limitAGroup: 2, overflow: .oldestLeaves))
        #expect(last == .admitted(insteadOf: 1) && queue.guests == [0, 2, 3])
        #expect(come("baaa", AdmissionRules(limit: 8, limitAGroup: 2, overflow: .newestIsRefused)).last == .refused)
    }

    /// One who comes a thousand times makes room for one who comes once.
    @Test(arguments: [AdmissionRules.Overflow.oldestLeaves, .newestIsRefused])
    func theMostCrowdedGroupMakesRoom(overflow: AdmissionRules.Overflow) {
        let (last, queue) = come("abbbc", AdmissionRules(limit: 4, overflow: overflow))
        #expect(last == .admitted(insteadOf: 1) && queue.guests == [0, 2, 3, 4])
    }

    @Test func aCrowdMakesRoomForItself() {
        let (last, queue) = come("abbb", AdmissionRules(limit: 3, overflow: .oldestLeaves))
        #expect(last == .admitted(insteadOf: 1) && queue.guests == [0, 2, 3])
        let refusing = come("abbb", AdmissionRules(limit: 3, overflow: .newestIsRefused))
        #expect(refusing.last == .refused && refusing.queue.guests == [0, 1, 2])
    }

    @Test func whoIsSafeMakesNoRoom() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3, overflow: .oldestLeaves))
        queue.makeSafe(0)
        #expect(queue.admit(3, from: "d", at: 9) == .admitted(insteadOf: 1))
        for guest in queue.guests { queue.makeSafe(guest) }
        #expect(queue.admit(4, from: "e", at: 9) == .refused && queue.guests == [0, 2, 3])
    }

    @Test func whoGoesLeavesRoom() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3, overflow: .newestIsRefused))
        let hasGone = [queue.remove(1), queue.remove(1)]
        #expect(hasGone == [true, false])
        #expect(queue.admit(3, from: "d", at: 9) == .admitted(insteadOf: nil) && queue.guests == [0, 2, 3])
    }

    @Test func everybodysTimeEnds() {
        var (_, queue) = come("abc", AdmissionRules(limit: 3, patience: 100, overflow: .oldestLeaves))
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
        let rules = AdmissionRules(
            limit: Int.random(in: 1...6, using: &random), limitAGroup: [nil, 1, 2].randomElement(using: &random) ?? nil,
            patience: 50, overflow: Bool.random(using: &random) ? .oldestLeaves : .newestIsRefused)
        var queue = Queue(rules)
        var present: [Int: String] = [:]
        for number in 0..<300 {
            let known = present.keys.sorted().randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<8, using: &random) {
            case 0: #expect(queue.remove(known) == (present.removeValue(forKey: known) != nil))
            case 1: queue.makeSafe(known)
            case 2: for gone in queue.removeOverdue(at: number) { #expect(present.removeValue(forKey: gone) != nil) }
            default:
                let group = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                if case .admitted(let gone) = queue.admit(number, from: group, at: number) {
                    if let gone { #expect(present.removeValue(forKey: gone) != nil) }
                    present[number] = group
                }
            }
            #expect(queue.guests == present.keys.sorted() && queue.guests.count <= rules.limit)
            let crowds = Dictionary(grouping: present.values, by: { $0 }).mapValues(\.count)
            #expect(crowds.values.allSatisfy { $0 <= rules.limitAGroup ?? .max })
        }
    }
}

@Suite struct WaitingRoomTests {
    private final class Guest {}
    private let machine = FakeSurroundings()

    private func room(_ limit: Int, patience: Int? = nil) -> (WaitingRoom<Guest>, seenOff: () -> [Guest]) {
        let room = WaitingRoom<Guest>(
            AdmissionRules(limit: limit, patience: patience, overflow: .oldestLeaves), clock: machine)
        let list = List()
        room.turnAway = { list.guests.append($0) }
        return (room, { list.guests })
    }

    private final class List { var guests: [Guest] = [] }

    @Test func whoMakesRoomIsTurnedAway() {
        let (room, seenOff) = room(1)
        let (first, second) = (Guest(), Guest())
        let areIn = [room.admit(first, from: "a"), room.admit(second, from: "b")]
        #expect(areIn == [true, true] && seenOff().first === first && room.guests.first === second && room.guests.count == 1)
        room.makeSafe(second)
        #expect(!room.admit(Guest(), from: "c") && seenOff().count == 1)
    }

    @Test func whoseTimeIsUpIsTurnedAwayOnce() {
        let (room, seenOff) = room(9, patience: 1000)
        let (first, second) = (Guest(), Guest())
        _ = room.admit(first, from: "a")
        machine.advance(milliseconds: 400)
        _ = room.admit(second, from: "b")
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
        let (room, seenOff) = room(9, patience: 1000)
        let (first, second, third) = (Guest(), Guest(), Guest())
        for guest in [first, second, third] { _ = room.admit(guest, from: "a") }
        room.remove(first)
        room.give(second, milliseconds: nil)
        machine.advance(milliseconds: 2000)
        #expect(seenOff().count == 1 && seenOff()[0] === third && room.guests.count == 1)
        #expect(room.empty().first === second && room.guests.isEmpty && !machine.isWaiting && seenOff().count == 1)
    }
}

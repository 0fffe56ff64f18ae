// Invitations as a state machine: every way in which one ends, invitations that cross, and random walks.

import Engine
import Testing
import Wire

@testable import Session

@Suite nonisolated struct InviterTests {
    typealias Event = Inviter.Event
    typealias Effect = Inviter.Effect

    /// The state of player "m" after these events.
    static func inviter(_ events: Event...) -> Inviter {
        var inviter = Inviter(id: "m")
        for event in events { _ = inviter.handle(event) }
        return inviter
    }

    static func invite(_ id: String) -> Event { .invite(id, seats: 3) }
    static let asking = inviter(invite("z"))
    static let asked = inviter(.invited(by: "a"))

    @Test func anInvitationIsSentOnce() {
        var inviter = Inviter(id: "m")
        #expect(inviter.handle(Self.invite("z")) == [.call("z"), .startTimer("z")])
        #expect(inviter.handle(Self.invite("z")) == [] && inviter.handle(Self.invite("m")) == [])
        #expect(inviter.outgoing == ["z"])
    }

    @Test(
        arguments: [
            (.takeBack("z"), [.cancelTimer("z"), .hangUp("z")]),
            (.declined(by: "z", .declined), [.cancelTimer("z"), .hangUp("z"), .notify(.declined(by: "z", .declined))]),
            (.declined(by: "z", .otherVersion), [.cancelTimer("z"), .hangUp("z"), .notify(.otherVersion("z"))]),
            (.lost("z", .refused), [.cancelTimer("z"), .notify(.unreachable("z", .refused))]),
            (.timedOut("z"), [.hangUp("z"), .notify(.unanswered("z"))]),
        ] as [(Event, [Effect])]) func itEnds(_ event: Event, _ effects: [Effect])
    {
        var inviter = Self.asking
        #expect(inviter.handle(event) == effects && inviter == Inviter(id: "m"))
        #expect(inviter.handle(event) == [], "nothing is left that could end")
    }

    @Test func itIsAccepted() {
        var inviter = Self.asking
        #expect(inviter.handle(.seated(["z"])) == [.cancelTimer("z"), .notify(.joined("z"))])
        #expect(inviter.outgoing.isEmpty && inviter.guests == ["z"])
        #expect(inviter.handle(Self.invite("y")) == [.call("y"), .startTimer("y")], "three seats are for three")
        #expect(inviter.handle(Self.invite("x")) == [.notify(.refused(.full))])
        #expect(inviter.handle(.seated([])) == [.notify(.left("z"))])
    }

    @Test(
        arguments: [
            (.decline("a"), [.decline("a", .declined)]), (.withdrawn(by: "a"), [.notify(.withdrawn(by: "a"))]),
            (.quit, [.leaveTable, .decline("a", .declined)]),
        ] as [(Event, [Effect])]) func theirsEnds(_ event: Event, _ effects: [Effect])
    {
        var inviter = Self.asked
        #expect(inviter.handle(event) == effects && inviter == Inviter(id: "m"))
    }

    @Test func acceptingEndsAllOtherInvitations() {
        var inviter = Self.inviter(.invited(by: "a"), .invited(by: "b"), Self.invite("z"))
        #expect(
            inviter.handle(.accept("a")) == [
                .cancelTimer("z"), .hangUp("z"), .decline("b", .busy), .join("a"),
            ])
        #expect(inviter.host == "a" && inviter.incoming.isEmpty && inviter.outgoing.isEmpty)
        #expect(inviter.handle(Self.invite("z")) == [.notify(.refused(.notHost))], "a guest invites nobody")
        #expect(inviter.handle(.invited(by: "b")) == [.decline("b", .busy)])
    }

    @Test func beingAcceptedDeclinesTheOthers() {
        var inviter = Self.inviter(.invited(by: "a"), Self.invite("z"))
        #expect(
            inviter.handle(.seated(["z"])) == [
                .cancelTimer("z"), .notify(.joined("z")), .decline("a", .busy),
            ])
        #expect(inviter.handle(.invited(by: "a")) == [.decline("a", .busy)])
    }

    @Test func theTableEnds() {
        var inviter = Self.inviter(.invited(by: "a"), .accept("a"))
        let seated = inviter
        #expect(inviter.handle(.tableClosed(.serverQuit)) == [.leaveTable, .notify(.tableClosed(.serverQuit))])
        #expect(inviter.host == nil)
        inviter = seated
        #expect(inviter.handle(.notSeated) == [.leaveTable, .notify(.invitationGone(by: "a"))])
        inviter = seated
        #expect(inviter.handle(.leaveTable) == [.leaveTable] && inviter.host == nil)
        // An invitation that is shown already is not shown again.
        _ = inviter.handle(.invited(by: "b"))
        #expect(inviter.handle(.leaveTable) == [.leaveTable] && inviter.pending == ["b"])
        _ = inviter.handle(.decline("b"))
        inviter = seated
        let again: [Effect] = [.leaveTable, .notify(.tableClosed(.connectionDropped)), .notify(.invited(by: "a"))]
        #expect(inviter.handle(.invited(by: "a")) == again, "a host that lost our connection invites again")
    }

    @Test func whenInvitationsCrossTheSmallerIDCounts() {
        var larger = Self.inviter(Self.invite("a"))
        #expect(larger.handle(.invited(by: "a")) == [.cancelTimer("a"), .hangUp("a"), .join("a")])
        var smaller = Self.inviter(Self.invite("z"))
        #expect(smaller.handle(.invited(by: "z")) == [] && smaller.pending.isEmpty)
        #expect(smaller.handle(.accept("z")) == [], "it is not shown")
        let failed = smaller.handle(.lost("z", nil))
        #expect(failed == [.cancelTimer("z"), .notify(.unreachable("z", nil)), .notify(.invited(by: "z"))])
        #expect(smaller.pending == ["z"])
    }

    @Test func aCrossingInvitationThatWasNeverShownGoesUnseen() {
        var inviter = Self.inviter(Self.invite("z"), .invited(by: "z"))
        #expect(inviter.handle(.withdrawn(by: "z")) == [])
        inviter = Self.inviter(Self.invite("z"), .invited(by: "z"))
        #expect(inviter.handle(.seated(["z"])) == [.cancelTimer("z"), .notify(.joined("z")), .decline("z", .busy)])
    }

    /// Timers, connections and seats are always those that the state says.
    @Test(arguments: 0..<40) func randomWalks(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var inviter = Inviter(id: "m")
        var (calls, timers, incoming) = (Set<String>(), Set<String>(), Set<String>())
        for step in 0..<400 {
            let id = ["a", "b", "y", "z"].randomElement(using: &random) ?? "a"
            let event = Self.anyEvent(id, &random)
            switch event {
            case .invited(let id): incoming.insert(id)
            case .withdrawn(let id): if incoming.remove(id) == nil { continue }
            case .timedOut(let id): if timers.remove(id) == nil { continue }
            case .lost(let id, _): if calls.remove(id) == nil { continue }
            case .seated(let ids):
                guard inviter.host == nil, ids.allSatisfy({ calls.contains($0) || inviter.guests.contains($0) }) else { continue }
                calls.subtract(ids)
            default: break
            }
            for effect in inviter.handle(event) {
                switch effect {
                case .call(let id): calls.insert(id)
                case .hangUp(let id): calls.remove(id)
                case .startTimer(let id): timers.insert(id)
                case .cancelTimer(let id): timers.remove(id)
                case .join(let id), .decline(let id, _): #expect(incoming.remove(id) != nil, "\(effect)")
                case .leaveTable, .notify: break
                }
            }
            let holds =
                calls == inviter.outgoing && timers == inviter.outgoing && incoming == Set(inviter.incoming)
                && (inviter.host == nil || inviter.guests.isEmpty && calls.isEmpty)
            #expect(holds, "seed \(seed), step \(step), \(event)")
        }
    }

    private static func anyEvent(_ id: String, _ random: inout SeededGenerator) -> Event {
        switch Int.random(in: 0..<24, using: &random) {
        case 0...5: invite(id)
        case 6: .takeBack(id)
        case 7, 8: .accept(id)
        case 9: .decline(id)
        case 10: .leaveTable
        case 11...15: .invited(by: id)
        case 16: .withdrawn(by: id)
        case 17: .declined(by: id, .busy)
        case 18: .lost(id, nil)
        case 19: .timedOut(id)
        case 20, 21: .seated([id])
        case 22: .seated([])
        default: .tableClosed(.serverQuit)
        }
    }
}

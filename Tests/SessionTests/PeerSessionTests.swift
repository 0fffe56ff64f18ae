// A session of players near each other: every state with every event, invitations that cross, and the limit of players.
// We are "m"; "z" is the other, and of invitations that cross ours stands. Our first invitation has number 1, theirs number 5.

import Session
import Testing
import Wire

@Suite nonisolated struct PeerSessionTests {
    typealias Event = PeerSession.Event
    typealias Effect = PeerSession.Effect

    static func session(_ events: Event...) -> PeerSession {
        var session = PeerSession(id: "m", name: "Me")
        for event in events { _ = session.handle(event) }
        return session
    }

    static func say(_ message: PeerMessage, from id: String = "z") -> Event { .received(message, from: id) }
    static func theirs(_ number: Int = 5) -> Event { say(.invite(number, name: "Zoe", game: "snap")) }
    static let found = Event.found(id: "z", name: "Zoe")
    static let invite = Event.invite(id: "z", game: "snap")
    static let ours = Effect.send(.invite(1, name: "Me", game: "snap"), to: "z")
    static let timer = Effect.startTimer("z", seconds: 30)

    static let events: [Event] =
        [
            .start, .setVisible(true), .setVisible(false), .rename("Me"), .rename("New"), found, .found(id: "z", name: "Zed"),
            .found(id: "y", name: "Yan"), .found(id: "m", name: "Me"), .lost(id: "z"), .lost(id: "y"), invite,
            .invite(id: "y", game: "snap"),
            .invite(id: "m", game: "snap"), .cancelInvitation(id: "z"), .cancelInvitation(id: "y"), .accept(id: "z"),
            .accept(id: "y"),
            .decline(id: "z"), .decline(id: "y"), .disconnect, .quit, .connectionLost(id: "z"),
            .connectionLost(id: "y"),
            .timedOut(id: "z"), .timedOut(id: "y"), theirs(5), theirs(6), say(.invite(7, name: "Me", game: "snap"), from: "m"),
        ]
        + [1, 2, 5, 6].flatMap { number in
            [
                say(.cancel(number)), say(.accept(number)), say(.decline(number, .declined)), say(.welcome(number)),
                say(.roster(number, ["Zoe", "Me"])),
            ]
        }

    struct State: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var session: PeerSession
        /// What is done on which event. On every other: nothing, and nothing changes.
        var reactions: [(Event, [Effect])]
    }

    /// What is done in every state in which z is in the list.
    static let common: [(Event, [Effect])] = [
        (.setVisible(false), [.withdraw]), (.rename("New"), [.publish(name: "New")]),
        (.found(id: "z", name: "Zed"), [.notify(.peers)]),
        (.found(id: "y", name: "Yan"), [.notify(.peers)]), (.lost(id: "z"), [.notify(.peers)]),
    ]

    static func goodbye(_ effects: Effect...) -> [(Event, [Effect])] {
        let rest: [Effect] = [.withdraw, .stopBrowsing, .closeAll]
        return [(.quit, effects + rest + [.notify(.ended(.userQuit))])]
    }

    /// An acceptance of what does not stand is answered, so that nobody waits for a welcome.
    static func staleAccepts(_ numbers: [Int], closing: Bool = false) -> [(Event, [Effect])] {
        numbers.map { (say(.accept($0)), [.send(.cancel($0), to: "z")] + (closing ? [.close("z")] : [])) }
    }

    static let states = [
        State(testDescription: "off", session: session(), reactions: [(.start, [.browse, .publish(name: "Me")])]),
        State(
            testDescription: "alone", session: session(.start),
            reactions: [
                (.setVisible(false), [.withdraw]), (.rename("New"), [.publish(name: "New")]), (found, [.notify(.peers)]),
                (.found(id: "z", name: "Zed"), [.notify(.peers)]), (.found(id: "y", name: "Yan"), [.notify(.peers)]),
                (theirs(5), [.notify(.invited(id: "z", game: "snap"))]), (theirs(6), [.notify(.invited(id: "z", game: "snap"))]),
            ] + goodbye() + staleAccepts([1, 2, 5, 6], closing: true)),
        State(
            testDescription: "apart", session: session(.start, found),
            reactions: [
                (invite, [ours, timer]), (theirs(5), [.notify(.invited(id: "z", game: "snap"))]),
                (theirs(6), [.notify(.invited(id: "z", game: "snap"))]),
            ] + common + goodbye() + staleAccepts([1, 2, 5, 6], closing: true)),
        State(
            testDescription: "asked", session: session(.start, found, invite),
            reactions: [
                (.cancelInvitation(id: "z"), [.cancelTimer("z"), .send(.cancel(1), to: "z"), .close("z")]),
                (.disconnect, [.cancelTimer("z"), .send(.cancel(1), to: "z"), .close("z"), .notify(.sessionEnded(.userQuit))]),
                (.connectionLost(id: "z"), [.cancelTimer("z"), .notify(.unreachable(id: "z"))]),
                (.timedOut(id: "z"), [.send(.cancel(1), to: "z"), .close("z"), .notify(.unanswered(id: "z"))]),
                (
                    say(.accept(1)),
                    [
                        .cancelTimer("z"), .send(.welcome(1), to: "z"), .notify(.joined(id: "z")),
                        .send(.roster(1, ["Me", "Zoe"], ids: ["m", "z"]), to: "z"),
                        .notify(.roster(["Me", "Zoe"])),
                    ]
                ),
                (say(.decline(1, .declined)), [.cancelTimer("z"), .close("z"), .notify(.declined(id: "z", .declined))]),
            ] + common + goodbye(.cancelTimer("z"), .send(.cancel(1), to: "z"), .close("z")) + staleAccepts([2, 5, 6])),
        State(
            testDescription: "asking", session: session(.start, found, theirs()),
            reactions: [
                (.accept(id: "z"), [.send(.accept(5), to: "z"), timer]),
                (.decline(id: "z"), [.send(.decline(5, .declined), to: "z"), .close("z")]),
                (.connectionLost(id: "z"), [.notify(.invitationGone(id: "z"))]),
                (theirs(6), [.notify(.invitationGone(id: "z")), .notify(.invited(id: "z", game: "snap"))]),
                (say(.cancel(5)), [.close("z"), .notify(.invitationGone(id: "z"))]),
            ] + common + goodbye(.send(.decline(5, .declined), to: "z"), .close("z")) + staleAccepts([1, 2, 5, 6])),
        State(
            testDescription: "joining", session: session(.start, found, theirs(), .accept(id: "z")),
            reactions: [
                (.invite(id: "y", game: "snap"), []),
                (
                    .disconnect,
                    [.cancelTimer("z"), .send(.decline(5, .left), to: "z"), .close("z"), .notify(.sessionEnded(.userQuit))]
                ),
                (.connectionLost(id: "z"), [.cancelTimer("z"), .notify(.invitationGone(id: "z"))]),
                (.timedOut(id: "z"), [.send(.decline(5, .left), to: "z"), .close("z"), .notify(.invitationGone(id: "z"))]),
                (theirs(6), [.cancelTimer("z"), .notify(.invitationGone(id: "z")), .notify(.invited(id: "z", game: "snap"))]),
                (say(.cancel(5)), [.cancelTimer("z"), .close("z"), .notify(.invitationGone(id: "z"))]),
                (say(.welcome(5)), [.cancelTimer("z"), .notify(.joined(id: "z"))]),
            ] + common + goodbye(.cancelTimer("z"), .send(.decline(5, .left), to: "z"), .close("z")) + staleAccepts([1, 2, 5, 6])),
        State(
            testDescription: "guest", session: session(.start, found, invite, say(.accept(1))),
            reactions: [
                (.disconnect, [.send(.cancel(1), to: "z"), .close("z"), .notify(.sessionEnded(.userQuit))]),
                (.connectionLost(id: "z"), [.notify(.left(id: "z")), .notify(.roster([]))]),
                (theirs(5), [.notify(.left(id: "z")), .notify(.roster([])), .notify(.invited(id: "z", game: "snap"))]),
                (theirs(6), [.notify(.left(id: "z")), .notify(.roster([])), .notify(.invited(id: "z", game: "snap"))]),
                (say(.decline(1, .declined)), [.close("z"), .notify(.left(id: "z")), .notify(.roster([]))]),
            ] + common + goodbye(.send(.cancel(1), to: "z"), .close("z")) + staleAccepts([2, 5, 6])),
        State(
            testDescription: "host", session: session(.start, found, theirs(), .accept(id: "z"), say(.welcome(5))),
            reactions: [
                (.disconnect, [.send(.decline(5, .left), to: "z"), .close("z"), .notify(.sessionEnded(.userQuit))]),
                (.connectionLost(id: "z"), [.notify(.sessionEnded(.connectionDropped))]),
                (theirs(6), [.notify(.sessionEnded(.connectionDropped)), .notify(.invited(id: "z", game: "snap"))]),
                (say(.cancel(5)), [.close("z"), .notify(.sessionEnded(.serverQuit))]),
                (say(.roster(5, ["Zoe", "Me"])), [.notify(.roster(["Zoe", "Me"]))]),
            ] + common + goodbye(.send(.decline(5, .left), to: "z"), .close("z")) + staleAccepts([1, 2, 5, 6])),
    ]

    @Test(arguments: states) func everyEvent(_ state: State) {
        for (event, _) in state.reactions { #expect(Self.events.contains(event), "\(event)") }
        for event in Self.events {
            var session = state.session
            let expected = state.reactions.first { $0.0 == event }?.1 ?? []
            #expect(session.handle(event) == expected, "\(event)")
            let isWish = [.setVisible(false), .rename("New")].contains(event)
            if expected.isEmpty, !isWish { #expect(session == state.session, "\(event)") }
        }
    }

    @Test func whatTheListShows() {
        let shown = Self.states.dropFirst(2).map { $0.session.peers.map(\.state) }
        #expect(shown == [[.notConnected], [.connecting], [.notConnected], [.connecting], [.connected], [.connected]])
        #expect(Self.states.map { $0.session.isHost } == [false, false, false, false, false, false, true, false])
        #expect(Self.states.map { $0.session.isGuest } == [false, false, false, false, false, true, false, true])
        #expect(Self.states[4].session.peers.map(\.isInviting) == [true])
    }

    @Test func wishesBeforeTheStart() {
        var session = Self.session(.setVisible(false), .rename("New"))
        #expect(session.handle(.start) == [.browse])
        #expect(session.handle(.setVisible(true)) == [.publish(name: "New")])
        #expect(session.handle(.setVisible(true)) == [])
        _ = session.handle(.setVisible(false))
        #expect(session.handle(.quit) == [.stopBrowsing, .closeAll, .notify(.ended(.userQuit))])
    }

    @Test func whoIsGoneFromTheListIsShownWhileConnected() {
        for state in Self.states.dropFirst(3) {
            var session = state.session
            _ = session.handle(.lost(id: "z"))
            #expect(session.peers.map(\.isVisible) == [false], "\(state.testDescription)")
            _ = session.handle(.connectionLost(id: "z"))
            #expect(session.peers == [], "\(state.testDescription)")
        }
    }

    @Test func aGuestInvitesNobody() {
        for state in [Self.states[5], Self.states[7]] {
            var session = state.session
            _ = session.handle(.found(id: "y", name: "Yan"))
            #expect(session.handle(.invite(id: "y", game: "snap")) == [.notify(.refused(.notHost))])
        }
    }

    @Test func eightPlayersAreAllThereIsRoomFor() {
        var session = Self.session(.start)
        for id in (0..<9).map(String.init) { _ = session.handle(.found(id: id, name: id)) }
        for id in 0..<7 { #expect(session.handle(.invite(id: String(id), game: "snap")).count == 2) }
        #expect(session.handle(.invite(id: "7", game: "snap")) == [.notify(.refused(.full))])
        for id in 0..<7 { _ = session.handle(.received(.accept(id + 1), from: String(id))) }
        #expect(session.connected.count == 7 && session.roster.count == 8)
        #expect(session.handle(.invite(id: "7", game: "snap")) == [.notify(.refused(.full))])
        _ = session.handle(.connectionLost(id: "3"))
        #expect(session.handle(.invite(id: "7", game: "snap")).count == 2)
    }

    @Test func whoIsInASessionIsBusy() {
        for state in Self.states[5...] {
            var session = state.session
            #expect(
                session.handle(Self.say(.invite(3, name: "Yan", game: "snap"), from: "y")) == [
                    .send(.decline(3, .busy), to: "y"), .close("y"),
                ])
            #expect(session == state.session)
        }
    }

    @Test func acceptingOnePutsOffTheOthers() {
        var session = Self.session(.start, Self.found, Self.theirs(), .found(id: "x", name: "Xi"), .invite(id: "x", game: "snap"))
        _ = session.handle(Self.say(.invite(2, name: "Yan", game: "snap"), from: "y"))
        #expect(
            session.handle(.accept(id: "z")) == [
                .cancelTimer("x"), .send(.cancel(1), to: "x"), .close("x"), .send(.decline(2, .busy), to: "y"), .close("y"),
                .notify(.invitationGone(id: "y")), .send(.accept(5), to: "z"), Self.timer,
            ])
        #expect(session.peers.map(\.state) == [.connecting, .notConnected])
    }

    @Test func beingAcceptedPutsOffTheOthers() {
        var session = Self.session(.start, Self.found, Self.invite)
        _ = session.handle(Self.say(.invite(2, name: "Yan", game: "snap"), from: "y"))
        let effects = session.handle(Self.say(.accept(1)))
        #expect(effects.contains(.send(.decline(2, .busy), to: "y")) && effects.contains(.notify(.invitationGone(id: "y"))))
        #expect(session.peers.map(\.id) == ["z"])
    }

    @Test func ofInvitationsThatCrossTheSmallerIdStands() {
        var smaller = Self.session(.start, Self.found, Self.invite)
        #expect(smaller.handle(Self.theirs()) == [])
        var larger = Self.session(.start, .found(id: "a", name: "Al"), .invite(id: "a", game: "snap"))
        #expect(
            larger.handle(Self.say(.invite(4, name: "Al", game: "snap"), from: "a")) == [
                .cancelTimer("a"), .send(.cancel(1), to: "a"), .send(.accept(4), to: "a"), .startTimer("a", seconds: 30),
            ])
        var host = Self.session(.start, Self.found, Self.invite, Self.say(.accept(1)), .found(id: "a", name: "Al"))
        _ = host.handle(.invite(id: "a", game: "snap"))
        #expect(
            host.handle(Self.say(.invite(4, name: "Al", game: "snap"), from: "a")) == [
                .cancelTimer("a"), .send(.cancel(2), to: "a"), .send(.decline(4, .busy), to: "a"), .close("a"),
                .notify(.declined(id: "a", .busy)),
            ])
    }
}

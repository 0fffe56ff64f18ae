// The host's side of a table: every state with every event, and long random walks with a world that carries out what is to be done.

import Engine
import Testing
import Wire

@testable import Session

@Suite nonisolated struct MatchmakingServerTests {
    typealias Event = MatchmakingServer.Event
    typealias Effect = MatchmakingServer.Effect

    /// A server for two clients after these events.
    static func server(_ events: Event...) -> MatchmakingServer {
        var server = MatchmakingServer(game: "snap", version: "1.0", clientLimit: 2)
        for event in events { _ = server.handle(event) }
        return server
    }

    static let open = Event.open(player("Host"))
    static func player(_ name: String) -> TablePlayer { TablePlayer(name: name, id: name) }
    static func client(_ id: Int, _ name: String) -> MatchmakingServer.Client { .init(id: id, player: player(name)) }
    static func introduction(_ name: String, _ id: Int) -> Event { .received(.introduction(player(name)), from: id) }
    static func table(_ players: Int) -> Effect {
        .publish(MatchmakingTable(name: "Host", game: "snap", version: "1.0", players: players, limit: 3))
    }
    static func roster(_ names: String..., to id: Int) -> Effect { .send(.roster((["Host"] + names).map(player)), to: id) }

    static let idle = server()
    static let empty = server(open)
    static let seated = server(open, introduction("Ann", 8))
    static let full = server(open, introduction("Ann", 8), introduction("Bob", 9))
    static let started = server(open, introduction("Ann", 8), .start)

    /// Every event, about a connection that waits (7) and two with seats (8 and 9).
    static let events: [Event] =
        [open, .start, .quit]
        + [7, 8, 9].flatMap { id in
            [.connected(id), .disconnected(id), .sendAway(id), introduction("Cat", id)]
                + messages.map { .received($0, from: id) }
        }
    static let messages: [MatchmakingMessage] = [
        .welcome, .refused(.full), .refused(.started), .roster([player("x")]), .start(seat: 1, names: ["Host", "x"]), .sentAway,
        .hostQuit,
    ]

    struct State: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var server: MatchmakingServer
        /// What is done on which event. On every other: nothing, and nothing changes.
        var reactions: [(Event, [Effect])]
    }

    static let states = [
        State(testDescription: "idle", server: idle, reactions: [(open, [table(1)])]),
        State(
            testDescription: "open, empty", server: empty,
            reactions: [7, 8, 9].map { (.connected($0), [.admit($0)]) } + [7, 8, 9].map(joins) + [
                (.quit, [.dismissWaiting(.hostQuit), .withdraw, .stopListening, .notify(.ended(.userQuit))])
            ]),
        State(
            testDescription: "open, one seated", server: seated,
            reactions: [7, 8, 9].map { (.connected($0), [.admit($0)]) } + [
                (.disconnected(8), [.notify(.left(client(8, "Ann"))), table(1)]),
                (.sendAway(8), [.send(.sentAway, to: 8), .close(8), .notify(.left(client(8, "Ann"))), table(1)]),
                joinsAnn(7), joinsAnn(9),
                (.start, [.withdraw, .dismissWaiting(.refused(.started)), .notify(.started([client(8, "Ann")]))]),
                (
                    .quit,
                    [
                        .send(.hostQuit, to: 8), .close(8), .dismissWaiting(.hostQuit), .withdraw, .stopListening,
                        .notify(.ended(.userQuit)),
                    ]
                ),
            ]),
        State(
            testDescription: "open, full", server: full,
            reactions: [7, 8, 9].map { (.connected($0), [.admit($0)]) } + [
                (introduction("Cat", 7), [.send(.refused(.full), to: 7), .close(7)]),
                (.disconnected(8), [.notify(.left(client(8, "Ann"))), table(2), roster("Bob", to: 9)]),
                (.disconnected(9), [.notify(.left(client(9, "Bob"))), table(2), roster("Ann", to: 8)]),
                (
                    .sendAway(8),
                    [
                        .send(.sentAway, to: 8), .close(8), .notify(.left(client(8, "Ann"))), table(2),
                        roster("Bob", to: 9),
                    ]
                ),
                (
                    .sendAway(9),
                    [
                        .send(.sentAway, to: 9), .close(9), .notify(.left(client(9, "Bob"))), table(2),
                        roster("Ann", to: 8),
                    ]
                ),
                (
                    .start,
                    [
                        .withdraw, .dismissWaiting(.refused(.started)),
                        .notify(.started([client(8, "Ann"), client(9, "Bob")])),
                    ]
                ),
                (
                    .quit,
                    [
                        .send(.hostQuit, to: 8), .close(8), .send(.hostQuit, to: 9), .close(9), .dismissWaiting(.hostQuit),
                        .withdraw, .stopListening, .notify(.ended(.userQuit)),
                    ]
                ),
            ]),
        State(
            testDescription: "started", server: started,
            reactions: [7, 8, 9].flatMap { id -> [(Event, [Effect])] in
                [
                    (Event.connected(id), [.admit(id)]),
                    (introduction("Cat", id), [.send(.refused(.started), to: id), .close(id)]),
                ]
            } + [(.quit, [.dismissWaiting(.hostQuit), .stopListening, .notify(.ended(.userQuit))])]),
    ]

    /// The first guest sits down.
    static func joins(_ id: Int) -> (Event, [Effect]) {
        (
            introduction("Cat", id),
            [.send(.welcome, to: id), .notify(.joined(client(id, "Cat"))), table(2), roster("Cat", to: id)]
        )
    }

    /// A guest sits down beside Ann.
    static func joinsAnn(_ id: Int) -> (Event, [Effect]) {
        (
            introduction("Cat", id),
            [
                .send(.welcome, to: id), .notify(.joined(client(id, "Cat"))), table(3), roster("Ann", "Cat", to: 8),
                roster("Ann", "Cat", to: id),
            ]
        )
    }

    @Test(arguments: states) func everyEvent(_ state: State) {
        for (event, _) in state.reactions { #expect(Self.events.contains(event)) }
        for event in Self.events {
            var server = state.server
            let expected = state.reactions.first { $0.0 == event }?.1 ?? []
            #expect(server.handle(event) == expected, "\(event)")
            if expected.isEmpty { #expect(server == state.server, "\(event)") }
        }
    }

    @Test func whereItGoes() {
        #expect(Self.idle.state == .idle)
        #expect(Self.empty.state == .acceptingConnections)
        #expect(Self.full.state == .acceptingConnections)
        #expect(Self.started.state == .ignoringNewConnections)
        for server in [Self.empty, Self.full, Self.started] {
            var server = server
            _ = server.handle(.quit)
            #expect(server.state == .idle && server.clients.isEmpty)
            _ = server.handle(Self.open)
            #expect(server == Self.empty)
        }
    }

    /// What is published, listening, connected and running is always what the state says.
    @Test(arguments: 0..<40) func randomWalks(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var server = MatchmakingServer(game: "snap", version: "1.0", clientLimit: 3)
        var world = World()
        for step in 0..<500 {
            let event = anyEvent(&random, step, world)
            if case .connected(let id) = event, server.state != .idle { world.open.insert(id) }
            if case .disconnected(let id) = event { world.lose(id) }
            if case .received(.introduction, let id) = event { world.waiting.remove(id) }
            for effect in server.handle(event) { world.carryOut(effect) }
            // A started game takes its guests' connections along.
            if server.state == .ignoringNewConnections { world.open = world.waiting }
            let seats = server.clients.map(\.id)
            let holds =
                world.isListening == (server.state != .idle)
                && world.table == (server.state == .acceptingConnections ? server.table : nil)
                && world.open == world.waiting.union(seats) && seats.count <= 3
                && (server.state == .ignoringNewConnections || server.table.players == seats.count + 1) && world.faults.isEmpty
            #expect(holds, "seed \(seed), step \(step), \(event), \(world.faults)")
        }
    }

    private func anyEvent(_ random: inout SeededGenerator, _ step: Int, _ world: World) -> Event {
        let id = world.open.sorted().randomElement(using: &random) ?? -1
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return .start
        case 1: return .quit
        case 2...5: return Self.open
        case 6...18: return .connected(step)
        case 19...20: return .disconnected(id)
        case 21...22: return .sendAway(id)
        case 23...25: return .received(Self.messages.randomElement(using: &random) ?? .welcome, from: id)
        default: return world.open.isEmpty ? .connected(step) : Self.introduction("Ann", id)
        }
    }

    /// What the owner of a server has at hand.
    struct World {
        var isListening = false
        var table: MatchmakingTable?
        var open: Set<Int> = []
        var waiting: Set<Int> = []
        var faults: [String] = []

        mutating func lose(_ id: Int) {
            open.remove(id)
            waiting.remove(id)
        }

        mutating func carryOut(_ effect: Effect) {
            switch effect {
            case .stopListening: isListening = false
            case .publish(let table):
                self.table = table
                isListening = true
            case .withdraw: table = nil
            case .send(_, let id): if !open.contains(id) { faults.append("sent to \(id), which is closed") }
            case .close(let id): if open.remove(id) == nil { faults.append("closed \(id) twice") }
            case .admit(let id): waiting.insert(id)
            case .dismissWaiting:
                open.subtract(waiting)
                waiting = []
            case .notify: break
            }
        }
    }
}

@Suite nonisolated struct MatchmakingWordsTests {
    @Test func aTableAndItsText() {
        let table = MatchmakingTable(name: "Tiger", game: "snap", version: "1.0", players: 2, limit: 4)
        #expect(table.text == ["game": "snap", "version": "1.0", "players": "2", "limit": "4"])
        #expect(MatchmakingTable(name: "Tiger", text: table.text) == table)
        #expect(!table.isFull)
        #expect(MatchmakingTable(name: "x", text: ["game": "", "players": "4", "limit": "4"])?.isFull == true)
    }

    @Test(arguments: [
        [:], ["game": "snap"], ["game": "snap", "players": "1"], ["game": "snap", "players": "x", "limit": "4"],
        ["game": "snap", "players": "-1", "limit": "4"], ["game": "snap", "players": "1", "limit": "99999999999999999999"],
        ["players": "1", "limit": "4"],
    ]) func isNoTable(_ text: [String: String]) {
        #expect(MatchmakingTable(name: "x", text: text) == nil)
    }
}

// A client's side of the tables: every state with every event, and whole evenings of clients with one host in memory.

import Engine
import Testing
import Wire

@testable import Session

@Suite nonisolated struct MatchmakingClientTests {
    typealias Event = MatchmakingClient.Event
    typealias Effect = MatchmakingClient.Effect

    static let tiger = MatchmakingTable(name: "Tiger", game: "snap", version: "1.0", players: 1, limit: 4)
    static let lion = MatchmakingTable(name: "Lion", game: "snap", version: "1.0", players: 3, limit: 4)
    static let fuller: MatchmakingTable = {
        var table = tiger
        table.players = 2
        return table
    }()

    static func client(_ events: Event...) -> MatchmakingClient {
        var client = MatchmakingClient(player: TablePlayer(name: "Ann", id: "a"))
        for event in events { _ = client.handle(event) }
        return client
    }

    static let idle = client()
    static let searching = client(.search, .found(tiger))
    static let connecting = client(.search, .found(tiger), .choose(name: "Tiger"))
    static let connected = client(.search, .found(tiger), .choose(name: "Tiger"), .opened, .received(.welcome))

    static let events: [Event] =
        [
            .search, .found(tiger), .found(fuller), .found(lion), .lost(name: "Tiger"), .lost(name: "Lion"),
            .choose(name: "Tiger"),
            .choose(name: "Lion"), .opened, .disconnected, .timedOut, .cancel, .quit,
            .received(.introduction(TablePlayer(name: "x", id: "x"))), .received(.welcome),
        ]
        + MatchmakingServerTests.messages.dropFirst().map { .received($0) }

    static let roster = [TablePlayer(name: "x", id: "x")]

    struct State: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var client: MatchmakingClient
        /// What is done on which event, and where it leads. On every other: nothing, and nothing changes.
        var reactions: [(Event, [Effect], MatchmakingClient.State)]
    }

    static let states = [
        State(testDescription: "idle", client: idle, reactions: [(.search, [.browse], .searchingForServers)]),
        State(
            testDescription: "searching", client: searching,
            reactions: [
                (.found(fuller), [.notify(.tables)], .searchingForServers),
                (.found(lion), [.notify(.tables)], .searchingForServers),
                (.lost(name: "Tiger"), [.notify(.tables)], .searchingForServers),
                (.choose(name: "Tiger"), [.connect(tiger), .startTimer(seconds: 10)], .connecting(tiger)),
                (.quit, [.stopBrowsing, .notify(.ended(.userQuit))], .idle),
            ]),
        State(
            testDescription: "connecting", client: connecting,
            reactions: [
                (.found(fuller), [.notify(.tables)], .connecting(tiger)), (.found(lion), [.notify(.tables)], .connecting(tiger)),
                (
                    .lost(name: "Tiger"), [.notify(.tables), .cancelTimer, .close, .notify(.gone(tiger))],
                    .searchingForServers
                ),
                (.opened, [.send(.introduction(TablePlayer(name: "Ann", id: "a")))], .connecting(tiger)),
                (.received(.welcome), [.cancelTimer, .stopBrowsing, .notify(.joined(tiger))], .connected(tiger)),
                (.received(.refused(.full)), [.cancelTimer, .close, .notify(.refused(tiger, .full))], .searchingForServers),
                (
                    .received(.refused(.started)), [.cancelTimer, .close, .notify(.refused(tiger, .started))],
                    .searchingForServers
                ),
                (.received(.hostQuit), [.cancelTimer, .close, .notify(.gone(tiger))], .searchingForServers),
                (.received(.sentAway), [.cancelTimer, .close, .notify(.gone(tiger))], .searchingForServers),
                (.disconnected, [.cancelTimer, .close, .notify(.failed(tiger, isSilent: false))], .searchingForServers),
                (.timedOut, [.cancelTimer, .close, .notify(.failed(tiger, isSilent: true))], .searchingForServers),
                (.cancel, [.cancelTimer, .close], .searchingForServers),
                (.quit, [.cancelTimer, .close, .stopBrowsing, .notify(.ended(.userQuit))], .idle),
            ]),
        State(
            testDescription: "connected", client: connected,
            reactions: [
                (.received(.roster(roster)), [.notify(.roster(roster))], .connected(tiger)),
                (
                    .received(.start(seat: 1, names: ["Host", "x"])),
                    [.notify(.started(tiger, seat: 1, names: ["Host", "x"]))], .idle
                ),
                (.received(.hostQuit), [.close, .notify(.ended(.serverQuit))], .idle),
                (.received(.sentAway), [.close, .notify(.ended(.sentAway))], .idle),
                (.disconnected, [.close, .notify(.ended(.connectionDropped))], .idle),
                (.quit, [.close, .notify(.ended(.userQuit))], .idle),
            ]),
    ]

    @Test(arguments: states) func everyEvent(_ state: State) {
        for (event, _, _) in state.reactions { #expect(Self.events.contains(event)) }
        for event in Self.events {
            var client = state.client
            let expected = state.reactions.first { $0.0 == event }
            #expect(client.handle(event) == expected?.1 ?? [], "\(event)")
            #expect(client.state == expected?.2 ?? state.client.state, "\(event)")
            if expected == nil { #expect(client == state.client, "\(event)") }
            if client.state == .idle { #expect(client == Self.idle, "\(event)") }
        }
    }

    @Test func theList() {
        var client = Self.client(.search, .found(Self.tiger), .found(Self.lion), .found(Self.fuller))
        #expect(client.tables == [Self.fuller, Self.lion])
        _ = client.handle(.lost(name: "Tiger"))
        #expect(client.tables == [Self.lion])
        _ = client.handle(.choose(name: "Lion"))
        _ = client.handle(.lost(name: "Lion"))
        #expect(client.tables == [] && client.state == .searchingForServers)
    }

    /// Long random sessions: once all messages have arrived, the programs agree on who has a seat.
    @Test(arguments: 0..<60) func evenings(_ seed: Int) {
        var evening = LobbySimulation(seed: UInt64(seed))
        for step in 0..<300 {
            evening.step()
            if step % 10 == 9 {
                evening.deliverAll()
                #expect(evening.faults == [], "seed \(seed), step \(step)")
            }
        }
    }
}

/// One host, five clients, and a wire between them that keeps the order and takes its time.
private nonisolated struct LobbySimulation {
    var server = MatchmakingServer(game: "snap", version: "1.0")
    var clients = (0..<5).map { MatchmakingClient(player: TablePlayer(name: "Client \($0)", id: "c\($0)")) }
    var random: SeededGenerator
    /// Each client's connection; a new number for each.
    var connections: [Int?] = Array(repeating: nil, count: 5)
    var lastConnection = 0
    /// What is on its way: to the server, and to each connection.
    var toServer: [MatchmakingServer.Event] = []
    var toClients: [(connection: Int, event: MatchmakingClient.Event)] = []
    /// The connections that have not introduced themselves.
    var waiting: Set<Int> = []
    var isListening = false
    var isBrowsing = Array(repeating: false, count: 5)

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        let client = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<60, using: &random) {
        case 0: serve(.quit)
        case 1: serve(.start)
        case 2...8: serve(.open(TablePlayer(name: "Host", id: "h")))
        case 9: serve(.sendAway(server.clients.randomElement(using: &random)?.id ?? 0))
        case 10: ask(client, .quit)
        case 11: ask(client, .cancel)
        case 13: if case .connecting = clients[client].state { ask(client, .timedOut) }
        case 14...20: ask(client, .search)
        case 21...30: ask(client, .choose(name: "Host"))
        default: deliver()
        }
    }

    mutating func serve(_ event: MatchmakingServer.Event) {
        switch event {
        case .received(.introduction, from: let id), .disconnected(let id): waiting.remove(id)
        default: break
        }
        for effect in server.handle(event) {
            switch effect {
            case .stopListening: isListening = false
            case .publish(let table):
                isListening = true
                for index in 0..<5 where isBrowsing[index] { ask(index, .found(table)) }
            case .withdraw: for index in 0..<5 where isBrowsing[index] { ask(index, .lost(name: "Host")) }
            case .send(let message, let id): toClients.append((id, .received(message)))
            case .close(let id):
                toClients.append((id, .disconnected))
                toServer.removeAll { $0.connection == id }
            case .notify(.started(let guests)):
                for guest in guests { toClients.append((guest.id, .received(.start(seat: 1, names: ["h", "c"])))) }
            case .admit(let id): waiting.insert(id)
            case .dismissWaiting(let message):
                for id in waiting.sorted() {
                    toClients += [(id, .received(message)), (id, .disconnected)]
                    toServer.removeAll { $0.connection == id }
                }
                waiting = []
            case .notify: break
            }
        }
    }

    mutating func ask(_ index: Int, _ event: MatchmakingClient.Event) {
        for effect in clients[index].handle(event) {
            switch effect {
            case .browse:
                isBrowsing[index] = true
                if server.state == .acceptingConnections { ask(index, .found(server.table)) }
            case .stopBrowsing: isBrowsing[index] = false
            case .connect:
                lastConnection += 1
                connections[index] = lastConnection
                toServer.append(.connected(lastConnection))
                toClients.append((lastConnection, .opened))
            case .send(let message): connections[index].map { toServer.append(.received(message, from: $0)) }
            case .close:
                connections[index].map { toServer.append(.disconnected($0)) }
                connections[index] = nil
            // The party has the connection now.
            case .notify(.started): connections[index] = nil
            case .startTimer, .cancelTimer, .notify: break
            }
        }
    }

    mutating func deliver() {
        if Bool.random(using: &random), !toServer.isEmpty {
            let event = toServer.removeFirst()
            if case .connected(let id) = event, !isListening {
                toServer.removeAll { $0.connection == id }
                toClients.append((id, .disconnected))
            } else {
                serve(event)
            }
        } else if !toClients.isEmpty {
            let (connection, event) = toClients.removeFirst()
            if let index = connections.firstIndex(of: connection) {
                if event == .disconnected { connections[index] = nil }
                ask(index, event)
            }
        }
    }

    mutating func deliverAll() {
        while !toServer.isEmpty || !toClients.isEmpty { deliver() }
    }

    var faults: [String] {
        var faults: [String] = []
        let seats = Set(server.clients.map(\.id))
        for (index, client) in clients.enumerated() {
            if case .connected = client.state {
                if !seats.contains(connections[index] ?? 0) {
                    faults.append("\(client.player.name) has a seat that the host does not know")
                }
                if client.roster.count != seats.count + 1 { faults.append("\(client.player.name) sees \(client.roster)") }
                if isBrowsing[index] { faults.append("\(client.player.name) still browses") }
            } else if connections[index] != nil, seats.contains(connections[index] ?? 0) {
                faults.append("the host keeps a seat for \(client.player.name)")
            } else if client.state == .idle, connections[index] != nil || isBrowsing[index] {
                faults.append("\(client.player.name) leaves something behind")
            }
        }
        if !seats.isSubset(of: Set(connections.compactMap(\.self))) { faults.append("the host has clients who are gone") }
        return faults
    }
}

nonisolated extension MatchmakingServer.Event {
    /// The connection that it came on.
    fileprivate var connection: Int? {
        switch self {
        case .connected(let id), .disconnected(let id), .received(_, from: let id): id
        default: nil
        }
    }
}

// The host's side of a table: who may sit down, until the game starts and for as long as it lasts.
// It knows no rules of any game, and of a connection only the number by which its owner knows it.
//
//     idle ── open ──► accepting connections ── start ──► ignoring new connections
//       ▲                    │                                  │
//       └────────────────── quit ───────────────────────────────┘

import Wire

/// The host's side of a table.
nonisolated package struct MatchmakingServer: Equatable, Sendable {
    /// Where it is.
    package enum State: Equatable, Sendable {
        /// Nothing is published, nobody listens.
        case idle
        /// The table is in every list, and clients may sit down.
        case acceptingConnections
        /// The game is on. Who comes late is told so.
        case ignoringNewConnections
    }

    /// A client who has a seat.
    package struct Client: Equatable, Sendable {
        /// The connection.
        package let id: Int
        /// The player's name, as it came.
        package let name: String
    }

    /// What happens to it.
    package enum Event: Equatable, Sendable {
        /// The host opens the table under this name.
        case open(name: String)
        /// A connection was accepted; its number was never used before.
        case connected(Int, from: Source = Source(network: "", machine: ""))
        /// A client says something.
        case received(MatchmakingMessage, from: Int)
        /// A connection is gone.
        case disconnected(Int)
        /// A client said nothing in time.
        case timedOut(Int)
        /// The host wants to be without a client.
        case sendAway(Int)
        /// The host starts the game.
        case start
        /// The host leaves.
        case quit
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Listen for connections no more; as the table is opened, one does.
        case stopListening
        /// Put the table into the lists, or renew what they say of it.
        case publish(MatchmakingTable)
        /// Take it out of them.
        case withdraw
        /// Send a message.
        case send(MatchmakingMessage, to: Int)
        /// Close a connection once everything sent on it is on its way. No `disconnected` needs to follow.
        case close(Int)
        /// Report `timedOut` after so many seconds.
        case startTimer(Int, seconds: Int)
        /// Do not.
        case cancelTimer(Int)
        /// Tell the host.
        case notify(News)
    }

    /// What the host is told.
    package enum News: Equatable, Sendable {
        /// A client sat down.
        case joined(Client)
        /// A client left or was lost.
        case left(Client)
        /// There is nobody to play with, so nothing starts.
        case nobodyJoined
        /// The game starts with these.
        case started([Client])
        /// The table is gone.
        case ended(QuitReason)
    }

    /// How long a connection may say nothing before it has a seat.
    package static let timeout = 10

    /// Where it is.
    package private(set) var state = State.idle
    /// Who has a seat, in order of arrival.
    package private(set) var clients: [Client] = []
    /// Who is connected and has not said yet who it is.
    package var waiting: [Int] { queue.guests }
    /// Their time is for their timers to end.
    private var queue = AdmissionQueue<Int>(AdmissionRules())
    /// The table as the lists have it.
    package private(set) var table: MatchmakingTable

    /// A table for this game, not open yet. `clientLimit` says how many may sit down beside the host.
    package init(game: String, version: String, clientLimit: Int = 3) {
        precondition(clientLimit > 0)
        table = MatchmakingTable(name: "", game: game, version: version, players: 1, limit: clientLimit + 1)
    }

    /// Lets an event happen: what is to be done, in this order.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .open(let name)): return open(name)
        case (.idle, _), (_, .open): return []
        case (_, .connected(let id, from: let source)): return connected(id, from: source)
        case (_, .received(.introduction(let name), from: let id)): return introduced(id, name)
        case (_, .received): return []
        case (_, .disconnected(let id)): return remove(id)
        case (_, .timedOut(let id)): return waiting.contains(id) ? remove(id) + [.close(id)] : []
        case (_, .sendAway(let id)): return sendAway(id)
        case (.acceptingConnections, .start): return start()
        case (.ignoringNewConnections, .start): return []
        case (_, .quit): return end(.userQuit)
        }
    }
}

nonisolated extension MatchmakingServer {
    private var isFull: Bool { clients.count + 1 >= table.limit }

    private mutating func open(_ name: String) -> [Effect] {
        state = .acceptingConnections
        table.name = name
        table.players = 1
        return [.publish(table)]
    }

    private mutating func connected(_ id: Int, from source: Source) -> [Effect] {
        guard !waiting.contains(id), !clients.contains(where: { $0.id == id }) else { return [] }
        if state == .ignoringNewConnections { return refuse(id, .started) }
        if isFull { return refuse(id, .full) }
        let gone = queue.admit(id, from: source, at: 0)
        return (gone.map { [.cancelTimer($0)] + refuse($0, .full) } ?? []) + [.startTimer(id, seconds: Self.timeout)]
    }

    private func refuse(_ id: Int, _ reason: RefusalReason) -> [Effect] { [.send(.refused(reason), to: id), .close(id)] }

    private mutating func introduced(_ id: Int, _ name: String) -> [Effect] {
        guard queue.remove(id) else { return [] }
        if isFull { return [.cancelTimer(id)] + refuse(id, .full) }
        let client = Client(id: id, name: name)
        clients.append(client)
        return [.cancelTimer(id), .send(.welcome, to: id), .notify(.joined(client))] + showPlayers()
    }

    /// Tells the lists and everybody at the table who is there.
    private mutating func showPlayers() -> [Effect] {
        table.players = clients.count + 1
        let roster = MatchmakingMessage.roster([table.name] + clients.map(\.name))
        return (state == .acceptingConnections ? [.publish(table)] : []) + clients.map { .send(roster, to: $0.id) }
    }

    private mutating func remove(_ id: Int) -> [Effect] {
        if queue.remove(id) { return [.cancelTimer(id)] }
        guard let index = clients.firstIndex(where: { $0.id == id }) else { return [] }
        return [.notify(.left(clients.remove(at: index)))] + showPlayers()
    }

    private mutating func sendAway(_ id: Int) -> [Effect] {
        guard clients.contains(where: { $0.id == id }) else { return [] }
        return [.send(.sentAway, to: id), .close(id)] + remove(id)
    }

    private mutating func start() -> [Effect] {
        guard !clients.isEmpty else { return [.notify(.nobodyJoined)] }
        state = .ignoringNewConnections
        let refusals = waiting.flatMap { [.cancelTimer($0)] + refuse($0, .started) }
        for id in waiting { queue.remove(id) }
        return [.withdraw] + refusals
            + clients.map { .send(.start, to: $0.id) } + [.notify(.started(clients))]
    }

    private mutating func end(_ reason: QuitReason) -> [Effect] {
        let timers = waiting.map(Effect.cancelTimer)
        let goodbyes = (clients.map(\.id) + waiting).flatMap { [.send(.hostQuit, to: $0), .close($0)] as [Effect] }
        let lists = state == .acceptingConnections ? [Effect.withdraw] : []
        for id in waiting { queue.remove(id) }
        (state, clients) = (.idle, [])
        table.players = 1
        return timers + goodbyes + lists + [.stopListening, .notify(.ended(reason))]
    }
}

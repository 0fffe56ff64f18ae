// The host's side of a table until the game starts, as a state machine: who may sit down. TableHost carries out its effects. It knows
// a connection only by the number that TableHost gives it.
//
//     idle ── open ──► accepting connections ── start ──► ignoring new connections
//       ▲                    │                                  │
//       └────────────────── quit ───────────────────────────────┘

import Wire

/// The host's side of a table.
nonisolated package struct MatchmakingServer: Equatable, Sendable {
    /// The states of a table.
    package enum State: Equatable, Sendable {
        /// The table is not open.
        case idle
        /// Guests may sit down.
        case acceptingConnections
        /// The game has started. Guests who come late are told so.
        case ignoringNewConnections
    }

    /// A guest who has a seat.
    package struct Client: Equatable, Sendable {
        /// The number of the connection.
        package let id: Int
        /// The player, as introduced.
        package let player: TablePlayer
        /// The player's name.
        package var name: String { player.name }
    }

    /// What happens.
    package enum Event: Equatable, Sendable {
        /// The host opens the table.
        case open(TablePlayer)
        /// A connection was accepted. Its number was never used before.
        case connected(Int, from: Source = Source(network: "", machine: ""))
        /// A guest sent a message.
        case received(MatchmakingMessage, from: Int)
        /// A connection ended.
        case disconnected(Int)
        /// A connection did not introduce itself in time.
        case timedOut(Int)
        /// The host sends a guest away.
        case sendAway(Int)
        /// The host starts the game.
        case start
        /// The host closes the table.
        case quit
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Stop listening for connections.
        case stopListening
        /// List the table, or update its listing.
        case publish(MatchmakingTable)
        /// Remove the table from the lists.
        case withdraw
        /// Send a message.
        case send(MatchmakingMessage, to: Int)
        /// Close a connection after everything sent. No `disconnected` needs to follow.
        case close(Int)
        /// Report `timedOut` after this many seconds.
        case startTimer(Int, seconds: Int)
        /// Stop that timer.
        case cancelTimer(Int)
        /// Tell the host.
        case notify(News)
    }

    /// What the host is told.
    package enum News: Equatable, Sendable {
        /// A guest sat down.
        case joined(Client)
        /// A guest left or was lost.
        case left(Client)
        /// The game starts with these guests. Their connections do not belong to the table any more.
        case started([Client])
        /// The table is closed.
        case ended(QuitReason)
    }

    /// How long a connection may take to introduce itself, in seconds.
    package static let timeout = 10

    /// The current state.
    package private(set) var state = State.idle
    /// The guests who have a seat, in order of arrival; empty once the game has started.
    package private(set) var clients: [Client] = []
    /// The connections that have not introduced themselves.
    package var waiting: [Int] { queue.guests }
    /// Everybody at the table, the host first.
    package var roster: [TablePlayer] { [host] + clients.map(\.player) }
    /// The table as it is listed.
    package private(set) var table: MatchmakingTable
    private var host = TablePlayer(name: "", id: "")
    // Without deadlines: the timers are effects.
    private var queue = AdmissionQueue<Int>(AdmissionRules())

    /// Creates a table for a game, which is not open yet. `clientLimit` is the number of seats besides the host's.
    package init(game: String, version: String, clientLimit: Int = 3) {
        precondition(clientLimit > 0)
        table = MatchmakingTable(name: "", game: game, version: version, players: 1, limit: clientLimit + 1)
    }

    /// Handles an event. Returns what is to be done, in this order. An event that does not fit the state does nothing.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .open(let host)): return open(host)
        case (.idle, _), (_, .open): return []
        case (_, .connected(let id, from: let source)): return connected(id, from: source)
        case (_, .received(.introduction(let player), from: let id)): return introduced(id, player)
        case (_, .received): return []
        case (_, .disconnected(let id)): return remove(id)
        case (_, .timedOut(let id)): return waiting.contains(id) ? remove(id) + [.close(id)] : []
        case (_, .sendAway(let id)): return sendAway(id)
        case (.acceptingConnections, .start): return clients.isEmpty ? [] : start()
        case (.ignoringNewConnections, .start): return []
        case (_, .quit): return end(.userQuit)
        }
    }
}

nonisolated extension MatchmakingServer {
    private var isFull: Bool { clients.count + 1 >= table.limit }

    private mutating func open(_ host: TablePlayer) -> [Effect] {
        state = .acceptingConnections
        self.host = host
        table.name = host.name
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

    private mutating func introduced(_ id: Int, _ player: TablePlayer) -> [Effect] {
        guard queue.remove(id) else { return [] }
        if isFull { return [.cancelTimer(id)] + refuse(id, .full) }
        let client = Client(id: id, player: player)
        clients.append(client)
        return [.cancelTimer(id), .send(.welcome, to: id), .notify(.joined(client))] + showPlayers()
    }

    /// Updates the listing and everybody's roster.
    private mutating func showPlayers() -> [Effect] {
        table.players = clients.count + 1
        return [.publish(table)] + clients.map { .send(.roster(roster), to: $0.id) }
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
        let (refused, players) = (waiting, clients)
        for id in refused { queue.remove(id) }
        (state, clients) = (.ignoringNewConnections, [])
        return [.withdraw] + refused.flatMap { [.cancelTimer($0)] + refuse($0, .started) } + [.notify(.started(players))]
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

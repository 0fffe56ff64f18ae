// The host's side of a table until the game starts, as a state machine: who may sit down. TableHost carries out its effects. It knows
// a connection only by the number that TableHost gives it, and of those that wait only TableHost knows.
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
        case connected(Int)
        /// A guest sent a message. One that sent an introduction does not wait any more.
        case received(MatchmakingMessage, from: Int)
        /// A connection ended.
        case disconnected(Int)
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
        /// Let a connection wait until it has introduced itself, for a limited time.
        case admit(Int)
        /// Send a message to all who wait, and close their connections.
        case dismissWaiting(MatchmakingMessage)
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

    /// The current state.
    package private(set) var state = State.idle
    /// The guests who have a seat, in order of arrival; empty once the game has started.
    package private(set) var clients: [Client] = []
    /// Everybody at the table, the host first. Their names differ.
    package var roster: [TablePlayer] {
        let players = [host] + clients.map(\.player)
        return zip(players, Seating.names(players.map(\.name))).map { TablePlayer(name: $1, id: $0.id, place: $0.place) }
    }
    /// The table as it is listed.
    package private(set) var table: MatchmakingTable
    private var host = TablePlayer(name: "", id: "")

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
        // Also where there is no seat: it may be a player who has one, and is back.
        case (_, .connected(let id)): return [.admit(id)]
        case (_, .received(.introduction(let player), from: let id)): return introduced(id, player)
        case (_, .received): return []
        case (_, .disconnected(let id)): return remove(id)
        case (_, .sendAway(let id)): return sendAway(id)
        case (.acceptingConnections, .start): return clients.isEmpty ? [] : start()
        case (.ignoringNewConnections, .start): return []
        case (_, .quit): return end(.userQuit)
        }
    }
}

nonisolated extension MatchmakingServer {
    /// Why nobody may sit down; nil while there is a free seat.
    private var refusal: RefusalReason? {
        if state == .ignoringNewConnections { return .started }
        return clients.count + 1 >= table.limit ? .full : nil
    }

    private mutating func open(_ host: TablePlayer) -> [Effect] {
        state = .acceptingConnections
        self.host = host
        table.name = host.name
        table.players = 1
        return [.publish(table)]
    }

    private func refuse(_ id: Int, _ reason: RefusalReason) -> [Effect] { [.send(.refused(reason), to: id), .close(id)] }

    private mutating func introduced(_ id: Int, _ player: TablePlayer) -> [Effect] {
        if clients.contains(where: { $0.id == id }) { return [] }
        if let refusal { return refuse(id, refusal) }
        let client = Client(id: id, player: player)
        clients.append(client)
        return [.send(.welcome, to: id), .notify(.joined(client))] + showPlayers()
    }

    /// Updates the listing and everybody's roster.
    private mutating func showPlayers() -> [Effect] {
        table.players = clients.count + 1
        return [.publish(table)] + clients.map { .send(.roster(roster), to: $0.id) }
    }

    private mutating func remove(_ id: Int) -> [Effect] {
        guard let index = clients.firstIndex(where: { $0.id == id }) else { return [] }
        return [.notify(.left(clients.remove(at: index)))] + showPlayers()
    }

    private mutating func sendAway(_ id: Int) -> [Effect] {
        guard clients.contains(where: { $0.id == id }) else { return [] }
        return [.send(.sentAway, to: id), .close(id)] + remove(id)
    }

    private mutating func start() -> [Effect] {
        let players = clients
        (state, clients) = (.ignoringNewConnections, [])
        return [.withdraw, .dismissWaiting(.refused(.started)), .notify(.started(players))]
    }

    private mutating func end(_ reason: QuitReason) -> [Effect] {
        let goodbyes = clients.flatMap { [.send(.hostQuit, to: $0.id), .close($0.id)] as [Effect] }
        let lists = state == .acceptingConnections ? [Effect.withdraw] : []
        (state, clients) = (.idle, [])
        table.players = 1
        return goodbyes + [.dismissWaiting(.hostQuit)] + lists + [.stopListening, .notify(.ended(reason))]
    }
}

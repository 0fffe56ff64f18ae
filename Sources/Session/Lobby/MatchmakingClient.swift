// A guest's side of the tables until the game starts, as a state machine: the list of tables, joining one, and waiting at it. TableGuest
// carries out its effects. There is one connection at most.
//
//     idle ── search ──► searching for servers ── choose ──► connecting ── welcome ──► connected
//                               ▲                                │ refused, failed, gone, timed out, cancelled
//                               └────────────────────────────────┘
//     quit, start, and the end of the table: back to idle

import Wire

/// A guest's side of the tables.
nonisolated package struct MatchmakingClient: Equatable, Sendable {
    /// The states of a guest.
    package enum State: Equatable, Sendable {
        /// The guest is not looking for tables.
        case idle
        /// The list of tables is live.
        case searchingForServers
        /// The guest is joining this table; the list is still live.
        case connecting(MatchmakingTable)
        /// The guest sits at this table.
        case connected(MatchmakingTable)
    }

    /// What happens.
    package enum Event: Equatable, Sendable {
        /// The player wants to see the tables.
        case search
        /// A table appeared, or its listing changed.
        case found(MatchmakingTable)
        /// A table disappeared.
        case lost(name: String)
        /// The player chooses a table.
        case choose(name: String)
        /// The connection is open.
        case opened
        /// The host sent a message.
        case received(MatchmakingMessage)
        /// The connection could not be opened, or ended.
        case disconnected
        /// The table at which the player sits is closed.
        case closed(QuitReason)
        /// Joining took too long.
        case timedOut
        /// The player stops waiting for a seat.
        case cancel
        /// The player leaves.
        case quit
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Start browsing for tables.
        case browse
        /// Stop browsing.
        case stopBrowsing
        /// Open the connection to a table.
        case connect(MatchmakingTable)
        /// Send a message to the host.
        case send(MatchmakingMessage)
        /// Close the connection, or stop opening it. No `disconnected` follows.
        case close
        /// Report `timedOut` after this many seconds.
        case startTimer(seconds: Int)
        /// Stop that timer.
        case cancelTimer
        /// Tell the player.
        case notify(News)
    }

    /// What the player is told.
    package enum News: Equatable, Sendable {
        /// The list changed.
        case tables
        /// The player has a seat.
        case joined(MatchmakingTable)
        /// The host refused; the list is live again.
        case refused(MatchmakingTable, RefusalReason)
        /// The table disappeared; the list is live again.
        case gone(MatchmakingTable)
        /// The host did not answer in time, or there is no connection any more; the list is live again.
        case failed(MatchmakingTable, isSilent: Bool)
        /// These players sit at the table, the host first.
        case roster([TablePlayer])
        /// The game of this table starts. The player's seat and the names by seat. The connection does not belong to the machine any more.
        case started(MatchmakingTable, seat: Int, names: [String])
        /// The table is closed, or the player left.
        case ended(QuitReason)
    }

    /// How long joining may take, in seconds.
    package static let timeout = 10

    /// The current state.
    package private(set) var state = State.idle
    /// The listed tables, in the order in which they were found.
    package private(set) var tables: [MatchmakingTable] = []
    /// The players at the table, the host first; empty without a seat.
    package private(set) var roster: [TablePlayer] = []
    /// The guest's own player.
    package let player: TablePlayer

    /// Creates the state of a guest who is not looking for tables.
    package init(player: TablePlayer) { self.player = player }

    /// Handles an event. Returns what is to be done, in this order. An event that does not fit the state does nothing.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .search): search()
        case (.idle, _): []
        case (_, .quit): end(.userQuit)
        case (.searchingForServers, .choose(let name)): choose(name)
        case (.searchingForServers, _): list(event)
        case (.connecting, .opened): [.send(.introduction(player))]
        case (.connecting(let table), .received(.welcome)): join(table)
        case (.connecting(let table), .received(.refused(let reason))): searchAgain(.refused(table, reason))
        case (.connecting(let table), .received(.hostQuit)), (.connecting(let table), .received(.sentAway)):
            searchAgain(.gone(table))
        case (.connecting(let table), .disconnected): searchAgain(.failed(table, isSilent: false))
        case (.connecting(let table), .timedOut): searchAgain(.failed(table, isSilent: true))
        case (.connecting(let table), .lost(let name)) where name == table.name: list(event) + searchAgain(.gone(table))
        case (.connecting, .cancel): searchAgain(nil)
        case (.connecting, _): list(event)
        case (.connected(let table), .received(let message)): receive(message, at: table)
        case (.connected, .disconnected): end(.connectionDropped)
        case (.connected, .closed(let reason)): end(reason)
        case (.connected, _): []
        }
    }
}

nonisolated extension MatchmakingClient {
    private mutating func search() -> [Effect] {
        state = .searchingForServers
        return [.browse]
    }

    private mutating func choose(_ name: String) -> [Effect] {
        guard let table = tables.first(where: { $0.name == name }) else { return [] }
        state = .connecting(table)
        return [.connect(table), .startTimer(seconds: Self.timeout)]
    }

    /// The host of our table sent a message.
    private mutating func receive(_ message: MatchmakingMessage, at table: MatchmakingTable) -> [Effect] {
        switch message {
        case .roster(let players):
            roster = players
            return [.notify(.roster(players))]
        case .start(let seat, let names):
            reset()
            return [.notify(.started(table, seat: seat, names: names))]
        case .hostQuit: return end(.serverQuit)
        case .sentAway: return end(.sentAway)
        case .introduction, .welcome, .refused, .table: return []
        }
    }

    private mutating func list(_ event: Event) -> [Effect] {
        let before = tables
        if case .found(let table) = event {
            if let index = tables.firstIndex(where: { $0.name == table.name }) {
                tables[index] = table
            } else {
                tables.append(table)
            }
        } else if case .lost(let name) = event {
            tables.removeAll { $0.name == name }
        }
        return tables == before ? [] : [.notify(.tables)]
    }

    private mutating func join(_ table: MatchmakingTable) -> [Effect] {
        state = .connected(table)
        tables = []
        return [.cancelTimer, .stopBrowsing, .notify(.joined(table))]
    }

    private mutating func searchAgain(_ news: News?) -> [Effect] {
        state = .searchingForServers
        return [.cancelTimer, .close] + (news.map { [.notify($0)] } ?? [])
    }

    /// Ends from any state but idle.
    private mutating func end(_ reason: QuitReason) -> [Effect] {
        let effects: [Effect] =
            switch state {
            case .idle: []
            case .searchingForServers: [.stopBrowsing]
            case .connecting: [.cancelTimer, .close, .stopBrowsing]
            case .connected: [.close]
            }
        reset()
        return effects + [.notify(.ended(reason))]
    }

    private mutating func reset() { (state, tables, roster) = (.idle, [], []) }
}

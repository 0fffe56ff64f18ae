// A client's side of the tables: the list of them, the way to a seat, and how it is lost again.
// It knows no rules of any game, and of the network only names of tables; it has one connection at most.
//
//     idle ── search ──► searching for servers ── choose ──► connecting ── welcome ──► connected
//                               ▲                                │ refused, failed, gone, timed out, cancelled
//                               └────────────────────────────────┘
//     quit, host quit, sent away, and a lost connection: back to idle

import Wire

/// A client's side of the tables.
nonisolated package struct MatchmakingClient: Equatable, Sendable {
    /// Where it is.
    package enum State: Equatable, Sendable {
        /// Nothing is looked for.
        case idle
        /// The list is live.
        case searchingForServers
        /// On the way to this table; the list is still live.
        case connecting(MatchmakingTable)
        /// At this table.
        case connected(MatchmakingTable)
    }

    /// What happens to it.
    package enum Event: Equatable, Sendable {
        /// The player wants to see the tables.
        case search
        /// A table is there, or what is known of it changed.
        case found(MatchmakingTable)
        /// A table is gone.
        case lost(name: String)
        /// The player chooses a table.
        case choose(name: String)
        /// The connection is open.
        case opened
        /// The host says something.
        case received(MatchmakingMessage)
        /// The connection could not be opened, or is gone.
        case disconnected
        /// It took too long.
        case timedOut
        /// The player does not want to wait for the seat.
        case cancel
        /// The player leaves.
        case quit
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Look for tables.
        case browse
        /// Do not, any more.
        case stopBrowsing
        /// Open the connection to a table.
        case connect(MatchmakingTable)
        /// Send a message to the host.
        case send(MatchmakingMessage)
        /// Close the connection, or stop opening it. Nothing is heard of it any more.
        case close
        /// Report `timedOut` after so many seconds.
        case startTimer(seconds: Int)
        /// Do not.
        case cancelTimer
        /// Tell the player.
        case notify(News)
    }

    /// What the player is told.
    package enum News: Equatable, Sendable {
        /// The list changed.
        case tables
        /// They have a seat.
        case joined(MatchmakingTable)
        /// They have none, for this reason; the list is there again.
        case refused(MatchmakingTable, RefusalReason)
        /// It is hosted no longer; the list is there again.
        case gone(MatchmakingTable)
        /// No connection came about; the list is there again.
        case failed(MatchmakingTable)
        /// These sit at the table, the host first.
        case roster([String])
        /// The game starts.
        case started
        /// It is over.
        case ended(QuitReason)
    }

    /// How long the way to a seat may take.
    package static let timeout = 10

    /// Where it is.
    package private(set) var state = State.idle
    /// The tables that are there, in the order in which they were found.
    package private(set) var tables: [MatchmakingTable] = []
    /// Who sits at the table, the host first; empty without a seat.
    package private(set) var roster: [String] = []
    /// Whether the game at the table has started.
    package private(set) var hasStarted = false
    /// The player's name.
    package let name: String

    /// A client that introduces itself by this name.
    package init(name: String) { self.name = name }

    /// Lets an event happen: what is to be done, in this order. What does not fit the state is passed over.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .search): search()
        case (.idle, _): []
        case (_, .quit): end(.userQuit)
        case (.searchingForServers, .choose(let name)): choose(name)
        case (.searchingForServers, _): list(event)
        case (.connecting, .opened): [.send(.introduction(name: name))]
        case (.connecting(let table), .received(.welcome)): join(table)
        case (.connecting(let table), .received(.refused(let reason))): searchAgain(.refused(table, reason))
        case (.connecting(let table), .received(.hostQuit)), (.connecting(let table), .received(.sentAway)),
            (.connecting(let table), .disconnected), (.connecting(let table), .timedOut):
            searchAgain(.failed(table))
        case (.connecting(let table), .lost(let name)) where name == table.name: list(event) + searchAgain(.gone(table))
        case (.connecting, .cancel): searchAgain(nil)
        case (.connecting, _): list(event)
        case (.connected, .received(let message)): hear(message)
        case (.connected, .disconnected): end(.connectionDropped)
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

    /// At a table: what its host says.
    private mutating func hear(_ message: MatchmakingMessage) -> [Effect] {
        switch message {
        case .roster(let names):
            roster = names
            return [.notify(.roster(names))]
        case .start:
            defer { hasStarted = true }
            return hasStarted ? [] : [.notify(.started)]
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

    /// Ends it from any state but idle, and leaves nothing behind.
    private mutating func end(_ reason: QuitReason) -> [Effect] {
        let effects: [Effect] =
            switch state {
            case .idle: []
            case .searchingForServers: [.stopBrowsing]
            case .connecting: [.cancelTimer, .close, .stopBrowsing]
            case .connected: [.close]
            }
        (state, tables, roster, hasStarted) = (.idle, [], [], false)
        return effects + [.notify(.ended(reason))]
    }
}

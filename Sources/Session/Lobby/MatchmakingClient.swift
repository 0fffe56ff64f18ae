// A client's side of the tables: the list of them, the way to a seat, and how it is lost again.
// It knows no rules of any game, and of the network only names of tables; it has one connection at most.
//
//     idle ── search ──► searching for servers ── choose ──► connecting ── welcome ──► connected
//                               ▲                                │ refused, failed, timed out, cancelled
//                               └────────────────────────────────┘
//     quit, network lost, host quit, sent away, and a lost connection: back to idle

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
        /// There is no network any more.
        case networkLost
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
    package static let patience = 10

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
    package init(name: String) {
        self.name = name
    }

    /// Lets an event happen: what is to be done, in this order.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch state {
        case .idle: event == .search ? search() : []
        case .searchingForServers: searching(event)
        case .connecting(let table): connecting(to: table, event)
        case .connected: connected(event)
        }
    }
}

nonisolated extension MatchmakingClient {
    private mutating func search() -> [Effect] {
        state = .searchingForServers
        return [.browse]
    }

    private mutating func searching(_ event: Event) -> [Effect] {
        switch event {
        case .found, .lost: return list(event)
        case .choose(let name):
            guard let table = tables.first(where: { $0.name == name }) else { return [] }
            state = .connecting(table)
            return [.connect(table), .startTimer(seconds: Self.patience)]
        case .quit: return end(.userQuit)
        case .networkLost: return end(.noNetwork)
        case .search, .opened, .received, .disconnected, .timedOut, .cancel: return []
        }
    }

    private mutating func connecting(to table: MatchmakingTable, _ event: Event) -> [Effect] {
        switch event {
        case .found, .lost: list(event)
        case .opened: [.send(.introduction(name: name))]
        case .received(.welcome): join(table)
        case .received(.refused(let reason)): searchAgain(.refused(table, reason))
        case .received(.hostQuit), .received(.sentAway), .disconnected, .timedOut: searchAgain(.failed(table))
        case .cancel: searchAgain(nil)
        case .quit: end(.userQuit)
        case .networkLost: end(.noNetwork)
        case .search, .choose, .received(.introduction), .received(.roster), .received(.start): []
        }
    }

    private mutating func connected(_ event: Event) -> [Effect] {
        switch event {
        case .received(.roster(let names)):
            roster = names
            return [.notify(.roster(names))]
        case .received(.start):
            defer { hasStarted = true }
            return hasStarted ? [] : [.notify(.started)]
        case .received(.hostQuit): return end(.serverQuit)
        case .received(.sentAway): return end(.sentAway)
        case .disconnected: return end(.connectionDropped)
        case .quit: return end(.userQuit)
        case .networkLost: return end(.noNetwork)
        case .received(.introduction), .received(.welcome), .received(.refused): return []
        case .search, .found, .lost, .choose, .opened, .timedOut, .cancel: return []
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

// A player who looks for a table or waits at one: the list of tables, joining one, and waiting at it until the party is made. There is one
// connection at most.
//
//     idle ── search ──► searching ── join ──► connecting ── welcome ──► connected
//                            ▲                     │ refused, failed, gone, timed out, cancelled
//                            └─────────────────────┘
//     leave, start, and the end of the table: back to idle
//
// What happens while the screen is told something finds everything done: each step tells it last.

import Text
import Wire

/// Why a guest got no seat at a table.
package enum SeatRefusal: Equatable {
    /// The host refused.
    case refused(RefusalReason)
    /// The host's program did not answer.
    case silent
    /// The host's program ended the connection without a word, as one that was killed does.
    case lost
    /// The table is not hosted any more.
    case gone
    /// The host's program has a different version.
    case otherVersion
    /// The host cannot be reached.
    case unreachable(NetworkFailure, Endpoint)
}

/// A player who looks for a table or waits at one.
package final class TableGuest: Lobby {
    /// The states of a guest.
    package enum State: Equatable {
        /// The guest is not looking for tables.
        case idle
        /// The list of tables is live.
        case searching
        /// The guest is joining this table; the list is still live.
        case connecting(MatchmakingTable)
        /// The guest sits at this table.
        case connected(MatchmakingTable)
    }

    /// How long joining may take, in milliseconds.
    package static let timeout = 10_000

    package var didHappen: (LobbyEvent) -> Void = { _ in }
    /// The current state.
    package private(set) var state = State.idle
    /// The listed tables, in the order in which they were found.
    package private(set) var tables: [MatchmakingTable] = []
    /// The players at the table, the host first; empty without a seat.
    package private(set) var roster: [TablePlayer] = []
    /// Why the list may be empty.
    package private(set) var trouble: DiscoveryTrouble?

    private let player: TablePlayer
    private let games: [LobbyGame]
    private let environment: Match.Services
    private var browser: Cancellable?
    /// Where the listed tables are, by name.
    private var endpoints: [String: Endpoint] = [:]
    /// The ids of their hosts among nearby players, by the tables' names.
    package private(set) var hosts: [String: String] = [:]
    /// The open connection to the host of a table that was not found in the list.
    private var openLink: Link?
    private var attempt: Cancellable?
    /// The connection to the host, until that gives the guest a seat.
    private var link: Link?
    private var timer: Cancellable?
    /// The host's seat, 0.
    private lazy var seats = makeSeats()

    /// Creates a guest who can play these games and does not look for a table yet. The id identifies the guest to nearby players.
    package init(
        name: String, games: [LobbyGame], environment: Match.Services, id: String = TablePlayer.randomID()
    ) {
        self.games = games
        self.environment = environment
        player = TablePlayer(name: name.asPlayerName, id: id)
    }

    private func makeSeats() -> TableSeats {
        let seats = TableSeats(isHost: false, environment: environment)
        seats.ownPlace = { [unowned self] in myPlace }
        seats.didReceive = { [unowned self] in if case .lobby(.matchmaking(let message)) = $1 { receive(message) } }
        seats.didChange = { [unowned self] in didHappen(.changed) }
        seats.didLose = { [unowned self] in end($1) }
        return seats
    }

    /// Looks for tables on the local network.
    package func search() {
        if state == .idle {
            state = .searching
            browser = environment.browse(.table) { [weak self] in self?.didReceive($0) }
        }
        update()
    }

    /// Asks for a seat at a listed table.
    package func join(_ table: MatchmakingTable) {
        guard games.game(of: table) != nil else {
            openLink?.close()
            openLink = nil
            return didHappen(.notJoined(table, .otherVersion))
        }
        if state == .searching, let listed = tables.first(where: { $0.name == table.name }) {
            state = .connecting(listed)
            timer = environment.after(milliseconds: Self.timeout) { [weak self] in self?.searchAgain(.silent) }
            connect(to: listed)
        }
        update()
    }

    /// Asks for a seat at a table to whose host there is a connection: from a relay room, a typed address or an invitation.
    package func join(_ table: MatchmakingTable, on link: Link) {
        if state == .idle { state = .searching }
        guard state == .searching else { return link.close() }
        openLink = link
        find(table)
        join(table)
    }

    /// Stops waiting for the seat.
    package func cancel() { searchAgain(nil) }

    package func leave() {
        didHappen = { _ in }
        (link ?? seats.links[0])?.send(.control(.bye(.left)))
        end(.userQuit)
        openLink?.close()
    }

    /// The place of this player in the roster.
    package var myPlace: Int? { roster.firstIndex { $0.id == player.id } }

    package var absences: [Absence] { seats.absences(roster.map(\.name)) }
}

// MARK: - The steps

extension TableGuest {
    /// Ends every step.
    private func update() {
        seats.follow()
        didHappen(.changed)
    }

    private func receive(_ message: MatchmakingMessage) {
        switch (state, message) {
        case (.connecting(let table), .welcome):
            guard let link else { return }
            seats.seat(0, on: link)
            self.link = nil
            state = .connected(table)
            tables = []
            stopJoining()
            stopBrowsing()
        case (.connecting, .refused(let reason)): return searchAgain(.refused(reason))
        case (.connecting, .hostQuit), (.connecting, .sentAway): return searchAgain(.gone)
        case (.connected, .roster(let players)): roster = players
        case (.connected(let table), .start(let seat, let names)): return start(table, seat: seat, names: names)
        case (.connected, .hostQuit): return end(.serverQuit)
        case (.connected, .sentAway): return end(.sentAway)
        default: break
        }
        update()
    }

    /// Joining is over: the list is live again. Nil: the player did not wait any longer.
    private func searchAgain(_ refusal: SeatRefusal?) {
        guard case .connecting(let table) = state else { return }
        state = .searching
        stopJoining()
        close()
        if let refusal {
            // A table that was not found in the list is not in it.
            if endpoints[table.name] == nil { tables.removeAll { $0.name == table.name } }
            didHappen(.notJoined(table, refusal))
        }
        update()
    }

    /// Everything is over, from any state.
    private func end(_ reason: QuitReason) {
        guard state != .idle else { return }
        stopJoining()
        stopBrowsing()
        close()
        (state, tables, roster) = (.idle, [], [])
        update()
        didHappen(.ended(reason))
    }

    private func start(_ table: MatchmakingTable, seat: Int, names: [String]) {
        guard let game = games.game(of: table) else { return }
        seats.begin([0: 0])
        let party = TableParty(names: names.distinct, mySeat: seat, seats: seats, environment: environment)
        seats = makeSeats()
        (state, roster) = (.idle, [])
        start(game, with: party)
    }

    private func stopJoining() {
        timer?.cancel()
        timer = nil
    }

    private func stopBrowsing() {
        browser?.cancel()
        browser = nil
    }

    private func close() {
        attempt?.cancel()
        link?.close()
        seats.remove(0)?.close()
        (attempt, link) = (nil, nil)
    }
}

// MARK: - The list

extension TableGuest {
    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing):
            guard let table = MatchmakingTable(name: listing.name, text: listing.facts) else { return lose(listing.name) }
            endpoints[listing.name] = listing.endpoint
            hosts[listing.name] = listing.facts["id"].flatMap { TablePlayer.isID($0) ? $0 : nil }
            trouble = nil
            if browser != nil { find(table) }
            update()
        case .lost(let name): lose(name)
        case .trouble(let trouble):
            self.trouble = trouble
            didHappen(.changed)
        case .ready:
            trouble = nil
            didHappen(.changed)
        }
    }

    private func find(_ table: MatchmakingTable) {
        if let index = tables.firstIndex(where: { $0.name == table.name }) {
            tables[index] = table
        } else {
            tables.append(table)
        }
    }

    private func lose(_ name: String) {
        (endpoints[name], hosts[name]) = (nil, nil)
        tables.removeAll { $0.name == name }
        if case .connecting(let table) = state, table.name == name { return searchAgain(.gone) }
        update()
    }
}

// MARK: - The connection

extension TableGuest {
    private func connect(to table: MatchmakingTable) {
        if let openLink {
            self.openLink = nil
            return use(openLink)
        }
        guard let endpoint = endpoints[table.name] else { return searchAgain(.lost) }
        attempt = environment.connect(to: endpoint) { [weak self] result in
            guard let self else { return }
            attempt = nil
            switch result {
            case .success(let connection): use(Link(connection, scheduler: environment))
            case .failure(.refused): searchAgain(.gone)
            case .failure(let failure): searchAgain(.unreachable(failure, endpoint))
            }
        }
    }

    private func use(_ link: Link) {
        self.link = link
        link.didReceive = { [weak self] in self?.receive($0) }
        link.didEnd = { [weak self] _ in self?.searchAgain(.lost) }
        link.send(.lobby(.matchmaking(.introduction(player))))
        link.start()
    }
}

/// The host's first words; once the guest has a seat, the seats receive.
extension TableGuest {
    private func receive(_ packet: Packet) {
        guard let link, case .connecting(let table) = state else { return }
        switch packet {
        case .control(.resume(.open(let token))): seats.note(token, of: 0, named: table.title, on: link)
        case .control(.bye(.stalled)):
            link.close()
            searchAgain(.lost)
        case .lobby(.matchmaking(let message)): receive(message)
        case .control, .lobby(.invitation), .game, .ignored: break
        }
    }
}

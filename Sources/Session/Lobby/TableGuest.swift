// A player who looks for a table or waits at one. It browses, connects and speaks with the host as MatchmakingClient says, and makes the
// party when the game starts.

import Text
import Wire

/// Receives what happens to a guest until the game starts.
package protocol TableGuestDelegate: LobbyDelegate {
    /// The guest got no seat, for this reason; the list is live again.
    func guest(_ guest: TableGuest, didNotJoin table: MatchmakingTable, because reason: SeatRefusal)
}

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
    /// Receives what happens until the game starts.
    package weak var screen: TableGuestDelegate?
    /// The state, the listed tables, and the players at the guest's table.
    package private(set) var client: MatchmakingClient
    /// Why the list may be empty.
    package private(set) var trouble: DiscoveryTrouble?

    private let games: [LobbyGame]
    private let environment: Scheduler & Rendezvous & Cryptography
    private let turns = EventQueue<MatchmakingClient.Event>()
    private var browser: Cancellable?
    /// Where the listed tables are, by name.
    private var endpoints: [String: Endpoint] = [:]
    /// The open connection to the host of a table that was not found in the list.
    private var openConnection: Link?
    private var attempt: Cancellable?
    private var connection: Link?
    private var timer: Cancellable?
    private var failure: NetworkFailure?
    private lazy var heartbeats = PartyHeartbeats(scheduler: environment) { [unowned self] in screen?.lobbyDidChange() }
    /// The host's seat, 0.
    private let reserved: ReservedSeats

    /// Creates a guest who can play these games and does not look for a table yet. The id identifies the guest to nearby players.
    package init(
        name: String, games: [LobbyGame], environment: Scheduler & Rendezvous & Cryptography, id: String = TablePlayer.randomID()
    ) {
        self.games = games
        self.environment = environment
        reserved = ReservedSeats(environment: environment)
        client = MatchmakingClient(player: TablePlayer(name: name.asPlayerName, id: id))
        heartbeats.send = { [unowned self] in connection?.send(.control(.heartbeat($1))) }
        reserved.didReturn = { [unowned self] in didReturn(on: $1) }
        reserved.didFail = { [unowned self] in happen(.closed($1.reason)) }
    }

    /// Looks for tables on the local network.
    package func search() { happen(.search) }

    /// Asks for a seat at a table.
    package func join(_ table: MatchmakingTable) {
        if games.game(of: table) != nil { return happen(.choose(name: table.name)) }
        openConnection?.close()
        openConnection = nil
        screen?.guest(self, didNotJoin: table, because: .otherVersion)
    }

    /// Asks for a seat at a table to whose host there is a connection: from a relay room or an invitation.
    package func join(_ table: MatchmakingTable, on connection: Link) {
        openConnection = connection
        happen(.search)
        happen(.found(table))
        join(table)
    }

    /// Stops waiting for the seat.
    package func cancel() { happen(.cancel) }

    package func leave() {
        screen = nil
        connection?.send(.control(.bye(.left)))
        happen(.quit)
        openConnection?.close()
    }

    /// The place of this player in the roster.
    package var myPlace: Int? { client.roster.firstIndex { $0.id == client.player.id } }

    package var absences: [Absence] {
        let names = client.roster.map(\.name)
        let isLost = !reserved.ends.isEmpty
        return Absence.list(
            silent: isLost ? [] : heartbeats.seatsAtGuest, reserved: isLost ? reserved.ends : heartbeats.reportedEnds,
            names: names)
    }
}

// MARK: - The state machine

extension TableGuest {
    private func happen(_ event: MatchmakingClient.Event) {
        turns.take(event) { event in
            for effect in client.handle(event) { carryOut(effect) }
        }
        followHost()
        screen?.lobbyDidChange()
    }

    private func followHost() {
        switch client.state {
        case .connected: heartbeats.follow(connection == nil ? [] : [0])
        case .connecting: heartbeats.follow([])
        case .idle, .searchingForServers:
            reserved.release(0)
            heartbeats.follow([])
        }
    }

    private func carryOut(_ effect: MatchmakingClient.Effect) {
        switch effect {
        case .browse where openConnection != nil: break
        case .browse: browser = environment.browse(.table) { [weak self] in self?.didReceive($0) }
        case .stopBrowsing:
            browser?.cancel()
            browser = nil
        case .connect(let table): connect(to: table)
        case .send(let message): connection?.send(.lobby(.matchmaking(message)))
        case .close:
            attempt?.cancel()
            attempt = nil
            connection?.close()
            connection = nil
        case .startTimer(let seconds):
            timer = environment.after(milliseconds: seconds * 1000) { [weak self] in self?.happen(.timedOut) }
        case .cancelTimer:
            timer?.cancel()
            timer = nil
        case .notify(let news): tell(news)
        }
    }

    private func tell(_ news: MatchmakingClient.News) {
        switch news {
        case .tables, .joined, .roster: break
        case .refused(let table, let reason):
            forget(table)
            screen?.guest(self, didNotJoin: table, because: .refused(reason))
        case .gone(let table):
            forget(table)
            screen?.guest(self, didNotJoin: table, because: .gone)
        case .failed(let table, let isSilent):
            screen?.guest(self, didNotJoin: table, because: refusal(by: table, isSilent: isSilent))
            forget(table)
        case .started(let table, let seat, let names): start(table, seat: seat, names: names)
        case .ended(let reason): screen?.lobbyDidEnd(because: reason)
        }
    }

    /// A table that was not found in the list is not in it.
    private func forget(_ table: MatchmakingTable) { if endpoints[table.name] == nil { lose(table.name) } }

    private func refusal(by table: MatchmakingTable, isSilent: Bool) -> SeatRefusal {
        guard let failure, let endpoint = endpoints[table.name] else { return isSilent ? .silent : .lost }
        return failure == .refused ? .gone : .unreachable(failure, endpoint)
    }

    private func start(_ table: MatchmakingTable, seat: Int, names: [String]) {
        guard let connection, let game = games.game(of: table) else { return }
        self.connection = nil
        heartbeats.follow([])
        let party = TableParty(
            names: Seating.names(names), mySeat: seat, connections: [0: connection],
            sessions: reserved.session(of: 0).map { [0: $0] } ?? [:], environment: environment)
        let screen = screen
        self.screen = nil
        screen?.lobby(didStart: game, with: party)
    }
}

// MARK: - The network

extension TableGuest {
    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing):
            guard let table = MatchmakingTable(name: listing.name, text: listing.facts) else { return lose(listing.name) }
            endpoints[listing.name] = listing.endpoint
            trouble = nil
            happen(.found(table))
        case .lost(let name): lose(name)
        case .trouble(let trouble):
            self.trouble = trouble
            screen?.lobbyDidChange()
        case .ready:
            trouble = nil
            screen?.lobbyDidChange()
        }
    }

    private func lose(_ name: String) {
        endpoints[name] = nil
        happen(.lost(name: name))
    }

    private func connect(to table: MatchmakingTable) {
        failure = nil
        if let openConnection {
            self.openConnection = nil
            return use(openConnection)
        }
        guard let endpoint = endpoints[table.name] else { return happen(.disconnected) }
        attempt = environment.connect(to: endpoint) { [weak self] in self?.didConnect($0) }
    }

    private func didConnect(_ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection): use(Link(connection, scheduler: environment))
        case .failure(let failure):
            self.failure = failure
            happen(.disconnected)
        }
    }

    private func use(_ connection: Link) {
        self.connection = connection
        connection.receiver = self
        happen(.opened)
        connection.start()
    }
}

extension TableGuest: LinkReceiver {
    package func link(_ connection: Link, didReceive packet: Packet) {
        guard connection === self.connection else { return }
        heartbeats.didReceive(packet, from: 0)
        switch packet {
        case .control(.heartbeat(let message)): heartbeats.didReport(message, at: myPlace)
        case .control(.resume(.open(let token))):
            if case .connecting(let table) = client.state { reserved.note(token, of: 0, named: table.title, on: connection) }
        case .control(.bye(.stalled)):
            connection.close()
            linkDidEnd(connection, because: .stalled)
        case .lobby(.matchmaking(let message)): happen(.received(message))
        case .control, .lobby(.invitation), .game, .ignored: break
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        guard connection === self.connection else { return }
        self.connection = nil
        guard case .connected = client.state else { return happen(.disconnected) }
        if connection.socket.isPeerGone { return happen(.closed(.hostGone)) }
        guard end.mayBeAccident, reserved.reserve(0) else { return happen(.disconnected) }
        followHost()
        screen?.lobbyDidChange()
    }

    /// The host is found again.
    private func didReturn(on connection: Link) {
        self.connection = connection
        connection.receiver = self
        followHost()
        screen?.lobbyDidChange()
        connection.start()
    }
}

// A table that this player hosts. It advertises the table, speaks with the guests as MatchmakingServer says, and makes the party when
// the game starts. After that it only tells latecomers that they are late, and leads players who are back to the party, until that leaves.

import Text
import Wire

/// A table that this player hosts.
package final class TableHost: Lobby {
    /// Receives what happens until the game starts.
    package weak var screen: LobbyDelegate?
    /// The game that is played at the table.
    package let game: LobbyGame
    /// The guests and the state of the table.
    package private(set) var server: MatchmakingServer
    /// How others find the table; nil while it is not listed anywhere.
    package private(set) var offer: HostedOffer?
    /// How long a connection may take to introduce itself, in milliseconds.
    package static let timeout = 10_000

    private let environment: Scheduler & Rendezvous & Cryptography
    private let id: String
    private let turns = EventQueue<MatchmakingServer.Event>()
    private var connections: [Int: Link] = [:]
    /// The connections that have not introduced themselves.
    private let waiting: AdmissionQueue<Link>
    private var lastNumber = 0
    private lazy var heartbeats = PartyHeartbeats(scheduler: environment) { [unowned self] in screen?.lobbyDidChange() }
    /// The guests' seats, by the numbers of their connections.
    private let reserved: ReservedSeats
    /// The party that has started.
    private weak var party: TableParty?

    /// Creates a table for a game, which is not open yet. The id identifies the host to nearby players.
    package init(game: LobbyGame, environment: Scheduler & Rendezvous & Cryptography, id: String = TablePlayer.randomID()) {
        self.game = game
        self.environment = environment
        self.id = id
        server = MatchmakingServer(game: game.id, version: Program.version, clientLimit: game.players.upperBound - 1)
        reserved = ReservedSeats(environment: environment)
        waiting = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        waiting.turnAway = { [unowned self] in close($0) }
        heartbeats.send = { [unowned self] in connections[$0]?.send(.control(.heartbeat($1))) }
        heartbeats.report = { [unowned self] in (places(of: heartbeats.silent), environment.secondsLeft(until: reservedPlaces)) }
        reserved.didReturn = { [unowned self] in didReturn($0, on: $1) }
        reserved.didFail = { [unowned self] id, _ in happen(.disconnected(id)) }
    }

    /// Opens the table and lists it under the host's name on the local network, or at `place`, a relay room, where guests need a code.
    /// If it is open already, it moves there and its guests stay. Throws if nobody could come.
    package func open(name: String, at place: Endpoint? = nil) throws(NetworkFailure) {
        offer?.close()
        var table = server.table
        table.name = name.asPlayerName
        let offer = HostedOffer(Offer(kind: .table, name: table.name, facts: table.text), at: place, environment: environment)
        offer.didAdmit = { [unowned self] in receive($0) }
        offer.didChange = { [unowned self] in screen?.lobbyDidChange() }
        self.offer = offer
        try offer.open(isPrivate: offer.isOnline)
        openUnlisted(name: name)
    }

    /// Opens the table without listing it: only invited players come.
    func openUnlisted(name: String) {
        reserved.title = name.asPlayerName
        happen(.open(TablePlayer(name: name.asPlayerName, id: id)))
    }

    /// Whether there are too few players to start.
    package var hasTooFewPlayers: Bool { server.roster.count < game.players.lowerBound }

    /// Starts the game if there are enough players and everybody's program answers.
    package func start() {
        if !hasTooFewPlayers && absences.isEmpty { happen(.start) }
    }

    /// Sends a guest away.
    package func sendAway(_ client: MatchmakingServer.Client) { happen(.sendAway(client.id)) }

    package func leave() {
        screen = nil
        happen(.quit)
    }

    /// The places in the roster of guests with these numbers.
    private func places(of ids: some Sequence<Int>) -> Set<Int> {
        Set(ids.compactMap { id in server.clients.firstIndex { $0.id == id }.map { $0 + 1 } })
    }

    /// Until when places in the roster are reserved.
    private var reservedPlaces: [Int: Int] {
        let ends = reserved.ends
        return Dictionary(
            uniqueKeysWithValues: server.clients.enumerated().compactMap { index, client in
                ends[client.id].map { (index + 1, $0) }
            })
    }

    package var absences: [Absence] {
        Absence.list(silent: places(of: heartbeats.silent), reserved: reservedPlaces, names: server.roster.map(\.name))
    }
}

// MARK: - The state machine

extension TableHost {
    private func happen(_ event: MatchmakingServer.Event) {
        turns.take(event) { event in
            for effect in server.handle(event) { carryOut(effect) }
        }
        if party == nil { reserved.release(allBut: server.clients.map(\.id)) }
        followClients()
        screen?.lobbyDidChange()
    }

    private func carryOut(_ effect: MatchmakingServer.Effect) {
        switch effect {
        case .stopListening: offer?.close()
        case .publish(let table): offer?.list(table.text)
        case .withdraw: offer?.withdraw()
        case .send(let message, to: let id):
            // Whoever answers the welcome with a heartbeat has the token, too.
            if message == .welcome { handOutToken(to: id) }
            connections[id]?.send(.lobby(.matchmaking(message)))
        case .close(let id): connections.removeValue(forKey: id)?.close()
        case .admit(let id): if let guest = connections[id] { waiting.admit(guest, from: guest.origin.source) }
        case .dismissWaiting(let message):
            for guest in waiting.empty() {
                guest.send(.lobby(.matchmaking(message)))
                close(guest)
            }
        case .notify(.started(let clients)): start(with: clients)
        case .notify(.ended(let reason)): screen?.lobbyDidEnd(because: reason)
        case .notify(.joined), .notify(.left): break
        }
    }

    private func handOutToken(to id: Int) {
        guard let connection = connections[id], let client = server.clients.first(where: { $0.id == id }) else { return }
        reserved.handOut(to: id, named: client.name, on: connection)
    }

    private func start(with clients: [MatchmakingServer.Client]) {
        let names = Seating.names([server.table.name] + clients.map(\.name))
        var seats: [Int: Link] = [:]
        var sessions: [Int: ResumableGame] = [:]
        for (index, client) in clients.enumerated() {
            seats[index + 1] = connections.removeValue(forKey: client.id)
            seats[index + 1]?.send(.lobby(.matchmaking(.start(seat: index + 1, names: names))))
            sessions[index + 1] = reserved.session(of: client.id)
        }
        let party = TableParty(names: names, mySeat: 0, connections: seats, sessions: sessions, environment: environment)
        party.didLeave = { self.leave() }
        self.party = party
        let screen = screen
        self.screen = nil
        screen?.lobby(didStart: game, with: party)
    }
}

// MARK: - Guests

extension TableHost {
    /// A guest in a room or from a typed address has seen no list, so the table is described first.
    private func receive(_ connection: Link) {
        connection.send(.lobby(.matchmaking(.table(server.table))))
        admit(connection)
        connection.start()
    }

    /// An invited player asks for a seat on the connection of the invitation.
    func admit(_ connection: Link, asking packet: Packet) {
        admit(connection)
        link(connection, didReceive: packet)
    }

    private func admit(_ connection: Link) {
        lastNumber += 1
        connections[lastNumber] = connection
        connection.receiver = self
        happen(.connected(lastNumber))
    }

    /// A guest who had lost the connection is back.
    private func didReturn(_ id: Int, on connection: Link) {
        connections[id]?.close()
        connections[id] = connection
        connection.receiver = self
        connection.send(.lobby(.matchmaking(.roster(server.roster))))
        didChangePresence()
        connection.start()
    }

    private func followClients() { heartbeats.follow(server.clients.map(\.id).filter { connections[$0] != nil }) }

    private func didChangePresence() {
        followClients()
        heartbeats.beat()
        screen?.lobbyDidChange()
    }

    private func close(_ connection: Link) {
        if let id = number(of: connection) { connections[id] = nil }
        connection.close()
    }
}

extension TableHost: LinkReceiver {
    private func number(of connection: Link) -> Int? { connections.first { $0.value === connection }?.key }

    package func link(_ connection: Link, didReceive packet: Packet) {
        guard let id = number(of: connection) else { return }
        heartbeats.didReceive(packet, from: id)
        switch packet {
        case .lobby(.matchmaking(let message)):
            if case .introduction(var player) = message {
                waiting.remove(connection)
                // At the relay nobody's address is known.
                player.place = offer?.isOnline == true ? "" : connection.origin.machine
                return happen(.received(.introduction(player), from: id))
            }
            happen(.received(message, from: id))
        case .control(.hello):
            connection.turnAway(fromGame: game.id)
            forget(connection)
        case .control(.resume(let message)) where waiting.guests.contains { $0 === connection }: call(message, on: connection)
        case .control(.bye(let reason)):
            connection.close()
            if reason == .stalled { linkDidEnd(connection, because: .stalled) } else { forget(connection) }
        case .control, .lobby, .game, .ignored: break
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        guard let id = number(of: connection) else { return }
        connections[id] = nil
        waiting.remove(connection)
        if end.mayBeAccident, heartbeats.hasHeard(id), reserved.reserve(id) { return didChangePresence() }
        happen(.disconnected(id))
    }

    /// Nobody comes back to this connection.
    private func forget(_ connection: Link) {
        guard let id = number(of: connection) else { return }
        connections[id] = nil
        waiting.remove(connection)
        happen(.disconnected(id))
    }

    /// Somebody says that a seat here is theirs. Who has none reads that it is too late.
    private func call(_ message: ResumeMessage, on connection: Link) {
        waiting.remove(connection)
        if let id = number(of: connection) { connections[id] = nil }
        if (party?.reserved ?? reserved).admit(connection, calling: message) { return }
        connection.send(.lobby(.matchmaking(.refused(.started))))
        connection.close()
    }
}

extension TablePlayer {
    /// An id for a run of the program.
    package static func randomID() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
}

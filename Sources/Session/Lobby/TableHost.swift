// A table that this player hosts. It advertises the table, decides who sits down, and makes the party when the game starts. After that it
// only tells latecomers that they are late, and leads players who are back to the party, until that leaves.
//
//     closed ── open ──► open ── start ──► started
//       ▲                  │                  │
//       └───────────────── leave ─────────────┘
//
// What happens while the screen is told something finds everything done: each step tells it last.

import Text
import Wire

/// A table that this player hosts.
package final class TableHost: Lobby {
    /// The states of a table.
    package enum State {
        /// Nobody can come.
        case closed
        /// Guests may sit down.
        case open
        /// The game has started. Guests who come late are told so.
        case started
    }

    /// A guest who has a seat.
    package struct Guest: Equatable {
        /// The number of the connection.
        package let id: Int
        /// The player, as introduced.
        package let player: TablePlayer
        /// The player's name.
        package var name: String { player.name }
    }

    package var didHappen: (LobbyEvent) -> Void = { _ in }
    /// The game that is played at the table.
    package let game: LobbyGame
    /// The current state.
    package private(set) var state = State.closed
    /// The table as it is listed.
    package private(set) var table: MatchmakingTable
    /// The guests who have a seat, in order of arrival; empty once the game has started.
    package private(set) var guests: [Guest] = []
    /// How others find the table; nil while it is not listed anywhere.
    package private(set) var offer: HostedOffer?
    /// How long a connection may take to introduce itself, in milliseconds.
    package static let timeout = 10_000

    private let environment: Scheduler & Rendezvous & Cryptography
    private var host: TablePlayer
    private var connections: [Int: Link] = [:]
    /// The connections that have not introduced themselves.
    private let waiting: AdmissionQueue<Link>
    private var lastNumber = 0
    private lazy var heartbeats = PartyHeartbeats(scheduler: environment) { [unowned self] in didHappen(.changed) }
    /// The guests' seats, by the numbers of their connections.
    private let reserved: ReservedSeats
    /// The party that has started.
    private weak var party: TableParty?

    /// Creates a table for a game, which is not open yet. The id identifies the host to nearby players.
    package init(game: LobbyGame, environment: Scheduler & Rendezvous & Cryptography, id: String = TablePlayer.randomID()) {
        self.game = game
        self.environment = environment
        host = TablePlayer(name: "", id: id)
        table = MatchmakingTable(
            name: "", game: game.id, version: Program.version, players: 1, limit: game.players.upperBound)
        reserved = ReservedSeats(environment: environment)
        waiting = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        waiting.turnAway = { [unowned self] in close($0) }
        heartbeats.send = { [unowned self] in connections[$0]?.send(.control(.heartbeat($1))) }
        heartbeats.report = { [unowned self] in (places(of: heartbeats.silent), environment.secondsLeft(until: reservedPlaces)) }
        reserved.didReturn = { [unowned self] in didReturn($0, on: $1) }
        reserved.didFail = { [unowned self] id, _ in remove(id) }
    }

    /// Opens the table and lists it under the host's name on the local network, or at `place`, a relay room, where guests need a code.
    /// If it is open already, it moves there and its guests stay. Throws if nobody could come.
    package func open(name: String, at place: Endpoint? = nil) throws(NetworkFailure) {
        offer?.close()
        var table = table
        table.name = name.asPlayerName
        let offer = HostedOffer(Offer(kind: .table, name: table.name, facts: table.text), at: place, environment: environment)
        offer.didAdmit = { [unowned self] in receive($0) }
        offer.didChange = { [unowned self] in didHappen(.changed) }
        self.offer = offer
        try offer.open(isPrivate: offer.isOnline)
        openUnlisted(name: name)
    }

    /// Opens the table without listing it: only invited players come.
    func openUnlisted(name: String) {
        reserved.title = name.asPlayerName
        if state == .closed {
            state = .open
            host.name = name.asPlayerName
            table.name = host.name
            list()
        }
        update()
    }

    /// Starts the game if there are enough players and everybody's program answers.
    package func start() {
        if state == .open, !hasTooFewPlayers, absences.isEmpty { startGame() }
    }

    /// Sends a guest away.
    package func sendAway(_ guest: Guest) {
        guard guests.contains(where: { $0.id == guest.id }) else { return }
        dismiss(guest.id, .sentAway)
        remove(guest.id)
    }

    package func leave() {
        didHappen = { _ in }
        for guest in guests { dismiss(guest.id, .hostQuit) }
        dismissWaiting(.hostQuit)
        if state == .open { offer?.withdraw() }
        offer?.close()
        (state, guests) = (.closed, [])
        table.players = 1
        update()
    }
}

// MARK: - What the screen shows

extension TableHost {
    /// Whether there are too few players to start.
    package var hasTooFewPlayers: Bool { roster.count < game.players.lowerBound }

    /// Everybody at the table, the host first. Their names differ.
    package var roster: [TablePlayer] {
        let players = [host] + guests.map(\.player)
        return zip(players, players.map(\.name).distinct).map { TablePlayer(name: $1, id: $0.id, place: $0.place) }
    }

    package var absences: [Absence] {
        Absence.list(silent: places(of: heartbeats.silent), reserved: reservedPlaces, names: roster.map(\.name))
    }

    /// The places in the roster of guests with these numbers.
    private func places(of ids: some Sequence<Int>) -> Set<Int> {
        Set(ids.compactMap { id in guests.firstIndex { $0.id == id }.map { $0 + 1 } })
    }

    /// Until when places in the roster are reserved.
    private var reservedPlaces: [Int: Int] {
        let ends = reserved.ends
        return Dictionary(
            uniqueKeysWithValues: guests.enumerated().compactMap { index, guest in ends[guest.id].map { (index + 1, $0) } })
    }
}

// MARK: - Who sits down

extension TableHost {
    /// Ends every step.
    private func update() {
        reserved.release(allBut: guests.map(\.id))
        followGuests()
        didHappen(.changed)
    }

    /// Updates the listing and everybody's roster.
    private func list() {
        table.players = guests.count + 1
        offer?.list(table.text)
        for guest in guests { send(.roster(roster), to: guest.id) }
    }

    /// Why nobody may sit down; nil while there is a free seat.
    private var refusal: RefusalReason? { state == .started ? .started : table.isFull ? .full : nil }

    /// Who is on a connection asks for a seat.
    private func seat(_ player: TablePlayer, on connection: Link, _ id: Int) {
        if guests.contains(where: { $0.id == id }) { return }
        if let refusal { return dismiss(id, .refused(refusal)) }
        guests.append(Guest(id: id, player: player))
        // Whoever answers the welcome with a heartbeat has the token, too.
        reserved.handOut(to: id, named: player.name, on: connection)
        send(.welcome, to: id)
        list()
        update()
    }

    /// A guest is gone.
    private func remove(_ id: Int) {
        guard let index = guests.firstIndex(where: { $0.id == id }) else { return }
        guests.remove(at: index)
        list()
        update()
    }

    private func startGame() {
        let names = ([table.name] + guests.map(\.name)).distinct
        var seats: [Int: Link] = [:]
        var sessions: [Int: ResumableGame] = [:]
        for (index, guest) in guests.enumerated() {
            seats[index + 1] = connections.removeValue(forKey: guest.id)
            sessions[index + 1] = reserved.session(of: guest.id)
        }
        (state, guests) = (.started, [])
        offer?.withdraw()
        dismissWaiting(.refused(.started))
        for (seat, connection) in seats.sorted(by: { $0.key < $1.key }) {
            connection.send(.lobby(.matchmaking(.start(seat: seat, names: names))))
        }
        let party = TableParty(names: names, mySeat: 0, connections: seats, sessions: sessions, environment: environment)
        party.didLeave = { self.leave() }
        self.party = party
        reserved.release(allBut: [])
        followGuests()
        start(game, with: party)
    }

    private func send(_ message: MatchmakingMessage, to id: Int) { connections[id]?.send(.lobby(.matchmaking(message))) }

    /// Says a last message on a connection.
    private func dismiss(_ id: Int, _ message: MatchmakingMessage) {
        send(message, to: id)
        connections.removeValue(forKey: id)?.close()
    }

    private func dismissWaiting(_ message: MatchmakingMessage) {
        for guest in waiting.empty() {
            guest.send(.lobby(.matchmaking(message)))
            close(guest)
        }
    }
}

// MARK: - Connections

extension TableHost {
    /// A guest in a room or from a typed address has seen no list, so the table is described first.
    private func receive(_ connection: Link) {
        connection.send(.lobby(.matchmaking(.table(table))))
        admit(connection)
        connection.start()
    }

    /// An invited player asks for a seat on the connection of the invitation.
    func admit(_ connection: Link, asking packet: Packet) {
        admit(connection)
        link(connection, didReceive: packet)
    }

    /// Also where there is no seat: it may be a player who has one, and is back.
    private func admit(_ connection: Link) {
        guard state != .closed else { return connection.close() }
        lastNumber += 1
        connections[lastNumber] = connection
        connection.receiver = self
        waiting.admit(connection, from: connection.origin.source)
    }

    /// A guest who had lost the connection is back.
    private func didReturn(_ id: Int, on connection: Link) {
        connections[id]?.close()
        connections[id] = connection
        connection.receiver = self
        connection.send(.lobby(.matchmaking(.roster(roster))))
        didChangePresence()
        connection.start()
    }

    private func followGuests() { heartbeats.follow(guests.map(\.id).filter { connections[$0] != nil }) }

    private func didChangePresence() {
        followGuests()
        heartbeats.beat()
        didHappen(.changed)
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
        case .lobby(.matchmaking(.introduction(var player))):
            waiting.remove(connection)
            // At the relay nobody's address is known.
            player.place = offer?.isOnline == true ? "" : connection.origin.machine
            seat(player, on: connection, id)
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
        if end.mayBeAccident, heartbeats.hasHeard(id), reserved.reserve(id) {
            connections[id] = nil
            return didChangePresence()
        }
        forget(connection)
    }

    /// Nobody comes back to this connection.
    private func forget(_ connection: Link) {
        guard let id = number(of: connection) else { return }
        connections[id] = nil
        waiting.remove(connection)
        remove(id)
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

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
        /// The guest's number at this table.
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

    private let environment: Match.Services
    private var host: TablePlayer
    /// The connections that have not introduced themselves.
    private let waiting: AdmissionQueue<Link>
    private var lastNumber = 0
    /// The guests' seats, by their numbers; when the game has started, those of the party.
    private lazy var seats = makeSeats()

    /// Creates a table for a game, which is not open yet; `timeControl` counts where the game has clocks. The id identifies the host to nearby
    /// players.
    package init(
        game: LobbyGame, timeControl: TimeControl? = nil, environment: Match.Services,
        id: String = TablePlayer.randomID()
    ) {
        self.game = game
        self.environment = environment
        host = TablePlayer(name: "", id: id)
        table = MatchmakingTable(
            name: "", game: game.id, version: Program.version, players: 1, limit: game.players.upperBound,
            clock: game.hasClocks ? timeControl?.text ?? "" : "")
        waiting = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        waiting.didTurnAway = { $0.close() }
    }

    private func makeSeats() -> TableSeats {
        let seats = TableSeats(isHost: true, environment: environment)
        seats.place = { [unowned self] id in guests.firstIndex { $0.id == id }.map { $0 + 1 } }
        seats.didReceive = { [unowned self] in receive($1, from: $0) }
        seats.didChange = { [unowned self] in didHappen(.changed) }
        seats.willReturn = { [unowned self] in send(.roster(roster), to: $0) }
        seats.didLose = { [unowned self] id, _ in remove(id) }
        return seats
    }

    /// Opens the table and lists it under the host's name on the local network, or at `place`, a relay room, where guests need a code.
    /// If it is open already, it moves there and its guests stay. Throws if nobody could come.
    package func open(name: String, at place: Endpoint? = nil) throws(NetworkFailure) {
        offer?.close()
        var table = table
        table.name = name.asPlayerName
        // On this network the list says whose it is among the nearby players.
        let facts = place == nil ? table.text.merging(["id": host.id]) { first, _ in first } : table.text
        let offer = HostedOffer(Offer(kind: .table, name: table.name, facts: facts), at: place, environment: environment)
        offer.didAdmit = { [unowned self] in receive($0) }
        offer.didChange = { [unowned self] in didHappen(.changed) }
        self.offer = offer
        try offer.open(isPrivate: offer.isOnline)
        openUnlisted(name: name)
    }

    /// Opens the table without listing it: only invited players come.
    func openUnlisted(name: String) {
        if state != .started { seats.title = name.asPlayerName }
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
        dismiss(seats.remove(guest.id), .sentAway)
        remove(guest.id)
    }

    package func leave() {
        didHappen = { _ in }
        for guest in guests { dismiss(seats.remove(guest.id), .hostQuit) }
        for guest in waiting.empty() { dismiss(guest, .hostQuit) }
        if state == .open { offer?.withdraw() }
        if state == .started { seats = makeSeats() }
        offer?.close()
        (state, guests) = (.closed, [])
        table.players = 1
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

    package var absences: [Absence] { seats.absences(roster.map(\.name)) }
}

// MARK: - Who sits down

extension TableHost {
    /// Ends every step.
    private func update() {
        seats.follow()
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
    private func seat(_ player: TablePlayer, on link: Link) {
        // Whoever was killed and comes back before the game sits down anew.
        let lost = guests.first { $0.player.name == player.name && $0.player.place == player.place && seats.links[$0.id] == nil }
        if state == .open, let lost {
            seats.remove(lost.id)
            guests.removeAll { $0.id == lost.id }
            list()
        }
        if let refusal { return dismiss(link, .refused(refusal)) }
        lastNumber += 1
        let id = lastNumber
        guests.append(Guest(id: id, player: player))
        seats.seat(id, on: link)
        // Whoever answers the welcome with a heartbeat has the token, too.
        seats.handOutToken(to: id, named: player.name)
        send(.welcome, to: id)
        list()
        update()
    }

    /// A guest is gone.
    private func remove(_ id: Int) {
        seats.remove(id)
        guests.removeAll { $0.id == id }
        list()
        update()
    }

    private func startGame() {
        let names = ([table.name] + guests.map(\.name)).distinct
        offer?.withdraw()
        for guest in waiting.empty() { dismiss(guest, .refused(.started)) }
        for (index, guest) in guests.enumerated() { send(.start(seat: index + 1, names: names), to: guest.id) }
        seats.begin(Dictionary(uniqueKeysWithValues: guests.enumerated().map { ($1.id, $0 + 1) }))
        (state, guests) = (.started, [])
        let party = TableParty(names: names, mySeat: 0, seats: seats, environment: environment)
        party.didLeave = { self.leave() }
        start(game, with: party)
    }

    private func send(_ message: MatchmakingMessage, to id: Int) { seats.send(.lobby(.matchmaking(message)), to: id) }

    /// Says a last message on a connection.
    private func dismiss(_ link: Link?, _ message: MatchmakingMessage) {
        link?.send(.lobby(.matchmaking(message)))
        link?.close()
    }

    /// A guest says something.
    private func receive(_ packet: Packet, from id: Int) {
        switch packet {
        case .control(.hello):
            seats.links[id]?.turnAway(fromGame: game.id)
            remove(id)
        case .control(.bye):
            seats.links[id]?.close()
            remove(id)
        default: break
        }
    }
}

// MARK: - Connections

extension TableHost {
    /// A guest in a room or from a typed address has seen no list, so the table is described first.
    private func receive(_ link: Link) {
        link.send(.lobby(.matchmaking(.table(table))))
        admit(link)
        link.start()
    }

    /// An invited player asks for a seat on the connection of the invitation.
    func admit(_ link: Link, asking packet: Packet) {
        admit(link)
        receive(packet, on: link)
    }

    /// Also where there is no seat: it may be a player who has one, and is back.
    private func admit(_ link: Link) {
        guard state != .closed else { return link.close() }
        link.didReceive = { [weak self, unowned link] in self?.receive($0, on: link) }
        link.didEnd = { [weak self, unowned link] _ in self?.waiting.remove(link) }
        waiting.admit(link, from: link.origin.source)
    }
}

/// The first words of those who wait; once a guest has a seat, the seats receive.
extension TableHost {
    private func receive(_ packet: Packet, on link: Link) {
        switch packet {
        case .lobby(.matchmaking(.introduction(var player))):
            waiting.remove(link)
            // At the relay nobody's address is known.
            player.place = offer?.isOnline == true ? "" : link.origin.machine
            seat(player, on: link)
        case .control(.hello):
            waiting.remove(link)
            link.turnAway(fromGame: game.id)
        case .control(.resume(let message)):
            // Somebody says that a seat here is theirs. Who has none reads that it is too late.
            waiting.remove(link)
            if !seats.admit(link, calling: message) { dismiss(link, .refused(.started)) }
        case .control(.bye):
            waiting.remove(link)
            link.close()
        case .control, .lobby, .game, .ignored: break
        }
    }
}

extension TablePlayer {
    /// An id for a run of the program.
    package static func randomID() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
}

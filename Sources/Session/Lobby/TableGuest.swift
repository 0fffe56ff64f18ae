// A guest's side of a table, carried out: it looks for tables, connects to one and speaks with its host, as MatchmakingClient says;
// once the game starts, it is the party that plays. It knows no screen and no rules.

import Text
import Wire

/// Is told what happens before the game.
package protocol TableGuestDelegate: LobbyPartyDelegate {
    /// There is no seat, for this reason; the list is there again.
    func guest(_ guest: TableGuest, didNotJoin table: MatchmakingTable, because reason: SeatRefusal)
}

/// Why there was no seat at a table.
package enum SeatRefusal: Equatable {
    /// Its host said so.
    case refused(RefusalReason)
    /// Its host said nothing.
    case silent
    /// It is hosted no longer.
    case gone
    /// There is no way to it.
    case unreachable(NetworkFailure, Endpoint)
}

/// This player as a guest: looking for a table, or at one.
package final class TableGuest {
    /// Who is told before the game.
    package weak var screen: TableGuestDelegate?
    package weak var delegate: PartyDelegate?
    /// Where it is, the tables there are, and who sits at ours.
    package private(set) var client: MatchmakingClient
    /// Why the list may be empty.
    package private(set) var trouble: DiscoveryTrouble?
    package private(set) var names: [String] = []
    package private(set) var mySeat = 0

    private let games: [LobbyGame]
    private let environment: Scheduler & Rendezvous
    private let turns = EventQueue<MatchmakingClient.Event>()
    private var browser: Cancellable?
    /// The way to each table, by its name.
    private var endpoints: [String: Endpoint] = [:]
    /// The way to the one table of a room, where there is no list.
    private var way: PacketConnection?
    private var attempt: Cancellable?
    private var connection: PacketConnection?
    private var timer: Cancellable?
    private var failure: NetworkFailure?
    private var hasBegun: Bool { !names.isEmpty }
    /// Signs of life to and from the host, who is 0.
    private lazy var silence = PartySilence<Int>(scheduler: environment) { [unowned self] in tellSilence(to: screen) }

    /// A guest of this name who can play these games, and does not look for a table yet.
    package init(name: String, games: [LobbyGame], environment: Scheduler & Rendezvous) {
        self.games = games
        self.environment = environment
        client = MatchmakingClient(name: name.asPlayerName)
        silence.pulse.send = { [unowned self] _ in connection?.send(.control(.presence(.alive(silent: [])))) }
    }

    /// Looks for tables.
    package func search() { happen(.search) }
    /// Asks for a seat at a table.
    package func join(_ table: MatchmakingTable) { happen(.choose(name: table.name)) }
    /// Asks for a seat at the table of a room, to whose host the way is open.
    package func join(_ table: MatchmakingTable, by way: PacketConnection) {
        self.way = way
        happen(.search)
        happen(.found(table))
        join(table)
    }
    /// Does not wait for the seat any more.
    package func cancel() { happen(.cancel) }
}

// MARK: - The machine

extension TableGuest {
    private func happen(_ event: MatchmakingClient.Event) {
        turns.take(event) { event in
            for effect in client.handle(event) { carryOut(effect) }
        }
        if case .connected = client.state { silence.pulse.follow([0]) } else { silence.pulse.follow([]) }
        screen?.lobbyDidChange(self)
    }

    private func carryOut(_ effect: MatchmakingClient.Effect) {
        switch effect {
        case .browse where way != nil: break
        case .browse:
            browser = environment.browse(.table) { [weak self] in self?.didReceive($0) }
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
            screen?.lobbyDidChange(self)
        case .ready:
            trouble = nil
            screen?.lobbyDidChange(self)
        }
    }

    private func lose(_ name: String) {
        endpoints[name] = nil
        happen(.lost(name: name))
    }

    private func connect(to table: MatchmakingTable) {
        failure = nil
        if let way {
            self.way = nil
            return speak(way)
        }
        guard let endpoint = endpoints[table.name] else { return happen(.disconnected) }
        attempt = environment.connect(to: endpoint) { [weak self] in self?.didConnect($0) }
    }

    private func didConnect(_ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection):
            speak(PacketConnection(connection, environment: environment))
        case .failure(let failure):
            self.failure = failure
            happen(.disconnected)
        }
    }

    private func speak(_ packets: PacketConnection) {
        connection = packets
        packets.delegate = self
        happen(.opened)
        packets.start()
    }

    private func tell(_ news: MatchmakingClient.News) {
        switch news {
        case .tables, .joined, .roster, .started: break
        case .refused(let table, let reason): screen?.guest(self, didNotJoin: table, because: .refused(reason))
        case .gone(let table): screen?.guest(self, didNotJoin: table, because: .gone)
        case .failed(let table): screen?.guest(self, didNotJoin: table, because: refusal(by: table))
        case .ended(let reason):
            if hasBegun { delegate?.partyDidEnd(self, because: reason) } else { screen?.lobbyDidEnd(self, because: reason) }
        }
    }

    private func refusal(by table: MatchmakingTable) -> SeatRefusal {
        guard let failure, let endpoint = endpoints[table.name] else { return .silent }
        return failure == .refused ? .gone : .unreachable(failure, endpoint)
    }
}

// MARK: - The host

extension TableGuest: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard connection === self.connection else { return }
        silence.pulse.didHear(0, isSign: packet.isSignOfLife)
        switch packet {
        case .control(.presence(.alive(let silent))): silence.didHear(silent: silent, at: mySeat)
        case .lobby(.matchmaking(let message)): happen(.received(message))
        case .lobby(.party(.begin(let game, let seat, let names))): begin(game, seat, names)
        case .game(let packet): if hasBegun { delegate?.party(self, didReceive: packet, from: 0) }
        case .control, .lobby(.peer), .ignored: break
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        guard connection === self.connection else { return }
        self.connection = nil
        happen(.disconnected)
    }

    private func begin(_ id: String, _ seat: Int, _ names: [String]) {
        guard client.hasStarted, !hasBegun else { return }
        guard let game = games.named(id) else {
            let screen = screen
            leave()
            screen?.lobby(self, doesNotKnow: id)
            return
        }
        self.names = Seating.names(names)
        mySeat = seat
        screen?.lobby(self, didStart: game)
    }
}

// MARK: - The party

extension TableGuest: LobbyParty {
    package var roster: [String] { client.roster }
    package var silentSeats: Set<Int> { silence.seatsAtGuest }

    package func send(_ packet: GamePacket, to seat: Int) { if seat == 0 { connection?.send(.game(packet)) } }

    package func leave() {
        screen = nil
        delegate = nil
        happen(.quit)
    }

    package func handOver() -> PacketConnection? {
        guard names.count == 2, let connection else { return nil }
        self.connection = nil
        connection.delegate = nil
        leave()
        return connection
    }
}

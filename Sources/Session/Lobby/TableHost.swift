// The host's side of a table, carried out: it is advertised, and speaks with whoever comes, as MatchmakingServer says; once
// the game starts, it is the party that plays. It knows no screen and no rules.

import Text
import Wire

/// Is told what happens at a table before the game.
package protocol TableHostDelegate: LobbyPartyDelegate {
    /// There are too few players to start.
    func tableHasTooFewPlayers(_ table: TableHost)
}

/// A room for a table: where it is, and the door at which its code is asked for.
package typealias TableRoom = (place: Endpoint, door: PassphraseGate)

/// A table that this player hosts.
package final class TableHost {
    /// Who is told before the game.
    package weak var screen: TableHostDelegate?
    package weak var delegate: PartyDelegate?
    /// What is played at it.
    package let game: LobbyGame
    /// Who sits at it.
    package private(set) var server: MatchmakingServer
    /// What the lists call it, once they do.
    package private(set) var publishedName: String?
    /// Why others may not see it.
    package private(set) var trouble: DiscoveryTrouble?
    package private(set) var names: [String] = []
    /// How many wrong codes were tried at its room.
    package private(set) var wrongCodes = 0

    private let environment: Scheduler & Rendezvous
    private let turns = EventQueue<MatchmakingServer.Event>()
    /// Asks for the code; nil on the local network.
    private var door: PassphraseGate?
    private var advertisement: Advertisement?
    private var connections: [Int: PacketConnection] = [:]
    private var timers: [Int: Cancellable] = [:]
    private var lastNumber = 0
    /// The guests' connections by seat, from seat 1 on, once the game has started.
    private var seats: [Int] = []
    private lazy var silence = PartySilence<Int>(scheduler: environment) { [unowned self] in tellSilence(to: screen) }

    /// A table for a game, not open yet.
    package init(game: LobbyGame, environment: Scheduler & Rendezvous) {
        self.game = game
        self.environment = environment
        server = MatchmakingServer(game: game.id, version: Program.version, clientLimit: game.players.upperBound - 1)
        silence.pulse.send = { [unowned self] in
            connections[$0]?.send(.control(.presence(.alive(silent: silentSeats.sorted()))))
        }
    }

    /// Opens the table under the host's name: for all on the local network, or in a room. Once more, it moves there, and who sits at it
    /// stays. Throws where nobody could come.
    package func open(name: String, in room: TableRoom? = nil) throws(NetworkFailure) {
        var table = server.table
        table.name = name.asPlayerName
        stopListening()
        (publishedName, wrongCodes, door) = (nil, 0, room?.door)
        door?.didOpen = { [weak self] in self?.receive($0) }
        door?.didRefuse = { [weak self] _ in self?.didRefuse() }
        advertisement = try environment.advertise(Offer(table), at: room?.place, delegate: self)
        happen(.open(name: table.name))
    }

    /// What others type to come to its room, once there is one; nil on the local network.
    package var code: RoomCode? {
        guard publishedName != nil, let door, let number = advertisement?.directions.first else { return nil }
        return RoomCode(number: number, passphrase: door.code)
    }

    private func stopListening() {
        advertisement?.cancel()
        advertisement = nil
        door?.close()
    }

    private func didRefuse() {
        wrongCodes += 1
        screen?.lobbyDidChange(self)
    }

    /// Starts the game, if there are enough players and the programs of all answer.
    package func start() {
        if !silentSeats.isEmpty { return }
        if server.clients.count + 1 < game.players.lowerBound { return tell(.nobodyJoined) }
        happen(.start)
    }

    /// Sends a client away.
    package func sendAway(_ client: MatchmakingServer.Client) { happen(.sendAway(client.id)) }
}

// MARK: - The machine

extension TableHost {
    private func happen(_ event: MatchmakingServer.Event) {
        turns.take(event) { event in
            for effect in server.handle(event) { carryOut(effect) }
        }
        silence.pulse.follow(server.clients.map(\.id))
        screen?.lobbyDidChange(self)
    }

    private func carryOut(_ effect: MatchmakingServer.Effect) {
        switch effect {
        case .stopListening: stopListening()
        case .publish(let table): advertisement?.list(Offer(table))
        // There is no list that it could leave: a friend who is late is told so.
        case .withdraw: if door == nil { advertisement?.withdraw() }
        case .send(let message, to: let id): connections[id]?.send(.lobby(.matchmaking(message)))
        case .close(let id): connections.removeValue(forKey: id)?.close()
        case .startTimer(let id, let seconds):
            timers[id] = environment.after(milliseconds: seconds * 1000) { [weak self] in self?.happen(.timedOut(id)) }
        case .cancelTimer(let id): timers.removeValue(forKey: id)?.cancel()
        case .notify(let news): tell(news)
        }
    }

    private func tell(_ news: MatchmakingServer.News) {
        switch news {
        case .joined: break
        case .left(let client):
            if let index = seats.firstIndex(of: client.id) { delegate?.party(self, didLose: index + 1) }
        case .nobodyJoined: screen?.tableHasTooFewPlayers(self)
        case .started(let clients): start(with: clients)
        case .ended(let reason): screen?.lobbyDidEnd(self, because: reason)
        }
    }

    private func start(with clients: [MatchmakingServer.Client]) {
        seats = clients.map(\.id)
        names = Seating.names([server.table.name] + clients.map(\.name))
        for (index, id) in seats.enumerated() {
            connections[id]?.send(.lobby(.party(.begin(game: game.id, seat: index + 1, names: names))))
        }
        screen?.lobby(self, didStart: game)
    }
}

// MARK: - Who comes

extension TableHost: AdvertisementDelegate {
    package func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent) {
        switch event {
        case .listed(let name):
            publishedName = name
            door?.listedAs = name
            trouble = nil
        case .trouble(let trouble): self.trouble = trouble
        case .ready: trouble = nil
        case .moved: return
        }
        screen?.lobbyDidChange(self)
    }

    package func advertisement(_ advertisement: Advertisement, didAccept connection: Connection) {
        guard self.advertisement === advertisement else { return connection.close() }
        if let door { door.admit(connection) } else { receive(connection) }
    }

    /// Who comes to a room has seen no list.
    private func receive(_ connection: Connection) {
        lastNumber += 1
        let packets = PacketConnection(connection, environment: environment)
        connections[lastNumber] = packets
        packets.delegate = self
        if door != nil { packets.send(.lobby(.matchmaking(.table(server.table)))) }
        happen(.connected(lastNumber, from: connection.origin.source))
        packets.start()
    }
}

extension TableHost: PacketConnectionDelegate {
    private func number(of connection: PacketConnection) -> Int? { connections.first { $0.value === connection }?.key }

    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard let id = number(of: connection) else { return }
        silence.pulse.didHear(id, isSign: packet.isSignOfLife)
        switch packet {
        case .lobby(.matchmaking(let message)): happen(.received(message, from: id))
        case .control(.hello):
            if seats.contains(id) { return }
            connection.turnAway(fromGame: game.id)
            connectionDidEnd(connection, because: .stranger)
        case .control, .lobby, .ignored: break
        case .game(let packet):
            if let index = seats.firstIndex(of: id) { delegate?.party(self, didReceive: packet, from: index + 1) }
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        guard let id = number(of: connection) else { return }
        connections[id] = nil
        happen(.disconnected(id))
    }
}

// MARK: - The party

extension TableHost: LobbyParty {
    package var mySeat: Int { 0 }
    package var roster: [String] { [server.table.name] + server.clients.map(\.name) }
    package var silentSeats: Set<Int> { silence.seats(ofGuests: seats.isEmpty ? server.clients.map(\.id) : seats) }

    package func send(_ packet: GamePacket, to seat: Int) {
        if seats.indices.contains(seat - 1) { connections[seats[seat - 1]]?.send(.game(packet)) }
    }

    package func leave() {
        screen = nil
        delegate = nil
        happen(.quit)
    }

    package func handOver() -> PacketConnection? {
        guard seats.count == 1, let connection = connections.removeValue(forKey: seats[0]) else { return nil }
        connection.delegate = nil
        leave()
        return connection
    }
}

extension Offer {
    fileprivate init(_ table: MatchmakingTable) { self.init(kind: .table, name: table.name, facts: table.text) }
}

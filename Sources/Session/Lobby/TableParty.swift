// The party of a game that started at a table. It takes the guests' connections over from TableHost, or the host's from TableGuest,
// and is the only implementation of `Party` over a network. Who loses the connection has two minutes to come back (ReservedSeats).

import Games
import Wire

/// The players of a game that started at a table.
package final class TableParty: Party {
    /// How long a seat is reserved for a player who lost the connection, in seconds.
    package nonisolated static let reservedSeconds = ReservedSeats.timeout

    package weak var delegate: PartyDelegate?
    package let names: [String]
    package let mySeat: Int
    /// The connections that are open, by seat: the host's to all guests, a guest's to seat 0.
    private var connections: [Int: Link]
    private lazy var heartbeats = PartyHeartbeats(scheduler: environment) { [unowned self] in
        delegate?.partyDidChangePresence(self)
    }
    private let environment: Scheduler & Rendezvous & Cryptography
    /// The seats at which the others can come back.
    let reserved: ReservedSeats
    /// How much each seat may still say.
    private var phrases: [Int: PhraseLimit] = [:]
    /// Called when this player leaves.
    var didLeave: () -> Void = {}
    package var memory = "" { didSet { recorder?.note(memory) } }
    private var recorder: SeatRecorder?

    /// Creates a party and takes over its connections. `sessions` are what its seats are recognised by after a lost connection.
    init(
        names: [String], mySeat: Int, connections: [Int: Link], sessions: [Int: ResumableGame],
        environment: Scheduler & Rendezvous & Cryptography
    ) {
        self.names = names
        self.mySeat = mySeat
        self.connections = connections
        self.environment = environment
        reserved = ReservedSeats(sessions, environment: environment)
        reserved.title = names[0]
        reserved.didReturn = { [unowned self] in didReturn($0, on: $1) }
        reserved.didFail = { [unowned self] in didFail($0, $1) }
        heartbeats.send = { [unowned self] in self.connections[$0]?.send(.control(.heartbeat($1))) }
        heartbeats.report = { [unowned self] in
            isHost ? (heartbeats.silent, environment.secondsLeft(until: reserved.ends)) : ([], [:])
        }
        for connection in connections.values { connection.receiver = self }
        followConnections()
    }

    /// A guest's program was started again after it was killed: looks for the host for so many seconds.
    package convenience init(
        returningTo kept: KeptSeat, for seconds: Int, environment: Scheduler & Rendezvous & Cryptography
    ) {
        self.init(
            names: kept.names, mySeat: kept.seat, connections: [:], sessions: [0: kept.session], environment: environment)
        memory = kept.memory
        _ = reserved.reserve(0, for: seconds)
    }

    /// At a guest: stores the seat until the game is over. `didFail` is called with the first failure.
    package func keepSeat(
        in archive: Archive, playing game: String, didFail: @escaping (StorageFailure) -> Void
    ) {
        guard !isHost, let session = reserved.session(of: 0) else { return }
        var seat = KeptSeat(session: session, game: game, seat: mySeat, names: names)
        seat.memory = memory
        recorder = SeatRecorder(seat, in: archive, scheduler: environment, didFail: didFail)
    }

    package var silentSeats: Set<Int> { isHost ? heartbeats.silent : reserved.ends.isEmpty ? heartbeats.seatsAtGuest : [] }
    package var sittingOut: Set<Int> { heartbeats.sittingOut }
    package var reservedSeats: [Int: Int] {
        isHost || !reserved.ends.isEmpty ? reserved.ends : heartbeats.reportedEnds
    }

    package func send(_ packet: GamePacket, to seat: Int) { connections[seat]?.send(.game(packet)) }

    package func say(_ phrase: Phrase) -> Bool {
        guard phrases[mySeat, default: PhraseLimit()].allows(at: environment.now) else { return false }
        pass(phrase, from: mySeat)
        return true
    }

    package func gameDidBegin() { phrases = [:] }

    /// A guest tells the host, and the host tells all but the speaker.
    private func pass(_ phrase: Phrase, from seat: Int) {
        for (other, connection) in connections where other != seat {
            connection.send(.control(.phrase(PhraseMessage(phrase, from: isHost ? seat : nil))))
        }
    }

    /// Somebody says something: at the host from the seat of the connection, at a guest from the seat in the message.
    private func hear(_ message: PhraseMessage, from sender: Int) {
        guard let seat = isHost ? sender : message.seat, names.indices.contains(seat), seat != mySeat,
            phrases[seat, default: PhraseLimit()].allows(at: environment.now)
        else { return }
        if isHost { pass(message.phrase, from: seat) }
        delegate?.party(self, didHear: message.phrase, from: seat)
    }

    package func leave() {
        delegate = nil
        for connection in connections.values {
            connection.send(isHost ? .lobby(.matchmaking(.hostQuit)) : .control(.bye(.left)))
            connection.close()
        }
        end()
        didLeave()
    }

    package func remove(_ seat: Int) {
        guard isHost, seat != mySeat, connections[seat] != nil || reserved.ends[seat] != nil else { return }
        let connection = connections.removeValue(forKey: seat)
        connection?.send(.lobby(.matchmaking(.sentAway)))
        connection?.close()
        lose(seat, .removed)
    }

    /// Leaves, and returns the connection to the only other player, for a game that speaks its own packets. Returns nil if there is not
    /// exactly one.
    package func handOver() -> Link? {
        guard names.count == 2, let (seat, connection) = connections.first else { return nil }
        connections[seat] = nil
        connection.receiver = nil
        leave()
        return connection
    }

    private func end() {
        connections = [:]
        reserved.release(allBut: [])
        recorder?.stop()
        recorder = nil
        followConnections()
    }

    private func followConnections() { heartbeats.follow(Array(connections.keys)) }

    private func presenceDidChange() {
        followConnections()
        if isHost { heartbeats.beat() }
        delegate?.partyDidChangePresence(self)
    }
}

// MARK: - Lost connections

extension TableParty {
    private func didReturn(_ seat: Int, on connection: Link) {
        connections[seat]?.close()
        connections[seat] = connection
        connection.receiver = self
        // The guest may have lost the connection before it read that the game has started.
        if isHost { connection.send(.lobby(.matchmaking(.start(seat: seat, names: names)))) }
        if let session = reserved.session(of: seat) { recorder?.note(session) }
        presenceDidChange()
        delegate?.party(self, didReturn: seat)
        connection.start()
    }

    private func didFail(_ seat: Int, _ failure: ReservedSeats.Failure) {
        if isHost { lose(seat, .lost) } else { close(because: failure.reason) }
    }

    /// At the host: a guest is gone for good.
    private func lose(_ seat: Int, _ how: Departure) {
        reserved.release(seat)
        delegate?.party(self, didLose: seat, how)
        presenceDidChange()
    }
}

extension TableParty: LinkReceiver {
    private func seat(of connection: Link) -> Int? { connections.first { $0.value === connection }?.key }

    package func link(_ connection: Link, didReceive packet: Packet) {
        guard let seat = seat(of: connection) else { return }
        heartbeats.didReceive(packet, from: seat)
        switch packet {
        case .game(let packet): delegate?.party(self, didReceive: packet, from: seat)
        case .control(.phrase(let message)): hear(message, from: seat)
        case .control(.heartbeat(let message)): if !isHost { heartbeats.didReport(message, at: mySeat) }
        case .control(.bye(.left)): if isHost { didSayGoodbye(seat) }
        case .control(.bye(let reason)):
            connection.close()
            linkDidEnd(connection, because: reason == .stalled ? .stalled : .stranger)
        case .lobby(.matchmaking(.hostQuit)): if !isHost { close(because: .serverQuit) }
        case .lobby(.matchmaking(.sentAway)): if !isHost { close(because: .sentAway) }
        case .control, .lobby, .ignored: break
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        guard let seat = seat(of: connection) else { return }
        connections[seat] = nil
        if !isHost, connection.socket.isPeerGone { return close(because: .hostGone) }
        if end.mayBeAccident, reserved.reserve(seat) { return presenceDidChange() }
        if isHost { lose(seat, .lost) } else { close(because: .connectionDropped) }
    }

    private func didSayGoodbye(_ seat: Int) {
        connections.removeValue(forKey: seat)?.close()
        lose(seat, .left)
    }

    /// At a guest: the game is over.
    private func close(because reason: QuitReason) {
        for connection in connections.values { connection.close() }
        end()
        delegate?.partyDidEnd(self, because: reason)
    }
}

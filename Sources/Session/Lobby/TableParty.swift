// The party of a game that started at a table. It takes the guests' connections over from TableHost, or the host's from TableGuest,
// and is the only implementation of `Party` over a network.

import Wire

/// The players of a game that started at a table.
package final class TableParty: Party {
    package weak var delegate: PartyDelegate?
    package let names: [String]
    package let mySeat: Int
    /// The connections that are open, by seat: the host's to all guests, a guest's to seat 0.
    private var connections: [Int: PacketConnection]
    private lazy var heartbeats = PartyHeartbeats<Int>(scheduler: scheduler) { [unowned self] in
        delegate?.partyDidChangeSilence(self)
    }
    private let scheduler: Scheduler
    private let didLeave: () -> Void

    /// Creates a party and takes over its connections. `didLeave` is called when this player leaves.
    init(
        names: [String], mySeat: Int, connections: [Int: PacketConnection], scheduler: Scheduler,
        didLeave: @escaping () -> Void = {}
    ) {
        self.names = names
        self.mySeat = mySeat
        self.connections = connections
        self.scheduler = scheduler
        self.didLeave = didLeave
        heartbeats.send = { [unowned self] in self.connections[$0]?.send(.control(.heartbeat($1))) }
        for connection in connections.values { connection.delegate = self }
        followConnections()
    }

    package var silentSeats: Set<Int> { isHost ? heartbeats.silent : heartbeats.seatsAtGuest }

    package func send(_ packet: GamePacket, to seat: Int) { connections[seat]?.send(.game(packet)) }

    package func leave() {
        delegate = nil
        for connection in connections.values {
            if isHost { connection.send(.lobby(.matchmaking(.hostQuit))) }
            connection.close()
        }
        end()
        didLeave()
    }

    /// Leaves, and returns the connection to the only other player, for a game that speaks its own packets. Returns nil if there is not
    /// exactly one.
    package func handOver() -> PacketConnection? {
        guard names.count == 2, let (seat, connection) = connections.first else { return nil }
        connections[seat] = nil
        connection.delegate = nil
        leave()
        return connection
    }

    private func end() {
        connections = [:]
        followConnections()
    }

    private func followConnections() {
        heartbeats.follow(Array(connections.keys)) { [unowned self] in isHost ? silentSeats.sorted() : [] }
    }
}

extension TableParty: PacketConnectionDelegate {
    private func seat(of connection: PacketConnection) -> Int? { connections.first { $0.value === connection }?.key }

    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard let seat = seat(of: connection) else { return }
        heartbeats.didReceive(packet, from: seat)
        switch packet {
        case .game(let packet): delegate?.party(self, didReceive: packet, from: seat)
        case .control(.heartbeat(let message)): if !isHost { heartbeats.didReport(silent: message.silent, at: mySeat) }
        case .lobby(.matchmaking(.hostQuit)): if !isHost { close(because: .serverQuit) }
        case .control, .lobby, .ignored: break
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        guard let seat = seat(of: connection) else { return }
        guard isHost else { return close(because: .connectionDropped) }
        connections[seat] = nil
        followConnections()
        delegate?.party(self, didLose: seat)
    }

    /// At a guest: the game is over.
    private func close(because reason: QuitReason) {
        for connection in connections.values { connection.close() }
        end()
        delegate?.partyDidEnd(self, because: reason)
    }
}

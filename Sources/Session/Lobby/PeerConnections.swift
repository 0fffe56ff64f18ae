// The connections to players nearby, one a player: dialled when something is to be said, or accepted and told apart by the first
// letter. It knows no invitation.
//
// When two dial each other at once there are two connections. On both sides the one dialled by the smaller id is kept: who has the
// larger id takes what the other one sends over it and closes its own; who has the smaller id holds the second one back until it
// closes, or until its own does: then it was no crossing, but the other player's next connection. So what a player says arrives in
// order.

import Wire

/// Is told what comes from players nearby.
package protocol PeerConnectionsDelegate: AnyObject {
    /// A packet came from a player.
    func lines(_ lines: PeerConnections, didReceive packet: Packet, from id: String)
    /// The connection with them is lost, or none came about: then `failure` says why.
    func lines(_ lines: PeerConnections, didLose id: String, because failure: NetworkFailure?)
}

/// The connections to players nearby.
package final class PeerConnections {
    /// How long an accepted connection may leave us in the dark who it is, in milliseconds.
    package static let timeout = 10_000
    /// With how many players there may be a connection at once.
    package static let lineLimit = 32
    /// How many packets of a connection that is held back are kept.
    package static let heldLimit = 16

    package weak var delegate: PeerConnectionsDelegate?

    private enum Line {
        case dialling(Cancellable, waiting: [Packet])
        case open(PacketConnection, isOurs: Bool)
    }
    private struct Held {
        var connection: PacketConnection
        var packets: [Packet]
    }
    private let id: String
    private let environment: Scheduler & Rendezvous
    private var lines: [String: Line] = [:]
    private var held: [String: Held] = [:]
    private let strangers: WaitingRoom<PacketConnection>

    /// No lines yet, for the player of this id.
    package init(id: String, environment: Scheduler & Rendezvous) {
        self.id = id
        self.environment = environment
        strangers = WaitingRoom(AdmissionRules(timeout: Self.timeout), scheduler: environment)
        strangers.turnAway = { $0.close() }
    }

    /// Sends to a player, over a new connection to `endpoint` if there is none. Without an endpoint they count as lost.
    package func send(_ packet: Packet, to id: String, at endpoint: Endpoint?) {
        switch lines[id] {
        case .open(let connection, _): connection.send(packet)
        case .dialling(let dialling, let waiting): lines[id] = .dialling(dialling, waiting: waiting + [packet])
        case nil: lines[id] = .dialling(dial(id, at: endpoint), waiting: [packet])
        }
    }

    /// Sends to a player if there is a connection.
    package func send(_ packet: Packet, to id: String) {
        if case .open(let connection, _) = lines[id] { connection.send(packet) }
    }

    /// Closes what connections there are with a player, or stops making one.
    package func close(_ id: String) {
        held.removeValue(forKey: id)?.connection.close()
        switch lines.removeValue(forKey: id) {
        case .open(let connection, _): connection.close()
        case .dialling(let dialling, _): dialling.cancel()
        case nil: break
        }
    }

    /// Closes all.
    package func closeAll() {
        for id in lines.keys { close(id) }
        for stranger in strangers.empty() { stranger.close() }
    }

    /// Where a connection with a player leads, for the player here; nil where there is none.
    package func place(of id: String) -> String? {
        if case .open(let connection, _) = lines[id] { connection.origin.words } else { nil }
    }

    /// Gives a player's connection away.
    package func release(_ id: String) -> PacketConnection? {
        guard case .open(let connection, _) = lines[id] else { return nil }
        lines[id] = nil
        connection.delegate = nil
        return connection
    }

    /// Somebody connected.
    package func accept(_ connection: Connection) {
        let packets = PacketConnection(connection, environment: environment)
        strangers.admit(packets, from: connection.origin.source)
        packets.delegate = self
        packets.start()
    }
}

// MARK: - Dialling

extension PeerConnections {
    private func dial(_ id: String, at endpoint: Endpoint?) -> Cancellable {
        guard let endpoint else {
            return environment.after(milliseconds: 0) { [weak self] in self?.didDial(id, .failure(.noSuchHost)) }
        }
        return environment.connect(to: endpoint) { [weak self] in self?.didDial(id, $0) }
    }

    private func didDial(_ id: String, _ result: Result<Connection, NetworkFailure>) {
        guard case .dialling(_, let waiting) = lines[id] else { return }
        switch result {
        case .success(let connection):
            let packets = PacketConnection(connection, environment: environment)
            lines[id] = .open(packets, isOurs: true)
            packets.delegate = self
            for packet in waiting { packets.send(packet) }
            packets.start()
        case .failure(let failure):
            lines[id] = nil
            delegate?.lines(self, didLose: id, because: failure)
        }
    }
}

// MARK: - What arrives

extension PeerConnections: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        if isStranger(connection) {
            if case .control(.hello) = packet {
                connection.turnAway(fromGame: "nearby")
                return forget(connection)
            }
            guard case .lobby(.peer(let letter)) = packet else { return }
            strangers.remove(connection)
            admit(connection, letter)
        } else if let id = owner(of: connection) {
            if case .lobby(.peer(let letter)) = packet, letter.sender != id { return drop(connection) }
            delegate?.lines(self, didReceive: packet, from: id)
        } else if let id = holder(of: connection) {
            held[id]?.packets.append(packet)
            if let count = held[id]?.packets.count, count > Self.heldLimit { drop(connection) }
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) { forget(connection) }

    private func isStranger(_ connection: PacketConnection) -> Bool { strangers.guests.contains { $0 === connection } }

    private func owner(of connection: PacketConnection) -> String? {
        lines.first { if case .open(let open, _) = $0.value { open === connection } else { false } }?.key
    }

    private func holder(of connection: PacketConnection) -> String? { held.first { $0.value.connection === connection }?.key }

    /// A peer's nonsense ends its connection.
    private func drop(_ connection: PacketConnection) {
        connection.close()
        forget(connection)
    }

    private func forget(_ connection: PacketConnection) {
        if strangers.remove(connection) {
            return
        } else if let id = holder(of: connection) {
            held[id] = nil
        } else if let id = owner(of: connection) {
            lines[id] = nil
            let next = held.removeValue(forKey: id)
            delegate?.lines(self, didLose: id, because: nil)
            if let next { take(next.connection, of: id, next.packets) }
        }
    }

    /// An accepted connection says whose it is.
    private func admit(_ connection: PacketConnection, _ letter: PeerEnvelope) {
        let id = letter.sender
        guard id != self.id, letter.recipient ?? self.id == self.id, lines[id] != nil || lines.count < Self.lineLimit else {
            return connection.close()
        }
        switch lines[id] {
        case .open(_, isOurs: true) where self.id < id:
            held.removeValue(forKey: id)?.connection.close()
            held[id] = Held(connection: connection, packets: [.lobby(.peer(letter))])
            return
        case .open(let old, _): old.close()
        case .dialling(let dialling, let waiting):
            dialling.cancel()
            for packet in waiting { connection.send(packet) }
        case nil: break
        }
        take(connection, of: id, [.lobby(.peer(letter))])
    }

    /// The connection is the player's from now on, and these packets have come over it.
    private func take(_ connection: PacketConnection, of id: String, _ packets: [Packet]) {
        lines[id] = .open(connection, isOurs: false)
        for packet in packets where owner(of: connection) == id { self.connection(connection, didReceive: packet) }
    }
}

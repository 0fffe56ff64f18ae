// The spectators of a hosted game: of a match (MatchAudience) or of a game at a table (TableParty). They have a service and a door of their
// own. They hear everything after every change and say nothing: whoever sends anything is sent away.

import Text
import Wire

/// The spectators of one game, at its host.
package final class Audience {
    /// How many may watch directly. Where there are more, the most crowded network loses one.
    package static let limit = 16
    /// The fact that says which game is played at a table; without it, it is a match of Four in a Row.
    package static let gameFact = "game"
    /// How long a spectator's machine may take to receive what was sent, in milliseconds.
    package static let patience = 10_000
    /// The longest silence, in milliseconds.
    package static let interval = 15_000

    /// Called when more or fewer watch.
    var didChange: () -> Void = {}
    /// What a spectator who comes has to know.
    var greeting: () -> [Packet] = { [] }
    /// Takes over whoever comes, after the hello; nil where they watch here.
    var takeOver: ((PacketConnection) -> Void)?
    /// What ends a silence.
    var heartbeat: () -> HeartbeatMessage = { HeartbeatMessage() }

    private final class Spectator {
        let connection: PacketConnection
        /// Since when its machine has not received everything.
        var behindSince: Int?

        init(_ connection: PacketConnection) { self.connection = connection }
    }

    private let environment: Scheduler & Rendezvous & Cryptography
    private let offer: Offer
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    private var door: HostedOffer?
    private var pulse: Cancellable?

    /// An audience of the game with this title, listed with these facts. Whoever wants to watch has to know `code`; nil: anybody may.
    /// `open` follows.
    init(
        of title: String, facts: [String: String] = [:], code: Passphrase?, environment: Scheduler & Rendezvous & Cryptography
    ) {
        (offer, self.code, self.environment) = (Offer(kind: .watch, name: title, facts: facts), code, environment)
        queue = AdmissionQueue(limit: Self.limit, scheduler: environment)
        queue.turnAway = { [weak self] in
            $0.connection.send(.control(.bye(.taken)))
            self?.close($0)
        }
    }

    /// How many watch.
    var count: Int { queue.guests.count }

    /// Lets spectators come, at `place` or, if that is taken and they may, elsewhere.
    func open(at place: Endpoint?, orElsewhere: Bool = true) {
        door = door ?? opened(at: place)
        if orElsewhere { door = door ?? opened(at: nil) }
    }

    private func opened(at place: Endpoint?) -> HostedOffer? {
        let door = HostedOffer(offer, at: place, environment: environment)
        door.didAdmit = { [weak self] in
            guard let self else { return $0.close() }
            admit(PacketConnection($0, environment: environment))
        }
        do throws(NetworkFailure) { try door.open(isPrivate: code != nil, code: code) } catch { return nil }
        return door
    }

    /// Nobody new can come. Those who watch stay.
    func closeDoor() {
        door?.close()
        door = nil
    }

    /// The game is over.
    func end() {
        closeDoor()
        pulse?.cancel()
        for spectator in queue.empty() {
            spectator.connection.send(.control(.bye(.left)))
            spectator.connection.close()
        }
    }

    /// Tells all spectators something.
    func tell(_ message: WatchMessage) { send(.control(.watch(message))) }

    /// Sends a packet to all spectators.
    func send(_ packet: Packet) {
        for spectator in queue.guests {
            let now = environment.now
            if spectator.connection.socket.hasArrived { spectator.behindSince = nil }
            let isBehind = spectator.behindSince.map { now - $0 > Self.patience } ?? false
            if isBehind { leave(spectator) } else { spectator.connection.send(packet) }
            if spectator.behindSince == nil, !spectator.connection.socket.hasArrived { spectator.behindSince = now }
        }
        awaitPulse()
    }

    /// Spectators notice so that this program is gone, and this program that they are.
    private func awaitPulse() {
        pulse?.cancel()
        pulse =
            count == 0
            ? nil
            : environment.after(milliseconds: Self.interval) { [weak self] in
                guard let self else { return }
                send(.control(.heartbeat(heartbeat())))
            }
    }

    /// Somebody wants to watch.
    func admit(_ connection: PacketConnection) {
        connection.send(.control(.hello(Hello(name: offer.name, version: Program.version, game: Hello.watched))))
        if let takeOver { return takeOver(connection) }
        let spectator = Spectator(connection)
        connection.delegate = self
        for packet in greeting() { connection.send(packet) }
        queue.admit(spectator, from: connection.origin.source)
        connection.start()
        didChange()
        awaitPulse()
    }

    private func leave(_ spectator: Spectator) {
        queue.remove(spectator)
        close(spectator)
    }

    private func close(_ spectator: Spectator) {
        spectator.connection.close()
        didChange()
    }
}

extension Audience: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        connectionDidEnd(connection, because: .left)
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        if let spectator = queue.guests.first(where: { $0.connection === connection }) { leave(spectator) }
    }
}

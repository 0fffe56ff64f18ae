// The spectators of a hosted game: of a match (MatchAudience) or of a game at a table (TableAudience). They have a service and a door of their
// own. They hear everything after every change and say nothing: whoever sends anything is sent away. In a relay's room they prove its code, hear
// what they have to know, and are shown the rest by one Broadcast for all.

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
    /// At a relay: what all see now, in at most `StreamSeal.mostBytes`.
    var present: () -> [Packet] = { [] } { didSet { broadcast?.look = present } }
    /// What ends a silence.
    var heartbeat: () -> HeartbeatMessage = { HeartbeatMessage() }

    private final class Spectator {
        let connection: PacketConnection
        /// Since when its machine has not received everything.
        var behindSince: Int?

        init(_ connection: PacketConnection) { self.connection = connection }
    }

    private let environment: NetworkEnvironment
    private let offer: Offer
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    /// The stream for spectators at a relay.
    private let broadcast: Broadcast?
    private var door: HostedOffer?
    private var pulse: Cancellable?
    /// What is said once the players' screen is drawn.
    private var waiting: [Packet] = []
    private var sending: Cancellable?

    /// An audience of the game with this title, listed with these facts. Whoever wants to watch has to know `code`; nil: anybody may.
    /// `open` follows.
    init(
        of title: String, facts: [String: String] = [:], code: Passphrase?, isAtRelay: Bool = false,
        environment: NetworkEnvironment
    ) {
        (offer, self.code, self.environment) = (Offer(kind: .watch, name: title, facts: facts), code, environment)
        broadcast = isAtRelay ? Broadcast(environment: environment) : nil
        queue = AdmissionQueue(limit: Self.limit, scheduler: environment)
        queue.turnAway = { [weak self] in
            $0.connection.send(.control(.bye(.taken)))
            self?.close($0)
        }
        broadcast?.didChange = { [weak self] in self?.didChange() }
    }

    /// How many watch.
    var count: Int { broadcast?.count ?? queue.guests.count }

    /// Lets spectators come, at `place` or, if that is taken, elsewhere. A room at the relay is the only one.
    func open(at place: Endpoint?) {
        door = door ?? opened(at: place)
        if broadcast == nil { door = door ?? opened(at: nil) }
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

    /// The players look for each other at the place of their game, so nobody new can come. Those who watch stay. At a relay the players have
    /// another place.
    func leavePlace() { if broadcast == nil { closeDoor() } }

    private func closeDoor() {
        door?.close()
        door = nil
    }

    /// The game is over.
    func end() {
        sendAll()
        closeDoor()
        pulse?.cancel()
        for spectator in queue.empty() {
            spectator.connection.send(.control(.bye(.left)))
            spectator.connection.close()
        }
        broadcast?.end()
    }

    /// Tells all spectators something.
    func tell(_ message: WatchMessage) { send(.control(.watch(message))) }

    /// Sends a packet to all spectators, in the next turn of the loop, so that no player's screen waits for them. At a relay the players'
    /// phrases are sent, and for the rest what is `present` then.
    func send(_ packet: Packet) {
        guard count > 0 else { return }
        waiting.append(packet)
        sending = sending ?? environment.after(milliseconds: 0) { [weak self] in self?.sendAll() }
    }

    private func sendAll() {
        sending?.cancel()
        sending = nil
        let packets = waiting
        waiting = []
        if packets.isEmpty { return }
        for spectator in queue.guests { send(packets, to: spectator) }
        if let broadcast {
            for packet in packets where packet.isPhrase { broadcast.tell(packet) }
            if !packets.allSatisfy(\.isPhrase) { broadcast.show() }
        }
        awaitPulse()
    }

    private func send(_ packets: [Packet], to spectator: Spectator) {
        let (connection, now) = (spectator.connection, environment.now)
        if connection.socket.hasArrived { spectator.behindSince = nil }
        if let since = spectator.behindSince, now - since > Self.patience { return leave(spectator) }
        for packet in packets { connection.send(packet) }
        if spectator.behindSince == nil, !connection.socket.hasArrived { spectator.behindSince = now }
    }

    /// Spectators notice so that this program is gone, and this program that they are.
    private func awaitPulse() {
        pulse?.cancel()
        pulse =
            queue.guests.isEmpty
            ? nil
            : environment.after(milliseconds: Self.interval) { [weak self] in
                guard let self else { return }
                send(.control(.heartbeat(heartbeat())))
            }
    }

    /// Somebody wants to watch.
    func admit(_ connection: PacketConnection) {
        connection.send(.control(.hello(Hello(name: offer.name, version: Program.version, game: Hello.watched))))
        sendAll()
        if let broadcast { return admit(connection, to: broadcast) }
        let spectator = Spectator(connection)
        connection.delegate = self
        for packet in greeting() { connection.send(packet) }
        queue.admit(spectator, from: connection.origin.source)
        connection.start()
        didChange()
        awaitPulse()
    }

    /// The stream says the rest.
    private func admit(_ connection: PacketConnection, to broadcast: Broadcast) {
        if let stream = broadcast.admit() {
            for packet in greeting() { connection.send(packet) }
            connection.send(.control(.watch(.stream(stream))))
            didChange()
        } else {
            connection.send(.control(.bye(.taken)))
        }
        connection.close()
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

extension Packet {
    /// Whether a player says something, which is not said again.
    fileprivate var isPhrase: Bool {
        switch self {
        case .control(.phrase), .control(.watch(.phrase)): true
        default: false
        }
    }
}

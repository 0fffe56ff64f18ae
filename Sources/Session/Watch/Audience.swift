// The spectators of a hosted match. They have a service and a door of their own at the place of the game, which is free once both players
// have moved. They hear everything after every change and say nothing: whoever sends anything is sent away. At a relay the door is the
// game's room, and who has come in is shown the match by one Broadcast for all.

import Engine
import Text
import Wire

/// The spectators of one match, at its host.
package final class Audience {
    /// How many may watch directly. Where there are more, the most crowded network loses one.
    package static let limit = 16
    /// How long a spectator's machine may take to receive what was sent, in milliseconds.
    package static let patience = 10_000
    /// The longest silence, in milliseconds.
    package static let interval = 15_000

    /// Called when more or fewer watch.
    var didChange: () -> Void = {}

    private final class Spectator {
        let connection: PacketConnection
        /// Since when its machine has not received everything.
        var behindSince: Int?

        init(_ connection: PacketConnection) { self.connection = connection }
    }

    private let environment: Match.Environment
    private let look: () -> WatchedScene
    private let title: String
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    /// The stream for spectators at a relay.
    private var broadcast: Broadcast?
    private var door: HostedOffer?
    private var games: [WatchedGame] = []
    private var scene: WatchedScene?
    private var pulse: Cancellable?

    /// An audience of the game with this title. Whoever wants to watch has to know `code`; nil: anybody may. `look` returns what is to be seen
    /// now. `open` follows.
    init(of title: String, code: Passphrase?, isAtRelay: Bool, environment: Match.Environment, look: @escaping () -> WatchedScene)
    {
        (self.title, self.code, self.environment, self.look) = (title, code, environment, look)
        queue = AdmissionQueue(limit: Self.limit, scheduler: environment)
        queue.turnAway = { [weak self] in
            $0.connection.send(.control(.bye(.taken)))
            self?.close($0)
        }
        guard isAtRelay else { return }
        let broadcast = Broadcast(environment: environment) { [unowned self] in present }
        broadcast.didChange = { [weak self] in self?.countDidChange() }
        self.broadcast = broadcast
    }

    /// How many watch.
    var count: Int { broadcast?.count ?? queue.guests.count }

    /// Lets spectators come, at `place` or at another one if that is taken.
    func open(at place: Endpoint?) {
        door = door ?? opened(at: place)
        if broadcast == nil { door = door ?? opened(at: nil) }
    }

    private func opened(at place: Endpoint?) -> HostedOffer? {
        let door = HostedOffer(Offer(kind: .watch, name: title), at: place, environment: environment)
        door.didAdmit = { [weak self] in if let self { admit($0) } else { $0.close() } }
        do throws(NetworkFailure) { try door.open(isPrivate: code != nil, code: code) } catch { return nil }
        return door
    }

    /// The players look for each other: their place is theirs, and those who watch stay. At a relay they have another one.
    func leavePlace() { if broadcast == nil { closeDoor() } }

    private func closeDoor() {
        door?.close()
        door = nil
    }

    /// The match is over.
    func end() {
        closeDoor()
        pulse?.cancel()
        broadcast?.end()
        for spectator in queue.empty() {
            spectator.connection.send(.control(.bye(.left)))
            spectator.connection.close()
        }
    }

    /// Shows what is to be seen now.
    func show() {
        let scene = currentScene
        guard scene != self.scene else { return }
        if let last = self.scene?.game, last.number < scene.game.number {
            games.append(last)
            send(.control(.watch(.game(last))))
        }
        self.scene = scene
        send(.control(.watch(.scene(scene))))
        broadcast?.show()
    }

    /// A player says something.
    func tell(_ phrase: Phrase, isHosts: Bool) {
        let packet = Packet.control(.watch(.phrase(phrase, isHosts: isHosts)))
        send(packet)
        broadcast?.tell(packet)
    }

    private var currentScene: WatchedScene {
        var scene = look()
        scene.spectators = count
        return scene
    }

    /// What is to be seen now, after as many of the latest games as one message of a stream carries.
    private var present: [Packet] {
        var packets = [Packet.control(.watch(.scene(currentScene)))]
        var count = PacketEncoder.encode(packets).count
        for game in games.reversed() {
            let packet = Packet.control(.watch(.game(game)))
            count += PacketEncoder.encode(packet).count
            if count > StreamSeal.mostBytes { break }
            packets.insert(packet, at: 0)
        }
        return packets
    }

    private func send(_ packet: Packet) {
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
            queue.guests.isEmpty
            ? nil
            : environment.after(milliseconds: Self.interval) { [weak self] in
                self?.send(.control(.heartbeat(HeartbeatMessage(read: 0))))
            }
    }

    private func admit(_ connection: Connection) {
        let spectator = Spectator(PacketConnection(connection, environment: environment))
        let hello = Hello(name: title, version: Program.version, game: Hello.watched)
        spectator.connection.send(.control(.hello(hello)))
        if let broadcast { return admit(spectator.connection, to: broadcast) }
        sendSeries(to: spectator.connection)
        spectator.connection.delegate = self
        queue.admit(spectator, from: connection.origin.source)
        spectator.connection.start()
        countDidChange()
    }

    private func sendSeries(to connection: PacketConnection) {
        for game in games { connection.send(.control(.watch(.game(game)))) }
        connection.send(.control(.watch(.scene(currentScene))))
    }

    /// The stream says the rest.
    private func admit(_ connection: PacketConnection, to broadcast: Broadcast) {
        if let stream = broadcast.admit() {
            sendSeries(to: connection)
            connection.send(.control(.watch(.stream(stream))))
            countDidChange()
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
        countDidChange()
    }

    private func countDidChange() {
        show()
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

// MARK: - At the host

extension Match {
    /// What spectators see now.
    var scene: WatchedScene {
        let tally = series.tally
        var scene = WatchedScene(
            host: name, guest: opponent.name,
            game: WatchedGame(number: series.number, isHostFirst: me == .first, digits: game.digits, ending: ending),
            score: [tally.won, tally.drawn, tally.lost])
        scene.isYellowFirst = isYellowFirst
        scene.isBroken = reconnection != nil
        if let clock {
            scene.clock = clock.control.text
            scene.left = [Player.first, .second].compactMap(timeLeft)
            scene.isClockRunning = isClockRunning
        }
        return scene
    }

    /// Lets spectators come, if the host allows it: when both players have moved, and again after a lost connection.
    func openAudience() {
        guard isWatchable, let session = recorder.session, session.isHost else { return }
        let isAtRelay = session.endpoint.flatMap(RelayEndpoint.init) != nil
        let room = spectatorRoom.map { RelayEndpoint.room(number: $0).endpoint }
        // Who was found has no room.
        if isAtRelay, room == nil || spectatorCode == nil { return }
        // A name in a list has at most 63 bytes.
        let names = [name, opponent.name].map { $0.cut(toBytes: 29) }.joined(separator: " – ")
        let audience =
            audience
            ?? Audience(of: names, code: spectatorCode, isAtRelay: isAtRelay, environment: environment) { [unowned self] in scene
            }
        audience.didChange = { [weak self] in self?.tellSpectatorCount() }
        self.audience = audience
        audience.show()
        audience.open(at: isAtRelay ? room : session.endpoint)
    }

    private func tellSpectatorCount() {
        spectatorCount = audience?.count ?? 0
        (opponent as? GameController)?.send(spectators: spectatorCount)
        delegate?.match(self, didSend: .opponentChanged)
    }

    /// Shows spectators what has happened.
    func showSpectators(_ event: MatchEvent) {
        if case .resumed = event { return openAudience() }
        guard let audience else { return }
        switch event {
        case .ended:
            audience.end()
            self.audience = nil
        case .heard(let phrase): audience.tell(phrase, isHosts: false)
        case .lost:
            audience.leavePlace()
            audience.show()
        case .met: tellSpectatorCount()
        case .isLooking: break
        default: audience.show()
        }
    }
}

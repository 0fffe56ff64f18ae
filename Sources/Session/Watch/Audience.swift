// The spectators of a hosted match. They have a service and a door of their own at the place of the game, which is free once both players
// have moved. They hear everything after every change and say nothing: whoever sends anything is sent away.

import Engine
import Text
import Wire

/// The spectators of one match, at its host.
package final class Audience {
    /// How many may watch. Where there are more, the most crowded network loses one.
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

    private let environment: Scheduler & Rendezvous & Cryptography
    private let title: String
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    private var door: HostedOffer?
    private var games: [WatchedGame] = []
    private var scene: WatchedScene?
    private var pulse: Cancellable?

    /// An audience of the game with this title. Whoever wants to watch has to know `code`; nil: anybody may. `open` follows.
    init(of title: String, code: Passphrase?, environment: Scheduler & Rendezvous & Cryptography) {
        (self.title, self.code, self.environment) = (title, code, environment)
        queue = AdmissionQueue(limit: Self.limit, scheduler: environment)
        queue.turnAway = { [weak self] in
            $0.connection.send(.control(.bye(.taken)))
            self?.close($0)
        }
    }

    /// How many watch.
    var count: Int { queue.guests.count }

    /// Lets spectators come, at `place` or at another one if that is taken.
    func open(at place: Endpoint?) {
        door = door ?? opened(at: place) ?? opened(at: nil)
    }

    private func opened(at place: Endpoint?) -> HostedOffer? {
        let door = HostedOffer(Offer(kind: .watch, name: title), at: place, environment: environment)
        door.didAdmit = { [weak self] in if let self { admit($0) } else { $0.close() } }
        do throws(NetworkFailure) { try door.open(isPrivate: code != nil, code: code) } catch { return nil }
        return door
    }

    /// Nobody new can come. Those who watch stay.
    func closeDoor() {
        door?.close()
        door = nil
    }

    /// The match is over.
    func end() {
        closeDoor()
        pulse?.cancel()
        for spectator in queue.empty() {
            spectator.connection.send(.control(.bye(.left)))
            spectator.connection.close()
        }
    }

    /// This is to be seen from now on.
    func show(_ scene: WatchedScene) {
        var scene = scene
        scene.spectators = count
        guard scene != self.scene else { return }
        if let last = self.scene?.game, last.number < scene.game.number {
            games.append(last)
            tell(.game(last))
        }
        self.scene = scene
        tell(.scene(scene))
    }

    /// Tells all spectators something.
    func tell(_ message: WatchMessage) { send(.control(.watch(message))) }

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
            count == 0
            ? nil
            : environment.after(milliseconds: Self.interval) { [weak self] in
                self?.send(.control(.heartbeat(HeartbeatMessage(read: 0))))
            }
    }

    private func admit(_ connection: Connection) {
        let spectator = Spectator(PacketConnection(connection, environment: environment))
        spectator.connection.delegate = self
        let hello = Hello(name: title, version: Program.version, game: Hello.watched)
        spectator.connection.send(.control(.hello(hello)))
        for game in games { spectator.connection.send(.control(.watch(.game(game)))) }
        if let scene { spectator.connection.send(.control(.watch(.scene(scene)))) }
        queue.admit(spectator, from: connection.origin.source)
        spectator.connection.start()
        countDidChange()
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
        if let scene { show(scene) }
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
        guard isWatchable, let session = recorder.session, session.isHost,
            session.endpoint.flatMap(RelayEndpoint.init) == nil
        else { return }
        // A name in a list has at most 63 bytes.
        let names = [name, opponent.name].map { $0.cut(toBytes: 29) }.joined(separator: " – ")
        let audience = audience ?? Audience(of: names, code: spectatorCode, environment: environment)
        audience.didChange = { [weak self] in self?.tellSpectatorCount() }
        self.audience = audience
        audience.show(scene)
        audience.open(at: session.endpoint)
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
        case .heard(let phrase): audience.tell(.phrase(phrase, isHosts: false))
        case .lost:
            audience.closeDoor()
            audience.show(scene)
        case .met: tellSpectatorCount()
        case .isLooking: break
        default: audience.show(scene)
        }
    }
}

// The spectators of a hosted match. They have a service of their own, and come to the place of the game, which is free once both
// players have moved; at a relay that is the game's room. They are shown everything after every change and say nothing: whoever sends
// anything is sent away. In a room they prove its code, hear what has happened, and are shown the rest by one Broadcast for all.

import Engine
import Text
import Wire

/// The spectators of one match, at its host.
final class Audience {
    /// How many may watch directly. Where there are more, the most crowded network loses one.
    static let limit = 16
    /// How long a spectator's machine may take to receive what was sent, in milliseconds.
    static let patience = 10_000
    /// The longest silence, in milliseconds.
    static let interval = 15_000

    /// Called when more or fewer watch.
    var didChange: () -> Void = {}

    private final class Spectator {
        let link: Link
        /// Since when its machine has not received everything.
        var behindSince: Int?

        init(_ link: Link) { self.link = link }
    }

    private let environment: Match.Services
    private let offer: Offer
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    /// The stream for spectators at a relay.
    private let broadcast: Broadcast?
    private let look: () -> WatchedScene
    /// The games before the one on the board, and what was shown last.
    private var games: [WatchedGame]
    private var scene: WatchedScene?
    private var door: HostedOffer?
    private var pulse: Cancellable?
    /// What is said once the players' screen is drawn.
    private var waiting: [Packet] = []
    private var sending: Cancellable?

    /// An audience of the match with this title, which asks for `code`; nil: anybody may watch. `games` were played before, `look` returns
    /// what is to be seen now. `open` follows.
    init(
        of title: String, code: Passphrase?, isAtRelay: Bool, games: [WatchedGame], environment: Match.Services,
        look: @escaping () -> WatchedScene
    ) {
        let terms = GameTerms(timeControl: TimeControl(text: look().clock), isWatchable: true)
        (offer, self.code, self.environment) = (Offer(kind: .watch, name: title, facts: terms.facts), code, environment)
        (self.games, self.look) = (games, look)
        broadcast = isAtRelay ? Broadcast(environment: environment) : nil
        queue = AdmissionQueue(limit: Self.limit, scheduler: environment)
        queue.didTurnAway = { [weak self] in
            $0.link.send(.control(.bye(.taken)))
            self?.close($0)
        }
        broadcast?.didChange = { [weak self] in self?.countDidChange() }
        broadcast?.look = { [unowned self] in StreamSeal.latest(of: earlierGames, besides: [presentScene]) + [presentScene] }
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
            admit($0)
        }
        do throws(NetworkFailure) { try door.open(isPrivate: code != nil, code: code) } catch { return nil }
        return door
    }

    /// The players look for each other at the place of their game, so nobody new can come. Those who watch stay. At a relay the players
    /// have another place.
    func leavePlace() { if broadcast == nil { closeDoor() } }

    private func closeDoor() {
        door?.close()
        door = nil
    }

    /// The match is over, or the players have stopped for now.
    func end(because reason: ByeReason) {
        sendAll()
        closeDoor()
        pulse?.cancel()
        for spectator in queue.empty() {
            spectator.link.send(.control(.bye(reason)))
            spectator.link.close()
        }
        broadcast?.end(because: reason)
    }

    /// A player says something.
    func tell(_ phrase: Phrase, isHosts: Bool) { send(.control(.watch(.phrase(phrase, isHosts: isHosts)))) }

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
    }

    private var currentScene: WatchedScene {
        var scene = look()
        scene.spectators = count
        return scene
    }

    private var presentScene: Packet { .control(.watch(.scene(currentScene))) }
    private var earlierGames: [Packet] { games.map { .control(.watch(.game($0))) } }

    private func countDidChange() {
        show()
        didChange()
    }

    /// Sends a packet to all spectators, in the next turn of the loop, so that no player's screen waits for them. At a relay the players'
    /// phrases are sent, and for the rest what is to be seen then.
    private func send(_ packet: Packet) {
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
        let (link, now) = (spectator.link, environment.now)
        if link.socket.hasArrived { spectator.behindSince = nil }
        if let since = spectator.behindSince, now - since > Self.patience { return leave(spectator) }
        for packet in packets { link.send(packet) }
        if spectator.behindSince == nil, !link.socket.hasArrived { spectator.behindSince = now }
    }

    /// Spectators notice so that this program is gone, and this program that they are.
    private func awaitPulse() {
        pulse?.cancel()
        pulse =
            queue.guests.isEmpty
            ? nil
            : environment.after(milliseconds: Self.interval) { [weak self] in
                guard let self else { return }
                send(.control(.heartbeat(HeartbeatMessage())))
            }
    }

    /// Somebody wants to watch.
    func admit(_ link: Link) {
        link.send(.control(.hello(Hello(name: offer.name, version: Program.version, game: Hello.watched))))
        sendAll()
        if let broadcast { return admit(link, to: broadcast) }
        let spectator = Spectator(link)
        // A spectator has nothing to say.
        link.didReceive = { [weak self, weak spectator] _ in if let spectator { self?.leave(spectator) } }
        link.didEnd = { [weak self, weak spectator] _ in if let spectator { self?.leave(spectator) } }
        greet(link)
        queue.admit(spectator, from: link.origin.source)
        link.start()
        countDidChange()
        awaitPulse()
    }

    /// The stream says the rest.
    private func admit(_ link: Link, to broadcast: Broadcast) {
        if let stream = broadcast.admit() {
            greet(link)
            link.send(.control(.watch(.stream(stream))))
            countDidChange()
        } else {
            link.send(.control(.bye(.taken)))
        }
        link.close()
    }

    /// Says what a new spectator has to know.
    private func greet(_ link: Link) { for packet in earlierGames + [presentScene] { link.send(packet) } }

    private func leave(_ spectator: Spectator) {
        queue.remove(spectator)
        close(spectator)
    }

    private func close(_ spectator: Spectator) {
        spectator.link.close()
        countDidChange()
    }
}

extension Packet {
    /// Whether a player says something, which is not said again.
    fileprivate var isPhrase: Bool { if case .control(.watch(.phrase)) = self { true } else { false } }
}

// The spectators of a hosted match. They have a service of their own, and come to the place of the game: until both players have moved through
// the door at which guests come, and then it is free; at a relay that is the game's room. They are shown everything after every change and say nothing: whoever sends
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
    /// How often the lists hear at most how far the match is, in milliseconds.
    static let listingPause = 10_000

    /// Called when more or fewer watch.
    var didChange: () -> Void = {}

    private final class Spectator {
        let link: Link
        /// Since when its machine has not received everything.
        var behindSince: Int?

        init(_ link: Link) { self.link = link }
    }

    private let environment: Match.Services
    private var offer: Offer
    private let code: Passphrase?
    private let queue: AdmissionQueue<Spectator>
    /// The stream for spectators at a relay.
    private let broadcast: Broadcast?
    private let look: () -> WatchedScene
    /// The games before the one on the board, and what was shown last.
    private var games: [WatchedGame]
    private var scene: WatchedScene?
    private var door: HostedOffer?
    /// Where they come, and until both have moved who lets them in there, at a door that may be theirs later.
    private var place: Endpoint?
    private var arbiter: SeatArbiter?
    private var lent: HostedOffer?
    /// What the lists hear next, and when they did last.
    private var listing: Cancellable?
    private var listedAt: Int?
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
    private var isEmpty: Bool { broadcast?.isEmpty ?? queue.guests.isEmpty }

    /// Lets spectators come, at `place` or, if that is taken, elsewhere. A room at the relay is the only one. Until both have moved the `arbiter`
    /// of the guests lets them in.
    func open(at place: Endpoint?, seatedBy arbiter: SeatArbiter?) {
        (self.place, self.arbiter) = (place, arbiter)
        offer.facts.merge(progress) { $1 }
        listedAt = environment.now
        if let arbiter {
            lent = arbiter.show(offer, to: admission)
            return
        }
        lent?.show(offer)
        door = door ?? lent ?? opened(at: place)
        lent = nil
        if broadcast == nil { door = door ?? opened(at: nil) }
    }

    /// How far the match is, for the lists. Of a private one they hear no score.
    private var progress: [String: String] {
        let scene = currentScene
        guard let game = try? Game(digits: scene.game.digits) else { return [:] }
        let series = MatchSeries(scene, game)
        let tally = series.tally
        let score = code == nil && tally != Tally() ? "\(tally.won)-\(tally.lost)" : ""
        return [
            "move": series.state.isOver ? "0" : String(game.nextMove), "score": score, "watching": String(scene.spectators),
        ]
    }

    /// Tells the lists how far the match is, after a while. Nobody sees an entry for a room.
    private func list() {
        guard broadcast == nil, listing == nil, door ?? lent != nil || arbiter != nil, let listedAt,
            !progress.allSatisfy({ offer.facts[$0] == $1 })
        else { return }
        listing = environment.after(milliseconds: max(0, listedAt + Self.listingPause - environment.now)) { [weak self] in
            guard let self else { return }
            (listing, self.listedAt) = (nil, environment.now)
            offer.facts.merge(progress) { $1 }
            if let arbiter { lent = arbiter.show(offer, to: admission) } else { door?.show(offer) }
        }
    }

    /// Lets in whoever comes; nobody once the match is over.
    private var admission: (Link) -> Void { { [weak self] in if let self { admit($0) } else { $0.close() } } }

    private func opened(at place: Endpoint?) -> HostedOffer? {
        let door = HostedOffer(offer, at: place, environment: environment)
        door.didAdmit = admission
        do throws(NetworkFailure) { try door.open(isPrivate: code != nil, code: code) } catch { return nil }
        return door
    }

    /// The players look for each other at the place of their game, so nobody new can come. Those who watch stay. At a relay the players
    /// have another place.
    func leavePlace() { if broadcast == nil { closeDoor() } else { open(at: place, seatedBy: nil) } }

    private func closeDoor() {
        listing?.cancel()
        (door ?? lent)?.close()
        (listing, door, lent, arbiter) = (nil, nil, nil, nil)
    }

    /// The match is over, or the players have stopped for now.
    func end(because reason: ByeReason) {
        sendAll()
        if let arbiter {
            arbiter.stopShowing()
            (lent, self.arbiter) = (nil, nil)
        }
        closeDoor()
        pulse?.cancel()
        for spectator in queue.empty() {
            spectator.link.send(.control(.bye(reason)))
            spectator.link.close()
        }
        broadcast?.end(with: [presentScene, .control(.bye(reason))])
    }

    /// A player says something.
    func tell(_ phrase: Phrase, isHosts: Bool) { send(.control(.watch(.phrase(phrase, isHosts: isHosts)))) }

    /// Shows what is to be seen now.
    func show() {
        let scene = currentScene
        guard scene != self.scene else { return }
        list()
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
        guard !isEmpty else { return }
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

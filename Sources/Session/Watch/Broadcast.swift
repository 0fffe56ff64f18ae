// A match at a relay, shown to all its spectators at one topic. The broker retains the present there for those who come late or have lost
// the connection. If somebody overwrites it, it is published again. The game shares the connection to the broker, so what others
// publish there is read at a limited rate, and nothing of it is acknowledged. A host that was killed has another stream: its helper clears
// the old one, and its spectators come to the room again, whose number is stored with the match.

import Wire

/// The stream of one match, at its host.
final class Broadcast {
    /// How many may watch.
    static let limit = 100
    /// The longest silence while somebody watches, in milliseconds.
    static let interval = 15_000
    /// How often a spectator says that it watches, and after how much silence it does not any more.
    static let (signInterval, signTimeout) = (30_000, 100_000)
    /// The least time between two changes that are shown: more in a second would be a flood (`RelaySubscription`).
    static let leastPause = 100
    /// For how many seconds the broker retains the present.
    static let retainedSeconds = 120

    /// Called when fewer watch.
    var didChange: () -> Void = {}
    /// What is to be seen now, in at most `StreamSeal.mostBytes`.
    var look: () -> [Packet] = { [] }

    private final class Seat {
        let id: [UInt8]
        /// Whether its spectator has said that it watches: who came to play and was turned away never does.
        var isTaken = false
        init(_ id: [UInt8]) { self.id = id }
    }

    private let environment: Scheduler & Cryptography & Relayed
    private let key: PlayerKey
    private let stream: WatchedStream
    private let seal: StreamSeal
    private let seats: AdmissionQueue<Seat>
    private var subscriptions: [Cancellable] = []
    private var number = 0
    /// Our messages that the broker has not brought back yet.
    private var echoes: [[UInt8]] = []
    private lazy var republication = Republication(scheduler: environment, interval: Self.interval) { [weak self] in
        self?.publishPresent()
    }

    /// A stream without spectators.
    init(environment: Scheduler & Cryptography & Relayed) {
        self.environment = environment
        key = environment.newKey()
        func random(_ count: Int) -> [UInt8] { environment.seals.randomBytes(count) }
        stream = WatchedStream(
            name: random(WatchedStream.nameLength), key: SecretBytes(random(WatchedStream.keyLength)), author: key.publicKey,
            number: 0, inbox: random(WatchedStream.nameLength), seat: [])
        seal = StreamSeal(stream, environment: environment)
        seats = AdmissionQueue(limit: Self.limit, timeout: Self.signTimeout, scheduler: environment)
        seats.didTurnAway = { [weak self] _ in self?.seatsDidChange() }
    }

    /// How many watch.
    var count: Int { seats.guests.count(where: \.isTaken) }
    /// Whether nobody watches, or is about to.
    var isEmpty: Bool { seats.guests.isEmpty }

    /// What one more spectator needs to see the match; nil where too many watch. `show` follows.
    func admit() -> WatchedStream? {
        guard seats.guests.count < Self.limit else { return nil }
        let seat = Seat(environment.seals.randomBytes(WatchedStream.nameLength))
        seats.admit(seat, from: Source(network: "relay", machine: Hexadecimal.text(seat.id)))
        if subscriptions.isEmpty { listen() }
        var stream = stream
        (stream.number, stream.seat) = (number, seat.id)
        return stream
    }

    /// Something has changed.
    func show() { if !isEmpty { republication.publishSoon(after: Self.leastPause) } }

    /// Shows something that is not retained.
    func tell(_ packet: Packet) { if !isEmpty { publish([packet], isRetained: false) { _ in } } }

    /// The match is over, or the players have stopped for now. Says so with these packets.
    func end(with packets: [Packet]) {
        _ = seats.empty()
        rest()
        // Who has lost the connection reads it later.
        guard number > 0 else { return }
        // Without a watcher the connection to the broker could close too early.
        let watch = environment.broker.watch { _ in }
        publish(packets, isRetained: true) { _ in watch.cancel() }
    }

    private func rest() {
        republication.stop()
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
    }

    private func seatsDidChange() {
        if isEmpty { rest() }
        didChange()
    }
}

// MARK: - At the broker

extension Broadcast {
    private var topic: String { RelayTopic.watch(Hexadecimal.text(stream.name)) }

    private func publishPresent() { publish(look(), isRetained: true) { _ in } }

    private func publish(_ packets: [Packet], isRetained: Bool, completion: @escaping (BrokerReceipt) -> Void) {
        number += 1
        let bytes = seal.seal(packets, number: number, by: key)
        echoes.append(bytes)
        if echoes.count > RelaySubscription.mostASecond { echoes.removeFirst() }
        let message = BrokerMessage(topic: topic, payload: bytes, retainSeconds: isRetained ? Self.retainedSeconds : nil)
        environment.broker.publish(message, completion: completion)
    }

    private func listen() {
        func subscription(
            to topic: String, _ onEvent: @escaping (Broadcast, SubscriptionEvent) -> Void
        ) -> Cancellable {
            RelaySubscription(
                to: topic, broker: environment.broker, scheduler: environment, pause: RelaySubscription.pauseInAGame
            ) { [weak self] in if let self { onEvent(self, $0) } }
        }
        subscriptions = [
            subscription(to: topic) { $0.receive($1) },
            subscription(to: RelayTopic.inbox(Hexadecimal.text(stream.inbox))) { $0.receiveSign($1) },
        ]
    }

    /// What is retained when we subscribe is replaced in any case.
    private func receive(_ event: SubscriptionEvent) {
        switch event {
        case .ready:
            echoes = []
            republication.publishSoon()
        case .refused, .message(_, isRetained: true): break
        case .message(let bytes, isRetained: false):
            if let index = echoes.firstIndex(of: bytes) { echoes.remove(at: index) } else { republication.publishSoon() }
        }
    }

    private func receiveSign(_ event: SubscriptionEvent) {
        guard case .message(let bytes, isRetained: false) = event,
            case .control(.watch(.present(let id, let isLeaving))) = seal.openSign(bytes)?.first,
            let seat = seats.guests.first(where: { $0.id == id })
        else { return }
        if isLeaving {
            seats.remove(seat)
        } else {
            seats.setTimeLimit(of: seat, milliseconds: Self.signTimeout)
            if seat.isTaken { return }
            seat.isTaken = true
        }
        seatsDidChange()
    }
}

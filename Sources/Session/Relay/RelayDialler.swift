// A guest's way to a host at a broker: it finds the host's inbox in its room, or knows it, knocks, and waits for the answer. It knows
// no list and no game.

/// One attempt.
final class RelayDialler: Cancellable {
    /// How long a room and then its host may say nothing once the broker is there, in milliseconds.
    static let timeout = 5000
    /// How long the broker may take.
    static let brokerPatience = 20_000
    /// How long a knock may stay unanswered before another one.
    static let knockPause = 2000

    private let place: RelayEndpoint
    private let broker: Broker
    private let machine: Scheduler & Cryptography
    private let completion: (Result<Connection, NetworkFailure>) -> Void
    private let id: String
    private let inbox: RelayInbox
    /// Where the host is, as its room says, or as was known before.
    private var host: String?
    private var isGone = false
    private var watch: Cancellable?
    private var room: Cancellable?
    private var limit: Cancellable?
    private var isLimited = false
    private var knocking: Cancellable?
    private var isOver = false

    /// Begins in the next turn of the loop.
    init(
        to place: RelayEndpoint, broker: Broker, machine: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.place = place
        self.broker = broker
        self.machine = machine
        self.completion = completion
        id = RelayEndpoint.newInbox(machine)
        inbox = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        inbox.didBecomeReady = { [weak self] in self?.knock() }
        inbox.didReceive = { [weak self] in self?.receive($0) }
        inbox.wasRefused = { [weak self] in self?.end(.relay(.forbidden)) }
        limit = machine.after(milliseconds: 0) { [weak self] in self?.start() }
    }

    func cancel() {
        isOver = true
        inbox.close()
        stop()
    }

    private func start() {
        limit = machine.after(milliseconds: Self.brokerPatience) { [weak self] in self?.end(.timedOut) }
        broker.hurry()
        watch = broker.watch { [weak self] in self?.hear($0) }
        switch place {
        case .room(let number):
            room = broker.subscribe(to: RelayTopic.room(number)) { [weak self] in self?.hearRoom($0) }
        case .inbox(let name): host = name
        case .anyRoom: end(.refused)
        }
        knock()
    }

    private func hear(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            if isLimited { return }
            isLimited = true
            limit?.cancel()
            limit = machine.after(milliseconds: Self.timeout) { [weak self] in self?.giveUp() }
        case .trouble(let trouble): end(.relay(trouble))
        }
    }

    private func hearRoom(_ event: SubscriptionEvent) {
        switch event {
        case .ready: break
        case .refused: end(.relay(.forbidden))
        case .message(let bytes, _):
            switch RelayMessage(bytes) {
            case .room(let inbox) where inbox != host:
                host = inbox
                isGone = false
                knock()
            case .later: end(.otherVersion)
            default: break
            }
        }
    }

    private func knock() {
        guard !isOver, inbox.isReady, let host, let farewell = broker.farewellTopic else { return }
        knocking?.cancel()
        knocking = machine.after(milliseconds: Self.knockPause) { [weak self] in self?.knock() }
        let knock = RelayMessage.knock(id: id, inbox: inbox.name, farewell: farewell)
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(host), payload: knock.bytes)) { [weak self] in
            self?.didKnock(at: host, $0)
        }
    }

    /// A host that has moved says so in its room; one that is on its way back after a break may be there for the next knock.
    private func didKnock(at inbox: String, _ receipt: BrokerReceipt) {
        switch receipt {
        case .taken, .lost: break
        case .refused: end(.relay(.forbidden))
        case .nobodyThere: if inbox == host { isGone = true }
        }
    }

    private func receive(_ bytes: [UInt8]) {
        switch RelayMessage(bytes) {
        case .answer(id, let peer, let returning, let farewell):
            var line = RelayConnection.Line(isHost: false, id: id, peer: peer, farewell: farewell, returning: returning)
            if case .inbox(let name) = place { line.returning = name }
            stop()
            let connection = RelayConnection(
                line, inbox: inbox, origin: Origin(line, through: place), broker: broker, machine: machine)
            isOver = true
            completion(.success(connection))
        case .later: end(.otherVersion)
        default: break
        }
    }

    private func giveUp() { end(host == nil || isGone ? .refused : .timedOut) }

    private func end(_ failure: NetworkFailure) {
        guard !isOver else { return }
        cancel()
        completion(.failure(failure))
    }

    private func stop() {
        for task in [watch, room, limit, knocking] { task?.cancel() }
        (watch, room, limit, knocking) = (nil, nil, nil, nil)
    }
}

extension Origin {
    /// Of a connection that came about at `place`. It can be made again where the host waits after a break; nobody can tell who is at
    /// its other end, so that each counts as another machine.
    init(_ line: RelayConnection.Line, through place: RelayEndpoint) {
        self.init(
            words: place.endpoint.words, machine: line.id, network: "relay",
            endpoint: RelayEndpoint.inbox(line.returning).endpoint)
    }
}

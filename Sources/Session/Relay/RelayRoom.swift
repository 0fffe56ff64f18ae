// A host's room: a number that nobody else uses, and the retained message there that says where the host receives join requests. It is
// published again before it expires, and whenever somebody clears or overwrites it.

/// A room with a number.
final class RelayRoom {
    /// For how many seconds the broker retains the message.
    static let retainedSeconds = 120
    /// How long another host's message may take to show that a number is in use, in milliseconds.
    static let listening = 500

    /// The number; nil until a free one is found.
    private(set) var number: String?
    /// The room can be found; called again after each new connection to the broker.
    var didOpen: () -> Void = {}
    /// The broker does not allow a room.
    var wasRefused: () -> Void = {}

    private let broker: Broker
    private let environment: Scheduler & Cryptography
    private var candidate: String
    /// Where the host receives join requests.
    private var inbox: String
    private var subscription: Cancellable?
    private var listening: Cancellable?
    private lazy var republication = Republication(scheduler: environment) { [weak self] in self?.publish() }
    private var isPublishing = false
    /// Whether the broker has the message, since the last connection to it.
    private var isOpen = false
    private var isClosed = false

    /// Opens the room of that number if it is free, else any; nil: any.
    init(_ number: String?, inbox: String, broker: Broker, environment: Scheduler & Cryptography) {
        self.inbox = inbox
        self.broker = broker
        self.environment = environment
        candidate = number ?? Self.draw(environment)
        listen()
    }

    isolated deinit {
        subscription?.cancel()
        listening?.cancel()
    }

    /// The host receives at another inbox from now on.
    func move(to inbox: String) {
        self.inbox = inbox
        if number != nil { republication.publishSoon() }
    }

    /// Clears the message.
    func close() {
        isClosed = true
        listening?.cancel()
        republication.stop()
        guard number != nil else { return leave() }
        broker.publish(BrokerMessage(topic: RelayTopic.room(candidate), payload: [])) { _ in self.leave() }
    }

    private func leave() {
        subscription?.cancel()
        subscription = nil
    }

    private static func draw(_ environment: Cryptography) -> String {
        RelayEndpoint.number(drawnFrom: environment.seals.randomBytes(4))
    }

    private var message: [UInt8] { RelayMessage.room(inbox: inbox).bytes }

    private func listen() {
        subscription?.cancel()
        subscription = broker.subscribe(to: RelayTopic.room(candidate)) { [weak self] in self?.receive($0) }
    }

    private func receive(_ event: SubscriptionEvent) {
        guard !isClosed else { return }
        if case .ready = event { isOpen = false }
        switch event {
        case .ready where number == nil:
            listening?.cancel()
            listening = environment.after(milliseconds: Self.listening) { [weak self] in self?.republication.publishSoon() }
        case .ready: republication.publishSoon()
        case .refused: wasRefused()
        case .message(let payload, _):
            if isPublishing || number != nil {
                if payload != message { republication.publishSoon() }
            } else if !payload.isEmpty {
                listening?.cancel()
                candidate = Self.draw(environment)
                listen()
            }
        }
    }

    private func publish() {
        isPublishing = true
        let retained = BrokerMessage(
            topic: RelayTopic.room(candidate), payload: message, retainSeconds: Self.retainedSeconds)
        broker.publish(retained) { [weak self] in self?.didPublish($0) }
    }

    private func didPublish(_ receipt: BrokerReceipt) {
        guard !isClosed else { return }
        switch receipt {
        case .accepted, .nobodyThere:
            guard !isOpen else { return }
            isOpen = true
            number = candidate
            didOpen()
        case .refused: wasRefused()
        case .lost where number == nil:
            isPublishing = false
            republication.stop()
        case .lost: break
        }
    }
}

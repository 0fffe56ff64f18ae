// A host's room: a number that nobody else has, and what the broker keeps there, kept up against time and against those who take it
// away or write over it. It knows no guests.

/// A room with a number.
final class RelayRoom {
    /// For how many seconds the broker keeps what is said of it.
    static let keptSeconds = 120
    /// How long somebody else's word may take to show that a number is taken, in milliseconds.
    static let listening = 500

    /// Its number; nil until one is found to be free.
    private(set) var number: String?
    /// It can be found; told again once the broker was away.
    var didOpen: () -> Void = {}
    /// The broker does not let us have one.
    var wasRefused: () -> Void = {}

    private let broker: Broker
    private let machine: Scheduler & Cryptography
    private var candidate: String
    /// Where its host is.
    private var inbox: String
    private var subscription: Cancellable?
    private var listening: Cancellable?
    private lazy var publication = Republication(scheduler: machine) { [weak self] in self?.publish() }
    private var isPublishing = false
    /// Whether the broker has it, since we are connected to it.
    private var isOpen = false
    private var isClosed = false

    /// A room of that number if it is free, or of any; its host is at `inbox`.
    init(_ number: String?, inbox: String, broker: Broker, machine: Scheduler & Cryptography) {
        self.inbox = inbox
        self.broker = broker
        self.machine = machine
        candidate = number ?? Self.draw(machine)
        listen()
    }

    isolated deinit {
        subscription?.cancel()
        listening?.cancel()
    }

    /// Its host is elsewhere from now on.
    func move(to inbox: String) {
        self.inbox = inbox
        if number != nil { publication.sayAgain() }
    }

    /// Nobody finds it any more.
    func close() {
        isClosed = true
        listening?.cancel()
        publication.stop()
        guard number != nil else { return leave() }
        broker.publish(BrokerMessage(topic: RelayTopic.room(candidate), payload: [])) { _ in self.leave() }
    }

    private func leave() {
        subscription?.cancel()
        subscription = nil
    }

    private static func draw(_ machine: Cryptography) -> String { RelayEndpoint.number(drawnFrom: machine.seals.randomBytes(4)) }

    private var card: [UInt8] { RelayMessage.room(inbox: inbox).bytes }

    private func listen() {
        subscription?.cancel()
        subscription = broker.subscribe(to: RelayTopic.room(candidate)) { [weak self] in self?.hear($0) }
    }

    private func hear(_ event: SubscriptionEvent) {
        guard !isClosed else { return }
        if case .ready = event { isOpen = false }
        switch event {
        case .ready where number == nil:
            listening?.cancel()
            listening = machine.after(milliseconds: Self.listening) { [weak self] in self?.publication.sayAgain() }
        case .ready: publication.sayAgain()
        case .refused: wasRefused()
        case .message(let payload, _):
            if isPublishing || number != nil {
                if payload != card { publication.sayAgain() }
            } else if !payload.isEmpty {
                listening?.cancel()
                candidate = Self.draw(machine)
                listen()
            }
        }
    }

    private func publish() {
        isPublishing = true
        let message = BrokerMessage(topic: RelayTopic.room(candidate), payload: card, keptSeconds: Self.keptSeconds)
        broker.publish(message) { [weak self] in self?.didPublish($0) }
    }

    private func didPublish(_ receipt: BrokerReceipt) {
        guard !isClosed else { return }
        switch receipt {
        case .taken, .nobodyThere:
            guard !isOpen else { return }
            isOpen = true
            number = candidate
            didOpen()
        case .refused: wasRefused()
        case .lost where number == nil:
            isPublishing = false
            publication.stop()
        case .lost: break
        }
    }
}

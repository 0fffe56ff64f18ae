// A host's room: a number that nobody else uses, and the retained message there that says where the host receives join requests. It is
// published again before it expires, and whenever somebody clears or overwrites it, also while a flood keeps us from reading what others write.
// While a game runs that nobody may watch, the message says only that, and the room is not read.

/// A room with a number.
final class RelayRoom {
    /// For how many seconds the broker retains the message.
    static let retainedSeconds = 120
    /// How long another host's message may take to show that a number is in use, in milliseconds.
    static let listening = 500

    /// After more messages of others than this, or a flood, the room counts as disturbed. Our own may come late, after a change.
    static let mostForeign = 10

    /// After so many numbers that were in use the next one is long: somebody may have filled the short ones.
    static let mostCollisions = 3

    /// The number; nil until a free one is found.
    private(set) var number: String?
    /// The room can be found; called again after each new connection to the broker.
    var didOpen: () -> Void = {}
    /// The broker does not allow a room.
    var wasRefused: () -> Void = {}
    /// Somebody writes into the room again and again; called once.
    var didNoticeDisturbance: () -> Void = {}

    private let broker: Broker
    private let environment: Scheduler & Cryptography
    private var candidate: String
    /// How many numbers were in use.
    private var collisions = 0
    /// Where the host receives join requests; nil while a game runs.
    private var entry: RoomEntry?
    private var subscription: Cancellable?
    private var listening: Cancellable?
    /// Publishes the message while a flood has ended the subscription for a while.
    private var keepingUp: Cancellable?
    private var foreign = 0
    private lazy var republication = Republication(scheduler: environment) { [weak self] in self?.publish() }
    private var isPublishing = false
    /// Whether the broker has the message, since the last connection to it.
    private var isOpen = false
    private var isClosed = false
    /// Whether a game runs here.
    private let isPlaying: Bool

    /// Opens the room of that number if it is free, else any; nil: any. `isPlaying`: a game runs in it, and this is its host's room whoever else
    /// claims it.
    init(_ number: String?, isPlaying: Bool = false, entry: RoomEntry, broker: Broker, environment: Scheduler & Cryptography) {
        self.entry = entry
        self.isPlaying = isPlaying
        if isPlaying { self.number = number }
        self.broker = broker
        self.environment = environment
        candidate = number ?? RelayEndpoint.newNumber(isLong: false, environment)
        listen()
    }

    isolated deinit {
        for task in [subscription, listening, keepingUp] { task?.cancel() }
    }

    /// The host receives elsewhere from now on.
    func change(to entry: RoomEntry) {
        self.entry = entry
        isOpen = false
        if subscription == nil { listen() }
        if number != nil { republication.publishSoon() }
    }

    /// Says that a game runs here, until `change(to:)`.
    func startPlaying() {
        entry = nil
        leave()
        if number != nil { republication.publishSoon() }
    }

    /// Clears the message.
    func close() {
        isClosed = true
        listening?.cancel()
        keepingUp?.cancel()
        republication.stop()
        guard number != nil else { return leave() }
        // Without a subscriber or watcher the connection to the broker would close too early.
        subscription = subscription ?? broker.watch { _ in }
        broker.publish(BrokerMessage(topic: RelayTopic.room(candidate), payload: [])) { _ in self.leave() }
    }

    private func leave() {
        subscription?.cancel()
        keepingUp?.cancel()
        subscription = nil
    }

    private var message: [UInt8] { (entry.map { .room($0) } ?? RelayMessage.playing).bytes }

    private func listen() {
        subscription?.cancel()
        subscription = RelaySubscription(
            to: RelayTopic.room(candidate), broker: broker, scheduler: environment,
            pause: isPlaying ? RelaySubscription.pauseInAGame : RelaySubscription.pause,
            didFlood: { [weak self] in self?.didFlood() }
        ) { [weak self] in self?.receive($0) }
    }

    /// What is retained is most likely not ours, and those who look for us do not see it for long. So it is published again and again until the
    /// room can be read.
    private func didFlood() {
        guard number != nil else { return }
        count(foreign: Self.mostForeign + 1)
        keepUp()
    }

    private func keepUp() {
        republication.publishSoon()
        keepingUp?.cancel()
        keepingUp = environment.after(milliseconds: Republication.leastPause) { [weak self] in self?.keepUp() }
    }

    /// So many messages of others have come, here or to the host's inbox.
    func count(foreign count: Int) {
        let before = foreign
        foreign += count
        if before <= Self.mostForeign, foreign > Self.mostForeign { didNoticeDisturbance() }
    }

    private func receive(_ event: SubscriptionEvent) {
        guard !isClosed else { return }
        if case .ready = event {
            isOpen = false
            keepingUp?.cancel()
        }
        switch event {
        case .ready where number == nil:
            listening?.cancel()
            listening = environment.after(milliseconds: Self.listening) { [weak self] in self?.republication.publishSoon() }
        case .ready: republication.publishSoon()
        case .refused: wasRefused()
        case .message(let payload, _):
            if isPublishing || number != nil {
                guard payload != message else { return }
                count(foreign: 1)
                republication.publishSoon()
            } else if !payload.isEmpty {
                listening?.cancel()
                collisions += 1
                candidate = RelayEndpoint.newNumber(isLong: collisions >= Self.mostCollisions, environment)
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

// An inbox at a broker: a topic that we receive at, what was kept there passed over, and a count of how much comes. Whoever learns its
// name can fill it. It knows nothing of what is said there.

/// An inbox.
final class RelayInbox {
    /// So many messages may come in a second.
    static let mostASecond = 20

    /// Its name.
    let name: String
    /// From now on everything comes; told again after each new connection to the broker.
    var didBecomeReady: () -> Void = {}
    /// The broker does not let us.
    var wasRefused: () -> Void = {}
    /// Something came.
    var didReceive: ([UInt8]) -> Void = { _ in }
    /// More than that has come in this second: told once in it. What comes beyond is handed on all the same.
    var didFlood: () -> Void = {}
    /// Whether there is too much in this second.
    private(set) var isFlooded = false
    private(set) var isReady = false

    private let scheduler: Scheduler
    private var subscription: Cancellable?
    private var second = (start: 0, count: 0)

    init(_ name: String, broker: Broker, scheduler: Scheduler) {
        self.name = name
        self.scheduler = scheduler
        subscription = broker.subscribe(to: RelayTopic.inbox(name)) { [weak self] in self?.hear($0) }
    }

    isolated deinit {
        subscription?.cancel()
    }

    /// Nothing comes any more.
    func close() {
        subscription?.cancel()
        subscription = nil
    }

    private func hear(_ event: SubscriptionEvent) {
        guard subscription != nil else { return }
        switch event {
        case .ready:
            isReady = true
            didBecomeReady()
        case .refused: wasRefused()
        case .message(_, wasKept: true): break
        case .message(let payload, wasKept: false):
            count()
            if subscription != nil { didReceive(payload) }
        }
    }

    private func count() {
        if scheduler.now - second.start >= 1000 { second = (scheduler.now, 0) }
        second.count += 1
        let wasFlooded = isFlooded
        isFlooded = second.count > Self.mostASecond
        if isFlooded && !wasFlooded { didFlood() }
    }
}

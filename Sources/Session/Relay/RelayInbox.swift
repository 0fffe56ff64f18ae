// An inbox at a broker: a topic at which we receive. Retained messages are ignored, and a flood is noticed: everybody who knows an
// inbox's name can fill it.

/// An inbox.
final class RelayInbox {
    /// How many messages a second are not yet a flood.
    static let mostASecond = 20

    /// The inbox's name.
    let name: String
    /// Everything that is published comes from now on; called again after each new connection to the broker.
    var didBecomeReady: () -> Void = {}
    /// The broker does not allow the subscription.
    var wasRefused: () -> Void = {}
    /// A message arrived.
    var didReceive: ([UInt8]) -> Void = { _ in }
    /// There are too many messages in this second; called once in it. The rest is delivered all the same.
    var didFlood: () -> Void = {}
    /// Whether there are too many messages in this second.
    private(set) var isFlooded = false
    private(set) var isReady = false

    private let scheduler: Scheduler
    private var subscription: Cancellable?
    private var second = (start: 0, count: 0)

    /// Subscribes.
    init(_ name: String, broker: Broker, scheduler: Scheduler) {
        self.name = name
        self.scheduler = scheduler
        subscription = broker.subscribe(to: RelayTopic.inbox(name)) { [weak self] in self?.receive($0) }
    }

    isolated deinit {
        subscription?.cancel()
    }

    /// Unsubscribes.
    func close() {
        subscription?.cancel()
        subscription = nil
    }

    private func receive(_ event: SubscriptionEvent) {
        guard subscription != nil else { return }
        switch event {
        case .ready:
            isReady = true
            didBecomeReady()
        case .refused: wasRefused()
        case .message(_, isRetained: true): break
        case .message(let payload, isRetained: false):
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

// An inbox at a broker: a topic at which we receive. Retained messages are ignored.

/// An inbox.
final class RelayInbox {
    /// The inbox's name.
    let name: String
    /// Everything that is published comes from now on; called again after each new connection to the broker.
    var didBecomeReady: () -> Void = {}
    /// The broker does not allow the subscription.
    var wasRefused: () -> Void = {}
    /// A message arrived.
    var didReceive: ([UInt8]) -> Void = { _ in }
    /// A flood has closed the inbox for a while (`RelaySubscription`).
    var didFlood: () -> Void = {}
    private(set) var isReady = false
    /// Whether a stranger was given it while a game runs.
    var isForStranger: Bool { left != nil }

    private var subscription: Cancellable?
    /// How many more messages are read; nil: any number.
    private var left: Int?

    /// Subscribes. `isPublic`: strangers can learn the name. The broker keeps what is published at the inbox of one game until we have
    /// acknowledged it. `most`: after so many messages a flood has closed the inbox, for good.
    init(_ name: String, isPublic: Bool, most: Int? = nil, broker: any Broker, scheduler: Scheduler) {
        (self.name, left) = (name, most)
        let topic = RelayTopic.inbox(name)
        subscription =
            isPublic
            ? RelaySubscription(to: topic, broker: broker, scheduler: scheduler, didFlood: { [weak self] in self?.didFlood() }) {
                [weak self] in self?.receive($0)
            }
            : broker.subscribe(to: topic, isAcknowledged: true) { [weak self] in self?.receive($0) }
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
        case .message(_, isRetained: false) where left == 0:
            close()
            didFlood()
        case .message(let payload, isRetained: false):
            left = left.map { $0 - 1 }
            didReceive(payload)
        }
    }
}

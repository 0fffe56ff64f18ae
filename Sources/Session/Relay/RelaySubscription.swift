// A subscription to a topic at which strangers can publish: a room, a card, a host's inbox, a last will. Nothing there is acknowledged, and
// a flood ends the subscription for a while, so it cannot hold up the messages of a game.

/// A subscription to a public topic.
final class RelaySubscription: Cancellable {
    /// How many messages a second are not yet a flood.
    static let mostASecond = 20
    /// How long a flooded topic is not read, in milliseconds.
    static let pause = 2000
    /// The same where a game must not wait for what arrives.
    static let pauseInAGame = 10_000

    private let topic: String
    private let broker: any Broker
    private let scheduler: Scheduler
    private let pause: Int
    private let onEvent: (SubscriptionEvent) -> Void
    private let didFlood: () -> Void
    private var subscription: Cancellable?
    private var timer: Cancellable?
    private var second = (start: 0, count: 0)

    /// Subscribes. `didFlood` is called when a flood has ended the subscription; unless the owner cancels it, it begins again after the
    /// pause, with another `ready`.
    init(
        to topic: String, broker: any Broker, scheduler: Scheduler, pause: Int = pause, didFlood: @escaping () -> Void = {},
        onEvent: @escaping (SubscriptionEvent) -> Void
    ) {
        (self.topic, self.broker, self.scheduler, self.pause) = (topic, broker, scheduler, pause)
        (self.onEvent, self.didFlood) = (onEvent, didFlood)
        subscribe()
    }

    isolated deinit { cancel() }

    func cancel() {
        subscription?.cancel()
        timer?.cancel()
        (subscription, timer) = (nil, nil)
    }

    private func subscribe() {
        subscription = broker.subscribe(to: topic) { [weak self] in self?.receive($0) }
    }

    private func receive(_ event: SubscriptionEvent) {
        guard subscription != nil else { return }
        if case .message = event, isFlood() {
            cancel()
            timer = scheduler.after(milliseconds: pause) { [weak self] in self?.subscribe() }
            return didFlood()
        }
        onEvent(event)
    }

    /// Counts a message.
    private func isFlood() -> Bool {
        if scheduler.now - second.start >= 1000 { second = (scheduler.now, 0) }
        second.count += 1
        return second.count > Self.mostASecond
    }
}

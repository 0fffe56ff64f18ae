// What a spectator sees of a match at a relay: it opens the messages of the host, and ignores all others and the old ones. It says now
// and then that it watches.

import Wire

/// The stream of one match, at a spectator.
final class Reception {
    /// Called with the packets of each message.
    var didReceive: ([Packet]) -> Void = { _ in }
    /// Called when there is no connection to the broker, and when it is there again.
    var didLose: () -> Void = {}, didReturn: () -> Void = {}
    /// Called when the present was cleared, by somebody or because the host's program is gone.
    var didClear: () -> Void = {}
    /// Called when the host counts us no more: this program was stopped for too long.
    var didLapse: () -> Void = {}

    private let stream: WatchedStream
    private let seal: StreamSeal
    private let environment: Scheduler & Cryptography & Relayed
    private let broker: any Broker
    private var number: Int
    /// Whether the broker may bring the latest message again: we have just subscribed.
    private var isNew = true
    private var lastSign: Int
    /// Whether the host was told that we watch.
    private var isCounted = false
    private var subscriptions: [Cancellable] = []
    private var timer: Cancellable?
    private var hurry: Cancellable?

    init(_ stream: WatchedStream, environment: Scheduler & Cryptography & Relayed) {
        (self.stream, self.environment, number) = (stream, environment, stream.number)
        broker = environment.broker
        seal = StreamSeal(stream, environment: environment)
        lastSign = environment.now
        let topic = RelayTopic.watch(Hexadecimal.text(stream.name))
        subscriptions = [
            RelaySubscription(to: topic, broker: broker, scheduler: environment) { [weak self] in self?.receive($0) },
            broker.watch { [weak self] in self?.receive($0) },
        ]
        awaitSign()
    }

    isolated deinit {
        timer?.cancel()
        hurry?.cancel()
    }

    /// Watches no more, and says so.
    func cancel() {
        timer?.cancel()
        hurry?.cancel()
        let last = subscriptions
        subscriptions = []
        (didReceive, didLose, didReturn, didClear, didLapse) = ({ _ in }, {}, {}, {}, {})
        // Without a subscription the connection to the broker would close too early.
        say(isLeaving: true) { _ in for subscription in last { subscription.cancel() } }
    }

    private func receive(_ event: SubscriptionEvent) {
        guard case .message(let bytes, let isRetained) = event else { return isNew = true }
        if bytes.isEmpty, !isRetained { return didClear() }
        guard let message = seal.open(bytes), message.number > number || isNew && message.number == number else { return }
        (number, isNew) = (message.number, false)
        didReceive(message.packets)
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            if !isCounted { say(isLeaving: false) { [weak self] in if $0 == .accepted { self?.isCounted = true } } }
            didReturn()
        case .trouble:
            didLose()
            hurry?.cancel()
            hurry = environment.after(milliseconds: RelayAdvertisement.pause) { [weak self] in self?.broker.hurry() }
        }
    }

    private func awaitSign() {
        timer = environment.after(milliseconds: Broadcast.signInterval) { [weak self] in
            guard let self else { return }
            guard environment.now - lastSign < Broadcast.signTimeout else { return didLapse() }
            say(isLeaving: false) { [weak self] in
                guard let self, $0 == .accepted || $0 == .nobodyThere else { return }
                lastSign = environment.now
            }
            awaitSign()
        }
    }

    private func say(isLeaving: Bool, completion: @escaping (BrokerReceipt) -> Void) {
        let packet = Packet.control(.watch(.present(seat: stream.seat, isLeaving: isLeaving)))
        broker.publish(
            BrokerMessage(topic: RelayTopic.inbox(Hexadecimal.text(stream.inbox)), payload: seal.seal(packet)),
            completion: completion)
    }
}

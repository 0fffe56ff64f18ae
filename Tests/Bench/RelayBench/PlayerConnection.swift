// One player's connection to the broker, by the code that is in fourinarow-relay: what a game has a helper process for is here in the
// simulation's own loop. It is made once; one that ends is counted. It has no cards.

import Glibc
import HelperProtocol
import MQTT
import Session
import Wire

/// A connection to the broker.
final class PlayerConnection: Broker, PolledConnection {
    private(set) var lastWill: LastWill?
    /// Why it has ended.
    private(set) var trouble: RelayFailure?

    private let loop: PollLoop
    private let nextLastWill: LastWill
    private var number = 0
    private var client: BrokerClient?
    private var topics: [String: [TopicListener]] = [:]
    private var watchers: [TopicListener] = []
    private var underWay: [Int: (BrokerReceipt) -> Void] = [:]
    private var lastId = 0

    /// A subscriber or watcher, until it cancels.
    private final class TopicListener: Cancellable {
        private(set) var isCancelled = false
        var isReady = false
        private var onEvent: ((String, SubscriptionEvent) -> Void)?
        private let onCancel: () -> Void

        init(_ onEvent: @escaping (String, SubscriptionEvent) -> Void, onCancel: @escaping () -> Void) {
            (self.onEvent, self.onCancel) = (onEvent, onCancel)
        }

        func tell(_ topic: String, _ event: SubscriptionEvent) { onEvent?(topic, event) }

        func cancel() {
            guard !isCancelled else { return }
            isCancelled = true
            onEvent = nil
            onCancel()
        }
    }

    /// To the broker at that port of this machine; nil where it cannot be made.
    init?(port: UInt16, loop: PollLoop, random: [UInt8]) {
        self.loop = loop
        nextLastWill = LastWill(topic: "fiar/1/bye/" + Hexadecimal.text(random), secret: random)
        let broker = RelayConnect(
            host: "127.0.0.1", port: port, isSecure: false, lastWillTopic: nextLastWill.topic, lastWillPayload: random)
        guard let client = BrokerClient(to: broker, onEvent: { [unowned self] in hear($0) }), client.connect() else { return nil }
        self.client = client
        number = loop.add(self)
    }

    // MARK: Broker

    func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        let watcher = TopicListener({ _, _ in onEvent(.trouble(.lost)) }) { [weak self] in
            self?.watchers.removeAll { $0.isCancelled }
        }
        watchers.append(watcher)
        _ = loop.after(milliseconds: 0) { [weak self] in
            if !watcher.isCancelled, self?.lastWill != nil { onEvent(.connected) }
        }
        return watcher
    }

    func subscribe(
        to topic: String, isAcknowledged: Bool, _ onEvent: @escaping (SubscriptionEvent) -> Void
    ) -> Cancellable {
        listen(to: topic, isAcknowledged: isAcknowledged) { onEvent($1) }
    }

    func subscribe(below topic: String, _ onEvent: @escaping (String, SubscriptionEvent) -> Void) -> Cancellable {
        listen(to: topic + RelayCommand.anyBelow, isAcknowledged: false, onEvent)
    }

    func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        guard lastWill != nil else {
            _ = loop.after(milliseconds: 0) { completion(.lost) }
            return
        }
        lastId += 1
        underWay[lastId] = completion
        client?.publish(lastId, to: message.topic, retainSeconds: message.retainSeconds ?? 0, message.payload)
        loop.touch(number)
    }

    func hurry() {}

    private func listen(
        to filter: String, isAcknowledged: Bool, _ onEvent: @escaping (String, SubscriptionEvent) -> Void
    ) -> Cancellable {
        let listener = TopicListener(onEvent) { [weak self] in self?.didCancel(filter) }
        topics[filter, default: []].append(listener)
        client?.subscribe(to: filter, isAcknowledged: isAcknowledged)
        loop.touch(number)
        return listener
    }

    private func didCancel(_ filter: String) {
        topics[filter]?.removeAll { $0.isCancelled }
        guard topics[filter]?.isEmpty == true else { return }
        topics[filter] = nil
        client?.unsubscribe(from: filter)
        loop.touch(number)
    }

    // MARK: PolledConnection

    var polled: pollfd { client?.polled(isReading: true) ?? pollfd(fd: -1, events: 0, revents: 0) }

    func serve(_ events: Int16) {
        guard let client, !client.hasEnded else { return }
        client.serve(events, isReading: true)
    }

    private func hear(_ event: RelayEvent) {
        switch event {
        case .connected: lastWill = nextLastWill
        case .subscribed(let topic):
            for listener in topics[topic] ?? [] where !listener.isReady {
                listener.isReady = true
                listener.tell(topic, .ready)
            }
        case .refused(let topic): for listener in topics[topic] ?? [] { listener.tell(topic, .refused) }
        case .message(let topic, let isRetained, let payload):
            let above = topic.lastIndex(of: "/").map { topic[..<$0] + RelayCommand.anyBelow } ?? ""
            for listener in (topics[topic] ?? []) + (topics[above] ?? []) {
                listener.tell(topic, .message(payload, isRetained: isRetained))
            }
        case .receipt(let id, let receipt):
            let completion = underWay.removeValue(forKey: id)
            completion?(receipt == .accepted ? .accepted : receipt == .nobody ? .nobodyThere : .refused)
        case .trouble(let failure, _):
            (trouble, lastWill) = (failure, nil)
            for watcher in watchers { watcher.tell("", .refused) }
        }
    }
}

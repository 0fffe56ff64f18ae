// The relay's MQTT broker. A helper process (fourinarow-relay) makes one connection; when that is lost, another process is started.

import HelperProtocol
import Session
import Wire

/// The connection to the broker in the player's settings. It exists while somebody watches or subscribes.
package final class RelayService: Broker {
    /// How many of our messages the helper has without a receipt at most. What it has not read yet fits into a pipe.
    static let mostUnderWay = 6

    package private(set) var lastWill: LastWill?
    /// The `lastWill` of the connection that is being made.
    private var nextLastWill: LastWill?

    private var relay: RelaySetup
    private let loop: MainLoop
    private let helper: HelperProcess
    private var state = BrokerEvent.connecting
    private var watchers: [Subscriber<BrokerEvent>] = []
    /// The subscribers by topic filter, and whether one of them needs acknowledgements.
    private var topics: [String: (subscribers: [Subscriber<TopicEvent>], isAcknowledged: Bool)] = [:]
    private typealias TopicEvent = (topic: String, event: SubscriptionEvent)
    /// Messages that the helper has, by number.
    private var underWay: [Int: (BrokerReceipt) -> Void] = [:]
    private var waiting: [(message: BrokerMessage, completion: (BrokerReceipt) -> Void)] = []
    private var lastNumber = 0

    /// The broker of these settings. Nothing is connected yet.
    package convenience init(_ relay: RelaySetup, loop: MainLoop, onComplaint: @escaping (String) -> Void) {
        self.init(relay, in: Self.setup(loop: loop, onComplaint: onComplaint))
    }

    init(_ relay: RelaySetup, in setup: HelperProcess.Setup) {
        self.relay = relay
        loop = setup.loop
        helper = HelperProcess(setup)
        helper.firstLines = { [unowned self] in connect() }
        helper.didRead = { [unowned self] in didRead($0) }
        helper.didFail = { [unowned self] in didFail($0) }
    }

    /// The environment's variable that names another helper.
    static let variable = "FOURINAROW_RELAY_HELPER"

    /// How the helpers are found and restarted. After a broker has failed, its clients come back one after the other.
    static func setup(loop: MainLoop, onComplaint: @escaping (String) -> Void) -> HelperProcess.Setup {
        HelperProcess.Setup(
            loop: loop, path: { HelperProcess.path(of: "fourinarow-relay", variable: variable) },
            pauses: [1000, 2000, 4000, 8000, 16_000, 32_000, 40_000], jitter: { .random(in: 1...1.5) },
            hurriedPause: { .random(in: 0...1500) }, onComplaint: onComplaint)
    }

    /// The broker's URL; empty if there is none.
    package var url: String { relay.url ?? "" }

    /// Connects to the broker at another URL from now on; an empty one means none.
    package func use(url: String) {
        guard relay.url ?? "" != url else { return }
        relay.url = url.isEmpty ? nil : url
        helper.stop()
        didDisconnect()
        state = .connecting
        if !isIdle { helper.start() }
    }

    // MARK: Broker

    /// The present state is reported first, when the loop gets to it.
    package func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        let watcher = Subscriber(onEvent) { [weak self] in self?.didCancel() }
        watchers.append(watcher)
        helper.start()
        loop.after(milliseconds: 0) { [weak self, weak watcher] in
            guard let self, let watcher, !watcher.isUpToDate else { return }
            watcher.isUpToDate = true
            watcher.onEvent?(state)
        }
        return watcher
    }

    /// Each call subscribes at the broker, even if there is a subscription: it sends retained messages again.
    package func subscribe(
        to topic: String, isAcknowledged: Bool, _ onEvent: @escaping (SubscriptionEvent) -> Void
    ) -> Cancellable {
        subscribe(filter: topic, isAcknowledged: isAcknowledged) { onEvent($0.event) }
    }

    /// Subscribes to a wildcard.
    package func subscribe(
        below topic: String, _ onEvent: @escaping (_ topic: String, SubscriptionEvent) -> Void
    ) -> Cancellable {
        subscribe(filter: topic + RelayCommand.anyBelow, isAcknowledged: false) {
            onEvent($0.topic == topic + RelayCommand.anyBelow ? topic : $0.topic, $0.event)
        }
    }

    private func subscribe(
        filter: String, isAcknowledged: Bool, _ onEvent: @escaping (TopicEvent) -> Void
    ) -> Cancellable {
        let subscriber = Subscriber(onEvent) { [weak self] in self?.didCancel(filter) }
        topics[filter, default: ([], false)].subscribers.append(subscriber)
        if isAcknowledged { topics[filter]?.isAcknowledged = true }
        helper.start()
        if state == .connected { subscribe(to: filter) }
        return subscriber
    }

    private func subscribe(to filter: String) {
        send(.subscribe(topic: filter, isAcknowledged: topics[filter]?.isAcknowledged == true))
    }

    /// Messages are sent in the order of these calls.
    package func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        let isTooLong =
            message.payload.count > RelayCommand.longestPayload || message.topic.utf8.count > RelayCommand.longestTopic
        guard state == .connected, !isTooLong else {
            loop.after(milliseconds: 0) { completion(isTooLong ? .refused : .lost) }
            return
        }
        waiting.append((message, completion))
        publishNext()
    }

    package func hurry() {
        guard case .trouble = state, relay.isGiven else { return }
        helper.hurry()
        report(.connecting)
    }

    private func publishNext() {
        while underWay.count < Self.mostUnderWay, !waiting.isEmpty {
            let (message, completion) = waiting.removeFirst()
            lastNumber += 1
            underWay[lastNumber] = completion
            send(
                .publish(
                    id: lastNumber, topic: message.topic, retainSeconds: message.retainSeconds ?? 0, payload: message.payload))
        }
    }

    private func didCancel(_ topic: String? = nil) {
        watchers.removeAll { $0.isCancelled }
        if let topic, topics[topic] != nil {
            topics[topic]?.subscribers.removeAll { $0.isCancelled }
            if topics[topic]?.subscribers.isEmpty == true {
                topics[topic] = nil
                if state == .connected { send(.unsubscribe(topic: topic)) }
            }
        }
        // Another subscription often follows at once.
        if isIdle { loop.after(milliseconds: 0) { [weak self] in self?.endIfIdle() } }
    }

    private var isIdle: Bool { watchers.isEmpty && topics.isEmpty }

    private func endIfIdle() {
        guard isIdle else { return }
        helper.stop()
        didDisconnect()
        state = .connecting
    }
}

// MARK: - The helper

extension RelayService {
    /// The line that makes a new helper connect; nil after a failure.
    private func connect() -> [String]? {
        do throws(BrokerTrouble) {
            let address = try relay.address()
            let lastWill = LastWill(
                topic: "fiar/1/bye/" + Hexadecimal.text(SodiumSeals.randomBytes(16)), secret: SodiumSeals.randomBytes(16))
            nextLastWill = lastWill
            let command = RelayCommand.connect(
                RelayConnect(
                    host: address.host, port: address.port, isSecure: address.isSecure, user: address.user,
                    password: address.password, authorities: relay.authorities ?? "", lastWillTopic: lastWill.topic,
                    lastWillPayload: lastWill.secret))
            return [command.line]
        } catch {
            didFail(error)
            return nil
        }
    }

    private func send(_ command: RelayCommand) { helper.write(command.line) }

    private func didRead(_ line: String) {
        switch RelayEvent(line: line) {
        case .connected:
            lastWill = nextLastWill
            for topic in topics.keys { subscribe(to: topic) }
            report(.connected)
        case .subscribed(let topic):
            for subscriber in subscribers(of: topic) where !subscriber.isUpToDate {
                subscriber.isUpToDate = true
                subscriber.onEvent?((topic, .ready))
            }
        case .refused(let topic):
            for subscriber in subscribers(of: topic) { subscriber.onEvent?((topic, .refused)) }
        case .message(let topic, let isRetained, let payload):
            let above = topic.utf8.lastIndex(of: UInt8(ascii: "/")).map { topic[..<$0] + RelayCommand.anyBelow } ?? ""
            for subscriber in subscribers(of: topic) + subscribers(of: above) {
                subscriber.onEvent?((topic, .message(payload, isRetained: isRetained)))
            }
        case .receipt(let id, let receipt):
            let completion = underWay.removeValue(forKey: id)
            publishNext()
            completion?(BrokerReceipt(receipt))
        case .trouble(let failure, let detail): didFail(trouble(failure, detail))
        case nil: break
        }
    }

    private func subscribers(of filter: String) -> [Subscriber<TopicEvent>] { topics[filter]?.subscribers ?? [] }

    private func report(_ event: BrokerEvent) {
        guard state != event else { return }
        state = event
        for watcher in watchers {
            watcher.isUpToDate = true
            watcher.onEvent?(event)
        }
    }

    private func didFail(_ failure: HelperProcess.Failure) {
        switch failure {
        case .notInstalled: didFail(.noHelper)
        case .notStarted(let words): didFail(.helperNotStarted(words))
        case .ended: didFail(.helperStopped)
        }
    }

    private func didFail(_ trouble: BrokerTrouble) {
        didDisconnect()
        if relay.isGiven { helper.restart(isLasting: !trouble.mayPass) } else { helper.stop() }
        report(.trouble(trouble))
    }

    /// Messages without a receipt count as lost.
    private func didDisconnect() {
        lastWill = nil
        for subscriber in topics.values.flatMap(\.subscribers) { subscriber.isUpToDate = false }
        let lost = underWay.sorted { $0.key < $1.key }.map(\.value) + waiting.map(\.completion)
        underWay = [:]
        waiting = []
        loop.after(milliseconds: 0) { for completion in lost { completion(.lost) } }
    }

    private func trouble(_ failure: RelayFailure, _ detail: String) -> BrokerTrouble {
        let address = try? RelayAddress(url: relay.url ?? "")
        let name = address?.host ?? ""
        let host = address.map { $0.hasUsualPort ? name : Destination.text(name, port: $0.port) } ?? ""
        return switch failure {
        case .noSuchHost: .noSuchHost(name)
        case .unreachable: .unreachable(host)
        case .closed: .closed(host)
        case .notABroker: .notABroker
        case .tooOld: .tooOld
        case .wrongPassword: .wrongPassword
        case .forbidden: .forbidden
        case .certificateExpired: .certificateExpired
        case .certificateNotYetValid: .certificateNotYetValid
        case .certificateNotTrusted: detail.isEmpty ? .certificateNotTrusted : .noSystemAuthorities(path: detail)
        case .noAuthorities: .noAuthorities(path: relay.authorities ?? "")
        case .lost: .lost
        case .other: .other(detail)
        }
    }
}

/// A subscriber to a kind of events.
private final class Subscriber<Event>: Cancellable {
    /// Receives the events; nil once it is cancelled.
    private(set) var onEvent: ((Event) -> Void)?
    /// Whether the present state was reported.
    var isUpToDate = false
    private let onCancel: () -> Void

    var isCancelled: Bool { onEvent == nil }

    init(_ onEvent: @escaping (Event) -> Void, onCancel: @escaping () -> Void) {
        self.onEvent = onEvent
        self.onCancel = onCancel
    }

    func cancel() {
        guard !isCancelled else { return }
        onEvent = nil
        onCancel()
    }
}

extension BrokerReceipt {
    fileprivate init(_ receipt: RelayReceipt) {
        self =
            switch receipt {
            case .accepted: .accepted
            case .nobody: .nobodyThere
            case .refused: .refused
            }
    }
}

extension BrokerTrouble {
    /// Whether the trouble may pass by itself soon.
    fileprivate var mayPass: Bool {
        switch self {
        case .noSuchHost, .unreachable, .closed, .lost, .helperStopped, .helperNotStarted, .other: true
        default: false
        }
    }
}

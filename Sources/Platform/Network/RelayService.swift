// A broker as the game sees it, by way of a helper process that speaks MQTT: started when it is first needed, started again when the
// connection is lost. It knows no screen, no game and no MQTT.

import Glibc
import HelperProtocol
import Session
import Wire

/// The broker that the player has set up.
package final class RelayService: Broker {
    /// What the helper's life needs.
    struct Setup {
        var loop: MainLoop
        /// Where the helper is; nil where it is nowhere. Asked at every start.
        var helperPath: () -> String? = { helper }
        /// How long to wait before each new start, in milliseconds; the last one for ever.
        var pauses = [1000, 2000, 4000, 8000, 16_000, 32_000, 40_000]
        /// By what a pause is stretched: many who lost one broker must not all come back at once.
        var jitter: () -> Double = { .random(in: 1...1.5) }
        /// How long who is in a hurry waits all the same, in milliseconds: not everybody is to come back in the same instant.
        var hurriedPause: () -> Int = { .random(in: 0...1500) }
    }

    /// The helper's path: what FOURINAROW_RELAY_HELPER says; else beside the game; else where `make install` puts it. Nil: nowhere.
    static var helper: String? {
        let places = ["", "../libexec/fourinarow/", "../lib/fourinarow/"]
        return Executable.path(of: "fourinarow-relay", named: "FOURINAROW_RELAY_HELPER", in: places, X_OK)
    }

    /// The helper has at most so many messages of ours without a receipt: what it has not read yet fits into a pipe.
    static let mostUnderWay = 6

    package private(set) var farewellTopic: String?

    private let relay: RelaySetup
    private let setup: Setup
    private var state = BrokerEvent.connecting
    private var child: ChildProcess?
    private var restart: Timer?
    /// When that is due, by the loop's clock.
    private var restartAt = 0
    private var attempts = 0
    private var startedAt = 0
    private var watchers: [Listener<BrokerEvent>] = []
    /// By what the broker was asked for.
    private var topics: [String: [Listener<TopicEvent>]] = [:]
    private typealias TopicEvent = (topic: String, event: SubscriptionEvent)
    private var underWay: [Int: (BrokerReceipt) -> Void] = [:]
    private var waiting: [(message: BrokerMessage, completion: (BrokerReceipt) -> Void)] = []
    private var lastNumber = 0

    /// This broker; it is not connected to yet.
    package convenience init(_ relay: RelaySetup, loop: MainLoop) { self.init(relay, in: Setup(loop: loop)) }

    init(_ relay: RelaySetup, in setup: Setup) {
        self.relay = relay
        self.setup = setup
    }

    // MARK: Broker

    /// From now on, and first of all how it is when the loop comes to it.
    package func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        let watcher = Listener(onEvent) { [weak self] in self?.didCancel() }
        watchers.append(watcher)
        begin()
        setup.loop.after(milliseconds: 0) { [weak self, weak watcher] in
            guard let self, let watcher, !watcher.isUpToDate else { return }
            watcher.isUpToDate = true
            watcher.tell(state)
        }
        return watcher
    }

    /// The broker is asked each time, also for what is subscribed to already: so what is kept comes to everybody.
    package func subscribe(to topic: String, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable {
        listen(to: topic) { onEvent($0.event) }
    }

    /// The broker is asked for a pattern.
    package func subscribe(
        below topic: String, _ onEvent: @escaping (_ topic: String, SubscriptionEvent) -> Void
    ) -> Cancellable {
        listen(to: topic + RelayLimits.anyBelow) {
            onEvent($0.topic == topic + RelayLimits.anyBelow ? topic : $0.topic, $0.event)
        }
    }

    private func listen(to filter: String, _ onEvent: @escaping (TopicEvent) -> Void) -> Cancellable {
        let listener = Listener(onEvent) { [weak self] in self?.didCancel(filter) }
        topics[filter, default: []].append(listener)
        begin()
        if state == .connected { tell(.subscribe(topic: filter)) }
        return listener
    }

    /// In the order of these calls.
    package func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        let isTooLong = message.payload.count > RelayLimits.payload || message.topic.utf8.count > RelayLimits.topic
        guard state == .connected, !isTooLong else {
            setup.loop.after(milliseconds: 0) { completion(isTooLong ? .refused : .lost) }
            return
        }
        waiting.append((message, completion))
        publishNext()
    }

    package func hurry() {
        guard case .trouble = state, relay.isGiven else { return }
        if child == nil {
            let pause = setup.hurriedPause()
            if restartAt - MainLoop.now > pause { awaitStart(pause) }
        }
        say(.connecting)
    }

    private func publishNext() {
        while underWay.count < Self.mostUnderWay, !waiting.isEmpty {
            let (message, completion) = waiting.removeFirst()
            lastNumber += 1
            underWay[lastNumber] = completion
            tell(
                .publish(
                    id: lastNumber, topic: message.topic, keptSeconds: message.keptSeconds ?? 0, payload: message.payload))
        }
    }

    private func didCancel(_ topic: String? = nil) {
        watchers.removeAll { $0.isCancelled }
        if let topic, topics[topic] != nil {
            topics[topic]?.removeAll { $0.isCancelled }
            if topics[topic]?.isEmpty == true {
                topics[topic] = nil
                if state == .connected { tell(.unsubscribe(topic: topic)) }
            }
        }
        // Who ends one thing often begins another at once.
        if isIdle { setup.loop.after(milliseconds: 0) { [weak self] in self?.endIfIdle() } }
    }

    private var isIdle: Bool { watchers.isEmpty && topics.isEmpty }

    private func endIfIdle() {
        guard isIdle else { return }
        restart?.cancel()
        restart = nil
        attempts = 0
        disconnect()
        state = .connecting
    }
}

// MARK: - The helper's life

extension RelayService {
    private func begin() {
        if child == nil, restart == nil { awaitStart(0) }
    }

    private func awaitStart(_ milliseconds: Int) {
        restart?.cancel()
        restartAt = MainLoop.now + milliseconds
        restart = setup.loop.after(milliseconds: milliseconds) { [weak self] in self?.start() }
    }

    private func start() {
        restart = nil
        guard let path = setup.helperPath() else { return didFail(.noHelper) }
        startedAt = MainLoop.now
        do throws(BrokerTrouble) {
            let address = try relay.address()
            let farewell = "fiar/1/bye/" + Hexadecimal.text(Commitment.randomBytes(16))
            child = try makeChild(path, farewell)
            tell(
                .connect(
                    RelayConnect(
                        host: address.host, port: address.port, isSecure: address.isSecure, user: address.user,
                        password: address.password, authorities: relay.authorities ?? "", farewell: farewell)))
        } catch {
            didFail(error)
        }
    }

    private func makeChild(_ path: String, _ farewell: String) throws(BrokerTrouble) -> ChildProcess {
        do throws(SpawnFailure) {
            return try ChildProcess(
                path: path, loop: setup.loop, onLine: { [weak self] in self?.didRead($0, farewell) },
                onEnd: { [weak self] in self?.didFail(.helperStopped) })
        } catch {
            throw .helperStopped
        }
    }

    private func tell(_ command: RelayCommand) { child?.write(command.line) }

    private func didRead(_ line: String, _ farewell: String) {
        switch RelayEvent(line: line) {
        case .connected:
            farewellTopic = farewell
            for topic in topics.keys { tell(.subscribe(topic: topic)) }
            say(.connected)
        case .subscribed(let topic):
            for listener in topics[topic] ?? [] where !listener.isUpToDate {
                listener.isUpToDate = true
                listener.tell((topic, .ready))
            }
        case .refused(let topic):
            for listener in topics[topic] ?? [] { listener.tell((topic, .refused)) }
        case .message(let topic, let wasKept, let payload):
            let above = topic.utf8.lastIndex(of: UInt8(ascii: "/")).map { topic[..<$0] + RelayLimits.anyBelow } ?? ""
            for listener in (topics[topic] ?? []) + (topics[above] ?? []) {
                listener.tell((topic, .message(payload, wasKept: wasKept)))
            }
        case .receipt(let id, let receipt):
            let completion = underWay.removeValue(forKey: id)
            publishNext()
            completion?(BrokerReceipt(receipt))
        case .trouble(let failure, let detail): didFail(trouble(failure, detail))
        case nil: break
        }
    }

    private func say(_ event: BrokerEvent) {
        guard state != event else { return }
        state = event
        for watcher in watchers {
            watcher.isUpToDate = true
            watcher.tell(event)
        }
    }

    /// Whatever was under way is lost. Another start follows after a pause that grows; where it can hardly help, after the longest.
    private func didFail(_ trouble: BrokerTrouble) {
        disconnect()
        if MainLoop.now - startedAt > setup.pauses.last ?? 0 { attempts = 0 }
        if !trouble.mayPass { attempts = setup.pauses.count - 1 }
        let pause = Double(setup.pauses[min(attempts, setup.pauses.count - 1)]) * setup.jitter()
        attempts += 1
        if relay.isGiven { awaitStart(Int(pause)) }
        say(.trouble(trouble))
    }

    /// The helper's input ends: it says goodbye to the broker.
    private func disconnect() {
        child?.end()
        child = nil
        farewellTopic = nil
        for listener in topics.values.joined() { listener.isUpToDate = false }
        let lost = underWay.sorted { $0.key < $1.key }.map(\.value) + waiting.map(\.completion)
        underWay = [:]
        waiting = []
        setup.loop.after(milliseconds: 0) { for completion in lost { completion(.lost) } }
    }

    private func trouble(_ failure: RelayFailure, _ detail: String) -> BrokerTrouble {
        let host = (try? RelayAddress(url: relay.url ?? ""))?.host ?? ""
        return switch failure {
        case .noSuchHost: .noSuchHost(host)
        case .unreachable: .unreachable(host)
        case .notABroker: .notABroker
        case .tooOld: .tooOld
        case .wrongPassword: .wrongPassword
        case .forbidden: .forbidden
        case .certificateExpired: .certificateExpired
        case .certificateNotYetValid: .certificateNotYetValid
        case .certificateNotTrusted: .certificateNotTrusted
        case .noAuthorities: .noAuthorities(path: relay.authorities ?? "")
        case .lost: .lost
        case .other: .other(detail)
        }
    }
}

/// Somebody who is told events, until he cancels.
private final class Listener<Event>: Cancellable {
    private(set) var isCancelled = false
    /// Whether he was told how things stand now.
    var isUpToDate = false
    private var onEvent: ((Event) -> Void)?
    private let onCancel: () -> Void

    init(_ onEvent: @escaping (Event) -> Void, onCancel: @escaping () -> Void) {
        self.onEvent = onEvent
        self.onCancel = onCancel
    }

    func tell(_ event: Event) { onEvent?(event) }

    func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        onEvent = nil
        onCancel()
    }
}

extension BrokerReceipt {
    fileprivate init(_ receipt: RelayReceipt) {
        self =
            switch receipt {
            case .taken: .taken
            case .nobody: .nobodyThere
            case .refused: .refused
            }
    }
}

extension BrokerTrouble {
    /// Whether it may be over by itself soon.
    fileprivate var mayPass: Bool {
        switch self {
        case .noSuchHost, .unreachable, .lost, .helperStopped, .other: true
        default: false
        }
    }
}

// A broker in memory, and its clients. Messages travel when the test says so, and the test may drop, repeat, delay, reorder or replace
// them.

import Session

/// A broker in memory.
package final class FakeBroker {
    /// A message on its way to a subscriber.
    package struct Delivery: Equatable {
        package var topic: String
        package var payload: [UInt8]
        package var isRetained: Bool
        /// Which program it is for.
        package let receiver: Int

        /// One of these.
        package init(topic: String, payload: [UInt8], isRetained: Bool = false, receiver: Int) {
            (self.topic, self.payload, self.isRetained, self.receiver) = (topic, payload, isRetained, receiver)
        }
    }

    /// Returns what is delivered in place of each message; by default the message itself.
    package var interfere: (Delivery) -> [Delivery] = { [$0] }
    /// Everything that was published.
    package private(set) var published: [BrokerMessage] = []
    /// Whether it allows to publish or subscribe at a topic.
    package var allows: (_ topic: String) -> Bool = { _ in true }
    /// Whether it says that nobody receives what is published.
    package var saysNobodyThere = true
    /// The stopped programs: messages to them wait.
    package var stopped: Set<Int> = [] {
        didSet {
            let before = waiting
            waiting = []
            for delivery in before { deliver(delivery) }
        }
    }
    /// The pause in milliseconds before a program connects again, unless it hurries.
    package var pause = 0
    /// Why it cannot be reached; nil if it can.
    package var trouble: BrokerTrouble? { didSet { troubleDidChange() } }
    /// The topics with retained messages.
    package var retainedTopics: [String] { kept.keys.sorted() }

    fileprivate var clients: [Client] = []
    private var kept: [String: (payload: [UInt8], end: Int)] = [:]
    private var pending: [() -> Void] = []
    private var lastWills = 0
    private var waiting: [Delivery] = []

    /// A broker without clients.
    package init() {}

    /// A client, with its clock.
    package func client(_ scheduler: Scheduler) -> Broker {
        let client = Client(self, scheduler, number: clients.count)
        clients.append(client)
        return client
    }

    /// Delivers one message or lets one event happen; returns false if nothing is under way.
    @discardableResult
    package func deliverOne() -> Bool {
        guard !pending.isEmpty else { return false }
        pending.removeFirst()()
        return true
    }

    /// Somebody at the broker publishes.
    package func publish(_ topic: String, _ payload: [UInt8], retainSeconds: Int? = nil) {
        _ = receive(
            BrokerMessage(topic: topic, payload: payload, retainSeconds: retainSeconds), at: clients.first?.scheduler.now ?? 0)
    }

    /// Delivers a message to its program.
    package func deliver(_ delivery: Delivery) {
        later { [weak self] in
            guard let self else { return }
            if stopped.contains(delivery.receiver) {
                waiting.append(delivery)
            } else {
                clients[delivery.receiver].receive(delivery)
            }
        }
    }

    /// The connection of a program breaks; it connects again once something is delivered. `isNoticed`: the broker notices at once.
    package func cut(_ number: Int, isNoticed: Bool = true) { clients[number].lose(isNoticed: isNoticed) }

    /// A program is gone for good, and all that it was subscribed to. Its helper says so and clears what it has retained, unless that is
    /// killed too.
    package func kill(_ number: Int, withHelper: Bool = false) { clients[number].die(withHelper: withHelper) }

    /// The broker notices that the earlier connections of a program are gone.
    package func notice(_ number: Int) { clients[number].publishLastWills() }

    /// How many topics a program is subscribed to.
    package func subscriptionCount(of number: Int) -> Int { clients[number].subscriptions.count }
    /// Which those are.
    package func subscribedTopics(of number: Int) -> [String] { clients[number].subscriptions.map(\.topic) }
    /// Whether a program needs the broker.
    package func isUsed(by number: Int) -> Bool { clients[number].isNeeded }

    /// Queues an event.
    package func later(_ action: @escaping () -> Void) { pending.append(action) }

    fileprivate func newLastWill() -> LastWill {
        lastWills += 1
        return LastWill(topic: "fiar/1/bye/\(lastWills)", secret: Array("secret \(lastWills)".utf8))
    }

    /// How many programs receive it.
    fileprivate func receive(_ message: BrokerMessage, at now: Int) -> Int {
        published.append(message)
        if message.payload.isEmpty {
            kept[message.topic] = nil
        } else if let seconds = message.retainSeconds {
            kept[message.topic] = (message.payload, now + seconds * 1000)
        }
        let receivers = clients.filter { $0.receives(message.topic) }
        for receiver in receivers { bring(message.topic, message.payload, to: receiver.number, isRetained: false) }
        return receivers.count
    }

    fileprivate func bringKept(at topic: String, to receiver: Int, at now: Int) {
        for (name, message) in kept.sorted(by: { $0.key < $1.key }) where message.end > now && Client.fits(name, topic) {
            bring(name, message.payload, to: receiver, isRetained: true)
        }
    }

    private func bring(_ topic: String, _ payload: [UInt8], to receiver: Int, isRetained: Bool) {
        for delivery in interfere(Delivery(topic: topic, payload: payload, isRetained: isRetained, receiver: receiver)) {
            deliver(delivery)
        }
    }

    private func troubleDidChange() {
        if trouble != nil { kept = [:] }
        for client in clients where client.isNeeded {
            if trouble == nil { client.comeBack(after: pause) } else { client.lose(isNoticed: true) }
        }
    }
}

/// One program at the broker.
private final class Client: Broker {
    let number: Int
    let scheduler: Scheduler
    private(set) var lastWill: LastWill?
    private(set) var subscriptions: [Subscription] = []
    private let server: FakeBroker
    private var watchers: [Watcher] = []
    /// Where it has retained something.
    private var retained: Set<String> = []
    /// Whether it waits before it connects again.
    private var isPausing = false
    /// Those of connections that the broker still believes in.
    private var oldLastWills: [LastWill] = []
    /// What the broker sends to connections that are gone.
    private var oldTopics: Set<String> = []

    final class Subscription: Cancellable {
        let topic: String
        let onEvent: (String, SubscriptionEvent) -> Void
        var isReady = false
        weak var owner: Client?

        init(_ topic: String, _ owner: Client, _ onEvent: @escaping (String, SubscriptionEvent) -> Void) {
            (self.topic, self.owner, self.onEvent) = (topic, owner, onEvent)
        }

        func cancel() {
            owner?.subscriptions.removeAll { $0 === self }
            owner?.rest()
            owner = nil
        }
    }

    final class Watcher: Cancellable {
        let onEvent: (BrokerEvent) -> Void
        weak var owner: Client?

        init(_ owner: Client, _ onEvent: @escaping (BrokerEvent) -> Void) { (self.owner, self.onEvent) = (owner, onEvent) }

        func cancel() {
            owner?.watchers.removeAll { $0 === self }
            owner?.rest()
            owner = nil
        }
    }

    init(_ server: FakeBroker, _ scheduler: Scheduler, number: Int) {
        (self.server, self.scheduler, self.number) = (server, scheduler, number)
    }

    var isNeeded: Bool { !subscriptions.isEmpty || !watchers.isEmpty }
    private var state: BrokerEvent {
        if lastWill != nil { return .connected }
        return server.trouble.map { .trouble($0) } ?? .connecting
    }

    func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        let watcher = Watcher(self, onEvent)
        watchers.append(watcher)
        server.later { [weak self, weak watcher] in
            if let self, let watcher, watcher.owner != nil { watcher.onEvent(state) }
        }
        connect()
        return watcher
    }

    func subscribe(
        to topic: String, isAcknowledged: Bool, _ onEvent: @escaping (SubscriptionEvent) -> Void
    ) -> Cancellable {
        listen(Subscription(topic, self) { onEvent($1) })
    }

    func subscribe(below topic: String, _ onEvent: @escaping (String, SubscriptionEvent) -> Void) -> Cancellable {
        listen(Subscription(topic + Self.anyBelow, self, onEvent))
    }

    private static let anyBelow = "/+"

    /// Whether what is published at a topic comes to those who subscribe so.
    static func fits(_ topic: String, _ filter: String) -> Bool {
        topic == filter || filter.hasSuffix(anyBelow) && topic.lastIndex(of: "/").map { topic[..<$0] + anyBelow } == filter
    }

    private func listen(_ subscription: Subscription) -> Cancellable {
        subscriptions.append(subscription)
        if lastWill == nil { connect() } else { begin(subscription) }
        return subscription
    }

    func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        let connection = lastWill
        server.later { [self] in
            guard connection != nil, connection == lastWill else { return completion(.lost) }
            guard server.allows(message.topic) else { return completion(.refused) }
            let count = server.receive(message, at: scheduler.now)
            if message.payload.isEmpty {
                retained.remove(message.topic)
            } else if message.retainSeconds != nil {
                retained.insert(message.topic)
            }
            let receipt = count == 0 && server.saysNobodyThere ? BrokerReceipt.nobodyThere : .accepted
            server.later { [self] in completion(connection == lastWill ? receipt : .lost) }
        }
    }

    func comeBack(after pause: Int) {
        guard pause > 0 else { return connect() }
        isPausing = true
        _ = scheduler.after(milliseconds: pause) { [weak self] in self?.hurry() }
    }

    func hurry() {
        guard lastWill == nil, isNeeded else { return }
        isPausing = false
        connect()
        // The attempt fails.
        if server.trouble != nil { server.later { [weak self] in if let self, server.trouble != nil { tell(state) } } }
    }

    func connect() {
        guard lastWill == nil, server.trouble == nil, !isPausing else { return }
        server.later { [weak self] in
            guard let self, lastWill == nil, server.trouble == nil, isNeeded else { return }
            lastWill = server.newLastWill()
            tell(.connected)
            for subscription in subscriptions { begin(subscription) }
        }
    }

    private func begin(_ subscription: Subscription) {
        let connection = lastWill
        server.later { [weak self, weak subscription] in
            guard let self, let subscription, subscription.owner != nil, connection == lastWill else { return }
            guard server.allows(subscription.topic) else { return subscription.onEvent(subscription.topic, .refused) }
            subscription.isReady = true
            server.later { if subscription.owner != nil { subscription.onEvent(subscription.topic, .ready) } }
            server.bringKept(at: subscription.topic, to: number, at: scheduler.now)
        }
    }

    func receives(_ topic: String) -> Bool {
        oldTopics.contains { Self.fits(topic, $0) } || subscriptions.contains { $0.isReady && Self.fits(topic, $0.topic) }
    }

    func receive(_ delivery: FakeBroker.Delivery) {
        for subscription in subscriptions where subscription.isReady && Self.fits(delivery.topic, subscription.topic) {
            subscription.onEvent(delivery.topic, .message(delivery.payload, isRetained: delivery.isRetained))
        }
    }

    func lose(isNoticed: Bool) {
        guard let lastWill else { return tell(state) }
        self.lastWill = nil
        oldLastWills.append(lastWill)
        oldTopics.formUnion(subscriptions.filter(\.isReady).map(\.topic))
        for subscription in subscriptions { subscription.isReady = false }
        if isNoticed { publishLastWills() }
        tell(.trouble(server.trouble ?? .lost))
        connect()
    }

    func die(withHelper: Bool) {
        (subscriptions, watchers) = ([], [])
        if withHelper { return rest() }
        for lastWill in oldLastWills + [lastWill].compactMap({ $0 }) {
            _ = server.receive(
                BrokerMessage(topic: lastWill.topic, payload: lastWill.secret + [LastWill.endMark]), at: scheduler.now)
        }
        for topic in retained { _ = server.receive(BrokerMessage(topic: topic, payload: []), at: scheduler.now) }
        rest()
    }

    func publishLastWills() {
        let lastWills = oldLastWills
        oldLastWills = []
        oldTopics = []
        for lastWill in lastWills {
            _ = server.receive(BrokerMessage(topic: lastWill.topic, payload: lastWill.secret), at: scheduler.now)
        }
    }

    /// Nobody needs the connection any more.
    func rest() {
        if isNeeded { return }
        isPausing = false
        guard let lastWill else { return }
        self.lastWill = nil
        oldLastWills.append(lastWill)
        publishLastWills()
    }

    private func tell(_ event: BrokerEvent) { for watcher in watchers where watcher.owner != nil { watcher.onEvent(event) } }
}

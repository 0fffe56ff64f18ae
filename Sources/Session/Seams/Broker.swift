// A broker that carries messages by topic, as a protocol. Neither its owner nor other clients are trusted: anything may arrive, late,
// twice or never. Platform implements it with MQTT, Tests/TestSupport in memory.

/// A broker and this program's connection to it. There is a connection while anybody watches or subscribes. A lost one is made again, after
/// growing pauses unless somebody calls `hurry`, and subscriptions are renewed.
package protocol Broker: AnyObject {
    /// What the broker publishes when this connection ends, in whatever way. Each connection has a new one. Nil while there is no
    /// connection.
    var lastWill: LastWill? { get }
    /// Reports the state of the connection, first the present one, until the returned task is cancelled.
    func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable
    /// Receives what is published to one topic, until the returned task is cancelled. `onEvent` is called after this returns.
    /// `isAcknowledged`: the broker keeps each message until we have acknowledged it. It keeps few of them, so topics at which strangers
    /// can publish must not be acknowledged.
    func subscribe(to topic: String, isAcknowledged: Bool, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable
    /// Receives what is published one level below a topic, with the topic of each message. Other events come with `topic` itself.
    func subscribe(below topic: String, _ onEvent: @escaping (_ topic: String, SubscriptionEvent) -> Void) -> Cancellable
    /// Publishes a message. `completion` is called once, after this returns.
    func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void)
    /// Somebody waits for the connection: if there is none, the next attempt is made within a second or two, and watchers receive
    /// `connecting`. Each call is for one attempt.
    func hurry()
}

extension Broker {
    /// Receives what is published to one topic, as far as the connection can carry it.
    package func subscribe(to topic: String, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable {
        subscribe(to: topic, isAcknowledged: false, onEvent)
    }
}

/// What a broker publishes when a connection to it has ended.
nonisolated package struct LastWill: Equatable, Sendable {
    /// Where it is published.
    package var topic: String
    /// The message. Nobody but the broker can know it before, so whoever has its hash can tell it from a forged one.
    package var secret: [UInt8]

    /// What the helper of a program that has ended adds to the secret.
    package static let endMark: UInt8 = 1

    /// A last will of these.
    package init(topic: String, secret: [UInt8]) { (self.topic, self.secret) = (topic, secret) }
}

/// A message at a broker.
nonisolated package struct BrokerMessage: Equatable, Sendable {
    /// Where it is published.
    package var topic: String
    /// The content; empty clears the retained message of the topic.
    package var payload: [UInt8]
    /// For how many seconds the broker retains it for later subscribers, at most while this program runs; nil: not retained.
    package var retainSeconds: Int?

    /// A message of these.
    package init(topic: String, payload: [UInt8], retainSeconds: Int? = nil) {
        self.topic = topic
        self.payload = payload
        self.retainSeconds = retainSeconds
    }
}

/// What became of a published message.
nonisolated package enum BrokerReceipt: Equatable, Sendable {
    /// The broker has it, and somebody may receive it.
    case accepted
    /// The broker has it, and nobody receives it.
    case nobodyThere
    /// The broker does not allow publishing there.
    case refused
    /// The connection ended before the broker answered, or there is none.
    case lost
}

/// What happens to a subscription.
nonisolated package enum SubscriptionEvent: Equatable, Sendable {
    /// Everything that is published from now on arrives; repeated after each new connection.
    case ready
    /// The broker does not allow the subscription.
    case refused
    /// Somebody published this; `isRetained`: it was retained from before the subscription. What is retained without an expiry is empty.
    case message([UInt8], isRetained: Bool)
}

/// The state of the connection to the broker.
nonisolated package enum BrokerEvent: Equatable, Sendable {
    /// It is being made.
    case connecting
    /// It is there.
    case connected
    /// There is none, because of this. Another attempt follows by itself if it can help.
    case trouble(BrokerTrouble)
}

/// Why there is no connection to the broker.
nonisolated package enum BrokerTrouble: Error, Equatable, Sendable {
    /// None is set up.
    case noneGiven
    /// The URL is not one of a broker.
    case badAddress
    /// No host has that name.
    case noSuchHost(String)
    /// Nothing answers there in time.
    case unreachable(String)
    /// The server there closed the connection without an answer: a full broker, or something else.
    case closed(String)
    /// Something else than MQTT is spoken there.
    case notABroker
    /// It speaks MQTT 3.1.1 only.
    case tooOld
    /// User or password are wrong, or missing.
    case wrongPassword
    /// The file with the password cannot be read, or is empty.
    case noPassword(path: String)
    /// Others can read the file with the password.
    case passwordOpenToOthers(path: String)
    /// This user may not use it.
    case forbidden
    /// Its certificate has expired, by the clock of this machine.
    case certificateExpired
    /// Its certificate is not valid yet, by the clock of this machine: the clock may be slow.
    case certificateNotYetValid
    /// Its certificate is for another name, or nobody whom we trust has signed it.
    case certificateNotTrusted
    /// The file with our own authorities cannot be read.
    case noAuthorities(path: String)
    /// This machine has no authorities that could have signed it; they are not in the usual file.
    case noSystemAuthorities(path: String)
    /// The connection ended.
    case lost
    /// The helper program is not installed.
    case noHelper
    /// The helper ended.
    case helperStopped
    /// The helper program could not be started, in the system's words.
    case helperNotStarted(String)
    /// Anything else, in the helper's words.
    case other(String)
}

// A broker that carries messages by topic, as a protocol. Whoever runs it, and whoever else is connected to it, is not trusted:
// anything may come, late, twice or never. It knows no games and no protocol; Platform has one that speaks MQTT, Tests/TestSupport
// one in memory.

/// A broker, and this program's connection to it. There is a connection for as long as somebody watches or subscribes; one that is
/// lost is made again, later and later unless somebody is in a hurry, and what is subscribed to is subscribed to again.
package protocol Broker: AnyObject {
    /// A topic of this program's own, another with each connection to the broker: when that connection ends, however it ends, the
    /// broker publishes an empty message there. nil while there is no connection.
    var lastWillTopic: String? { get }
    /// Tells how the connection is, first of all how it is now, until what it returns is cancelled.
    func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable
    /// Receives what is published to one topic, until what it returns is cancelled. `onEvent` is not called from within.
    func subscribe(to topic: String, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable
    /// Receives what is published one level below a topic, each with its own topic; what happens to all of it, with this one.
    func subscribe(below topic: String, _ onEvent: @escaping (_ topic: String, SubscriptionEvent) -> Void) -> Cancellable
    /// Publishes. `completion` is called once, never before this returns.
    func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void)
    /// Somebody waits for the connection: if there is none, the next attempt is made within a second or two, and whoever watches is
    /// told of it as `connecting`. Each call is for one attempt.
    func hurry()
}

/// A message at a broker.
nonisolated package struct BrokerMessage: Equatable, Sendable {
    /// Where it is published.
    package var topic: String
    /// What it says; empty takes what is kept at its topic away.
    package var payload: [UInt8]
    /// For how many seconds the broker keeps it for those who subscribe later, at most for as long as this program runs; nil: for nobody.
    package var keptSeconds: Int?

    /// A message of these.
    package init(topic: String, payload: [UInt8], keptSeconds: Int? = nil) {
        self.topic = topic
        self.payload = payload
        self.keptSeconds = keptSeconds
    }
}

/// What became of a message that we published.
nonisolated package enum BrokerReceipt: Equatable, Sendable {
    /// The broker has it, and as far as it says, somebody receives it.
    case taken
    /// The broker has it, and nobody receives it.
    case nobodyThere
    /// The broker does not let us publish that there.
    case refused
    /// The connection ended before the broker answered, or there is none.
    case lost
}

/// What happens at a topic.
nonisolated package enum SubscriptionEvent: Equatable, Sendable {
    /// From now on everything that is published there comes; told again after each new connection.
    case ready
    /// The broker does not let us subscribe there.
    case refused
    /// Somebody published this; `wasKept`: before we subscribed.
    case message([UInt8], wasKept: Bool)
}

/// How the connection to the broker is.
nonisolated package enum BrokerEvent: Equatable, Sendable {
    /// It is being made.
    case connecting
    /// It is there.
    case connected
    /// There is none, because of this. Another one is tried by itself, if that can help.
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
    /// Nobody is there, or nothing answers in time.
    case unreachable(String)
    /// Something is there that speaks no MQTT.
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
    /// The connection ended.
    case lost
    /// The helper program is not installed.
    case noHelper
    /// The helper ended, or could not be started.
    case helperStopped
    /// Anything else, in the helper's words.
    case other(String)
}

// The messages between the game and fourinarow-relay. A payload is written in hexadecimal digits.

/// What the game tells the helper.
public enum RelayCommand: HelperMessage, Equatable, Sendable {
    /// `connect HOST PORT plain|tls USER PASSWORD AUTHORITIES LAST-WILL-TOPIC LAST-WILL-PAYLOAD`: connects to a broker; the first command, sent once.
    case connect(RelayConnect)
    /// `subscribe TOPIC acknowledged|fast`: reports messages published to a topic or to a filter that ends with `/+`; with or without an
    /// acknowledgement of each.
    case subscribe(topic: String, isAcknowledged: Bool)
    /// `unsubscribe TOPIC`: ends a subscription.
    case unsubscribe(topic: String)
    /// `publish ID TOPIC SECONDS PAYLOAD`: publishes; the receipt has the same number. The broker retains the message for this many
    /// seconds; 0: not at all.
    case publish(id: Int, topic: String, retainSeconds: Int, payload: [UInt8])

    /// The longest payload, in bytes: that of a watched match, or a piece of a connection. Relays that take no more are told so in
    /// `Resources/relay/mosquitto.conf`. It and the longest topic keep a message shorter than `LineSplitter.limit`.
    public static let longestPayload = 4200
    /// The longest topic, in bytes of ASCII.
    public static let longestTopic = 200
    /// The end of a topic filter for everything one level below a topic.
    public static let anyBelow = "/+"

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .connect(let connect): ["connect"] + connect.words
        case .subscribe(let topic, let isAcknowledged):
            ["subscribe", .word(topic), isAcknowledged ? "acknowledged" : "fast"]
        case .unsubscribe(let topic): ["unsubscribe", .word(topic)]
        case .publish(let id, let topic, let retainSeconds, let payload):
            ["publish", String(id), .word(topic), String(retainSeconds), LineWords.bytes(payload)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "connect":
            guard let connect = RelayConnect(words: &words) else { return nil }
            self = .connect(connect)
        case "subscribe":
            guard let topic = words.next(), let quality = words.next(), ["acknowledged", "fast"].contains(quality) else {
                return nil
            }
            self = .subscribe(topic: topic, isAcknowledged: quality == "acknowledged")
        case "unsubscribe":
            guard let topic = words.next() else { return nil }
            self = .unsubscribe(topic: topic)
        case "publish":
            guard let id = words.nextNumber(), let topic = words.next(), let seconds = words.nextNumber(),
                let payload = words.nextBytes()
            else { return nil }
            self = .publish(id: id, topic: topic, retainSeconds: seconds, payload: payload)
        default: return nil
        }
    }
}

/// A broker and how to connect to it.
public struct RelayConnect: Equatable, Sendable {
    /// A name or an address of the broker.
    public var host: String
    /// The TCP port.
    public var port: UInt16
    /// Whether to use TLS.
    public var isSecure: Bool
    /// The user name; empty: none.
    public var user: String
    /// The user's password.
    public var password: String
    /// The file with the certificate authorities; empty: the system's.
    public var authorities: String
    /// The topic at which the broker publishes `lastWillPayload` when the connection ends. When the game ends, the helper first publishes
    /// there the payload and a byte 1.
    public var lastWillTopic: String
    /// What the broker publishes there.
    public var lastWillPayload: [UInt8]

    /// A broker.
    public init(
        host: String, port: UInt16, isSecure: Bool, user: String = "", password: String = "", authorities: String = "",
        lastWillTopic: String, lastWillPayload: [UInt8]
    ) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.user = user
        self.password = password
        self.authorities = authorities
        self.lastWillTopic = lastWillTopic
        self.lastWillPayload = lastWillPayload
    }

    fileprivate var words: [String] {
        [.word(host), String(port), isSecure ? "tls" : "plain"] + [user, password, authorities, lastWillTopic].map { .word($0) }
            + [LineWords.bytes(lastWillPayload)]
    }

    fileprivate init?(words: inout LineWords) {
        guard let host = words.next(), let port = words.nextPort(), let security = words.next(), let user = words.next(),
            let password = words.next(), let authorities = words.next(), let lastWillTopic = words.next(),
            let lastWillPayload = words.nextBytes(), ["tls", "plain"].contains(security)
        else { return nil }
        self.init(
            host: host, port: port, isSecure: security == "tls", user: user, password: password, authorities: authorities,
            lastWillTopic: lastWillTopic, lastWillPayload: lastWillPayload)
    }
}

/// What the helper tells the game.
public enum RelayEvent: HelperMessage, Equatable, Sendable {
    /// `connected`: the broker accepted the connection.
    case connected
    /// `subscribed TOPIC`: messages to the topic are reported from now on.
    case subscribed(topic: String)
    /// `refused TOPIC`: the broker refused the subscription.
    case refused(topic: String)
    /// `message TOPIC retained|live PAYLOAD`: a message, retained or published just now. One that is retained for ever has no payload, as
    /// if the topic had been cleared.
    case message(topic: String, isRetained: Bool, payload: [UInt8])
    /// `receipt ID accepted|nobody|refused`: the broker's answer to a message of ours.
    case receipt(id: Int, RelayReceipt)
    /// `trouble FAILURE DETAIL`: there is no connection. The helper ends.
    case trouble(RelayFailure, detail: String)

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .connected: ["connected"]
        case .subscribed(let topic): ["subscribed", .word(topic)]
        case .refused(let topic): ["refused", .word(topic)]
        case .message(let topic, let isRetained, let payload):
            ["message", .word(topic), isRetained ? "retained" : "live", LineWords.bytes(payload)]
        case .receipt(let id, let receipt): ["receipt", String(id), receipt.rawValue]
        case .trouble(let failure, let detail): ["trouble", failure.rawValue, .word(detail)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "connected": self = .connected
        case "subscribed":
            guard let topic = words.next() else { return nil }
            self = .subscribed(topic: topic)
        case "refused":
            guard let topic = words.next() else { return nil }
            self = .refused(topic: topic)
        case "message":
            guard let topic = words.next(), let age = words.next(), ["retained", "live"].contains(age),
                let payload = words.nextBytes()
            else { return nil }
            self = .message(topic: topic, isRetained: age == "retained", payload: payload)
        case "receipt":
            guard let id = words.nextNumber(), let receipt = words.next().flatMap(RelayReceipt.init) else { return nil }
            self = .receipt(id: id, receipt)
        case "trouble":
            guard let failure = words.next().flatMap(RelayFailure.init), let detail = words.next() else { return nil }
            self = .trouble(failure, detail: detail)
        default: return nil
        }
    }
}

/// The broker's answer to a message.
public enum RelayReceipt: String, Sendable {
    /// The broker has it; as far as it says, somebody receives it.
    case accepted
    /// The broker has it, and nobody is subscribed.
    case nobody
    /// The broker refused it.
    case refused
}

/// Why there is no connection to the broker.
public enum RelayFailure: String, CaseIterable, Sendable {
    case noSuchHost = "no-such-host"
    /// Nothing answers.
    case unreachable
    /// The server closed the connection without an answer, as a full broker does.
    case closed
    /// The server does not speak MQTT.
    case notABroker = "not-a-broker"
    /// The broker does not speak MQTT 5.
    case tooOld = "too-old"
    /// User or password is wrong or missing.
    case wrongPassword = "wrong-password"
    /// The user is banned.
    case forbidden
    case certificateExpired = "certificate-expired"
    case certificateNotYetValid = "certificate-not-yet-valid"
    /// The certificate is for another name, or its authority is not trusted.
    case certificateNotTrusted = "certificate-not-trusted"
    /// The file with the certificate authorities cannot be read.
    case noAuthorities = "no-authorities"
    /// The connection ended.
    case lost
    /// Anything else; the detail says what.
    case other
}

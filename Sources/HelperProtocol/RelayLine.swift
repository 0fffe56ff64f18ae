// The line protocol between the game and its helper `fourinarow-relay`, in the words of DiscoveryLine.swift. Text in, values out. It
// knows no pipes and no MQTT.
//
// A number is in plain digits, a payload in hexadecimal digits; an empty one is a single '%'.

/// What the game tells the helper.
public enum RelayCommand: Equatable, Sendable {
    /// `connect HOST PORT plain|tls USER PASSWORD AUTHORITIES FAREWELL`: connect to a broker; the first command, once.
    case connect(RelayConnect)
    /// `subscribe TOPIC`: report what is published there.
    case subscribe(topic: String)
    /// `unsubscribe TOPIC`: report it no more.
    case unsubscribe(topic: String)
    /// `publish ID TOPIC SECONDS PAYLOAD`: publish; the receipt bears the same number. 0 seconds: it is kept for nobody.
    case publish(id: Int, topic: String, keptSeconds: Int, payload: [UInt8])

    /// The line, newline included.
    public var line: String {
        switch self {
        case .connect(let connect): LineWords.line(["connect"] + connect.words)
        case .subscribe(let topic): LineWords.line(["subscribe", .word(topic)])
        case .unsubscribe(let topic): LineWords.line(["unsubscribe", .word(topic)])
        case .publish(let id, let topic, let keptSeconds, let payload):
            LineWords.line(["publish", String(id), .word(topic), String(keptSeconds), LineWords.bytes(payload)])
        }
    }

    /// The command a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) {
        guard var words = LineWords(line: line), let verb = words.next() else { return nil }
        switch verb {
        case "connect":
            guard let connect = RelayConnect(words: &words) else { return nil }
            self = .connect(connect)
        case "subscribe":
            guard let topic = words.next() else { return nil }
            self = .subscribe(topic: topic)
        case "unsubscribe":
            guard let topic = words.next() else { return nil }
            self = .unsubscribe(topic: topic)
        case "publish":
            guard let id = words.nextNumber(), let topic = words.next(), let seconds = words.nextNumber(),
                let payload = words.nextBytes()
            else { return nil }
            self = .publish(id: id, topic: topic, keptSeconds: seconds, payload: payload)
        default: return nil
        }
        guard words.isAtEnd else { return nil }
    }
}

/// A broker, and who comes to it.
public struct RelayConnect: Equatable, Sendable {
    /// A name or an address.
    public var host: String
    /// The TCP port.
    public var port: UInt16
    /// Whether the connection is encrypted, and the broker shows a certificate.
    public var isSecure: Bool
    /// Empty: nobody in particular.
    public var user: String
    /// Of that user.
    public var password: String
    /// The file with the authorities that may have signed the certificate; empty: those of the system.
    public var authorities: String
    /// Where the broker publishes an empty message when the connection ends.
    public var farewell: String

    /// A broker of these.
    public init(
        host: String, port: UInt16, isSecure: Bool, user: String = "", password: String = "", authorities: String = "",
        farewell: String
    ) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.user = user
        self.password = password
        self.authorities = authorities
        self.farewell = farewell
    }

    fileprivate var words: [String] {
        [.word(host), String(port), isSecure ? "tls" : "plain"] + [user, password, authorities, farewell].map { .word($0) }
    }

    fileprivate init?(words: inout LineWords) {
        guard let host = words.next(), let port = words.nextPort(), let security = words.next(), let user = words.next(),
            let password = words.next(), let authorities = words.next(), let farewell = words.next(),
            ["tls", "plain"].contains(security)
        else { return nil }
        self.init(
            host: host, port: port, isSecure: security == "tls", user: user, password: password, authorities: authorities,
            farewell: farewell)
    }
}

/// What the helper tells the game.
public enum RelayEvent: Equatable, Sendable {
    /// `connected`: the broker takes commands.
    case connected
    /// `subscribed TOPIC`: from now on what is published there is reported.
    case subscribed(topic: String)
    /// `refused TOPIC`: the broker does not let us subscribe there.
    case refused(topic: String)
    /// `message TOPIC kept|live PAYLOAD`: somebody published this, before we subscribed or since.
    case message(topic: String, wasKept: Bool, payload: [UInt8])
    /// `receipt ID taken|nobody|refused`: what became of a message of ours.
    case receipt(id: Int, RelayReceipt)
    /// `trouble FAILURE DETAIL`: there is no connection; the helper ends.
    case trouble(RelayFailure, detail: String)

    /// The line, newline included.
    public var line: String {
        switch self {
        case .connected: LineWords.line(["connected"])
        case .subscribed(let topic): LineWords.line(["subscribed", .word(topic)])
        case .refused(let topic): LineWords.line(["refused", .word(topic)])
        case .message(let topic, let wasKept, let payload):
            LineWords.line(["message", .word(topic), wasKept ? "kept" : "live", LineWords.bytes(payload)])
        case .receipt(let id, let receipt): LineWords.line(["receipt", String(id), receipt.rawValue])
        case .trouble(let failure, let detail): LineWords.line(["trouble", failure.rawValue, .word(detail)])
        }
    }

    /// The event a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) {
        guard var words = LineWords(line: line), let verb = words.next() else { return nil }
        switch verb {
        case "connected": self = .connected
        case "subscribed":
            guard let topic = words.next() else { return nil }
            self = .subscribed(topic: topic)
        case "refused":
            guard let topic = words.next() else { return nil }
            self = .refused(topic: topic)
        case "message":
            guard let topic = words.next(), let age = words.next(), ["kept", "live"].contains(age),
                let payload = words.nextBytes()
            else { return nil }
            self = .message(topic: topic, wasKept: age == "kept", payload: payload)
        case "receipt":
            guard let id = words.nextNumber(), let receipt = words.next().flatMap(RelayReceipt.init) else { return nil }
            self = .receipt(id: id, receipt)
        case "trouble":
            guard let failure = words.next().flatMap(RelayFailure.init), let detail = words.next() else { return nil }
            self = .trouble(failure, detail: detail)
        default: return nil
        }
        guard words.isAtEnd else { return nil }
    }
}

/// What became of a message.
public enum RelayReceipt: String, Sendable {
    /// The broker has it, and as far as it says, somebody receives it.
    case taken
    /// The broker has it, and nobody receives it.
    case nobody
    /// The broker does not take it.
    case refused
}

/// Why there is no connection to the broker.
public enum RelayFailure: String, CaseIterable, Sendable {
    case noSuchHost = "no-such-host"
    /// Nobody is there, or nothing answers in time.
    case unreachable
    /// Something is there that speaks no MQTT.
    case notABroker = "not-a-broker"
    /// It speaks no MQTT 5.
    case tooOld = "too-old"
    /// User or password are wrong, or missing.
    case wrongPassword = "wrong-password"
    /// This user may not use it.
    case forbidden
    case certificateExpired = "certificate-expired"
    case certificateNotYetValid = "certificate-not-yet-valid"
    /// It is for another name, or nobody whom we trust has signed it.
    case certificateNotTrusted = "certificate-not-trusted"
    /// The file with the authorities cannot be read.
    case noAuthorities = "no-authorities"
    /// The connection ended.
    case lost
    /// Anything else, in the words of the detail.
    case other
}

/// What fits a line, whose length is bounded (`LineSplitter.limit`).
public enum RelayLimits {
    /// The longest payload, in bytes.
    public static let payload = 7800
    /// The longest topic, in bytes of ASCII.
    public static let topic = 200
    /// The end of a pattern that means whatever is one level below.
    public static let anyBelow = "/+"
}

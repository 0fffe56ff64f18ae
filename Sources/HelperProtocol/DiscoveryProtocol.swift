// The messages between the game and fourinarow-bonjour.

/// What the game tells the helper.
public enum DiscoveryCommand: HelperMessage, Equatable, Sendable {
    /// `publish TYPE NAME PORT [KEY=VALUE …]`: publishes a service, or updates it.
    case publish(type: String, name: String, port: UInt16, text: [String: String])
    /// `browse TYPE`: reports the services of a type as they come and go.
    case browse(type: String)
    /// `bind ADDRESS`: announces only this address of this machine.
    case bind(address: String)

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .publish(let type, let name, let port, let text):
            ["publish", .word(type), .word(name), String(port)] + LineWords.pairs(text)
        case .browse(let type): ["browse", .word(type)]
        case .bind(let address): ["bind", .word(address)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "publish":
            guard let type = words.next(), let name = words.next(), let port = words.nextPort(), let text = words.nextPairs()
            else { return nil }
            self = .publish(type: type, name: name, port: port, text: text)
        case "browse":
            guard let type = words.next() else { return nil }
            self = .browse(type: type)
        case "bind":
            guard let address = words.next() else { return nil }
            self = .bind(address: address)
        default: return nil
        }
    }
}

/// What the helper tells the game.
public enum DiscoveryEvent: HelperMessage, Equatable, Sendable {
    /// `ready`: the mDNS stack works.
    case ready
    /// `published NAME`: the service is published under this name.
    case published(name: String)
    /// `renamed NAME`: the name was taken; the service will be published under this one.
    case renamed(name: String)
    /// `moved`: an address of this machine came or went.
    case moved
    /// `found TYPE NAME HOST PORT ADDRESS[,ADDRESS…] [KEY=VALUE …]`: a service was found, or has changed.
    case found(DiscoveredService)
    /// `lost TYPE NAME`: a service has gone.
    case lost(type: String, name: String)
    /// `error REASON DETAIL`: something does not work. The detail is a sentence for the player or empty.
    case error(DiscoveryFailure, detail: String)

    /// The verb and the escaped arguments.
    public var words: [String] {
        switch self {
        case .ready: ["ready"]
        case .published(let name): ["published", .word(name)]
        case .renamed(let name): ["renamed", .word(name)]
        case .moved: ["moved"]
        case .found(let service): ["found"] + service.words
        case .lost(let type, let name): ["lost", .word(type), .word(name)]
        case .error(let failure, let detail): ["error", failure.rawValue, .word(detail)]
        }
    }

    /// Reads the arguments of `verb`. Nil if there is no such message.
    public init?(_ verb: String, _ words: inout LineWords) {
        switch verb {
        case "ready": self = .ready
        case "moved": self = .moved
        case "published":
            guard let name = words.next() else { return nil }
            self = .published(name: name)
        case "renamed":
            guard let name = words.next() else { return nil }
            self = .renamed(name: name)
        case "found":
            guard let service = DiscoveredService(words: &words) else { return nil }
            self = .found(service)
        case "lost":
            guard let type = words.next(), let name = words.next() else { return nil }
            self = .lost(type: type, name: name)
        case "error":
            guard let failure = words.next().flatMap(DiscoveryFailure.init), let detail = words.next() else { return nil }
            self = .error(failure, detail: detail)
        default: return nil
        }
    }
}

/// A service on the network.
public struct DiscoveredService: Equatable, Sendable {
    /// Such as `_fourinarow._tcp`.
    public var type: String
    /// The instance name, up to 63 bytes of any UTF-8.
    public var name: String
    /// The host's name, such as `fourinarow-1a2b3c4d.local`.
    public var host: String
    /// The TCP port.
    public var port: UInt16
    /// Numeric addresses in the order to try them; link-local IPv6 with its interface (`fe80::1%eth0`).
    public var addresses: [String]
    /// The TXT record.
    public var text: [String: String]

    /// A service.
    public init(type: String, name: String, host: String, port: UInt16, addresses: [String], text: [String: String]) {
        self.type = type
        self.name = name
        self.host = host
        self.port = port
        self.addresses = addresses
        self.text = text
    }
}

/// Why discovery does not work.
public enum DiscoveryFailure: String, Error, Equatable, Sendable {
    /// No network interface is up.
    case noNetwork = "no-network"
    /// Another mDNS stack on this machine, such as avahi-daemon with disallow-other-stacks=yes, has the port for itself. The helper ends.
    case portTaken = "port-taken"
    /// A command was not understood.
    case badCommand = "bad-command"
    /// Anything else.
    case failed = "failed"
}

extension DiscoveredService {
    /// The arguments of `found`.
    fileprivate var words: [String] {
        [.word(type), .word(name), .word(host), String(port), LineWords.list(addresses)] + LineWords.pairs(text)
    }

    /// Reads the arguments of `found`.
    fileprivate init?(words: inout LineWords) {
        guard let type = words.next(), let name = words.next(), let host = words.next(), let port = words.nextPort(),
            let addresses = words.nextList(), let text = words.nextPairs()
        else { return nil }
        self.init(type: type, name: name, host: host, port: port, addresses: addresses, text: text)
    }
}

// The line protocol between the game and its helper `fourinarow-bonjour`. Text in, values out. It knows no pipes and no mDNS.
//
// One line a message, UTF-8, ended by \n; words parted by one space. Within a word the bytes 0x00…0x20, 0x7f and '%' are written
// as '%' and two hexadecimal digits; an empty word is a single '%'. A key of KEY=VALUE writes '=' in the same way, an address ','.
// After the last address stands a comma if that address is empty, so that it does not look like no address at all.

/// What the game tells the helper.
public enum DiscoveryCommand: Equatable, Sendable {
    /// `publish TYPE NAME PORT [KEY=VALUE …]`: publish a service.
    case publish(type: String, name: String, port: UInt16, text: [String: String])
    /// `browse TYPE`: report the services of a type as they come and go.
    case browse(type: String)
    /// `bind ADDRESS`: of this machine's addresses, announce this one alone.
    case bind(address: String)

    /// The line, newline included.
    public var line: String {
        switch self {
        case .publish(let type, let name, let port, let text):
            LineWords.line(["publish", .word(type), .word(name), String(port)] + LineWords.pairs(text))
        case .browse(let type):
            LineWords.line(["browse", .word(type)])
        case .bind(let address):
            LineWords.line(["bind", .word(address)])
        }
    }

    /// The command a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) {
        guard var words = LineWords(line: line), let verb = words.next() else { return nil }
        switch verb {
        case "publish":
            guard let type = words.next(), let name = words.next(), let port = words.nextPort(), let text = words.rest()
            else { return nil }
            self = .publish(type: type, name: name, port: port, text: text)
        case "browse":
            guard let type = words.next(), words.isAtEnd else { return nil }
            self = .browse(type: type)
        case "bind":
            guard let address = words.next(), words.isAtEnd else { return nil }
            self = .bind(address: address)
        default: return nil
        }
    }
}

/// What the helper tells the game.
public enum DiscoveryEvent: Equatable, Sendable {
    /// `ready STACK`: which mDNS stack serves (`avahi-core` or `avahi-daemon`).
    case ready(stack: String)
    /// `published NAME`: the service is on the network under this name.
    case published(name: String)
    /// `renamed NAME`: the name was taken; this one is used now.
    case renamed(name: String)
    /// `moved`: an address of this machine came or went.
    case moved
    /// `found TYPE NAME HOST PORT ADDRESS[,ADDRESS…] [KEY=VALUE …]`: a service is there, or what was said of it changed.
    case found(DiscoveredService)
    /// `lost TYPE NAME`: it is gone.
    case lost(type: String, name: String)
    /// `error REASON DETAIL`: something does not work; of some reasons more is said, in words for the player.
    case error(DiscoveryFailure, detail: String)

    /// The line, newline included.
    public var line: String {
        switch self {
        case .ready(let stack): LineWords.line(["ready", .word(stack)])
        case .published(let name): LineWords.line(["published", .word(name)])
        case .renamed(let name): LineWords.line(["renamed", .word(name)])
        case .moved: LineWords.line(["moved"])
        case .found(let service): LineWords.line(["found"] + service.words)
        case .lost(let type, let name): LineWords.line(["lost", .word(type), .word(name)])
        case .error(let failure, let detail): LineWords.line(["error", failure.rawValue, .word(detail)])
        }
    }

    /// The event a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) {
        guard var words = LineWords(line: line), let verb = words.next() else { return nil }
        if verb == "found" {
            guard let service = DiscoveredService(words: &words) else { return nil }
            self = .found(service)
            return
        }
        if verb == "moved", words.isAtEnd {
            self = .moved
            return
        }
        guard let first = words.next() else { return nil }
        switch verb {
        case "ready": self = .ready(stack: first)
        case "published": self = .published(name: first)
        case "renamed": self = .renamed(name: first)
        case "lost":
            guard let name = words.next() else { return nil }
            self = .lost(type: first, name: name)
        case "error":
            guard let failure = DiscoveryFailure(rawValue: first), let detail = words.next() else { return nil }
            self = .error(failure, detail: detail)
        default: return nil
        }
        guard words.isAtEnd else { return nil }
    }
}

/// A service on the network.
public struct DiscoveredService: Equatable, Sendable {
    /// Such as `_fourinarow._tcp`.
    public var type: String
    /// The instance's name, as published: anything up to 63 bytes of UTF-8.
    public var name: String
    /// The host's name, such as `fourinarow-1a2b3c4d.local`.
    public var host: String
    /// The TCP port.
    public var port: UInt16
    /// Numeric addresses, the most promising first; link-local IPv6 with its scope (`fe80::1%eth0`).
    public var addresses: [String]
    /// The TXT record.
    public var text: [String: String]

    /// A service of these parts.
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
public enum DiscoveryFailure: String, Equatable, Sendable {
    /// No network interface is up.
    case noNetwork = "no-network"
    /// No mDNS stack can be used on this machine.
    case noStack = "no-stack"
    /// The command made no sense.
    case badCommand = "bad-command"
    /// Anything else.
    case failed = "failed"
}

extension DiscoveredService {
    /// The words behind `found`.
    fileprivate var words: [String] {
        [.word(type), .word(name), .word(host), String(port), LineWords.list(addresses)] + LineWords.pairs(text)
    }

    /// The service that the words behind `found` say.
    fileprivate init?(words: inout LineWords) {
        guard let type = words.next(), let name = words.next(), let host = words.next(), let port = words.nextPort(),
            let addresses = words.nextList(), let text = words.rest()
        else { return nil }
        self.init(type: type, name: name, host: host, port: port, addresses: addresses, text: text)
    }
}

// The line protocol between the game and its helper `fourinarow-bonjour`. Text in, values out. It knows no pipes and no mDNS.
//
// One line a message, UTF-8, ended by \n; words parted by one space. Within a word the bytes 0x00…0x20, 0x7f and '%' are written
// as '%' and two hexadecimal digits; an empty word is a single '%'.

/// What the game tells the helper.
public enum DiscoveryCommand: Equatable, Sendable {
    /// `publish TYPE NAME PORT [KEY=VALUE …]`: publish a service.
    case publish(type: String, name: String, port: UInt16, text: [String: String])
    /// `browse TYPE`: report the services of a type as they come and go.
    case browse(type: String)

    /// The line, newline included.
    public var line: String { "" }
    /// The command a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) { return nil }
}

/// What the helper tells the game.
public enum DiscoveryEvent: Equatable, Sendable {
    /// `ready STACK`: which mDNS stack serves (`avahi-core` or `avahi-daemon`).
    case ready(stack: String)
    /// `published NAME`: the service is on the network under this name.
    case published(name: String)
    /// `renamed NAME`: the name was taken; this one is used now.
    case renamed(name: String)
    /// `found TYPE NAME HOST PORT ADDRESS[,ADDRESS…] [KEY=VALUE …]`: a service is there, or what was said of it changed.
    case found(DiscoveredService)
    /// `lost TYPE NAME`: it is gone.
    case lost(type: String, name: String)
    /// `error REASON SENTENCE`: something does not work, in words for the player.
    case error(DiscoveryFailure, sentence: String)

    /// The line, newline included.
    public var line: String { "" }
    /// The event a line (without its newline) says; nil where it says none.
    public init?(line: some StringProtocol) { return nil }
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

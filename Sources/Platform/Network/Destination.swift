// Hosts and a port to connect to. An endpoint contains them as text (the port, then the hosts, separated by spaces); a player
// types `host`, `host:port`, `[v6]:port` or a bare IPv6 address.

import Session
import Text

/// The addresses of one machine, and a port.
nonisolated struct Destination: Equatable, Sendable {
    /// Numeric addresses or host names in the order to try them; empty: this machine.
    var hosts: [String]
    /// The TCP port.
    var port: UInt16

    /// Creates a destination.
    init(hosts: [String], port: UInt16) {
        self.hosts = hosts
        self.port = port
    }

    /// The destination in an endpoint; nil if it is not one of ours.
    init?(_ endpoint: Endpoint) { self.init(text: endpoint.text) }

    /// The destination in an endpoint's text.
    init?(text: String) {
        let words = Endpoint.textBehindRouter(text).split(separator: " ")
        guard let port = words.first.flatMap({ UInt16($0) }) else { return nil }
        self.init(hosts: words.dropFirst().map(String.init), port: port)
    }

    /// The endpoint of this destination. `words` is what players see; nil: what one would type.
    func endpoint(words: String? = nil) -> Endpoint {
        let number = String(port)
        return Endpoint(
            text: ([number] + hosts).joined(separator: " "),
            words: words ?? hosts.first.map { Self.text($0, port: port) } ?? number, port: number)
    }
}

extension SocketAddress {
    /// The origin of a connection with this address: made by us, or accepted.
    func origin(isOurs: Bool) -> Origin {
        let words = words
        let machine = words.lastIndex(of: ":").map { String(words[..<$0]) } ?? words
        return Origin(
            words: words, machine: machine, network: network,
            endpoint: isOurs ? Destination(hosts: [host], port: port).endpoint() : nil)
    }
}

// MARK: - As people type them

nonisolated extension Destination {
    /// Parses a line; without a port, the usual one is used.
    init(typed line: String) throws(AddressMistake) {
        let text = line.trimmed
        if text.contains(where: \.isWhitespace) { throw .blanks }
        guard !text.isEmpty else { throw .empty }
        if text.hasPrefix("[") {
            self = try Self.bracketed(text)
            return
        }
        let colons = text.filter { $0 == ":" }.count
        guard colons == 1, let colon = text.firstIndex(of: ":") else {
            self.init(hosts: [text], port: Endpoint.usualPort)
            return
        }
        let host = String(text[..<colon])
        guard !host.isEmpty else { throw .noHost }
        self.init(hosts: [host], port: try Self.port(String(text[text.index(after: colon)...])))
    }

    /// A host and a port as one would type them.
    static func text(_ host: String, port: UInt16) -> String {
        (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    private static func bracketed(_ text: String) throws(AddressMistake) -> Destination {
        guard let end = text.firstIndex(of: "]") else { throw .openBracket }
        let host = String(text[text.index(after: text.startIndex)..<end])
        guard !host.isEmpty else { throw .emptyBrackets }
        let rest = text[text.index(after: end)...]
        if rest.isEmpty { return Destination(hosts: [host], port: Endpoint.usualPort) }
        guard rest.hasPrefix(":") else { throw .noColon }
        return Destination(hosts: [host], port: try port(String(rest.dropFirst())))
    }

    private static func port(_ text: String) throws(AddressMistake) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else { throw .noPort }
        return port
    }
}

// Where to connect to on a network of IP addresses, and how an endpoint says it: the port, then the hosts, parted by blanks. It opens
// no socket.

import Session

/// Some hosts that are one machine, and a port.
nonisolated struct Destination: Equatable, Sendable {
    /// Numeric addresses or host names, tried in this order; none: this machine.
    var hosts: [String]
    /// The TCP port.
    var port: UInt16

    /// So many hosts, one port.
    init(hosts: [String], port: UInt16) {
        self.hosts = hosts
        self.port = port
    }

    /// What an endpoint of this program's says; nil for any other.
    init?(_ endpoint: Endpoint) {
        let words = endpoint.text.split(separator: " ")
        guard let port = words.first.flatMap({ UInt16($0) }) else { return nil }
        self.init(hosts: words.dropFirst().map(String.init), port: port)
    }

    /// The endpoint that says it, in these words for the player or in those that one would type.
    func endpoint(words: String? = nil) -> Endpoint {
        let door = "port \(port)"
        return Endpoint(
            text: ([String(port)] + hosts).joined(separator: " "),
            words: words ?? hosts.first.map { AddressLine.text($0, port: port) } ?? door, door: door)
    }
}

extension SocketAddress {
    /// The origin of a connection with this address, which was made from here or came to us.
    func origin(isOurs: Bool) -> Origin {
        let words = words
        let machine = words.lastIndex(of: ":").map { String(words[..<$0]) } ?? words
        return Origin(
            words: words, machine: machine, group: machine,
            endpoint: isOurs ? Destination(hosts: [host], port: port).endpoint() : nil)
    }
}

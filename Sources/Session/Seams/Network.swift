// The network, as protocols: who offers what, who comes, and the way to them. Platform has the real one, Tests/TestSupport one in memory.

import HelperLines

/// Finding others on the network, and being found.
package protocol Network: AnyObject {
    /// Listens for one player on IPv4 and IPv6. `port` nil: the usual port, or any free one where that is taken. A named port
    /// that is taken throws.
    func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener
    /// Connects to the first address of `destination` that answers; `completion` is called once, never before `dial` returns,
    /// and not at all after `cancel`.
    func dial(_ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable
    /// Publishes a service for as long as what it returns is kept and not cancelled.
    func publish(type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void)
        -> Publication
    /// Watches the services of a type likewise. Repeats of `found` for one name are changes.
    func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable
    /// This machine's addresses that others can reach, IPv4 first, link-local last, loopback where there is nothing else; as they
    /// stand now.
    var addresses: [String] { get }
}

/// A published service.
package protocol Publication: Cancellable {
    /// Changes its TXT record; nobody sees it go and come back.
    func update(text: [String: String])
}

/// A listening socket.
package protocol Listener: AnyObject {
    /// The port it listens on.
    var port: UInt16 { get }
    /// Whether the usual port was taken and this is another.
    var isUsualPortTaken: Bool { get }
    /// Stops listening; waiting peers are turned away.
    func stop()
}

/// Is told who comes.
package protocol ListenerDelegate: AnyObject {
    /// A peer connected.
    func listener(_ listener: Listener, didAccept connection: Connection)
}

/// Where to connect to.
package struct Destination: Equatable, Sendable {
    /// Numeric addresses or host names, tried in this order.
    package var hosts: [String]
    /// The TCP port.
    package var port: UInt16

    /// So many hosts, one port.
    package init(hosts: [String], port: UInt16) {
        self.hosts = hosts
        self.port = port
    }
}

/// Why the network did not do what was asked.
package enum NetworkFailure: Error, Equatable, Sendable {
    /// No host has that name.
    case noSuchHost
    /// The host is there, but nothing listens.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to that address.
    case unreachable
    /// The port to listen on is taken by another program.
    case portTaken
    /// The port may not be used without more rights.
    case forbidden
    /// Anything else, in the system's words.
    case other(String)
}

extension Network {
    /// The addresses that lead here from another machine.
    package var outwardAddresses: [String] { addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" } }
}

// A port of this machine that others reach although no router opens it: they connect to it, and we dial them from it. Then the routers on both
// sides take each other's packets for answers, and let them in.

import Wire

/// A port on which this machine listens and from which it dials.
package protocol OpenPort: Cancellable {
    /// Its number.
    var number: UInt16 { get }
    /// The IPv6 address from which this machine dials the internet, with the port; nil if it has none. It may change at any time.
    var ownIPv6: PublicAddress? { get }
    /// The addresses of the machine that we dial. The origins of all connections with it say that both dial each other to come back.
    var peers: [PublicAddress] { get set }
    /// Dials an address from this port, anew whenever nothing has answered for so long. `completion` is called once, after this returns and not
    /// after `cancel`; with `placeTaken` if there is already a connection between the two ports: it has been accepted.
    func dial(
        _ address: PublicAddress, every milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable
    /// Dials a server with a name once, over IPv4 only.
    func dial(
        server: Endpoint, within milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable
}

/// Where two players meet again who have dialled each other: from the same ports.
nonisolated package struct MutualPlace: Equatable, Sendable {
    /// Our port.
    package let port: UInt16
    /// The other machine's addresses.
    package let peers: [PublicAddress]

    private static let prefix = "mutual:"

    /// A place of these; there is at least one address.
    package init(port: UInt16, peers: [PublicAddress]) { (self.port, self.peers) = (port, peers) }

    /// Reads an endpoint's text; nil if it is none.
    package init?(text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let words = text.dropFirst(Self.prefix.count).split(separator: " ")
        let peers = words.dropFirst().compactMap { PublicAddress(String($0)) }
        guard let port = words.first.flatMap({ UInt16($0) }), !peers.isEmpty else { return nil }
        self.init(port: port, peers: peers)
    }

    /// The place as an endpoint. For players it is called by the other machine's first address.
    package var endpoint: Endpoint {
        let text = Self.prefix + ([String(port)] + peers.map(\.text)).joined(separator: " ")
        return Endpoint(text: text, words: peers[0].text, port: String(port))
    }
}

nonisolated extension Endpoint {
    /// The place where both dial each other; nil if it is none.
    package var mutual: MutualPlace? { MutualPlace(text: text) }
}

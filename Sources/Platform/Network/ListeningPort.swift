// A listening port from which others are dialled. The kernel lets sockets share a port if all of them say so before they are bound. The listener says
// so only afterwards: a second game on this machine finds the port taken, and moves to another one.

import Glibc
import Session
import Wire

/// A listener with its port.
final class ListeningPort: @MainActor OpenPort {
    private let listener: TCPListener
    private let bind: String?
    private let loop: MainLoop
    private let connections: OpenConnections
    private var isShared = false

    /// The port of `listener`, which listens on the address `bind`; nil: on all.
    init(of listener: TCPListener, bind: String?, loop: MainLoop, connections: OpenConnections) {
        (self.listener, self.bind, self.loop, self.connections) = (listener, bind, loop, connections)
    }

    var number: UInt16 { listener.port }

    var ownIPv6: PublicAddress? { HostAddresses.outgoingIPv6(bind).flatMap { PublicAddress(host: $0, port: number) } }

    var peers: [PublicAddress] = [] {
        didSet {
            let machines = peers.compactMap { Self.numeric($0)?.host }
            let place = peers.isEmpty ? nil : MutualPlace(port: number, peers: peers).endpoint
            listener.wayBack = { machines.contains($0.host) ? place : nil }
        }
    }

    /// Closes the port.
    func cancel() { listener.stop() }

    func dial(
        _ address: PublicAddress, every milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        dial(
            Destination(hosts: [address.host], port: address.port),
            from: { [bind] in address.isIPv6 ? HostAddresses.outgoingIPv6(bind) : bind }, families: [AF_INET, AF_INET6],
            isRenewed: true, milliseconds, completion)
    }

    func dial(
        server: Endpoint, within milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        dial(
            Destination(server) ?? Destination(hosts: [], port: 0), from: { [bind] in bind }, families: [AF_INET],
            isRenewed: false, milliseconds, completion)
    }

    private func dial(
        _ destination: Destination, from own: @escaping () -> String?, families: [Int32], isRenewed: Bool, _ milliseconds: Int,
        _ completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        if !isShared { isShared = listener.sharePort() }
        let source = Dialler.Source(
            port: number, host: own, families: families, isRenewed: isRenewed, wayBack: { [listener] in listener.wayBack($0) })
        return Dialler(
            destination, from: source, loop: loop, connections: connections,
            timeout: (milliseconds, milliseconds), completion: completion)
    }

    private static func numeric(_ address: PublicAddress) -> SocketAddress? {
        SocketAddress.addresses(of: address.host, port: address.port, flags: AI_NUMERICHOST).first
    }
}

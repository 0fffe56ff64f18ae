// Checks for `fourinarow doctor`: this machine's addresses, the mDNS helper, and the port of a hosted game.

import HelperProtocol
import Session

/// Checks the network, in up to five seconds.
package final class NetworkProbe {
    /// The state of the mDNS helper.
    package enum Helper: Equatable {
        /// It works.
        case ready
        /// It is not installed.
        case missing
        /// The one at this path does not answer.
        case silent(path: String)
        /// It reported a trouble.
        case trouble(DiscoveryTrouble)
    }

    /// Whether a game hosted here can be reached.
    package enum Port: Equatable {
        /// The port is free and reachable from this machine.
        case reached(UInt16)
        /// Another program uses the usual port.
        case taken(UInt16)
        /// This address and port cannot be reached.
        case unreachable(host: String, port: UInt16, NetworkFailure)
        /// No port can be opened.
        case closed(NetworkFailure)
    }

    private let loop = MainLoop()
    private let connections = OpenConnections()
    /// Our own connection, as the listener sees it.
    private var arrived: Connection?
    /// What the mDNS helper wrote to stderr.
    package private(set) var complaints: [String] = []

    /// Checks nothing yet.
    package init() {}

    /// The addresses that others can reach.
    package var addresses: [String] { HostAddresses.outward(HostAddresses.all) }

    /// Whether it has an IPv4 address that leads here from everywhere, a public IPv6 address, and an address of a VPN.
    package var reach: (isPublic: Bool, hasIPv6: Bool, hasVPN: Bool) {
        let scopes = HostAddresses.all.compactMap { address in AddressScope(of: address).map { (address, $0) } }
        return (
            scopes.contains { $0.1 == .global && !$0.0.contains(":") },
            HostAddresses.outgoingIPv6(nil).flatMap(AddressScope.init) == .global,
            !HostAddresses.tunnelled.isEmpty || scopes.contains { $0.1 == .shared }
        )
    }

    /// Starts a helper and waits for its answer.
    package func helper() -> Helper {
        let setup = BonjourService.setup(loop: loop) { [unowned self] in complaints.append($0) }
        guard let path = setup.path() else { return .missing }
        var answer = Helper.silent(path: path)
        let browser = BonjourService(.browse(type: OfferKind.game.serviceType), in: setup) { [unowned self] event in
            switch event {
            case .ready: answer = .ready
            case .trouble(let trouble): answer = .trouble(trouble)
            case .published, .moved, .found, .lost: return
            }
            loop.stop()
        }
        run(forMilliseconds: 3000)
        browser.cancel()
        return answer
    }

    /// Listens and connects to this machine's own address.
    package func port() -> Port {
        do throws(NetworkFailure) {
            let listener = try TCPListener(port: nil, loop: loop, connections: connections)
            listener.didAccept = { [weak self] in self?.arrived = $0 }
            defer { listener.stop() }
            return listener.isUsualPortTaken ? .taken(Endpoint.usualPort) : reach(listener)
        } catch {
            return .closed(error)
        }
    }

    private func reach(_ listener: TCPListener) -> Port {
        let host = HostAddresses.all.first ?? "127.0.0.1"
        var failure: NetworkFailure? = .timedOut
        var made: Connection?
        let attempt = Dialler(
            Destination(hosts: [host], port: listener.port), loop: loop, connections: connections
        ) { [unowned self] result in
            switch result {
            case .success(let connection): (made, failure) = (connection, nil)
            case .failure(let why): failure = why
            }
            loop.stop()
        }
        run(forMilliseconds: 2000)
        attempt.cancel()
        made?.close()
        arrived?.close()
        return failure.map { .unreachable(host: host, port: listener.port, $0) } ?? .reached(listener.port)
    }

    private func run(forMilliseconds milliseconds: Int) {
        let deadline = loop.after(milliseconds: milliseconds) { [unowned self] in loop.stop() }
        loop.run()
        deadline.cancel()
    }
}

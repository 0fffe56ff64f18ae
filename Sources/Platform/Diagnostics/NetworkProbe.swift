// Checks for `fourinarow doctor`: this machine's addresses, the mDNS helper, the port of a hosted game, what the router supports, and by which
// address others see this machine.

import HelperProtocol
import Session

/// Checks the network, with each function in up to some seconds.
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
        let silence = Helper.silent(path: path)
        var answer = silence
        let browser = BonjourService(.browse(type: OfferKind.game.serviceType), in: setup) { event in
            switch event {
            case .ready: answer = .ready
            case .trouble(let trouble): answer = .trouble(trouble)
            case .published, .moved, .found, .lost: break
            }
        }
        loop.run(forMilliseconds: 3000) { answer != silence }
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
        var result: Result<Connection, NetworkFailure>?
        let destination = Destination(hosts: [host], port: listener.port)
        let attempt = Dialler(destination, loop: loop, connections: connections) { result = $0 }
        loop.run(forMilliseconds: 2000) { result != nil }
        attempt.cancel()
        arrived?.close()
        switch result ?? .failure(.timedOut) {
        case .success(let made):
            made.close()
            return .reached(listener.port)
        case .failure(let why): return .unreachable(host: host, port: listener.port, why)
        }
    }
}

// MARK: - The router

extension NetworkProbe {
    /// Asks the router over NAT-PMP and UPnP at once, in up to five seconds, and opens nothing: the protocols that it speaks, with its address
    /// outside, or else why it opens no port; and what the helpers wrote to stderr.
    package func router() -> (found: [(protocol: String, address: String)], trouble: RouterTrouble?, complaints: [String]) {
        var answers: [RouterMethod: Result<String, RouterTrouble>] = [:]
        var complaints: [String] = []
        let helpers = RouterPort.ipv4Methods.map { method in
            let helper = HelperProcess(RouterPort.setup(loop: loop) { complaints.append($0) })
            helper.firstLines = { [RouterCommand.ask(method).line] }
            helper.didRead = { line in
                switch RouterEvent(line: line) {
                case .found(let address): answers[method] = .success(address)
                case .trouble(let failure, let detail): answers[method] = .failure(RouterTrouble(failure, detail))
                case .opened, nil: break
                }
            }
            helper.didFail = { failure in answers[method] = answers[method] ?? .failure(RouterTrouble(failure)) }
            helper.start()
            return helper
        }
        loop.run { answers.count == helpers.count }
        for helper in helpers { helper.stop() }
        let names: [(RouterMethod, String)] = [(.natPMP, "NAT-PMP"), (.upnp, "UPnP")]
        let found = names.compactMap { method, name in (try? answers[method]?.get()).map { (name, $0) } }
        let troubles = answers.values.compactMap { if case .failure(let trouble) = $0 { trouble } else { nil } }
        return (found, .most(of: troubles), complaints)
    }

    /// Asks these STUN servers, host:port each, by which address others see a port of this machine, in up to some seconds each; `unknown` also
    /// where there is no port to ask from.
    package func outside(asking servers: [String]) -> OutsideState {
        let environment = LinuxEnvironment(loop: loop, ringBell: { _ in })
        guard let port = try? environment.openPort(0, didAccept: { $0.close() }) else { return .unknown }
        let outside = OutsideAddress(of: port, servers: servers, environment: environment) {}
        loop.run { outside.state != .asking }
        defer {
            outside.cancel()
            port.cancel()
            environment.drainAndCloseAll()
        }
        return outside.state
    }
}

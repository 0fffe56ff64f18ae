// What can be found out about the network before a game is hosted: addresses, the mDNS helper, the port. It changes nothing, and returns
// facts: the command line says them.

import Session

/// Looks at the network, for up to five seconds.
package final class NetworkProbe {
    /// How the mDNS helper answers.
    package enum Helper: Equatable {
        /// It works, over this stack.
        case ready(stack: String)
        /// It is not installed.
        case missing
        /// The one at this path says nothing.
        case silent(path: String)
        /// It says that it cannot work.
        case trouble(DiscoveryTrouble)
    }

    /// Whether a game hosted here can be reached.
    package enum Port: Equatable {
        /// This port is free, and was reached from this machine.
        case reached(UInt16)
        /// The usual port is taken by another program.
        case taken(UInt16)
        /// This address and port cannot be reached.
        case unreachable(host: String, port: UInt16, NetworkFailure)
        /// Nothing can be listened on.
        case closed(NetworkFailure)
    }

    private let loop = MainLoop()
    private let connections = OpenConnections()
    private var arrived: Connection?

    /// Nothing has been looked at yet.
    package init() {}

    /// The addresses that others can reach.
    package var addresses: [String] { HostAddresses.outward(HostAddresses.all) }

    /// Waits for the helper to answer.
    package func helper() -> Helper {
        guard let path = BonjourService.helper else { return .missing }
        var answer = Helper.silent(path: path)
        let browser = BonjourService(.browse(type: OfferKind.game.serviceType), in: .init(loop: loop)) { [unowned self] event in
            switch event {
            case .ready(let stack): answer = .ready(stack: stack)
            case .trouble(let trouble): answer = .trouble(trouble)
            case .published, .moved, .found, .lost: return
            }
            loop.stop()
        }
        run(forMilliseconds: 3000)
        browser.cancel()
        return answer
    }

    /// Listens, and connects to ourselves as others would, as far as that can be tried from here.
    package func port() -> Port {
        do throws(NetworkFailure) {
            let listener = try TCPListener(port: nil, loop: loop, connections: connections)
            listener.delegate = self
            defer { listener.stop() }
            return listener.isUsualPortTaken ? .taken(TCPListener.usualPort) : reach(listener)
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

extension NetworkProbe: TCPListenerDelegate {
    /// Our own call has come in.
    func listener(_ listener: TCPListener, didAccept connection: TCPConnection) { arrived = connection }
}

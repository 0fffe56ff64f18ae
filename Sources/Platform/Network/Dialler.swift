// Connects to a destination by trying its addresses one after the other. Never two at once: the game at the other end starts
// with the first connection it accepts, which might be the one that we drop.
//
// Host names are resolved on a thread of their own, because getaddrinfo blocks while a name server is silent.

import Glibc
import Session

/// An attempt to connect, until `cancel` or its completion.
final class Dialler: Cancellable {
    /// Where to dial from, if not from any free port.
    struct Source {
        /// The port, on which we may listen at the same time.
        let port: UInt16
        /// The numeric address now; nil, or one of another family: any.
        let host: () -> String?
        /// The families to dial: AF_INET, AF_INET6.
        let families: [Int32]
        /// Whether the last address is dialled anew when the time is up, instead of failing.
        let isRenewed: Bool
        /// Where to meet a machine again, if not at the address that was dialled.
        let wayBack: (SocketAddress) -> Endpoint?
    }

    private let loop: MainLoop
    private let connections: OpenConnections
    private let timeout: (next: Int, last: Int)
    private let source: Source?
    private let port: UInt16
    private var hosts: ArraySlice<String>
    private var addresses: [SocketAddress] = []
    private var tried: [SocketAddress] = []
    private var failures: [NetworkFailure] = []
    private var completion: ((Result<Connection, NetworkFailure>) -> Void)?

    private var socket: Int32 = -1
    private var watch: Watch?
    private var timer: Timer?
    private var resolver: Resolver?

    /// Starts the attempt, from any port if `source` is nil. The timeouts are in milliseconds: for an address that is not the last one, and for
    /// the last one and for resolving a name. `completion` is called once, after this returns and not after `cancel`.
    init(
        _ destination: Destination, from source: Source? = nil, loop: MainLoop, connections: OpenConnections,
        timeout: (next: Int, last: Int) = (3000, 10_000),
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.loop = loop
        self.connections = connections
        self.timeout = timeout
        self.source = source
        self.completion = completion
        port = destination.port
        hosts = destination.hosts[...]
        // Keeps itself alive until `cancel` or the completion.
        timer = loop.after(milliseconds: 0) { self.tryNext() }
    }

    /// Cancels the attempt.
    func cancel() {
        completion = nil
        endAttempt()
    }

    // MARK: One after the other

    private func tryNext() {
        endAttempt()
        if !addresses.isEmpty {
            attempt(addresses.removeFirst())
        } else if let host = hosts.popFirst() {
            let numeric = SocketAddress.addresses(of: host, port: port, flags: AI_NUMERICHOST)
            numeric.isEmpty ? lookUp(host) : didLearn(numeric)
        } else {
            finish(.failure(Self.mostHelpful(of: failures)))
        }
    }

    private func lookUp(_ host: String) {
        resolver = Resolver(host, port: port, loop: loop) { self.didLearn($0) }
        timer = loop.after(milliseconds: timeout.last) { self.didFail(.noSuchHost) }
    }

    private func didLearn(_ all: [SocketAddress]) {
        let found = all.filter { source?.families.contains($0.family) ?? true }
        if found.isEmpty { return didFail(.noSuchHost) }
        addresses = found
        tryNext()
    }

    private func attempt(_ address: SocketAddress) {
        if tried.contains(address) { return tryNext() }
        tried.append(address)
        dial(address)
    }

    /// With a new socket. The one before it is closed at the last moment: while there is none, a packet of a machine that dials us goes to the
    /// listener of the same port. Its answer has another sequence number than ours had, so our router drops it, and for a minute the two ports are
    /// taken by a connection that never comes about.
    private func dial(_ address: SocketAddress) {
        let next = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        let isBound = next >= 0 && source?.bind(next, towards: address) ?? true
        let code = errno
        if socket >= 0, SocketAddress(of: socket, by: getpeername) != nil {
            // The other machine has just dialled this one, too: a connection is coming about.
            if next >= 0 { close(next) }
            return awaitAnswer(from: address)
        }
        if next >= 0 { setNonBlocking(next) }
        endAttempt()
        socket = next
        guard isBound else { return didFail(failure(for: code)) }
        let result = address.withPointer { connect(socket, $0, $1) }
        if result == 0 { return didConnect(to: address) }
        guard errno == EINPROGRESS else { return didFail(failure(for: errno)) }
        watch = loop.watch(socket, .write) { _ in self.didDecide(address) }
        awaitAnswer(from: address)
    }

    private func awaitAnswer(from address: SocketAddress) {
        let isLast = addresses.isEmpty && hosts.isEmpty
        timer = loop.after(milliseconds: isLast ? timeout.last : timeout.next) {
            isLast && self.source?.isRenewed == true ? self.dial(address) : self.didFail(.timedOut)
        }
    }

    private func didDecide(_ address: SocketAddress) {
        let code = option(socket, Int(SOL_SOCKET), SO_ERROR) ?? EIO
        code == 0 ? didConnect(to: address) : didFail(failure(for: code))
    }

    private func didConnect(to address: SocketAddress) {
        let connected = socket
        socket = -1
        var origin = address.origin(isOurs: true)
        if let place = source?.wayBack(address) { origin.endpoint = place }
        finish(.success(TCPConnection(connected, origin: origin, loop: loop, connections: connections)))
    }

    private func didFail(_ failure: NetworkFailure) {
        failures.append(failure)
        tryNext()
    }

    private func finish(_ result: Result<Connection, NetworkFailure>) {
        let completion = completion
        cancel()
        completion?(result)
    }

    /// Ends the present step and releases the closures that keep this object alive.
    private func endAttempt() {
        watch?.cancel()
        timer?.cancel()
        resolver?.cancel()
        (watch, timer, resolver) = (nil, nil, nil)
        if socket >= 0 { close(socket) }
        socket = -1
    }

    // MARK: Failures

    private func failure(for code: Int32) -> NetworkFailure {
        switch code {
        // There is a connection between the two ports.
        case EADDRNOTAVAIL where source != nil, EADDRINUSE: .placeTaken
        case ECONNREFUSED, ECONNRESET: .refused
        case ETIMEDOUT: .timedOut
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL: .unreachable
        default: .other(systemMessage(for: code))
        }
    }

    /// The failure that helps the player most: refused says more than timed out.
    private static func mostHelpful(of failures: [NetworkFailure]) -> NetworkFailure {
        func weight(_ failure: NetworkFailure) -> Int {
            switch failure {
            case .refused: 4
            case .timedOut: 3
            case .unreachable: 2
            case .other, .placeTaken, .forbidden, .notHere, .relay, .otherVersion, .playing, .disturbed, .noMemory: 1
            case .noSuchHost: 0
            }
        }
        return failures.max { weight($0) < weight($1) } ?? .noSuchHost
    }
}

extension Dialler.Source {
    /// Binds a socket before it connects to `address`. Returns false, with errno, where that fails.
    fileprivate func bind(_ socket: Int32, towards address: SocketAddress) -> Bool {
        setOption(socket, Int(SOL_SOCKET), SO_REUSEADDR, 1)
        setOption(socket, Int(SOL_SOCKET), SO_REUSEPORT, 1)
        let own = host().flatMap { SocketAddress.addresses(of: $0, port: port, flags: AI_NUMERICHOST).first }
        let place = own?.family == address.family ? own : nil
        return (place ?? .any(family: address.family, port: port)).withPointer { Glibc.bind(socket, $0, $1) == 0 }
    }
}

// MARK: - Looking up

/// A look-up of a host name, until `cancel` or its completion.
final class Resolver: Cancellable {
    private let lookup: Lookup
    private var completion: (([SocketAddress]) -> Void)?

    /// Starts the look-up. `completion` is called once, after this returns and not after `cancel`.
    init(_ host: String, port: UInt16, loop: MainLoop, completion: @escaping ([SocketAddress]) -> Void) {
        lookup = Lookup(host: host, port: port)
        self.completion = completion
        let waker = loop.makeWaker { self.finish() }
        lookup.waker = waker
        if !lookup.start() { waker.wake() }
    }

    /// Cancels the look-up. Its thread ends when getaddrinfo returns.
    func cancel() {
        completion = nil
        lookup.waker?.cancel()
    }

    private func finish() {
        let completion = completion
        cancel()
        completion?(lookup.result)
    }
}

/// Shared with the thread. Host and waker are written before it starts, the result before it wakes the main thread.
nonisolated private final class Lookup: @unchecked Sendable {
    let host: String
    let port: UInt16
    var waker: Waker?
    var result: [SocketAddress] = []

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Returns false if no thread can be started.
    func start() -> Bool {
        startDetachedThread { [self] in
            result = SocketAddress.addresses(of: host, port: port)
            waker?.wake()
        }
    }
}

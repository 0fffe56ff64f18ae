// Listens on a port, on all addresses of this machine or on one, and passes on the connections.

import Glibc
import Session

/// Listens until it is stopped.
final class TCPListener {
    /// The port it listens on.
    let port: UInt16
    /// Whether the usual port was taken, so that another one is used.
    let isUsualPortTaken: Bool

    /// Called with everybody who connects.
    var didAccept: (Connection) -> Void = { $0.close() }
    /// Where a machine that connects is met again, if there is such a place.
    var wayBack: (SocketAddress) -> Endpoint? = { _ in nil }
    /// accept(2); tests replace it.
    var acceptNext: (Int32) -> Int32 = { Glibc.accept($0, nil, nil) }

    private let descriptor: Int32
    private let loop: MainLoop
    private let connections: OpenConnections
    private var watch: Watch?
    private var pause: Timer?
    private var isStopped = false

    /// The pause in accepting after the system ran out of descriptors. Peers wait in the backlog.
    private static let pauseMilliseconds = 500

    /// Listens on `port`; nil: on `usualPort`, or on any free one if that is taken or forbidden. `bind` is the address to
    /// listen on; nil: all. Throws `placeTaken`, `forbidden`, `notHere` or `other`.
    init(
        port: UInt16?, usualPort: UInt16 = Endpoint.usualPort, bind: String? = nil, loop: MainLoop,
        connections: OpenConnections
    ) throws(NetworkFailure) {
        (descriptor, isUsualPortTaken) = try Self.open(port, usualPort, bind)
        self.port = SocketAddress(of: descriptor, by: getsockname)?.port ?? port ?? usualPort
        self.loop = loop
        self.connections = connections
        watch = loop.watch(descriptor, .read) { [weak self] _ in self?.accept() }
    }

    deinit {
        let (watch, pause, isStopped) = (watch, pause, isStopped)
        guard !isStopped else { return }
        MainActor.assumeIsolated {
            watch?.cancel()
            pause?.cancel()
        }
        close(descriptor)
    }

    /// Closes the socket. The kernel resets connections in the backlog, so no peer waits for a game.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        watch?.cancel()
        pause?.cancel()
        close(descriptor)
    }

    /// From now on other sockets of this program can be bound to the port, if they say that they share it. Returns false where the kernel
    /// cannot do that.
    func sharePort() -> Bool { !isStopped && setOption(descriptor, Int(SOL_SOCKET), SO_REUSEPORT, 1) }

    // MARK: Peers

    /// Accepts one connection per round: often the first one stops the listener.
    private func accept() {
        let socket = acceptNext(descriptor)
        guard socket >= 0 else { return acceptDidFail(errno) }
        // A peer that has reset its connection meanwhile has no address any more.
        guard let address = SocketAddress(of: socket, by: getpeername) else {
            close(socket)
            return
        }
        var origin = address.origin(isOurs: false)
        origin.endpoint = wayBack(address)
        didAccept(TCPConnection(socket, origin: origin, loop: loop, connections: connections))
    }

    /// Ignores a peer that has gone already. Without descriptors the socket stays readable, so accepting pauses.
    private func acceptDidFail(_ code: Int32) {
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else { return }
        watch?.interest = []
        pause = loop.after(milliseconds: Self.pauseMilliseconds) { [weak self] in self?.watch?.interest = .read }
    }

    // MARK: Opening

    private static func open(_ port: UInt16?, _ usualPort: UInt16, _ bind: String?) throws(NetworkFailure) -> (
        descriptor: Int32, isUsualPortTaken: Bool
    ) {
        if let port { return (try listening(on: port, bind), false) }
        do {
            return (try listening(on: usualPort, bind), false)
        } catch .placeTaken, .forbidden {
            return (try listening(on: 0, bind), true)
        }
    }

    /// Without an address, listens on IPv6 and IPv4 with one socket, or on IPv4 only if the system has no IPv6.
    private static func listening(on port: UInt16, _ bind: String?) throws(NetworkFailure) -> Int32 {
        if let bind {
            let address = SocketAddress.addresses(of: bind, port: port, flags: AI_NUMERICHOST).first
            let result = address.map(listening) ?? -EADDRNOTAVAIL
            // EINVAL: a link-local address without its interface.
            if [EADDRNOTAVAIL, EINVAL, EAFNOSUPPORT].contains(-result) { throw .notHere(address: bind) }
            guard result >= 0 else { throw failure(for: -result) }
            return result
        }
        var result = listening(on: SocketAddress.any(family: AF_INET6, port: port))
        if [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT].contains(-result) {
            result = listening(on: SocketAddress.any(family: AF_INET, port: port))
        }
        guard result >= 0 else { throw failure(for: -result) }
        return result
    }

    /// Returns a descriptor, or an errno as a negative number.
    private static func listening(on address: SocketAddress) -> Int32 {
        let family = address.family
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return -errno }
        setNonBlocking(descriptor)
        setOption(descriptor, Int(SOL_SOCKET), SO_REUSEADDR, 1)
        if family == AF_INET6 { setOption(descriptor, Int(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let isBound = address.withPointer { Glibc.bind(descriptor, $0, $1) == 0 }
        if isBound, listen(descriptor, 128) == 0 { return descriptor }
        defer { close(descriptor) }
        return -errno
    }

    private static func failure(for code: Int32) -> NetworkFailure {
        switch code {
        case EADDRINUSE: .placeTaken
        case EACCES, EPERM: .forbidden
        default: .other(systemMessage(for: code))
        }
    }
}

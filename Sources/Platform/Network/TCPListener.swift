// A listening socket: one port, on all addresses of this machine or on one, and each peer that comes handed on. It knows no game.

import Glibc
import Session

/// Is told who comes.
protocol TCPListenerDelegate: AnyObject {
    /// A peer connected.
    func listener(_ listener: TCPListener, didAccept connection: TCPConnection)
}

/// Listens until stopped.
final class TCPListener {
    /// The port of this game where it is free, so that a firewall can be opened for it; unassigned, and below the ports that
    /// systems hand out (32,768 and up).
    static let usualPort: UInt16 = 27364

    /// The port it listens on.
    let port: UInt16
    /// Whether the usual port was taken and this is another.
    let isUsualPortTaken: Bool

    /// Who is told who comes.
    weak var delegate: TCPListenerDelegate?
    /// accept(2); a test puts a failing one in its place.
    var takeNext: (Int32) -> Int32 = { Glibc.accept($0, nil, nil) }

    private let descriptor: Int32
    private let loop: MainLoop
    private let connections: OpenConnections
    private var watch: Watch?
    private var pause: Timer?
    private var isStopped = false

    /// How long accepting rests when the system has no descriptor left; the peer waits in the backlog.
    private static let pauseMilliseconds = 500

    /// Listens on `port`; nil: on the usual port, or any free one where that is taken or forbidden. Only those come who call the address
    /// `bind`; nil: any of this machine's. Throws `placeTaken`, `forbidden`, `notHere` or `other`.
    init(port: UInt16?, bind: String? = nil, loop: MainLoop, connections: OpenConnections) throws(NetworkFailure) {
        (descriptor, isUsualPortTaken) = try Self.open(port, bind)
        self.port = SocketAddress(of: descriptor, by: getsockname)?.port ?? port ?? Self.usualPort
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

    /// Closes the socket. The kernel resets what waits in the backlog, so nobody is left believing that a game begins.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        watch?.cancel()
        pause?.cancel()
        close(descriptor)
    }

    // MARK: Peers

    /// One peer a round: the first one that suits usually stops the listener.
    private func accept() {
        let socket = takeNext(descriptor)
        guard socket >= 0 else { return acceptDidFail(errno) }
        let origin = SocketAddress(of: socket, by: getpeername)?.origin(isOurs: false)
        let unknown = Origin(words: "?", machine: "?", network: "?", endpoint: nil)
        let connection = TCPConnection(socket, origin: origin ?? unknown, loop: loop, connections: connections)
        guard let delegate else { return connection.close() }
        delegate.listener(self, didAccept: connection)
    }

    /// A peer that has gone again is nothing; but without descriptors the socket stays readable, and the loop must not spin.
    private func acceptDidFail(_ code: Int32) {
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else { return }
        watch?.interest = []
        pause = loop.after(milliseconds: Self.pauseMilliseconds) { [weak self] in self?.watch?.interest = .read }
    }

    // MARK: Opening

    private static func open(_ port: UInt16?, _ bind: String?) throws(NetworkFailure) -> (
        descriptor: Int32, isUsualPortTaken: Bool
    ) {
        if let port { return (try listening(on: port, bind), false) }
        do {
            return (try listening(on: usualPort, bind), false)
        } catch .placeTaken, .forbidden {
            return (try listening(on: 0, bind), true)
        }
    }

    /// Without an address: IPv6 and IPv4 on one socket; IPv4 alone where the system has no IPv6.
    private static func listening(on port: UInt16, _ bind: String?) throws(NetworkFailure) -> Int32 {
        if let bind {
            let address = SocketAddress.addresses(of: bind, port: port, flags: AI_NUMERICHOST).first
            let result = address.map(listening) ?? -EADDRNOTAVAIL
            // A link-local address without its interface is invalid.
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

    /// A descriptor, or an errno as a negative number.
    private static func listening(on address: SocketAddress) -> Int32 {
        let family = address.family
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return -errno }
        makeQuiet(descriptor)
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
        default: .other(systemWords(for: code))
        }
    }
}

// Host names into addresses, on a worker thread that lives for one look-up: getaddrinfo blocks for as long as a name server
// keeps silent, and the screen must not. It opens no connection.

import Glibc
import Play
import Session

/// One look-up of a host name, under way until `cancel` or its completion.
final class Resolver: Cancellable {
    private let lookup: Lookup
    private var completion: (([SocketAddress]) -> Void)?

    /// Looks `host` up; `completion` is called once with its addresses, never before this returns, not after `cancel`.
    init(_ host: String, port: UInt16, loop: MainLoop, completion: @escaping ([SocketAddress]) -> Void) {
        lookup = Lookup(host: host, port: port)
        self.completion = completion
        let waker = loop.makeWaker { self.finish() }
        lookup.waker = waker
        if !lookup.start() { waker.wake() }
    }

    /// Forgets the look-up; its thread ends whenever the system lets it.
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

/// What the main thread and the worker share. Each writes before the other reads: host and waker before the thread starts, the
/// result before the wake.
nonisolated private final class Lookup: @unchecked Sendable {
    let host: String
    let port: UInt16
    var waker: Waker?
    var result: [SocketAddress] = []

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Starts the worker; false where there is no thread to be had.
    func start() -> Bool {
        startQuietThread { [self] in
            result = SocketAddress.addresses(of: host, port: port)
            waker?.wake()
        }
    }
}

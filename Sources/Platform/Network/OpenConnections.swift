// All open connections. Those that are closing are kept alive here until their data was sent; at the program's end, all of them
// are.

import Glibc

/// The connections of the program.
package final class OpenConnections {
    /// All of them, held weakly.
    private var open: [() -> TCPConnection?] = []
    /// Those that are closing.
    private(set) var leaving: [TCPConnection] = []

    /// The most connections that are closing. More of them mean a flood, and their data may be lost.
    static let mostLeaving = 64

    /// No connections yet.
    package init() {}

    func add(_ connection: TCPConnection) {
        open.removeAll { $0() == nil }
        open.append { [weak connection] in connection }
    }

    func keep(_ connection: TCPConnection) {
        leaving.append(connection)
        if leaving.count > Self.mostLeaving { leaving[0].end() }
    }

    func remove(_ connection: TCPConnection) {
        open.removeAll { $0() === connection }
        leaving.removeAll { $0 === connection }
    }

    /// Closes all connections and waits up to `milliseconds` until their data was sent and the peers have closed too. To be
    /// called after the loop has ended.
    package func drainAndCloseAll(upTo milliseconds: Int = 300) {
        for connection in open { connection()?.close() }
        let deadline = MainLoop.now + milliseconds
        while !leaving.isEmpty, MainLoop.now < deadline { serveLeaving(upTo: deadline) }
        for connection in leaving { connection.end() }
    }

    private func serveLeaving(upTo deadline: Int) {
        let served = leaving
        var polled = served.map { connection in
            let interest = connection.interest
            let events = (interest.contains(.read) ? POLLIN : 0) | (interest.contains(.write) ? POLLOUT : 0)
            return pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        }
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: deadline - MainLoop.now)) > 0 else { return }
        for (connection, polled) in zip(served, polled) where polled.revents != 0 { connection.serve(connection.interest) }
    }
}

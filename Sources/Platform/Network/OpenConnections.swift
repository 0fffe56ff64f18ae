// The connections there are: those that are leaving stay alive here until their last words have gone, and at the program's end
// all of them are seen off. It knows no loop: when it drains, the loop has ended.

import Glibc

/// Every connection of the program.
package final class OpenConnections {
    private struct Entry { weak var connection: TCPConnection? }
    private var entries: [Entry] = []
    private var leaving: [TCPConnection] = []

    /// So many may be leaving at a time. Where more are, somebody floods us, and their last words are no loss.
    static let mostLeaving = 64

    /// None yet.
    package init() {}

    /// How many are closing, their last words perhaps still queued.
    var leavingCount: Int { leaving.count }

    func add(_ connection: TCPConnection) {
        entries.removeAll { $0.connection == nil }
        entries.append(Entry(connection: connection))
    }

    func keep(_ connection: TCPConnection) {
        leaving.append(connection)
        if leaving.count > Self.mostLeaving { leaving[0].end() }
    }

    func remove(_ connection: TCPConnection) {
        entries.removeAll { $0.connection === connection }
        leaving.removeAll { $0 === connection }
    }

    /// Closes every connection and waits, so many milliseconds at most, until what they had queued has left and the peers have
    /// closed too. For the program's end, after the loop's; nothing of the loop is served meanwhile.
    package func drainAndCloseAll(upTo milliseconds: Int = 300) {
        for entry in entries { entry.connection?.close() }
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

// Shared by this target's tests: a loop with a deadline, a pipe, a bare socket that plays the peer, and recorders.

import Glibc
import Session
import TestSupport
import Testing

@testable import Platform

/// A loop for one test, that gives up.
@MainActor final class TestLoop {
    let loop = MainLoop()
    private var ticking: Timer?

    private func tick() { ticking = loop.after(milliseconds: 2) { [weak self] in self?.tick() } }

    /// Serves until `done` holds, asked before every wait; false where it did not within the time. Where `ticks`, it is also asked
    /// every few milliseconds, for what the loop itself does not see: the other end of a socket, a process.
    func run(upTo milliseconds: Int = 30_000, ticks: Bool = true, until done: @escaping () -> Bool) -> Bool {
        var isDone = false
        let deadline = loop.after(milliseconds: milliseconds) { [loop] in loop.stop() }
        loop.willWait = { [loop] in
            isDone = done()
            if isDone { loop.stop() }
        }
        if ticks { tick() }
        loop.run()
        deadline.cancel()
        ticking?.cancel()
        loop.willWait = nil
        return isDone
    }
}

/// A pipe that closes itself.
@MainActor final class TestPipe {
    let reading: Int32
    let writing: Int32

    init() {
        (reading, writing) = (try? Descriptors.pipe()) ?? (-1, -1)
        setNonBlocking(reading)
        setNonBlocking(writing)
    }

    deinit {
        close(reading)
        close(writing)
    }

    func put(_ text: String = "x") { _ = write(writing, text, text.utf8.count) }

    func take() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(reading, &bytes, bytes.count)
    }
}

/// A peer that is no code of ours: one bare TCP socket.
@MainActor final class BarePeer {
    private(set) var descriptor: Int32

    init(connectingTo port: UInt16, host: String = "127.0.0.1") {
        let address = SocketAddress.addresses(of: host, port: port, flags: AI_NUMERICHOST)[0]
        let descriptor = Descriptors.socket(family: address.family)
        self.descriptor = descriptor
        let result = address.withPointer { connect(descriptor, $0, $1) }
        #expect(result == 0, "\(host):\(port): \(systemMessage(for: errno))")
        setNonBlocking(descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends what the kernel takes; how much that was.
    @discardableResult func put(_ bytes: [UInt8]) -> Int { send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Whatever waits: bytes, empty at the end, nil when there is nothing yet or the connection was reset.
    func take(_ limit: Int = 1 << 16) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &bytes, limit, 0)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    /// Ends the writing side only.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    func leave() {
        close(descriptor)
        descriptor = -1
    }

    /// Closes with a reset instead of an end.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        leave()
    }
}

/// Remembers what a connection told.
@MainActor final class Recorder {
    var bytes: [UInt8] = []
    var largest = 0
    var ends = 0
    var onBytes: ((Connection) -> Void)?

    func follow(_ connection: Connection) {
        connection.didReceive = { [weak self, unowned connection] in self?.take($0, of: connection) }
    }

    private func take(_ new: ArraySlice<UInt8>?, of connection: Connection) {
        guard let new else { return ends += 1 }
        bytes += new
        largest = max(largest, new.count)
        onBytes?(connection)
    }
}

/// Collects the connections that a listener accepts.
@MainActor final class AcceptedConnections {
    var connections: [Connection] = []
    var onAccept: ((TCPListener) -> Void)?

    /// Collects those of this listener.
    func listen(to listener: TCPListener) {
        listener.didAccept = { [unowned self, unowned listener] in
            connections.append($0)
            onAccept?(listener)
        }
    }
}

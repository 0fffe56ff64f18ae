// A TCP connection that is open: sends without ever blocking, reads a bounded amount a round, and closes so that the last words
// arrive. It knows no packets, but that there may be a key in one: nothing stays that was sent or handed on.
//
// A socket closed with unread bytes makes the kernel send a reset, and a reset destroys what the peer has not read yet: our
// goodbye. So `close` sends what is queued, ends the writing side, and reads on, deaf, until the peer has closed too.

import Glibc
import Session
import Wire

/// A connection to a peer.
package final class TCPConnection: Connection {
    /// Unsent bytes beyond which the peer counts as gone: it has stopped reading.
    static let queueLimit = 1 << 20
    /// Bytes read in one round at most, so that a flood cannot hold up a key.
    static let readLimit = 1 << 14
    /// How long a close may take without progress.
    static let closingMilliseconds = 1000

    /// Who is told what arrives. Bytes wait in the kernel until there is one.
    package weak var delegate: ConnectionDelegate? { didSet { updateInterest() } }
    package let origin: Origin

    private nonisolated enum State { case open, leaving, over }
    private var state = State.open
    let descriptor: Int32
    private let loop: MainLoop
    private let connections: OpenConnections
    private var watch: Watch?
    private var queue: [UInt8] = []
    private var sent = 0  // how much of `queue` has left
    private var isWritingEnded = false
    private var isReadingEnded = false  // the peer has closed while our last words were still queued
    private var hasFailed = false
    private var limit: Timer?

    /// Takes over a connected socket.
    init(_ descriptor: Int32, origin: Origin, loop: MainLoop, connections: OpenConnections) {
        self.descriptor = descriptor
        self.origin = origin
        self.loop = loop
        self.connections = connections
        Self.setOptions(descriptor)
        connections.add(self)
        CrashReport.note("connection", Int(descriptor))
        watch = loop.watch(descriptor, []) { [weak self] ready in self?.serve(ready) }
    }

    deinit {
        let (watch, descriptor, isOpen) = (watch, descriptor, state != .over)
        guard isOpen else { return }
        MainActor.assumeIsolated { watch?.cancel() }
        Glibc.close(descriptor)
    }

    /// A silent peer is asked after 8 s, and three times 3 s later it is gone, as it is when it leaves our bytes unacknowledged.
    /// The user time-out must be less than those 17 s: it replaces the count of probes, and is looked at only when one is due.
    private static func setOptions(_ descriptor: Int32) {
        makeQuiet(descriptor)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_NODELAY, 1)
        setOption(descriptor, Int(SOL_SOCKET), SO_KEEPALIVE, 1)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_KEEPIDLE, 8)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_KEEPINTVL, 3)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_KEEPCNT, 3)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_USER_TIMEOUT, 15_500)
    }

    // MARK: Connection

    /// The kernel keeps what it has sent until the other machine acknowledges it.
    package var hasArrived: Bool {
        var unacknowledged: Int32 = 0
        return queue.isEmpty && ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 && unacknowledged == 0
    }

    /// Sends at once what the kernel takes and queues the rest. The delegate hears of a failure later, never from within.
    package func send(_ bytes: [UInt8]) {
        guard state == .open, !hasFailed, !bytes.isEmpty else { return }
        CrashReport.note("bytes to a peer:", bytes.count)
        if queue.isEmpty {
            let count = write(bytes[...])
            if count < bytes.count { queue = Array(bytes[count...]) }
        } else {
            queue.append(traceless: bytes[...])
        }
        if queue.count - sent > Self.queueLimit {
            queue.wipe()
            sent = 0
            delegateHearsOfEndLater()
        }
        updateInterest()
    }

    /// Closes once what is queued has left. See the head of this file.
    package func close() {
        guard state == .open else { return }
        state = .leaving
        delegate = nil
        connections.keep(self)
        startLimit()
        endWritingIfSent()
        updateInterest()
    }

    // MARK: Readiness

    /// Does what the socket is ready for; called by the loop, and by `OpenConnections` when the loop has ended.
    func serve(_ ready: Interest) {
        if ready.contains(.write) { flush() }
        if ready.contains(.read), state != .over { receive() }
    }

    /// What to watch for now.
    var interest: Interest {
        var interest: Interest = []
        if (state == .leaving && !isReadingEnded) || (state == .open && delegate != nil) { interest.insert(.read) }
        if !queue.isEmpty { interest.insert(.write) }
        return state == .over ? [] : interest
    }

    private func updateInterest() { watch?.interest = interest }

    /// How many of `bytes` the kernel took. An error is no bytes: the next read tells it.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count < 0, errno != EAGAIN, errno != EINTR {
            delegateHearsOfEndLater()
            return bytes.count
        }
        return max(0, count)
    }

    private func flush() {
        guard !queue.isEmpty else { return }
        let count = write(queue[sent...])
        sent += count
        if sent == queue.count {
            queue.wipe()
            sent = 0
        } else if sent >= Self.readLimit {
            queue.removeFirst(sent)
            sent = 0
        }
        if count > 0, state == .leaving { startLimit() }
        endWritingIfSent()
        updateInterest()
    }

    private func receive() {
        guard state == .leaving || delegate != nil else { return updateInterest() }
        let count = ReadRoom.bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, Self.readLimit, 0) }
        CrashReport.note("bytes of a peer:", count)
        if count > 0 {
            delegate?.connection(self, didReceive: ReadRoom.bytes[..<count])
            // There may have been a key in it.
            ReadRoom.bytes.overwrite(0..<count)
        } else if count == 0, state == .leaving, !queue.isEmpty {
            isReadingEnded = true
            updateInterest()
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            end()
        }
    }

    // MARK: The end

    private func endWritingIfSent() {
        guard state == .leaving, queue.isEmpty, !isWritingEnded else { return }
        isWritingEnded = true
        shutdown(descriptor, Int32(SHUT_WR))
        if isReadingEnded { end() }
    }

    private func startLimit() {
        limit?.cancel()
        limit = loop.after(milliseconds: Self.closingMilliseconds) { [weak self] in self?.end() }
    }

    /// After a failed send. What the peer said before it failed is still read first where a delegate waits for it.
    private func delegateHearsOfEndLater() {
        guard !hasFailed else { return }
        hasFailed = true
        loop.after(milliseconds: 0) { [weak self] in self?.endAfterReading() }
    }

    private func endAfterReading() {
        for _ in 0..<4 where state == .open && delegate != nil { receive() }
        end()
    }

    /// Closes the descriptor, now, and tells the delegate where it is not we who left.
    func end() {
        guard state != .over else { return }
        let listener = state == .open ? delegate : nil
        state = .over
        CrashReport.note("end of connection", Int(descriptor))
        watch?.cancel()
        limit?.cancel()
        Glibc.close(descriptor)
        queue.wipe()
        listener?.connectionDidClose(self)
        connections.remove(self)
    }
}

/// One room for all reads: what is read is handed on before the next read.
private enum ReadRoom {
    static var bytes = [UInt8](repeating: 0, count: TCPConnection.readLimit)
}

// An open TCP connection. Sending never blocks, each round reads a limited amount, and everything that was sent is overwritten
// in memory, because it may contain keys.
//
// If a socket is closed while it has unread bytes, the kernel sends a reset, which destroys what the peer has not read yet, for
// example our goodbye. So `close` sends what is queued, ends the writing side, and discards input until the peer has closed
// too.

import Glibc
import Session
import Wire

/// A connection to a peer.
package final class TCPConnection: Connection {
    /// The most unsent bytes; beyond that, the peer does not read and counts as gone.
    static let queueLimit = 1 << 20
    /// The most bytes read in one round, so that a flood cannot delay a key.
    static let readLimit = 1 << 14
    /// No program of ours gives a connection up in a shorter outage (see `setOptions`), in seconds.
    static let shortestOutage = 10
    /// One buffer for all reads: bytes are handled before the next read.
    private static var received = [UInt8](repeating: 0, count: readLimit)
    /// How long closing may take without progress, in milliseconds.
    static let closingMilliseconds = 1000

    /// Called with the data, and with nil at the end. Until it is set, bytes wait in the kernel.
    package var didReceive: ((ArraySlice<UInt8>?) -> Void)? { didSet { updateInterest() } }
    package let origin: Origin

    private nonisolated enum State { case open, leaving, over }
    private var state = State.open
    let descriptor: Int32
    private let loop: MainLoop
    private let connections: OpenConnections
    private var watch: Watch?
    private var queue: [UInt8] = []
    private var sent = 0  // how many bytes of `queue` were sent
    private var isWritingEnded = false
    private var isReadingEnded = false  // whether the peer closed while data was queued
    private var hasFailed = false
    package private(set) var isPeerGone = false
    private var lastHeard = TCPConnection.now
    private var limit: Timer?
    /// Until it is looked whether a machine that dials us has received everything.
    private var patience: Timer?
    /// How long such a machine may take, in milliseconds: less than the kernel's limit (see `setOptions`).
    private static let patienceMilliseconds = 12_500

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

    /// A cut cable ends the connection within half a minute. Keepalive probes a silent connection from the 8th second on, once a second; the
    /// user timeout ends it in the 14th, because it replaces the number of probes. Data sent just before that, such as a heartbeat, starts
    /// the user timeout anew. An outage of 5 s is survived on any line: TCP sends again after 6.4 and 12.8 s.
    private static func setOptions(_ descriptor: Int32) {
        setNonBlocking(descriptor)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_NODELAY, 1)
        setOption(descriptor, Int(SOL_SOCKET), SO_KEEPALIVE, 1)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_KEEPIDLE, 8)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_KEEPINTVL, 1)
        setOption(descriptor, Int(IPPROTO_TCP), TCP_USER_TIMEOUT, 13_500)
    }

    // MARK: Connection

    /// The kernel keeps sent bytes until they are acknowledged.
    package var hasArrived: Bool {
        var unacknowledged: Int32 = 0
        return queue.isEmpty && ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 && unacknowledged == 0
    }

    /// Sends what the kernel takes and queues the rest. Failures are told later.
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
            reportEndLater()
        }
        awaitAcknowledgement()
        updateInterest()
    }

    /// Closes once the queue was sent (see the head of this file).
    package func close() {
        guard state == .open else { return }
        state = .leaving
        didReceive = nil
        connections.keep(self)
        startLimit()
        endWritingIfSent()
        updateInterest()
    }

    // MARK: Readiness

    /// Reads and writes; called by the loop, and by `OpenConnections` after the loop has ended.
    func serve(_ ready: Interest) {
        if ready.contains(.write) { flush() }
        if ready.contains(.read), state != .over { receive() }
    }

    /// The events to watch for now.
    var interest: Interest {
        var interest: Interest = []
        if (state == .leaving && !isReadingEnded) || (state == .open && didReceive != nil) { interest.insert(.read) }
        if !queue.isEmpty { interest.insert(.write) }
        return state == .over ? [] : interest
    }

    private func updateInterest() { watch?.interest = interest }

    /// Returns how many bytes the kernel took. After a failure all count as taken, and the end is reported later.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count < 0, errno != EAGAIN, errno != EINTR {
            didFail(errno)
            reportEndLater()
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
        guard state == .leaving || didReceive != nil else { return updateInterest() }
        let count = Self.received.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, Self.readLimit, 0) }
        CrashReport.note("bytes of a peer:", count)
        if count > 0 {
            lastHeard = Self.now
            didReceive?(Self.received[..<count])
            // The bytes may contain a key.
            Self.received.overwrite(0..<count)
        } else if count == 0, state == .open {
            // The peer's kernel says that its program has closed the socket; after a failure this means nothing.
            if !hasFailed { isPeerGone = true }
            end()
        } else if count == 0, !queue.isEmpty {
            isReadingEnded = true
            updateInterest()
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            if count < 0 { didFail(errno) }
            end()
        }
    }

    // MARK: The end

    /// Reading or writing has failed. The kernel resets the connections of a program that ends with unread bytes, but also one that the
    /// program gave up in an outage. EPIPE: the peer closed, then came a reset.
    private func didFail(_ code: Int32) {
        isPeerGone = code == EPIPE || code == ECONNRESET && Self.now - lastHeard < Self.shortestOutage
    }

    /// The seconds since the machine was started, with those in which it slept.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }

    /// Where both dial each other again after a break, our router must hear that this connection is over: as long as it remembers it, it keeps the
    /// other machine out. The kernel, whose limit is a second longer, would end it in silence.
    private func awaitAcknowledgement(in milliseconds: Int = TCPConnection.patienceMilliseconds) {
        guard state == .open, patience == nil, origin.endpoint?.mutual != nil else { return }
        patience = loop.after(milliseconds: milliseconds) { [weak self] in self?.patienceDidEnd() }
    }

    private func patienceDidEnd() {
        patience = nil
        guard state == .open, !hasArrived else { return }
        var facts = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &facts, &length)
        let left = Self.patienceMilliseconds - Int(facts.tcpi_last_ack_recv)
        if left > 0 { return awaitAcknowledgement(in: left) }
        var atOnce = linger(l_onoff: 1, l_linger: 0)  // with a reset
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
        didFail(ETIMEDOUT)
        end()
    }

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

    /// After a failed send. Who waits first gets what the peer sent before.
    private func reportEndLater() {
        guard !hasFailed else { return }
        hasFailed = true
        loop.after(milliseconds: 0) { [weak self] in self?.endAfterReading() }
    }

    private func endAfterReading() {
        for _ in 0..<4 where state == .open && didReceive != nil { receive() }
        end()
    }

    /// Closes the descriptor, and tells if the peer left.
    func end() {
        guard state != .over else { return }
        let didReceive = state == .open ? didReceive : nil
        state = .over
        CrashReport.note("end of connection", Int(descriptor))
        watch?.cancel()
        limit?.cancel()
        patience?.cancel()
        Glibc.close(descriptor)
        queue.wipe()
        didReceive?(nil)
        connections.remove(self)
    }
}

// A connection whose bytes are sealed on their way. Its users need not know.

import Wire

/// A sealed connection over an open one.
final class SealedConnection: Connection {
    var didReceive: ((ArraySlice<UInt8>?) -> Void)? { didSet { updateReading() } }
    var origin: Origin { inner.origin }

    private let inner: Connection
    private let environment: Scheduler
    private let stream: SealedStream
    /// What arrived together with the end of the handshake.
    private var unread: [UInt8]
    private var nextTurn: Cancellable?
    private var isOver = false
    private var hasSentSecret = false
    private(set) var ending = Disconnection.closed

    /// Seals everything that is sent on `inner` from now on. `unread` arrived on it and belongs to the stream.
    init(_ inner: Connection, stream: SealedStream, unread: [UInt8], environment: Scheduler) {
        self.inner = inner
        self.stream = stream
        self.unread = unread
        self.environment = environment
    }

    var hasArrived: Bool { inner.hasArrived }
    var isPeerGone: Bool { inner.isPeerGone }
    var receiptTimeout: Int { inner.receiptTimeout }

    func send(_ bytes: [UInt8]) {
        if isOver { return }
        var secret: [UInt8] = []
        if !hasSentSecret {
            hasSentSecret = true
            secret = stream.seal(secret: inner.secret)
        }
        inner.send(secret + stream.seal(bytes))
    }

    func close() {
        if !isOver { inner.send(stream.end()) }
        isOver = true
        nextTurn?.cancel()
        inner.didReceive = nil
        inner.close()
    }

    /// Whether the other side has ended the stream and nobody was told yet.
    private var isEndUntold: Bool { stream.hasEnded && !isOver }

    /// Reads in the next turn of the loop: nobody is told before the call that set `didReceive` has returned.
    private func updateReading() {
        if isOver { return }
        guard didReceive != nil, !unread.isEmpty || isEndUntold else {
            inner.didReceive = didReceive == nil ? nil : { [weak self] in self?.receive($0) }
            return
        }
        nextTurn = nextTurn ?? environment.after(milliseconds: 0) { [weak self] in self?.readOn() }
    }

    private func readOn() {
        nextTurn = nil
        guard didReceive != nil, !isOver else { return }
        let bytes = unread
        unread = []
        open(bytes[...])
        updateReading()
    }

    private func open(_ bytes: ArraySlice<UInt8>) {
        // What somebody on the way has changed is treated as a cut cable, and nothing of it is read.
        guard var opened = stream.open(bytes) else { return end(.cut) }
        defer { opened.wipe() }
        for secret in stream.secrets { inner.learn(secret) }
        stream.secrets = []
        if !opened.isEmpty { didReceive?(opened[...]) }
        if isEndUntold, didReceive != nil { end(.left) }
    }

    private func end(_ ending: Disconnection) {
        self.ending = ending
        let didReceive = didReceive
        close()
        didReceive?(nil)
    }

    /// Nil: the connection below is over.
    private func receive(_ bytes: ArraySlice<UInt8>?) {
        guard !isOver else { return }
        if let bytes { return open(bytes) }
        isOver = true
        ending = .cut
        didReceive?(nil)
    }
}

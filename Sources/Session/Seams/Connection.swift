// A connection to a peer as a protocol: bytes both ways, in order.

/// A connection to a peer.
package protocol Connection: AnyObject {
    /// Called with what arrives, in order, and with nil when the connection is over: nothing more arrives then. Until it is set, bytes wait.
    var didReceive: ((ArraySlice<UInt8>?) -> Void)? { get set }
    /// Where it leads, or comes from.
    var origin: Origin { get }
    /// Whether the other machine has everything that was sent. Its program may not have read it yet.
    var hasArrived: Bool { get }
    /// How it ended, once it is over: `closed`, or `left` or `cut` if it is sealed.
    var ending: Disconnection { get }
    /// Once it is over: whether the peer's program has ended or closed the connection, and not the network. Where the
    /// connection is open, somebody on the way can pretend that.
    var isPeerGone: Bool { get }
    /// How long the peer's program may take to say that it has read something, in milliseconds.
    var receiptTimeout: Int { get }
    /// What only the peer may know about this connection; empty: nothing. It is sent once the connection is sealed.
    var secret: [UInt8] { get }
    /// The peer's `secret`.
    func learn(_ secret: [UInt8])
    /// Queues bytes and sends what can be sent at once. After `close` nothing is sent.
    func send(_ bytes: [UInt8])
    /// Closes once everything queued has left: the write side then, the rest when the peer has closed too or after a second.
    /// Nothing is told any more.
    func close()
}

extension Connection {
    /// Anybody on the way can close an open connection in the peer's name.
    package var ending: Disconnection { .closed }
    /// Nobody can tell.
    package var isPeerGone: Bool { false }
    /// On a local network.
    package var receiptTimeout: Int { Heartbeat.receiptTimeout }
    /// Nothing.
    package var secret: [UInt8] { [] }
    /// Ignores it.
    package func learn(_ secret: [UInt8]) {}
}

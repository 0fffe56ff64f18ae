// A connection to a peer as a protocol: bytes both ways, in order.

/// A connection to a peer.
package protocol Connection: AnyObject {
    /// Receives what arrives. Bytes wait until there is one.
    var delegate: ConnectionDelegate? { get set }
    /// Where it leads, or comes from.
    var origin: Origin { get }
    /// Whether the other machine has everything that was sent. Its program may not have read it yet.
    var hasArrived: Bool { get }
    /// How it ended, once `connectionDidClose` was called: `closed`, or `left` or `cut` if it is sealed.
    var ending: Disconnection { get }
    /// Once `connectionDidClose` was called: whether the peer's program has ended or closed the connection, and not the network. Where the
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
    /// Closes once everything queued has left: the write side then, the rest when the peer has closed too or after a second. The
    /// delegate is not called any more.
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

/// Receives what happens on a connection.
package protocol ConnectionDelegate: AnyObject {
    /// Bytes arrived, in order.
    func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>)
    /// The connection is over; nothing more arrives.
    func connectionDidClose(_ connection: Connection)
}

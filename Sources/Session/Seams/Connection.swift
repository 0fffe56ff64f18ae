// A connection to a peer, as a protocol: bytes both ways, in order. It knows no packets.

/// A connection to a peer.
package protocol Connection: AnyObject {
    /// Who is told what arrives. Bytes wait until there is one.
    var delegate: ConnectionDelegate? { get set }
    /// Where it leads.
    var origin: Origin { get }
    /// Whether the other machine has all that was sent; its program may not have read it yet.
    var hasArrived: Bool { get }
    /// How it ended, once its delegate has been told that it did.
    var ending: ConnectionEnding { get }
    /// How long the peer's program may take to say that it has read something, in milliseconds.
    var receiptTimeout: Int { get }
    /// Queues bytes, and sends what can be sent at once before it returns. After `close` nothing is sent.
    func send(_ bytes: [UInt8])
    /// Closes once what is queued has left: the write side at once, the whole when the peer has closed too or a second is over.
    /// The delegate is told nothing more.
    func close()
}

/// How a connection ended that we did not close.
nonisolated package enum ConnectionEnding: Equatable {
    /// The peer closed it or the network broke: it is not to be seen which.
    case unknown
    /// The peer has said that it ends, and nobody else can have.
    case said
    /// The peer has not said so, and would have: the network broke, or somebody has cut it.
    case cut
}

extension Connection {
    /// Whoever can close an open connection can do it in the peer's name.
    package var ending: ConnectionEnding { .unknown }
    /// On a local network.
    package var receiptTimeout: Int { Receipts.timeout }
}

/// Is told what happens on a connection.
package protocol ConnectionDelegate: AnyObject {
    /// Bytes arrived, in order.
    func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>)
    /// It is over, by the peer or by the network; nothing more will come.
    func connectionDidClose(_ connection: Connection)
}

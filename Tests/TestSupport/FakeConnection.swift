// Two ends of a connection in memory. Bytes travel when the test says so, so that messages can cross in any order.

import Session

/// One end of a connection in memory.
package final class FakeConnection: Connection {
    package var didReceive: ((ArraySlice<UInt8>?) -> Void)? {
        didSet { if didReceive != nil { deliverWaiting() } }
    }
    package let origin: Origin
    /// The owner of this end, for a test of many.
    package var owner = ""
    /// Whether this end was closed by its owner.
    package private(set) var isClosed = false
    /// Everything that its owner sent.
    package private(set) var sent: [UInt8] = []
    /// What it sent and the other end has not yet received.
    private var travelling: [[UInt8]] = []
    private var waiting: [[UInt8]] = []
    /// Whether the other end closed, or the network broke.
    package private(set) var hasEnded = false
    private var isEndTravelling = false
    private weak var other: FakeConnection?
    /// After this many more sends of this end the connection breaks: what follows is lost, and both ends notice. Nil: never.
    package var sendsLeft: Int?
    /// The number, from 0, of the only send of this end that is lost. Nil: none.
    package var dropped: Int?

    /// An end without another: the test plays the peer by hand.
    package init(peer: String = "10.0.0.2:27364", network: String? = nil, endpoint: Endpoint? = nil) {
        let machine = peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
        let network = network ?? machine.lastIndex(of: ".").map { String(machine[..<$0]) } ?? machine
        origin = Origin(words: peer, machine: machine, network: network, endpoint: endpoint)
    }

    /// Two ends of one connection, between machines of these addresses.
    /// `back` is where the host meets the guest again.
    package static func pair(
        host hostAddress: String = "10.0.0.1", guest guestAddress: String = "10.0.0.2", at endpoint: Endpoint? = nil,
        back: Endpoint? = nil
    ) -> (host: FakeConnection, guest: FakeConnection) {
        let host = FakeConnection(peer: "\(guestAddress):40000", endpoint: back)
        let there = "\(hostAddress):\(FakeEnvironment.usualPort)"
        let guest = FakeConnection(peer: there, endpoint: endpoint ?? FakeEnvironment.endpoint(there))
        host.other = guest
        guest.other = host
        return (host, guest)
    }

    package func send(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        sent += bytes
        travelling.append(bytes)
    }

    package func close() {
        isClosed = true
        isEndTravelling = true
    }

    package var hasArrived: Bool { travelling.isEmpty }

    /// How much of what this end sent still travels.
    package var onTheWay: Int { travelling.count + (isEndTravelling ? 1 : 0) }

    /// Whether anything that this end sent still travels.
    package var isBusy: Bool { !travelling.isEmpty || isEndTravelling }

    /// What travels is lost.
    package func lose() {
        travelling = []
        isEndTravelling = false
    }

    /// The other end receives the oldest send of this end; returns whether there was one.
    @discardableResult
    package func deliverOne() -> Bool {
        if !travelling.isEmpty {
            if sendsLeft == 0 {
                cut()
                return true
            }
            sendsLeft? -= 1
            let bytes = travelling.removeFirst()
            if dropped != 0 { other?.receive(bytes) }
            dropped = dropped.flatMap { $0 > 0 ? $0 - 1 : nil }
            return true
        }
        guard isEndTravelling else { return false }
        isEndTravelling = false
        other?.receiveEnd()
        return true
    }

    private func cut() {
        let other = other
        for end in [self, other] { end?.lose() }
        for end in [self, other] { end?.receiveEnd() }
    }

    /// The other end receives the first half of the oldest send of this end.
    package func deliverHalf() {
        guard let bytes = travelling.first else { return }
        travelling[0].removeFirst(bytes.count / 2)
        other?.receive(Array(bytes.prefix(bytes.count / 2)))
    }

    /// The other end receives all that this end sent.
    package func deliver() { while deliverOne() {} }

    /// Both ends receive everything, until nothing travels any more.
    package static func settle(_ ends: FakeConnection...) {
        while ends.reduce(false, { $1.deliverOne() || $0 }) {}
    }

    /// Bytes arrive at this end.
    package func receive(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        if let didReceive { didReceive(bytes[...]) } else { waiting.append(bytes) }
    }

    /// The other end closed, or the network broke.
    package func receiveEnd() {
        guard !isClosed else { return }
        hasEnded = true
        if waiting.isEmpty { didReceive?(nil) }
    }

    private func deliverWaiting() {
        while didReceive != nil, !waiting.isEmpty { receive(waiting.removeFirst()) }
        if hasEnded { receiveEnd() }
    }
}

// A connection that speaks packets: bytes into packets and back, and the rules that hold for every peer: its nonsense ends this
// connection and nothing else, it may not stop in the middle of a packet, and it cannot keep the screen from being drawn. It knows
// no game.

import Wire

/// Is told what arrives.
package protocol PacketConnectionDelegate: AnyObject {
    /// A packet came, in order.
    func connection(_ connection: PacketConnection, didReceive packet: Packet)
    /// It is over, and not by our doing; nothing more will come.
    func connectionDidEnd(_ connection: PacketConnection, because end: PacketConnection.End)
}

/// A connection that speaks packets.
package final class PacketConnection {
    /// Why it is over.
    package enum End: Equatable {
        /// The peer closed it, or the network broke.
        case closed
        /// What the peer sent is no packet.
        case nonsense(WireError)
        /// The same before any packet: a program of another kind is at the other end.
        case stranger
        /// The peer stopped in the middle of a packet.
        case stalled
    }

    /// How long a peer may stop in the middle of a packet, in milliseconds.
    package static let patience = 10_000
    /// How many packets are read before keys and the screen have their turn again. What else has arrived waits.
    package static let packetsATurn = 64

    /// Who is told; whoever takes a connection over from another takes it between two packets.
    package weak var delegate: PacketConnectionDelegate?
    /// Where it leads.
    package var origin: Origin { connection.origin }
    /// Whether nobody on the way can read or change what is said.
    package var isSealed: Bool { connection is SealedConnection }

    private let connection: Connection
    private let surroundings: LoopClock
    private var decoder = PacketDecoder()
    private var hasHeardAPacket = false
    private var isOver = false
    private var stall: Cancellable?
    private var nextTurn: Cancellable?

    /// Takes a connection over. Nothing is read before `start`.
    package init(_ connection: Connection, surroundings: LoopClock) {
        self.connection = connection
        self.surroundings = surroundings
    }

    /// From now on the delegate is told what arrives.
    package func start() { if !isOver && nextTurn == nil { connection.delegate = self } }

    /// Sends a packet; after the end it does nothing.
    package func send(_ packet: Packet) { if !isOver { connection.send(PacketEncoder.encode(packet)) } }

    /// Says hello to somebody who came for Four in a Row that it is not played here, and closes.
    package func turnAway(fromGame game: String) {
        send(.hello(Hello(name: "", version: Program.version, game: game, capabilities: [])))
        close()
    }

    /// Closes once everything sent is on its way. The delegate is told nothing more.
    package func close() {
        guard !isOver else { return }
        isOver = true
        stall?.cancel()
        nextTurn?.cancel()
        connection.delegate = nil
        connection.close()
    }

    /// Gives the connection away between two packets, with what arrived on it and was not read: something other than packets
    /// follows. The delegate is told nothing more.
    package func release() -> (connection: Connection, unread: [UInt8]) {
        isOver = true
        stall?.cancel()
        nextTurn?.cancel()
        connection.delegate = nil
        return (connection, decoder.takeRest())
    }

    private func end(because end: End) {
        guard !isOver else { return }
        switch end {
        case .nonsense: send(.bye(.nonsense))
        case .stalled: send(.bye(.stalled))
        case .closed, .stranger: break
        }
        close()
        delegate?.connectionDidEnd(self, because: end)
    }
}

// MARK: - What arrives

extension PacketConnection: ConnectionDelegate {
    package func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>) {
        decoder.append(bytes)
        read()
    }

    package func connectionDidClose(_ connection: Connection) { end(because: .closed) }

    private func read() {
        stall?.cancel()
        stall = nil
        var count = 0
        do throws(WireError) {
            while !isOver, count < Self.packetsATurn, let packet = try decoder.next() {
                hasHeardAPacket = true
                count += 1
                delegate?.connection(self, didReceive: packet)
            }
        } catch {
            return end(because: hasHeardAPacket ? .nonsense(error) : .stranger)
        }
        if isOver { return }
        if count == Self.packetsATurn { rest() } else { watchForStall() }
    }

    /// Reads on in the next turn of the loop; until then what arrives waits where it is.
    private func rest() {
        connection.delegate = nil
        nextTurn = surroundings.after(milliseconds: 0) { [weak self] in
            guard let self, !self.isOver else { return }
            self.nextTurn = nil
            self.read()
            self.start()
        }
    }

    private func watchForStall() {
        guard decoder.isInsideFrame else { return }
        stall = surroundings.after(milliseconds: Self.patience) { [weak self] in self?.end(because: .stalled) }
    }
}

// Turns bytes into packets and back, for every owner of a socket, and applies the rules for every peer: invalid bytes end this connection
// and nothing else, a packet must be completed in time, and a flood of packets cannot keep the screen from being drawn.

import Wire

/// Why a connection is over.
nonisolated package enum PacketEnd: Equatable {
    /// The peer closed it, or the network broke.
    case closed
    /// The peer closed it without a goodbye: sealed, it said that it would.
    case left
    /// The network broke, or somebody on the way cut it: sealed, the peer would have said that it ends.
    case cut
    /// What the peer sent is no packet, or none of the game that is played.
    case nonsense(WireError)
    /// The same before any packet: a program of another kind is at the other end.
    case stranger
    /// The peer stopped in the middle of a packet.
    case stalled

    /// Whether perhaps neither player wanted it.
    package var mayBeAccident: Bool { [.closed, .left, .cut, .stalled].contains(self) }
}

/// The packets of one connection.
package final class PacketCodec {
    /// How long a peer may stop in the middle of a packet, in milliseconds: as long as in the original app.
    package static let timeout = 30_000
    /// How many packets are read before keys and the screen have their turn again. What else has arrived waits.
    package static let packetsATurn = 64

    let scheduler: Scheduler
    fileprivate var decoder = PacketDecoder()
    fileprivate var hasHeardAPacket: Bool
    /// A packet that was read already, and is to be read again.
    private var again: Packet?
    fileprivate var isOver = false
    fileprivate var stall: Cancellable?
    fileprivate var nextTurn: Cancellable?

    /// A codec for a connection on which nothing has been read.
    package init(scheduler: Scheduler) {
        self.scheduler = scheduler
        hasHeardAPacket = false
    }

    /// A codec that reads on where another one stopped, or with a packet that it read last.
    fileprivate init(after other: PacketCodec, again packet: Packet?) {
        (scheduler, hasHeardAPacket, again) = (other.scheduler, other.hasHeardAPacket, packet ?? other.again)
        swap(&decoder, &other.decoder)
    }

    fileprivate var hasUnread: Bool { again != nil || decoder.isInsideFrame }

    fileprivate func next() throws(WireError) -> Packet? {
        guard let packet = again else { return try decoder.next() }
        again = nil
        return packet
    }

    fileprivate func stop() {
        isOver = true
        stall?.cancel()
        nextTurn?.cancel()
        (stall, nextTurn) = (nil, nil)
    }
}

/// The owner of a socket and its codec.
package protocol PacketSpeaker: ConnectionDelegate {
    /// The connection.
    var socket: Connection { get }
    /// Its packets.
    var codec: PacketCodec { get }
    /// A packet came, in order. It throws where the packet makes no sense to the game that it is for.
    func didReceive(_ packet: Packet) throws(WireError)
    /// It is over, and not by our doing; nothing more will come.
    func didEnd(because end: PacketEnd)
}

extension PacketSpeaker {
    /// Where it leads.
    package var origin: Origin { socket.origin }
    /// From now on what arrives is read: what is there already in the next turn of the loop, so that nobody is told anything before
    /// this returns.
    package func start() {
        guard !codec.isOver, codec.nextTurn == nil else { return }
        if codec.hasUnread { rest() } else { socket.delegate = self }
    }

    /// Sends packets together; after the end it does nothing.
    package func send(_ packets: Packet...) {
        guard !codec.isOver else { return }
        for packet in packets { codec.scheduler.note("to \(origin.noted): \(packet.summary)") }
        var bytes = PacketEncoder.encode(packets)
        socket.send(bytes)
        bytes.wipe()
    }

    /// Tells a peer that came for another game which one is played here, and closes the connection.
    package func turnAway(fromGame game: String) {
        send(.control(.hello(Hello(name: "", version: Program.version, game: game))))
        close()
    }

    /// Closes once everything sent is on its way. Nothing more is told.
    package func close() {
        guard !codec.isOver else { return }
        codec.scheduler.note("closing the connection with \(origin.noted)")
        codec.stop()
        codec.decoder.forget()
        socket.delegate = nil
        socket.close()
    }

    /// Gives the socket away between two packets, with a codec for what follows, and before that for a packet that is to be read
    /// `again`. Nothing more is told.
    package func handOver(again packet: Packet? = nil) -> (socket: Connection, codec: PacketCodec) {
        codec.stop()
        socket.delegate = nil
        return (socket, PacketCodec(after: codec, again: packet))
    }

    /// Gives the socket away between two packets, with what arrived on it and was not read: something other than packets follows.
    package func release() -> (socket: Connection, unread: [UInt8]) {
        codec.stop()
        socket.delegate = nil
        return (socket, codec.decoder.takeRest())
    }

    package func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>) {
        codec.decoder.append(bytes)
        read()
    }

    package func connectionDidClose(_ connection: Connection) {
        switch connection.ending {
        case .unknown: end(because: .closed)
        case .said: end(because: .left)
        case .cut: end(because: .cut)
        }
    }

    private func read() {
        codec.stall?.cancel()
        codec.stall = nil
        var count = 0
        do throws(WireError) {
            while !codec.isOver, count < PacketCodec.packetsATurn, let packet = try codec.next() {
                count += 1
                codec.scheduler.note("from \(origin.noted): \(packet.summary)")
                try didReceive(packet)
                codec.hasHeardAPacket = true
            }
        } catch {
            return end(because: codec.hasHeardAPacket ? .nonsense(error) : .stranger)
        }
        if codec.isOver { return }
        if count == PacketCodec.packetsATurn { rest() } else { watchForStall() }
    }

    /// Reads on in the next turn of the loop; until then what arrives waits where it is.
    private func rest() {
        socket.delegate = nil
        codec.nextTurn = codec.scheduler.after(milliseconds: 0) { [weak self] in
            guard let self, !codec.isOver else { return }
            codec.nextTurn = nil
            read()
            if !codec.isOver, codec.nextTurn == nil { socket.delegate = self }
        }
    }

    private func watchForStall() {
        guard codec.decoder.isInsideFrame else { return }
        codec.stall = codec.scheduler.after(milliseconds: PacketCodec.timeout) { [weak self] in self?.end(because: .stalled) }
    }

    private func end(because end: PacketEnd) {
        guard !codec.isOver else { return }
        codec.scheduler.note("the connection with \(origin.noted) ended: \(end)")
        switch end {
        case .nonsense: send(.control(.bye(.nonsense)))
        case .stalled: send(.control(.bye(.stalled)))
        case .closed, .left, .cut, .stranger: break
        }
        close()
        didEnd(because: end)
    }
}

/// Is told what arrives.
package protocol PacketConnectionDelegate: AnyObject {
    /// A packet came, in order. It throws where the packet makes no sense to the game that it is for: that ends the connection, as
    /// bytes that are no packet do.
    func connection(_ connection: PacketConnection, didReceive packet: Packet) throws(WireError)
    /// It is over, and not by our doing; nothing more will come.
    func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd)
}

/// A connection that speaks packets.
package final class PacketConnection: PacketSpeaker {
    package let socket: Connection
    package let codec: PacketCodec
    /// Who is told.
    package weak var delegate: PacketConnectionDelegate?

    /// Takes a connection over. Nothing is read before `start`.
    package init(_ socket: Connection, environment: Scheduler) {
        self.socket = socket
        codec = PacketCodec(scheduler: environment)
    }

    /// Goes on with what another one handed over.
    package init(_ handedOver: (socket: Connection, codec: PacketCodec)) { (socket, codec) = handedOver }

    package func didReceive(_ packet: Packet) throws(WireError) { try delegate?.connection(self, didReceive: packet) }
    package func didEnd(because end: PacketEnd) { delegate?.connectionDidEnd(self, because: end) }
}

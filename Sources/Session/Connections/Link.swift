// A connection that speaks packets. It turns bytes into packets and back, and applies the rules for every peer: invalid bytes end this
// connection and nothing else, a packet must be completed in time, and a flood of packets cannot keep the screen from being drawn.
// It is handed on by reference: whoever is responsible for it says who is told.

import Wire

/// Why the connection to a peer is over.
nonisolated package enum Disconnection: Equatable {
    /// The peer said goodbye.
    case bye(ByeReason)
    /// The peer closed it without a goodbye or the network failed; nobody can tell which.
    case closed
    /// It was lost in the middle of a game, and the peer did not come back in time.
    case late
    /// The peer closed it without a goodbye, which a sealed connection proves. It may come back.
    case left
    /// The network failed, or somebody on the way cut it: a sealed peer would have said that it closes it.
    case cut
    /// What the peer sent is no packet, or makes no sense in the game that is played.
    case nonsense(WireError)
    /// The same in the first packet: another program is at the other end, be it a host that we found or a guest.
    case notAGame
    /// The peer's program has another version.
    case otherVersion
    /// The peer stopped in the middle of a packet.
    case stalled
    /// The game that we joined is private.
    case isPrivate
    /// What we joined is a table, at which one sits down.
    case isTable

    /// Whether perhaps neither player wanted it.
    package var mayBeAccident: Bool { [.closed, .left, .cut, .stalled, .bye(.stalled)].contains(self) }
}

/// A connection, its packets and its timers.
package final class Link {
    /// How long a peer may stop in the middle of a packet, in milliseconds: as long as in the original app.
    package static let timeout = 30_000
    /// How many packets are read before keys and the screen have their turn again. What else has arrived waits.
    package static let packetsATurn = 64

    /// The connection.
    package private(set) var socket: Connection
    /// Called with each packet, in order. It throws where the packet makes no sense to the game that it is for: that ends the connection, as
    /// bytes that are no packet do. Whoever is responsible for the link sets this and `didEnd`, and no longer hears of it once somebody else has.
    package var didReceive: (Packet) throws(WireError) -> Void = { _ in }
    /// Called when it is over, and not by our doing; nothing more will come.
    package var didEnd: (Disconnection) -> Void = { _ in }

    let scheduler: Scheduler
    private var decoder = PacketDecoder()
    private var hasHeardAPacket = false
    /// A packet that was received, and is to be received again.
    private var again: Packet?
    private var isOver = false
    /// How often reading was held.
    private var holds = 0
    private var stall: Cancellable?
    private var nextTurn: Cancellable?

    /// Takes a connection over. Nothing is read before `start`.
    package init(_ socket: Connection, scheduler: Scheduler) { (self.socket, self.scheduler) = (socket, scheduler) }

    /// Where it leads.
    package var origin: Origin { socket.origin }
    /// Whether nobody on the way can read or change what is sent.
    package var isSealed: Bool { socket is SealedConnection }

    /// From now on what arrives is read: what is there already in the next turn of the loop, so that nobody is told anything before
    /// this returns.
    package func start() {
        guard !isOver, nextTurn == nil else { return }
        if again != nil || decoder.isInsideFrame { rest() } else { listen() }
    }

    private func listen() { socket.didReceive = { [weak self] in self?.receive($0) } }

    /// Reads nothing more until `start`, by when somebody else may be told, and first this packet `again`, if there is one.
    package func hold(again packet: Packet? = nil) {
        stopReading()
        again = packet ?? again
    }

    /// Everything that follows is sealed, in both directions, what has arrived and was not read included. Nothing is read until `start`.
    func seal(with stream: SealedStream) {
        stopReading()
        socket = SealedConnection(socket, stream: stream, unread: decoder.takeRest(), environment: scheduler)
        hasHeardAPacket = false
    }

    /// Sends packets together; after the end it does nothing.
    package func send(_ packets: Packet...) {
        guard !isOver else { return }
        for packet in packets { scheduler.note("to \(origin.noted): \(packet.summary)") }
        var bytes = Packet.frames(of: packets)
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
        guard !isOver else { return }
        scheduler.note("closing the connection with \(origin.noted)")
        isOver = true
        stopReading()
        decoder.forget()
        socket.close()
    }

    private func stopReading() {
        holds += 1
        for timer in [stall, nextTurn] { timer?.cancel() }
        (stall, nextTurn) = (nil, nil)
        socket.didReceive = nil
    }
}

extension Link {
    /// Nil: the other side has ended the connection.
    private func receive(_ bytes: ArraySlice<UInt8>?) {
        guard let bytes else { return end(because: socket.ending) }
        decoder.append(bytes)
        read()
    }

    private func read() {
        stall?.cancel()
        stall = nil
        var count = 0
        let holdsBefore = holds
        do throws(WireError) {
            while holds == holdsBefore, count < Self.packetsATurn, let packet = try next() {
                count += 1
                scheduler.note("from \(origin.noted): \(packet.summary)")
                try didReceive(packet)
                hasHeardAPacket = true
            }
        } catch {
            return end(because: hasHeardAPacket ? .nonsense(error) : .notAGame)
        }
        if holds != holdsBefore { return }
        if count == Self.packetsATurn { rest() } else { watchForStall() }
    }

    private func next() throws(WireError) -> Packet? {
        guard let packet = again else { return try decoder.next() }
        again = nil
        return packet
    }

    /// Reads on in the next turn of the loop; until then what arrives waits where it is.
    private func rest() {
        socket.didReceive = nil
        nextTurn = scheduler.after(milliseconds: 0) { [weak self] in
            guard let self, !isOver else { return }
            nextTurn = nil
            let holdsBefore = holds
            read()
            if holds == holdsBefore, nextTurn == nil { listen() }
        }
    }

    private func watchForStall() {
        guard decoder.isInsideFrame else { return }
        stall = scheduler.after(milliseconds: Self.timeout) { [weak self] in self?.end(because: .stalled) }
    }

    private func end(because end: Disconnection) {
        guard !isOver else { return }
        scheduler.note("the connection with \(origin.noted) ended: \(end)")
        switch end {
        case .nonsense: send(.control(.bye(.nonsense)))
        case .stalled: send(.control(.bye(.stalled)))
        default: break
        }
        close()
        didEnd(end)
    }
}

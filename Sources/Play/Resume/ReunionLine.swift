// One new connection between two that lost each other: whether the one at its other end is the one that is looked for. It knows the
// handshake, and what of a private game is said in the clear (the nonces) and what is not; no rules and no screen.

import Wire

/// Is told how it went.
protocol ReunionLineDelegate: AnyObject {
    /// It is the opponent, who knows this of the game; whoever plays on takes the connection.
    func line(_ line: ReunionLine, didProve history: SessionHistory)
    /// It is not, or it is gone; `isElsewhere`: a program of ours answers there, and plays another game.
    func lineDidFail(_ line: ReunionLine, isElsewhere: Bool)
}

/// One new connection.
final class ReunionLine {
    /// The connection, between two packets.
    private(set) var connection: PacketConnection
    private weak var delegate: ReunionLineDelegate?
    private let session: Session
    private let surroundings: Surroundings
    private var resumption: Resumption
    private var limit: Cancellable?

    /// The connection is `session`'s, perhaps. The guest speaks first.
    init(_ connection: Connection, session: Session, surroundings: Surroundings, delegate: ReunionLineDelegate) {
        self.connection = PacketConnection(connection, surroundings: surroundings)
        self.delegate = delegate
        self.session = session
        self.surroundings = surroundings
        resumption = Resumption(
            isHost: session.isHost, secret: session.secret, nonce: surroundings.randomBytes(SessionSecret.keyLength),
            history: session.history, hash: { surroundings.digest(of: $0, key: $1) })
        limit = surroundings.after(milliseconds: PacketConnection.patience) { [weak self] in self?.fail() }
        self.connection.delegate = self
        if !session.isHost { self.connection.send(.session(resumption.call)) }
    }

    /// From now on the delegate is told.
    func start() { connection.start() }

    /// Closes it: nobody is looked for any more.
    func close() {
        limit?.cancel()
        connection.send(.bye(.taken))
        connection.close()
    }

    private func fail(isElsewhere: Bool = false) {
        close()
        delegate?.lineDidFail(self, isElsewhere: isElsewhere)
    }
}

extension ReunionLine: PacketConnectionDelegate {
    func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        switch packet {
        case .session(let message): receive(message)
        case .hello: fail(isElsewhere: true)
        case .ignored: break
        default: fail()
        }
    }

    func connectionDidEnd(_ connection: PacketConnection, because end: PacketConnection.End) { fail() }

    private func receive(_ message: SessionMessage) {
        do throws(Resumption.Refusal) {
            switch try resumption.receive(message) {
            case .say(let answer):
                if !session.isHost { seal() }
                connection.send(.session(answer))
                if session.isHost { seal() }
            case .done(let history, let reply):
                limit?.cancel()
                connection.delegate = nil
                if let reply { connection.send(.session(reply)) }
                delegate?.line(self, didProve: history)
            }
        } catch {
            fail()
        }
    }

    /// Of a private game nothing is read or said in the clear from here on.
    private func seal() {
        guard session.isSealed, let stream = resumption.stream(kit: surroundings.seals) else { return }
        let (open, unread) = connection.release()
        connection = PacketConnection(
            SealedConnection(open, stream: stream, unread: unread, surroundings: surroundings), surroundings: surroundings)
        connection.delegate = self
        connection.start()
    }
}

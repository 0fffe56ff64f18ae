// One new connection between two that lost each other: whether the one at its other end is the one that is looked for. It knows the
// handshake, no rules and no screen.

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
    let connection: PacketConnection
    private weak var delegate: ReunionLineDelegate?
    private var resumption: Resumption
    private var limit: Cancellable?

    /// The connection is `session`'s, perhaps. The guest speaks first.
    init(_ connection: Connection, session: Session, surroundings: Surroundings, delegate: ReunionLineDelegate) {
        self.connection = PacketConnection(connection, surroundings: surroundings)
        self.delegate = delegate
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
            case .say(let answer): connection.send(.session(answer))
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
}

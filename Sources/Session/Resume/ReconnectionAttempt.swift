// One new connection between two that lost each other: whether the one at its other end is the one that is looked for. It knows the
// handshake, and what of a private game is said in the clear (the nonces) and what is not; no rules and no screen.

import Wire

/// Is told how it went.
package protocol ReconnectionAttemptDelegate: AnyObject {
    /// It is the opponent, who knows this of the game; whoever plays on takes the connection.
    func line(_ line: ReconnectionAttempt, didProve history: SessionHistory)
    /// It is not, or it is gone; `isElsewhere`: a program of ours answers there, and plays another game.
    func lineDidFail(_ line: ReconnectionAttempt, isElsewhere: Bool)
}

/// One new connection.
package final class ReconnectionAttempt {
    /// The connection, between two packets.
    package private(set) var connection: PacketConnection
    private weak var delegate: ReconnectionAttemptDelegate?
    private let session: ResumableGame
    private let environment: Scheduler & Cryptography
    private var resumption: Resumption

    /// The connection is `session`'s, perhaps. The guest speaks first.
    package init(
        _ connection: Connection, session: ResumableGame, environment: Scheduler & Cryptography,
        delegate: ReconnectionAttemptDelegate
    ) {
        self.connection = PacketConnection(connection, environment: environment)
        self.delegate = delegate
        self.session = session
        self.environment = environment
        resumption = Resumption(
            isHost: session.isHost, secret: session.secret, version: session.version,
            nonce: environment.randomBytes(SessionSecret.keyLength), history: session.history, kit: environment.seals)
        self.connection.delegate = self
        if !session.isHost { self.connection.send(.control(.session(resumption.call))) }
    }

    /// Whether it is the opponent, for all that has been said.
    package var hasProof: Bool { resumption.hasProof }

    /// From now on the delegate is told.
    package func start() { connection.start() }

    /// Closes it: nobody is looked for any more.
    package func close() {
        connection.send(.control(.bye(.taken)))
        connection.close()
    }

    private func fail(isElsewhere: Bool = false) {
        close()
        delegate?.lineDidFail(self, isElsewhere: isElsewhere)
    }
}

extension ReconnectionAttempt: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        switch packet {
        case .control(.session(let message)): receive(message)
        case .control(.hello), .control(.privacy): fail(isElsewhere: true)
        case .ignored: break
        case .control, .lobby, .game: fail()
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) { fail() }

    private func receive(_ message: SessionMessage) {
        do throws(Resumption.Refusal) {
            switch try resumption.receive(message) {
            case .say(let answer):
                if !session.isHost { seal() }
                connection.send(.control(.session(answer)))
                if session.isHost { seal() }
            case .done(let history, let reply):
                connection.delegate = nil
                if let reply { connection.send(.control(.session(reply))) }
                delegate?.line(self, didProve: history)
            }
        } catch {
            fail()
        }
    }

    /// Of a private game nothing is read or said in the clear from here on.
    private func seal() {
        guard session.isSealed, let stream = resumption.stream else { return }
        let (open, unread) = connection.release()
        connection = PacketConnection(
            SealedConnection(open, stream: stream, unread: unread, environment: environment), environment: environment)
        connection.delegate = self
        connection.start()
    }
}

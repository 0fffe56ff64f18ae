// One new connection that may lead to the lost opponent: runs the handshake that proves who is at its other end. In a private game it
// seals the connection after the first two messages.

import Wire

/// Receives the outcome of an attempt.
package protocol ReconnectionAttemptDelegate: AnyObject {
    /// The opponent is at the other end and reported this history. The delegate takes the connection.
    func attempt(_ attempt: ReconnectionAttempt, didProve history: MatchHistory)
    /// The connection ended, or leads to somebody else. `isElsewhere`: a program of ours answered there and plays another game.
    func attemptDidFail(_ attempt: ReconnectionAttempt, isElsewhere: Bool)
}

/// One new connection.
package final class ReconnectionAttempt {
    /// The connection, between two packets.
    package private(set) var connection: PacketConnection
    private weak var delegate: ReconnectionAttemptDelegate?
    private let session: ResumableGame
    private let environment: Scheduler & Cryptography
    private var resumption: Resumption

    /// An attempt to resume `session` on this connection. A guest sends its call at once.
    package init(
        _ connection: PacketConnection, session: ResumableGame, environment: Scheduler & Cryptography,
        delegate: ReconnectionAttemptDelegate
    ) {
        self.connection = connection
        self.delegate = delegate
        self.session = session
        self.environment = environment
        resumption = Resumption(
            isHost: session.isHost, token: session.token, history: session.history, kit: environment.seals)
        self.connection.delegate = self
        if !session.isHost {
            let call = resumption.call(nonce: environment.randomBytes(ResumeToken.keyLength))
            self.connection.send(.control(.resume(call)))
        }
    }

    /// Whether the peer has proved that it is the opponent.
    package var hasProof: Bool { resumption.hasProof }

    /// Starts reading.
    package func start() { connection.start() }

    /// Closes the connection: the search is over.
    package func close() {
        connection.send(.control(.bye(.taken)))
        connection.close()
    }

    private func fail(isElsewhere: Bool = false) {
        close()
        delegate?.attemptDidFail(self, isElsewhere: isElsewhere)
    }
}

extension ReconnectionAttempt: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        switch packet {
        case .control(.resume(let message)): receive(message)
        case .control(.hello), .control(.privacy), .lobby(.matchmaking(.refused)): fail(isElsewhere: true)
        case .ignored: break
        case .control, .lobby, .game: fail()
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) { fail() }

    private func receive(_ message: ResumeMessage) {
        do throws(Resumption.Refusal) {
            switch try resumption.receive(message) {
            case .send(let answer):
                // The host's answer is the last message in the clear.
                if !session.isHost { seal() }
                connection.send(.control(.resume(answer)))
                if session.isHost { seal() }
            case .done(let history, let reply):
                connection.delegate = nil
                if let reply { connection.send(.control(.resume(reply))) }
                delegate?.attempt(self, didProve: history)
            }
        } catch {
            fail()
        }
    }

    private func seal() {
        guard session.isSealed, let stream = resumption.stream else { return }
        let (open, unread) = connection.release()
        connection = PacketConnection(
            SealedConnection(open, stream: stream, unread: unread, environment: environment), environment: environment)
        connection.delegate = self
        connection.start()
    }
}

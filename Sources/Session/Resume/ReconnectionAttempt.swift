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
    package let connection: Link
    private weak var delegate: ReconnectionAttemptDelegate?
    private let session: ResumableGame
    private var resumption: Resumption
    /// Whether the opponent was found: the delegate has the connection.
    private var isDone = false

    /// An attempt to resume `session` on this connection. A guest sends its call at once.
    package init(
        _ connection: Link, session: ResumableGame, environment: Cryptography,
        delegate: ReconnectionAttemptDelegate
    ) {
        self.connection = connection
        self.delegate = delegate
        self.session = session
        resumption = Resumption(
            isHost: session.isHost, token: session.token, history: session.history, kit: environment.seals)
        connection.receiver = self
        if !session.isHost {
            let call = resumption.call(nonce: environment.randomBytes(ResumeToken.keyLength))
            connection.send(.control(.resume(call)))
        }
    }

    /// Whether the peer has proved that it is the opponent.
    package var hasProof: Bool { resumption.hasProof }

    /// Starts reading.
    package func start() { connection.start() }

    /// Closes the connection: the search is over.
    package func close() {
        if isDone { return }
        connection.send(.control(.bye(.taken)))
        connection.close()
    }

    private func fail(isElsewhere: Bool = false) {
        close()
        delegate?.attemptDidFail(self, isElsewhere: isElsewhere)
    }
}

extension ReconnectionAttempt: LinkReceiver {
    package func link(_ connection: Link, didReceive packet: Packet) {
        switch packet {
        case .control(.resume(let message)): receive(message)
        case .control(.hello), .control(.privacy), .lobby(.matchmaking(.refused)): fail(isElsewhere: true)
        case .ignored: break
        case .control, .lobby, .game: fail()
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) { fail() }

    private func receive(_ message: ResumeMessage) {
        do throws(Resumption.Refusal) {
            switch try resumption.receive(message) {
            case .send(let answer):
                // The host's answer is the last message in the clear.
                if !session.isHost { seal() }
                connection.send(.control(.resume(answer)))
                if session.isHost { seal() }
            case .done(let history, let reply):
                isDone = true
                connection.hold()
                if let reply { connection.send(.control(.resume(reply))) }
                delegate?.attempt(self, didProve: history)
            }
        } catch {
            fail()
        }
    }

    private func seal() {
        guard session.isSealed, let stream = resumption.stream else { return }
        connection.seal(with: stream)
        connection.start()
    }
}

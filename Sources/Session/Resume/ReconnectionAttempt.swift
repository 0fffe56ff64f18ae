// One new connection that may lead to the lost opponent: runs the handshake that proves who is at its other end. In a private game it
// seals the connection after the first two messages.

import Wire

/// One new connection.
final class ReconnectionAttempt {
    /// Called when the opponent is at the other end and reported this history. The connection is the receiver's from now on.
    var didProve: (MatchHistory) -> Void = { _ in }
    /// Called when the connection ended, or leads to somebody else. `isElsewhere`: a program of ours answered there and plays another game.
    var didFail: (_ isElsewhere: Bool) -> Void = { _ in }
    /// The connection, between two packets.
    let connection: Link
    private let session: ResumableGame
    private var resumption: Resumption
    /// Whether the opponent was found: the connection is somebody else's.
    private var isDone = false

    /// An attempt to resume `session` on this connection. A guest sends its call at once.
    init(_ connection: Link, session: ResumableGame, environment: Cryptography) {
        self.connection = connection
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
    var hasProof: Bool { resumption.hasProof }

    /// Starts reading.
    func start() { connection.start() }

    /// Closes the connection, and says that this player is not the one who is looked for, or was found already.
    func close() {
        if isDone { return }
        connection.send(.control(.bye(.taken)))
        connection.close()
    }

    private func fail(isElsewhere: Bool = false) {
        close()
        didFail(isElsewhere)
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
                didProve(history)
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

// The host's door of a private game: who knocks is asked for the code, and who knows it comes in; who does not is sent away and must
// wait longer every time, without keeping anybody else out. It knows no game and no screen.

import Wire

/// The door of a private game.
package final class PassphraseGate {
    /// How long somebody who connected may wait before trying a code, in milliseconds: a program has it at hand.
    package static let timeout = 10_000
    /// How long after a wrong code; that one a person types.
    package static let typingPatience = 120_000
    /// How long a wrong code is thought about.
    package static let answerDelay = 1000
    /// The same where nobody can be told from anybody else: the next try costs so much.
    package static let anonymousAnswerDelay = 5000

    package let code: Passphrase
    /// The name of the game in the lists, which the handshake binds: a guest who chose another name and was led here refuses to join.
    package var listedAs: String
    /// Told of whoever came in. The code holds for the next one too until the door is closed: this one may leave without a word.
    package var didOpen: ((Connection) -> Void)?
    /// Told of a wrong code, and where it came from.
    package var didRefuse: ((_ address: String) -> Void)?

    private final class Knock {
        let connection: PacketConnection
        var handshake: HostHandshake
        /// A wrong code is thought about.
        var answer: Cancellable?
        var source: Source { connection.origin.source }

        init(_ connection: PacketConnection, handshake: HostHandshake) {
            self.connection = connection
            self.handshake = handshake
        }
    }

    private let environment: Scheduler & Cryptography
    private let secret: PassphraseSecret
    private let isAnonymous: Bool
    private let room: WaitingRoom<Knock>
    private var limiter = AttemptLimiter()
    private var isClosed = false

    /// A door with a new code to a game that is listed so; nil where there is not the memory to hash the code. `isAnonymous`: whoever
    /// comes may have come before. Then how many tries are judged is for those to bound who let them come.
    package init?(listedAs: String, isAnonymous: Bool = false, environment: Scheduler & Cryptography) {
        self.listedAs = listedAs
        self.isAnonymous = isAnonymous
        self.environment = environment
        room = WaitingRoom(AdmissionRules(timeout: Self.timeout), scheduler: environment)
        code = Passphrase(drawnFrom: environment.randomBytes(Passphrase.length))
        guard let secret = PassphraseSecret(code: code.bytes, kit: environment.seals) else { return nil }
        self.secret = secret
        room.turnAway = { [unowned self] in seeOff($0) }
    }

    /// Somebody connected.
    package func admit(_ connection: Connection) {
        let packets = PacketConnection(connection, environment: environment)
        let left = limiter.left(for: connection.origin.source, at: environment.now)
        guard !isClosed, left == 0 else {
            if left > 0 { sendPause(left, on: packets) }
            return packets.close()
        }
        let knock = Knock(packets, handshake: HostHandshake(secret: secret, kit: environment.seals))
        room.admit(knock, from: knock.source)
        packets.send(.control(.privacy(knock.handshake.greeting)))
        packets.delegate = self
        packets.start()
    }

    /// Sends away whoever stands there.
    package func close() {
        isClosed = true
        for knock in room.empty() { seeOff(knock) }
    }

    private func sendPause(_ milliseconds: Int, on connection: PacketConnection) {
        connection.send(.control(.privacy(.pause(seconds: max(1, (milliseconds + 999) / 1000)))))
    }

    private func turnAway(_ knock: Knock) {
        room.remove(knock)
        seeOff(knock)
    }

    /// It has left the room.
    private func seeOff(_ knock: Knock) {
        knock.answer?.cancel()
        knock.connection.close()
    }

    private func knock(on connection: PacketConnection) -> Knock? { room.guests.first { $0.connection === connection } }
}

// MARK: - What those at the door say

extension PassphraseGate: PacketConnectionDelegate {
    /// A program that does not know that the game is private says hello; that, and whatever else is no code, is passed over.
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard let knock = knock(on: connection), case .control(.privacy(let message)) = packet
        else { return }
        let left = limiter.left(for: knock.source, at: environment.now)
        // Where all come from one network, its wrong codes would keep out the right one.
        if left > 0 || !isAnonymous && limiter.isCrowded(for: knock.source, at: environment.now) {
            sendPause(left, on: connection)
            return turnAway(knock)
        }
        switch knock.handshake.receive(message, listedAs: listedAs) {
        case .meaningless: return
        case .answer(let message):
            room.hear(knock)
            connection.send(.control(.privacy(message)))
        case .right(let reply, let stream): open(to: knock, reply: reply, stream)
        case .wrong: didTryWrong(knock)
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        if let knock = knock(on: connection) { turnAway(knock) }
    }

    private func open(to knock: Knock, reply: PrivacyMessage, _ stream: SealedStream) {
        knock.connection.send(.control(.privacy(reply)))
        room.remove(knock)
        knock.answer?.cancel()
        let (connection, unread) = knock.connection.release()
        didOpen?(SealedConnection(connection, stream: stream, unread: unread, environment: environment))
    }

    private func didTryWrong(_ knock: Knock) {
        room.hear(knock)
        limiter.didTryWrong(from: knock.source, at: environment.now)
        didRefuse?(knock.connection.origin.machine)
        room.give(knock, milliseconds: nil)
        knock.answer?.cancel()
        let delay = isAnonymous ? Self.anonymousAnswerDelay : Self.answerDelay
        knock.answer = environment.after(milliseconds: delay) { [weak self, weak knock] in
            if let knock { self?.answer(knock) }
        }
    }

    /// Says that the code was wrong, or that no code from there is looked at now.
    private func answer(_ knock: Knock) {
        let left = limiter.left(for: knock.source, at: environment.now)
        guard left == 0, knock.handshake.triesLeft > 0 else {
            sendPause(left, on: knock.connection)
            return turnAway(knock)
        }
        knock.connection.send(.control(.privacy(knock.handshake.challenge())))
        room.give(knock, milliseconds: Self.typingPatience)
    }
}

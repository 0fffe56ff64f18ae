// The host's door of a private game: who knocks is asked for the code, and who knows it comes in; who does not is sent away and must
// wait longer every time, without keeping anybody else out. It knows no game and no screen.

import Wire

/// The door of a private game.
package final class PassphraseGate {
    /// How long somebody who connected may wait before trying a code, in milliseconds: a program has it at hand.
    package static let patience = 10_000
    /// How long after a wrong code; that one a person types.
    package static let typingPatience = 120_000
    /// How long a wrong code is thought about.
    package static let answerDelay = 1000
    /// So many may stand at the door at once; whoever stands there longest makes room.
    package static let mostKnocks = 8
    /// So many from one address.
    package static let mostKnocksAnAddress = 3

    package let code: Passphrase
    /// Told of whoever came in. The code holds for the next one too until the door is closed: this one may leave without a word.
    package var didOpen: ((Connection) -> Void)?
    /// Told of a wrong code, and where it came from.
    package var didRefuse: ((_ address: String) -> Void)?

    private final class Knock {
        let connection: PacketConnection
        let address: String
        var handshake: HostHandshake
        var timer: Cancellable?

        init(_ connection: PacketConnection, address: String, handshake: HostHandshake) {
            self.connection = connection
            self.address = address
            self.handshake = handshake
        }
    }

    private let surroundings: LoopClock & Cryptography
    private let secret: PassphraseSecret
    private var knocks: [Knock] = []
    private var limiter = AttemptLimiter()
    private var isClosed = false

    /// A door with a new code; nil where there is not the memory to hash it.
    package init?(surroundings: LoopClock & Cryptography) {
        self.surroundings = surroundings
        code = Passphrase(drawnFrom: surroundings.randomBytes(Passphrase.length))
        guard let secret = PassphraseSecret(code: code.bytes, kit: surroundings.seals) else { return nil }
        self.secret = secret
    }

    /// Somebody connected.
    package func admit(_ connection: Connection) {
        let address = AddressLine.host(of: connection.peer)
        let packets = PacketConnection(connection, surroundings: surroundings)
        let left = limiter.left(for: address, at: surroundings.now)
        guard !isClosed, left == 0 else {
            if left > 0 { sendPause(left, on: packets) }
            return packets.close()
        }
        makeRoom(for: address)
        let knock = Knock(packets, address: address, handshake: HostHandshake(secret: secret, kit: surroundings.seals))
        knocks.append(knock)
        packets.send(.control(.privacy(knock.handshake.greeting)))
        wait(for: knock, Self.patience)
        packets.delegate = self
        packets.start()
    }

    /// Sends away whoever stands there.
    package func close() {
        isClosed = true
        for knock in knocks { turnAway(knock) }
    }

    private func makeRoom(for address: String) {
        let neighbours = knocks.filter { $0.address == address }
        if neighbours.count >= Self.mostKnocksAnAddress { turnAway(neighbours[0]) }
        if knocks.count >= Self.mostKnocks { turnAway(knocks[0]) }
    }

    private func sendPause(_ milliseconds: Int, on connection: PacketConnection) {
        connection.send(.control(.privacy(.pause(seconds: max(1, (milliseconds + 999) / 1000)))))
    }

    private func turnAway(_ knock: Knock) {
        forget(knock)
        knock.connection.close()
    }

    private func forget(_ knock: Knock) {
        knock.timer?.cancel()
        knocks.removeAll { $0 === knock }
    }

    private func wait(for knock: Knock, _ milliseconds: Int) {
        knock.timer?.cancel()
        knock.timer = surroundings.after(milliseconds: milliseconds) { [weak self, weak knock] in
            if let knock { self?.turnAway(knock) }
        }
    }
}

// MARK: - What those at the door say

extension PassphraseGate: PacketConnectionDelegate {
    /// A program that does not know that the game is private says hello; that, and whatever else is no code, is passed over.
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard let knock = knocks.first(where: { $0.connection === connection }), case .control(.privacy(let message)) = packet
        else { return }
        if limiter.left(for: knock.address, at: surroundings.now) > 0 || limiter.isCrowded(at: surroundings.now) {
            sendPause(limiter.left(for: knock.address, at: surroundings.now), on: connection)
            return turnAway(knock)
        }
        switch knock.handshake.receive(message) {
        case .meaningless: return
        case .right(let reply, let stream): open(to: knock, reply: reply, stream)
        case .wrong: didTryWrong(knock)
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {
        if let knock = knocks.first(where: { $0.connection === connection }) { forget(knock) }
    }

    private func open(to knock: Knock, reply: PrivacyMessage, _ stream: SealedStream) {
        knock.connection.send(.control(.privacy(reply)))
        forget(knock)
        let (connection, unread) = knock.connection.release()
        didOpen?(SealedConnection(connection, stream: stream, unread: unread, surroundings: surroundings))
    }

    private func didTryWrong(_ knock: Knock) {
        limiter.didTryWrong(from: knock.address, at: surroundings.now)
        didRefuse?(knock.address)
        knock.timer?.cancel()
        knock.timer = surroundings.after(milliseconds: Self.answerDelay) { [weak self, weak knock] in
            if let knock { self?.answer(knock) }
        }
    }

    /// Says that the code was wrong, or that no code from there is looked at now.
    private func answer(_ knock: Knock) {
        let left = limiter.left(for: knock.address, at: surroundings.now)
        guard left == 0, knock.handshake.triesLeft > 0 else {
            sendPause(left, on: knock.connection)
            return turnAway(knock)
        }
        knock.connection.send(.control(.privacy(knock.handshake.challenge())))
        wait(for: knock, Self.typingPatience)
    }
}

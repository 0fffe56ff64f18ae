// The host's gate of a private game: it asks each guest for the code, lets in those who know it, and makes the others wait longer after
// each wrong code, without keeping anybody else out. So many proofs are checked in a second; if there are more, chance decides which.

import Wire

/// The gate of a private game.
package final class PassphraseGate {
    /// How long a guest may wait before trying a code, in milliseconds: a program has it at hand.
    package static let timeout = 10_000
    /// How long the answer to a wrong code is delayed.
    package static let answerDelay = 1000
    /// The same for guests at a relay, who cannot be told apart: for them there are no pauses.
    package static let anonymousAnswerDelay = 5000

    /// How many proofs are checked in a second. With 200, an hour of guessing finds the code once in 6,000 times.
    package static let proofsPerSecond = 200

    package let code: Passphrase
    /// The name the game is listed under. The handshake proves it: a guest who chose another name refuses to join.
    package var listedAs: String
    /// Called with the sealed link of each guest that knew the code. The code stays valid until the gate closes.
    package var didOpen: ((Link) -> Void)?
    /// Called after each wrong code, with the guest's address.
    package var didRefuse: ((_ address: String) -> Void)?

    private final class Guest {
        let link: Link
        var handshake: HostHandshake
        /// The proof that the guest knows the code, until it is checked.
        var proof: PrivacyMessage?
        /// The delayed answer to a wrong code.
        var answer: Cancellable?
        var source: Source { link.origin.source }

        init(_ link: Link, handshake: HostHandshake) {
            self.link = link
            self.handshake = handshake
        }
    }

    private let environment: Scheduler & Cryptography
    private let secret: PassphraseSecret
    private let queue: AdmissionQueue<Guest>
    private var limiter = AttemptLimiter()
    /// Runs from one check of a proof until the next one is allowed.
    private var pause: Cancellable?
    private var isClosed = false

    /// A gate with this code or a new one; nil where there is not enough memory to hash it.
    package init?(_ code: Passphrase? = nil, listedAs: String, environment: Scheduler & Cryptography) {
        self.listedAs = listedAs
        self.environment = environment
        queue = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        self.code = code ?? Passphrase { environment.randomBytes(Passphrase.length) }
        guard let secret = PassphraseSecret(code: self.code.bytes, kit: environment.seals) else { return nil }
        self.secret = secret
        queue.didTurnAway = { [unowned self] in dismiss($0) }
    }

    /// Somebody connected.
    package func admit(_ connection: Connection) {
        let link = Link(connection, scheduler: environment)
        let left = limiter.pauseLeft(for: connection.origin.source, at: environment.now)
        guard !isClosed, left == 0 else {
            if left > 0 { sendPause(left, on: link) }
            return link.close()
        }
        let guest = Guest(link, handshake: HostHandshake(secret: secret, kit: environment.seals))
        queue.admit(guest, from: guest.source)
        link.send(.control(.privacy(guest.handshake.greeting)))
        link.didReceive = { [weak self, weak guest] in if let guest { self?.receive($0, from: guest) } }
        link.didEnd = { [weak self, weak guest] _ in if let guest { self?.turnAway(guest) } }
        link.start()
    }

    /// Closes the gate, and the connections of all who wait there.
    package func close() {
        isClosed = true
        pause?.cancel()
        for guest in queue.empty() { dismiss(guest) }
    }

    private func sendPause(_ milliseconds: Int, on link: Link) {
        link.send(.control(.privacy(.pause(seconds: max(1, (milliseconds + 999) / 1000)))))
    }

    private func turnAway(_ guest: Guest) {
        queue.remove(guest)
        dismiss(guest)
    }

    /// The guest has left the queue.
    private func dismiss(_ guest: Guest) {
        guest.answer?.cancel()
        guest.link.close()
    }
}

// MARK: - Messages

extension PassphraseGate {
    /// Everything but the handshake is ignored, such as the hello of a program that does not know that the game is private.
    private func receive(_ packet: Packet, from guest: Guest) {
        guard case .control(.privacy(let message)) = packet else { return }
        if case .proof = message {
            guest.proof = message
            return checkNext()
        }
        handle(message, of: guest)
    }

    /// Checks one of the proofs that wait.
    private func checkNext() {
        guard pause == nil else { return }
        var random = SystemRandomNumberGenerator()
        guard let guest = queue.draw({ $0.proof != nil }, using: &random), let proof = guest.proof else { return }
        guest.proof = nil
        pause = environment.after(milliseconds: 1000 / Self.proofsPerSecond) { [weak self] in
            self?.pause = nil
            self?.checkNext()
        }
        handle(proof, of: guest)
    }

    private func handle(_ message: PrivacyMessage, of guest: Guest) {
        let left = limiter.pauseLeft(for: guest.source, at: environment.now)
        guard left == 0 else {
            sendPause(left, on: guest.link)
            return turnAway(guest)
        }
        do throws(CodeRefusal) {
            let (reply, stream) = try guest.handshake.receive(message, listedAs: listedAs)
            guard let reply else { return }
            if stream == nil { queue.hear(guest) }
            guest.link.send(.control(.privacy(reply)))
            if let stream { open(to: guest, stream) }
        } catch {
            didTryWrong(guest)
        }
    }

    private func open(to guest: Guest, _ stream: SealedStream) {
        queue.remove(guest)
        guest.answer?.cancel()
        guest.link.seal(with: stream)
        didOpen?(guest.link)
    }

    private func didTryWrong(_ guest: Guest) {
        queue.hear(guest)
        limiter.didTryWrong(from: guest.source, at: environment.now)
        didRefuse?(guest.link.origin.machine)
        queue.setTimeLimit(of: guest, milliseconds: nil)
        guest.answer?.cancel()
        let delay = guest.link.origin.isAtRelay ? Self.anonymousAnswerDelay : Self.answerDelay
        guest.answer = environment.after(milliseconds: delay) { [weak self, weak guest] in
            if let guest { self?.answer(guest) }
        }
    }

    /// Tells the guest that the code was wrong, or that no code from there is accepted now.
    private func answer(_ guest: Guest) {
        let left = limiter.pauseLeft(for: guest.source, at: environment.now)
        if left > 0 { sendPause(left, on: guest.link) } else { guest.link.send(.control(.privacy(.wrong))) }
        turnAway(guest)
    }
}

// The guest's side of a private game's gate: tries a code on one connection and reports what became of it.

import Wire

/// A guest at a gate.
package final class PassphraseEntry {
    /// What became of a try.
    package enum Outcome {
        /// The code was right on both sides: everything on this connection is sealed.
        case opened(Link)
        /// The code was wrong.
        case wrong
        /// Too many wrong codes came from here.
        case paused(seconds: Int)
        /// The host does not know the code, so it is not the one that the player wants.
        case impostor
        /// The host knows the code, but is listed under another name than the one that was chosen.
        case relabelled
        /// The game is not private.
        case isPublic
        /// The host has not answered in time.
        case silent
        /// The host has another version of the handshake.
        case otherVersion
        /// The connection is over.
        case ended(LinkEnd)
    }

    /// How long the host may take for each answer, in milliseconds.
    package static let timeout = 10_000

    private let packets: Link
    private let environment: Scheduler & Cryptography
    private var handshake: GuestHandshake
    private let code: Passphrase
    private let completion: (Outcome) -> Void
    private var silence: Cancellable?
    private var isOver = false

    /// Waits for the greeting of the host that is listed under `listedAs`, then tries `code`; nil: its address was typed. `completion`
    /// is called once.
    package init(
        _ connection: Connection, code: Passphrase, listedAs: String?, environment: Scheduler & Cryptography,
        completion: @escaping (Outcome) -> Void
    ) {
        self.code = code
        self.environment = environment
        self.completion = completion
        packets = Link(connection, scheduler: environment)
        handshake = GuestHandshake(listedAs: listedAs, kit: environment.seals)
        awaitAnswer()
        packets.receiver = self
        packets.start()
    }

    private func attempt() {
        guard let message = handshake.attempt(code: code.bytes) else { return end(.impostor) }
        packets.send(.control(.privacy(message)))
        awaitAnswer()
    }

    /// Closes the connection. `completion` is not called any more.
    package func cancel() {
        if isOver { return }
        isOver = true
        silence?.cancel()
        packets.close()
    }

    private func awaitAnswer() {
        silence?.cancel()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in self?.end(.silent) }
    }

    private func end(_ outcome: Outcome) {
        guard !isOver else { return }
        cancel()
        completion(outcome)
    }
}

extension PassphraseEntry: LinkReceiver {
    package func link(_ connection: Link, didReceive packet: Packet) {
        guard case .control(.privacy(let message)) = packet else {
            packets.send(.control(.bye(.left)))
            return end(.isPublic)
        }
        switch handshake.receive(message) {
        case .greeted: attempt()
        case .answer(let message):
            packets.send(.control(.privacy(message)))
            awaitAnswer()
        case .wrong: end(.wrong)
        case .opened(let stream):
            isOver = true
            silence?.cancel()
            packets.seal(with: stream)
            completion(.opened(packets))
        case .impostor: end(.impostor)
        case .relabelled: end(.relabelled)
        case .paused(let seconds): end(.paused(seconds: seconds))
        case .otherVersion: end(.otherVersion)
        case .meaningless: return
        }
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) { self.end(.ended(end)) }
}

// A guest at the door of a private game: tries codes on one connection, and tells what became of them. It knows no screen and no
// game.

import Wire

/// A guest at the door.
package final class PassphraseEntry {
    /// What became of it. After all but `wrong` it is over.
    package enum Outcome {
        /// The code was right on both sides: everything on this connection is sealed.
        case opened(Connection)
        /// It was wrong; so many more may be tried.
        case wrong(triesLeft: Int)
        /// Too many were.
        case paused(seconds: Int)
        /// Whoever answers does not know the code.
        case impostor
        /// It does, but lists its game under another name than the one that was chosen.
        case relabelled
        /// The game is not private.
        case isPublic
        /// Nothing came for so long that a private game would have said something.
        case silent
        /// The host has another version of the handshake.
        case otherVersion
        /// The connection is over.
        case ended(PacketEnd)
    }

    /// How long the host may take for each answer, in milliseconds.
    package static let timeout = 10_000

    private let packets: PacketConnection
    private let environment: Scheduler & Cryptography
    private var handshake: GuestHandshake
    private var code: Passphrase
    private let didHear: (Outcome) -> Void
    private var silence: Cancellable?
    private var isOver = false

    /// Waits for the greeting of a host that is listed under a name, then tries `code`. `listedAs` nil: its address was typed.
    package init(
        _ connection: Connection, code: Passphrase, listedAs: String?, environment: Scheduler & Cryptography,
        didHear: @escaping (Outcome) -> Void
    ) {
        self.code = code
        self.environment = environment
        self.didHear = didHear
        packets = PacketConnection(connection, environment: environment)
        handshake = GuestHandshake(listedAs: listedAs, kit: environment.seals)
        awaitWord()
        packets.delegate = self
        packets.start()
    }

    /// Tries another code, after a wrong one.
    package func attempt(_ code: Passphrase) {
        self.code = code
        guard !isOver else { return }
        guard let message = handshake.attempt(code: code.bytes) else { return end(.impostor) }
        packets.send(.control(.privacy(message)))
        awaitWord()
    }

    /// Leaves; nothing more is told.
    package func cancel() {
        isOver = true
        silence?.cancel()
        packets.close()
    }

    private func awaitWord() {
        silence?.cancel()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in self?.end(.silent) }
    }

    private func end(_ outcome: Outcome) {
        guard !isOver else { return }
        cancel()
        didHear(outcome)
    }
}

extension PassphraseEntry: PacketConnectionDelegate {
    package func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard case .control(.privacy(let message)) = packet else {
            packets.send(.control(.bye(.left)))
            return end(.isPublic)
        }
        switch handshake.receive(message) {
        case .greeted: attempt(code)
        case .answer(let message):
            packets.send(.control(.privacy(message)))
            awaitWord()
        case .wrong(let triesLeft):
            silence?.cancel()
            didHear(.wrong(triesLeft: triesLeft))
        case .opened(let stream):
            isOver = true
            silence?.cancel()
            let (connection, unread) = packets.release()
            didHear(.opened(SealedConnection(connection, stream: stream, unread: unread, environment: environment)))
        case .impostor: end(.impostor)
        case .relabelled: end(.relabelled)
        case .paused(let seconds): end(.paused(seconds: seconds))
        case .otherVersion: end(.otherVersion)
        case .meaningless: return
        }
    }

    package func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) { self.end(.ended(end)) }
}

// A guest at the door of a private game: tries codes on one connection, and tells what became of them. It knows no screen and no
// game.

import Wire

/// A guest at the door.
final class PrivateEntry {
    /// What became of it. After all but `wrong` it is over.
    enum Outcome {
        /// The code was right on both sides: everything on this connection is sealed.
        case opened(Connection)
        /// It was wrong; so many more may be tried.
        case wrong(triesLeft: Int)
        /// Too many were.
        case paused(seconds: Int)
        /// Whoever answers does not know the code.
        case impostor
        /// The game is not private.
        case isPublic
        /// Nothing came for so long that a private game would have said something.
        case silent
        /// The host has another version of the handshake.
        case otherVersion
        /// The connection is over.
        case ended(PacketConnection.End)
    }

    /// How long the host may take for each answer, in milliseconds.
    static let patience = 10_000

    private let packets: PacketConnection
    private let surroundings: Surroundings
    private var handshake: GuestHandshake
    private var code: Code
    private let didHear: (Outcome) -> Void
    private var silence: Cancellable?
    private var isOver = false

    /// Waits for the host's greeting, then tries `code`.
    init(_ connection: Connection, code: Code, surroundings: Surroundings, didHear: @escaping (Outcome) -> Void) {
        self.code = code
        self.surroundings = surroundings
        self.didHear = didHear
        packets = PacketConnection(connection, surroundings: surroundings)
        handshake = GuestHandshake(kit: surroundings.seals)
        awaitWord()
        packets.delegate = self
        packets.start()
    }

    /// Tries another code, after a wrong one.
    func attempt(_ code: Code) {
        self.code = code
        guard !isOver else { return }
        guard let message = handshake.attempt(code: code.bytes) else { return end(.impostor) }
        packets.send(.privacy(message))
        awaitWord()
    }

    /// Leaves; nothing more is told.
    func cancel() {
        isOver = true
        silence?.cancel()
        packets.close()
    }

    private func awaitWord() {
        silence?.cancel()
        silence = surroundings.after(milliseconds: Self.patience) { [weak self] in self?.end(.silent) }
    }

    private func end(_ outcome: Outcome) {
        guard !isOver else { return }
        cancel()
        didHear(outcome)
    }
}

extension PrivateEntry: PacketConnectionDelegate {
    func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        guard case .privacy(let message) = packet else {
            packets.send(.bye(.left))
            return end(.isPublic)
        }
        switch handshake.receive(message) {
        case .greeted: attempt(code)
        case .wrong(let triesLeft):
            silence?.cancel()
            didHear(.wrong(triesLeft: triesLeft))
        case .opened(let stream):
            isOver = true
            silence?.cancel()
            let (connection, unread) = packets.release()
            didHear(.opened(SealedConnection(connection, stream: stream, unread: unread, surroundings: surroundings)))
        case .impostor: end(.impostor)
        case .paused(let seconds): end(.paused(seconds: seconds))
        case .otherVersion: end(.otherVersion)
        case .meaningless: return
        }
    }

    func connectionDidEnd(_ connection: PacketConnection, because end: PacketConnection.End) { self.end(.ended(end)) }
}

extension PrivateEntry.Outcome {
    /// What the player reads; nil where the game begins.
    func sentence(joining name: String) -> String? {
        switch self {
        case .opened: nil
        case .wrong(let left): "That is not the code of this game. You have \(left) \(left == 1 ? "try" : "tries") left."
        case .paused(let seconds):
            "Too many wrong codes were tried from here. Wait \(seconds) \(seconds == 1 ? "second" : "seconds"), then try again."
        case .impostor: "What answers at \(name) does not know the code. It may be somebody else: nothing was said to it."
        case .isPublic: "\(name) is not a private game: nothing in it would be sealed. Join it without a code."
        case .silent: "\(name) has said nothing. It is no private game, and perhaps no Four in a Row at all."
        case .otherVersion: "\(name) has another version of this program, whose private games this one cannot join."
        case .ended(.stalled): "\(name) stopped in the middle of a message. You are not connected any more."
        case .ended(.nonsense), .ended(.stranger): "What answers at \(name) is not a private game of Four in a Row."
        case .ended(.closed): "\(name) closed the connection: the game has its two players by now, or is hosted no longer."
        }
    }
}

// The handshake by which two programs take up a game that broke off: each proves that it has the game's key, which does not cross
// the wire again, and tells what it knows of the game. It knows no rules, no sockets and no hash: that is given.
//
//     guest  call: the game's id, a nonce            →
//          ←  challenge: a nonce, the host's proof     host
//     guest  its history, the guest's proof          →
//          ←  its history, the host's proof            host
//
// A proof is the keyed hash of who says it, both nonces and what is said: so none can be used again, given back, or put under
// another history, and neither side tells anything before the other one has proved itself. Of a private game both histories, and
// all that follows, are sealed with keys that are hashes of the same: the first two messages say nothing of it.

import Wire

/// One side of the handshake, on one connection.
nonisolated package struct Resumption {
    /// A keyed hash of 32 bytes: of bytes, with a key.
    package typealias Hash = (_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8]

    /// Why the handshake ended without a game.
    package enum Refusal: Error, Equatable {
        /// The peer asked for another game.
        case anotherGame
        /// The peer does not have the key.
        case wrongProof
        /// The peer said something else than what comes next.
        case outOfOrder
    }

    /// What is to be done after a message.
    package enum Step: Equatable {
        /// This is to be said, and more will come.
        case say(SessionMessage)
        /// The peer is the one it must be, and knows this of the game. `reply`, if any, is to be said first.
        case done(SessionHistory, reply: SessionMessage?)
    }

    private enum State: Equatable {
        case awaitingCall
        case awaitingChallenge
        case awaitingHistory(theirNonce: [UInt8])
        case over
    }

    private let isHost: Bool
    private let secret: SessionSecret
    private let nonce: [UInt8]
    private let history: SessionHistory
    private let hash: Hash
    private var state: State

    /// The host's side, or the guest's, which speaks first (`call`). `nonce`: 32 random bytes, others for every connection.
    package init(isHost: Bool, secret: SessionSecret, nonce: [UInt8], history: SessionHistory, hash: @escaping Hash) {
        precondition(nonce.count == SessionSecret.keyLength, "a nonce is as long as a key")
        self.isHost = isHost
        self.secret = secret
        self.nonce = nonce
        self.history = history
        self.hash = hash
        state = isHost ? .awaitingCall : .awaitingChallenge
    }

    /// The guest's first word.
    package var call: SessionMessage { .call(id: secret.id, nonce: nonce) }

    /// What seals the connection from the challenge on, which is the last word in the clear: the keys are others for every connection
    /// and each direction. Nil before the challenge and after the histories.
    package func stream(kit: any SealKit) -> SealedStream? {
        guard case .awaitingHistory(let theirs) = state else { return nil }
        return SealedStream(
            kit: kit, sendingKey: sealingKey(byHost: isHost, theirs), receivingKey: sealingKey(byHost: !isHost, theirs))
    }

    /// The peer said something.
    package mutating func receive(_ message: SessionMessage) throws(Refusal) -> Step {
        let before = state
        state = .over
        switch (before, message) {
        case (.awaitingCall, .call(let id, let theirs)):
            guard id == secret.id else { throw .anotherGame }
            state = .awaitingHistory(theirNonce: theirs)
            return .say(.challenge(nonce: nonce, proof: proof(byHost: true, theirs, nil)))
        case (.awaitingChallenge, .challenge(let theirs, let proof)):
            try check(proof, theirs, nil)
            state = .awaitingHistory(theirNonce: theirs)
            return .say(say(to: theirs))
        case (.awaitingHistory(let theirs), .history(let history, let proof)):
            try check(proof, theirs, history)
            return .done(history, reply: isHost ? say(to: theirs) : nil)
        default: throw .outOfOrder
        }
    }

    private func say(to theirs: [UInt8]) -> SessionMessage {
        .history(history, proof: proof(byHost: isHost, theirs, history))
    }

    private func check(_ proof: [UInt8], _ theirs: [UInt8], _ said: SessionHistory?) throws(Refusal) {
        let right = self.proof(byHost: !isHost, theirs, said)
        // All of it is looked at, so that the time that takes tells nothing.
        guard proof.count == right.count, zip(proof, right).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else { throw .wrongProof }
    }

    private func proof(byHost: Bool, _ theirs: [UInt8], _ said: SessionHistory?) -> [UInt8] {
        let words = Array("fourinarow resume 1 ".utf8) + [byHost ? 1 : 0, said == nil ? 0 : 1]
        return hash(words + secret.id + nonces(theirs) + (said?.bytes ?? []), secret.key)
    }

    private func sealingKey(byHost: Bool, _ theirs: [UInt8]) -> [UInt8] {
        hash(Array("fourinarow reseal 1 ".utf8) + [byHost ? 1 : 0] + secret.id + nonces(theirs), secret.key)
    }

    /// The host's first.
    private func nonces(_ theirs: [UInt8]) -> [UInt8] { isHost ? nonce + theirs : theirs + nonce }
}

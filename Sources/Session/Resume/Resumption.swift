// The handshake by which two programs take up a game that broke off: each proves that it has the game's key, which does not cross
// the wire again, and tells what it knows of the game. It knows no rules, no sockets and no arithmetic: that is its kit's.
//
//     guest  reach: the game's mark, a nonce, a share  →
//          ←  answer: a share, the host's proof          host
//     guest  its history, the guest's proof            →
//          ←  its history, the host's proof              host
//
// The shares make a new key with the game's key, for this connection alone, and both are forgotten with it: who gets hold of the
// game's key later opens nothing that was said. A proof is the keyed hash of who says it and what is said: so none can be used
// again, given back, or put under another history, and neither side tells anything before the other one has proved itself. Of a
// private game both histories, and all that follows, are sealed: the first two messages say nothing of it.
//
// In the first version, which a program of before knows, the first two are `call` (the game's id, a nonce) and `challenge` (a nonce, a
// proof), and the keys are hashes of the nonces under the game's key.

import Wire

/// One side of the handshake, on one connection.
nonisolated package struct Resumption {
    /// How a game is taken up. The numbers never change: they are written to disk.
    package enum Version: Int, CaseIterable, Sendable {
        /// With the game's id in the clear, and no key but the game's.
        case first = 1
        /// With a mark of its own for every search and every call, a new key on every connection, and streams that say that they end.
        case fresh = 2

        /// The latest.
        package static let latest = Version.fresh
    }

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

    /// What both have once each has heard the other: the keys under which each side proves and seals.
    private struct Keys {
        let host: SecretBytes
        let guest: SecretBytes
        /// What a proof is made of besides who says what; empty where the keys say it all.
        let transcript: [UInt8]
    }

    private enum State {
        case awaitingCall
        case awaitingChallenge((any KeyExchange)?)
        case awaitingHistory(Keys)
        case over
    }

    /// The guest's first word; nothing a host says.
    package let call: SessionMessage
    /// Whether the other side has proved that it has the key.
    package private(set) var hasProof = false

    private let isHost: Bool
    private let secret: SessionSecret
    private var version: Version
    private let nonce: [UInt8]
    private let history: SessionHistory
    private let kit: any SealKit
    private var state: State

    /// The host's side, or the guest's, which speaks first (`call`). A host that knows of the first version only, since the guest's
    /// word for the other was lost, hears that one too. `nonce`: 32 random bytes, others for every connection.
    package init(
        isHost: Bool, secret: SessionSecret, version: Version = .latest, nonce: [UInt8], history: SessionHistory,
        kit: any SealKit
    ) {
        precondition(nonce.count == SessionSecret.keyLength, "a nonce is as long as a key")
        self.isHost = isHost
        self.secret = secret
        self.version = version
        self.nonce = nonce
        self.history = history
        self.kit = kit
        switch (isHost, version) {
        case (true, _): state = .awaitingCall
        case (false, .first): state = .awaitingChallenge(nil)
        case (false, .fresh): state = .awaitingChallenge(kit.exchange(Self.terms(isHost: false, secret, nonce: nonce)))
        }
        if case .awaitingChallenge(let exchange?) = state {
            call = .reach(mark: secret.mark(for: .call, nonce: nonce, kit: kit), nonce: nonce, share: exchange.share)
        } else {
            call = .call(id: secret.id, nonce: nonce)
        }
    }

    /// What seals the connection from the second message on, which is the last in the clear: the keys are others for every connection
    /// and each direction. Nil before that message and after the histories.
    package var stream: SealedStream? {
        guard case .awaitingHistory(let keys) = state else { return nil }
        return SealedStream(
            kit: kit, sendingKey: sealingKey(byHost: isHost, keys), receivingKey: sealingKey(byHost: !isHost, keys))
    }

    /// The peer said something.
    package mutating func receive(_ message: SessionMessage) throws(Refusal) -> Step {
        let before = state
        state = .over
        switch (before, message) {
        case (.awaitingCall, .call(let id, let theirs)) where version == .first:
            guard id == secret.id else { throw .anotherGame }
            let keys = firstKeys(theirs)
            state = .awaitingHistory(keys)
            return .say(.challenge(nonce: nonce, proof: proof(byHost: true, keys, nil)))
        case (.awaitingCall, .reach(let mark, let theirs, let share)):
            return .say(try answer(mark, theirs, share))
        case (.awaitingChallenge(nil), .challenge(let theirs, let proof)):
            let keys = firstKeys(theirs)
            try check(proof, keys, nil)
            return .say(tell(keys))
        case (.awaitingChallenge(let exchange?), .answer(let share, let proof)):
            guard let keys = exchange.agree(with: share), kit.isSame(keys.hostProof, proof) else { throw .wrongProof }
            return .say(tell(Keys(host: keys.hostKey, guest: keys.guestKey, transcript: [])))
        case (.awaitingHistory(let keys), .history(let history, let proof)):
            try check(proof, keys, history)
            hasProof = true
            return .done(history, reply: isHost ? say(keys) : nil)
        default: throw .outOfOrder
        }
    }
}

// MARK: - What is said

nonisolated extension Resumption {
    private mutating func answer(_ mark: [UInt8], _ theirs: [UInt8], _ share: [UInt8]) throws(Refusal) -> SessionMessage {
        guard kit.isSame(mark, secret.mark(for: .call, nonce: theirs, kit: kit)) else { throw .anotherGame }
        version = .fresh
        let exchange = kit.exchange(Self.terms(isHost: true, secret, nonce: theirs))
        guard let keys = exchange.agree(with: share) else { throw .wrongProof }
        state = .awaitingHistory(Keys(host: keys.hostKey, guest: keys.guestKey, transcript: []))
        return .answer(share: exchange.share, proof: keys.hostProof)
    }

    /// The guest, whom the host has convinced.
    private mutating func tell(_ keys: Keys) -> SessionMessage {
        hasProof = true
        state = .awaitingHistory(keys)
        return say(keys)
    }

    private func say(_ keys: Keys) -> SessionMessage { .history(history, proof: proof(byHost: isHost, keys, history)) }

    private func check(_ proof: [UInt8], _ keys: Keys, _ said: SessionHistory?) throws(Refusal) {
        guard kit.isSame(self.proof(byHost: !isHost, keys, said), proof) else { throw .wrongProof }
    }

    private func proof(byHost: Bool, _ keys: Keys, _ said: SessionHistory?) -> [UInt8] {
        let words = Array("fourinarow resume \(version.rawValue) ".utf8) + [byHost ? 1 : 0, said == nil ? 0 : 1]
        return kit.digest(of: words + secret.id + keys.transcript + (said?.bytes ?? []), key: byHost ? keys.host : keys.guest)
            .copy
    }

    private func sealingKey(byHost: Bool, _ keys: Keys) -> SecretBytes {
        let words = Array("fourinarow reseal \(version.rawValue) ".utf8) + [byHost ? 1 : 0]
        return kit.digest(of: words + secret.id + keys.transcript, key: byHost ? keys.host : keys.guest)
    }
}

// MARK: - The keys

nonisolated extension Resumption {
    /// The game's key and both nonces, the host's first.
    private func firstKeys(_ theirs: [UInt8]) -> Keys {
        Keys(host: secret.key, guest: secret.key, transcript: isHost ? nonce + theirs : theirs + nonce)
    }

    /// The exchange of a private game, with the game's key instead of a code, and the guest's nonce as its session.
    private static func terms(isHost: Bool, _ secret: SessionSecret, nonce: [UInt8]) -> ExchangeTerms {
        ExchangeTerms(
            isHost: isHost, password: secret.key, session: nonce, hostData: Array("resume 2 host".utf8) + secret.id,
            guestData: Array("resume 2 guest".utf8) + secret.id)
    }
}

// The handshake by which two programs resume an interrupted game. Each proves that it has the game's key, which is not sent again,
// and reports what it knows of the match.
//
//     guest  call: the game's mark, a nonce, a share   →
//          ←  answer: a share, the host's proof          host
//     guest  its history, the guest's proof            →
//          ←  its history, the host's proof              host
//
// The shares and the game's key make a new key for this connection; both sides forget it when the connection ends. Somebody who gets
// hold of the game's key later therefore cannot decrypt a recording. A proof is a keyed hash of its sender's role and of what was
// said, so it cannot be replayed, reflected, or attached to another history. Neither side reports anything before the other has
// proved itself. In a private game everything after the first two messages is sealed.

import Wire

/// One side of the handshake, on one connection.
nonisolated package struct Resumption {
    private enum State {
        case awaitingCall
        case awaitingAnswer(KeyExchange)
        case awaitingHistory(ExchangeKeys)
        case over
    }

    /// Whether the peer has proved that it has the key.
    package private(set) var hasProof = false

    private let isHost: Bool
    private let token: ResumeToken
    private let history: MatchHistory
    private let kit: any SealKit
    private var state = State.awaitingCall

    /// A host, which waits for a call, or a guest, which begins with `call`.
    package init(isHost: Bool, token: ResumeToken, history: MatchHistory, kit: any SealKit) {
        self.isHost = isHost
        self.token = token
        self.history = history
        self.kit = kit
    }

    /// The guest's first message. `nonce`: 32 random bytes, fresh for every connection.
    package mutating func call(nonce: [UInt8]) -> ResumeMessage {
        precondition(!isHost && nonce.count == ResumeToken.keyLength, "a guest's nonce is as long as a key")
        let exchange = kit.exchange(terms(nonce: nonce))
        state = .awaitingAnswer(exchange)
        return .call(mark: token.mark(ofCall: true, nonce: nonce, kit: kit), nonce: nonce, share: exchange.share)
    }

    /// Seals the connection after the first two messages. Every connection and each direction has its own key. Nil before the second
    /// message and after the histories.
    var stream: SealedStream? {
        guard case .awaitingHistory(let keys) = state else { return nil }
        return SealedStream(
            kit: kit, sendingKey: sealingKey(byHost: isHost, keys), receivingKey: sealingKey(byHost: !isHost, keys))
    }

    /// Handles a message from the peer. `reply` is to be sent next. `history` is what the peer reported, once it has proved itself: then the
    /// handshake is over. Nil, and no further message is valid, if the peer asks for another game, does not have the key, or sends a message
    /// that is not the expected next one.
    package mutating func receive(_ message: ResumeMessage) -> (reply: ResumeMessage?, history: MatchHistory?)? {
        let before = state
        state = .over
        switch (before, message) {
        case (.awaitingCall, .call(let mark, let nonce, let share)) where isHost:
            return answer(mark, nonce, share).map { ($0, nil) }
        case (.awaitingAnswer(let exchange), .answer(let share, let proof)):
            guard let keys = exchange.agree(share), kit.isSame(keys.hostProof, proof) else { return nil }
            hasProof = true
            state = .awaitingHistory(keys)
            return (report(keys), nil)
        case (.awaitingHistory(let keys), .history(let history, let proof)):
            guard kit.isSame(self.proof(byHost: !isHost, keys, history), proof) else { return nil }
            hasProof = true
            return (isHost ? report(keys) : nil, history)
        default: return nil
        }
    }
}

// MARK: - Messages and keys

nonisolated extension Resumption {
    private mutating func answer(_ mark: [UInt8], _ nonce: [UInt8], _ share: [UInt8]) -> ResumeMessage? {
        guard kit.isSame(mark, token.mark(ofCall: true, nonce: nonce, kit: kit)) else { return nil }
        let exchange = kit.exchange(terms(nonce: nonce))
        guard let keys = exchange.agree(share) else { return nil }
        state = .awaitingHistory(keys)
        return .answer(share: exchange.share, proof: keys.hostProof)
    }

    private func report(_ keys: ExchangeKeys) -> ResumeMessage { .history(history, proof: proof(byHost: isHost, keys, history)) }

    private func proof(byHost: Bool, _ keys: ExchangeKeys, _ history: MatchHistory) -> [UInt8] {
        let words = Array("fourinarow resume 3 ".utf8) + [byHost ? 1 : 0, 1 + history.presence]
        return kit.digest(of: words + token.id + history.bytes, key: byHost ? keys.hostKey : keys.guestKey).copy
    }

    private func sealingKey(byHost: Bool, _ keys: ExchangeKeys) -> SecretBytes {
        let words = Array("fourinarow reseal 2 ".utf8) + [byHost ? 1 : 0]
        return kit.digest(of: words + token.id, key: byHost ? keys.hostKey : keys.guestKey)
    }

    /// The key exchange of a private game, with the game's key as the password and the guest's nonce as the session.
    private func terms(nonce: [UInt8]) -> ExchangeTerms {
        ExchangeTerms(
            isHost: isHost, password: token.key, session: nonce, hostData: Array("resume 2 host".utf8) + token.id,
            guestData: Array("resume 2 guest".utf8) + token.id)
    }
}

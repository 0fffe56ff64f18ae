// The handshake of a private game: host and guest prove to each other that they know the same code and agree on keys. Messages in,
// messages out; `PassphraseGate` (host) and `PassphraseEntry` (guest) send them. The cryptography comes from a `SealKit`.
//
// host:   greeting (version, salt, its half of the session id)
// guest:  reply (its half of the session id, its key share)
// host:   share (its key share)
// guest:  proof
// host:   opened (its own proof, and a proof of the name it is listed under): everything after it is sealed
//         or wrong
// The guest proves first, so a stranger learns nothing from a host. A connection is for one try, so a second one costs as much.

import Wire

extension ExchangeTerms {
    /// The terms of one key exchange. `halves` are the two halves of the session id.
    nonisolated fileprivate init(
        isHost: Bool, password: SecretBytes, salt: [UInt8], halves: (host: [UInt8], guest: [UInt8])
    ) {
        let version = UInt8(PrivacyMessage.version)
        self.init(
            isHost: isHost, password: password, session: halves.host + halves.guest,
            hostData: Array("host".utf8) + [version] + salt, guestData: Array("guest".utf8) + [version])
    }
}

nonisolated extension ExchangeKeys {
    /// The sealed stream at one end.
    fileprivate func stream(isHost: Bool, kit: any SealKit) -> SealedStream {
        func key(ofHost: Bool) -> SecretBytes {
            kit.digest(of: Array("fourinarow seal 2 ".utf8) + [ofHost ? 1 : 0], key: ofHost ? hostKey : guestKey)
        }
        return SealedStream(kit: kit, sendingKey: key(ofHost: isHost), receivingKey: key(ofHost: !isHost))
    }

    /// The host's proof of the name it is listed under, 32 bytes, for a guest that knows the code. The service is part of it.
    fileprivate func listingProof(_ name: String, kit: any SealKit) -> [UInt8] {
        let words = Array("fourinarow listing 2 ".utf8) + Array(Hello.fourInARow.utf8) + [0] + Array(name.utf8)
        return kit.digest(of: words, key: hostKey).copy
    }
}

/// A code as the host keeps it while it waits: hashed once, however many guests come.
nonisolated struct PassphraseSecret {
    let salt: [UInt8]
    let password: SecretBytes

    /// Hashes a code with a new salt; nil where there is not enough memory for the hash.
    init?(code: [UInt8], kit: any SealKit) {
        let salt = kit.randomBytes(PrivacyMessage.Length.salt)
        guard let password = kit.password(from: code, salt: salt) else { return nil }
        (self.salt, self.password) = (salt, password)
    }
}

// MARK: - The host

/// The host's side, for one connection.
nonisolated struct HostHandshake {
    /// What to do after a message.
    enum Verdict {
        /// Send this; the guest has to prove that it knows the code.
        case answer(PrivacyMessage)
        /// The code was right: send `reply`, and use the stream from then on.
        case right(reply: PrivacyMessage, stream: SealedStream)
        /// The code was wrong.
        case wrong
        /// The message is not valid in this state.
        case meaningless
    }

    private enum State {
        case awaitingReply
        /// The guest has to prove that it has these keys.
        case awaitingProof(ExchangeKeys)
        case judged
    }

    private let kit: any SealKit
    private let secret: PassphraseSecret
    private let session: [UInt8]
    private var state = State.awaitingReply

    /// Starts a handshake; send `greeting` first.
    init(secret: PassphraseSecret, kit: any SealKit) {
        self.kit = kit
        self.secret = secret
        session = kit.randomBytes(PrivacyMessage.Length.session)
    }

    /// The host's first message.
    var greeting: PrivacyMessage {
        .greeting(version: PrivacyMessage.version, salt: secret.salt, session: session)
    }

    /// Handles a message of the guest. `name` is what the host is listed as.
    mutating func receive(_ message: PrivacyMessage, listedAs name: String) -> Verdict {
        switch (state, message) {
        case (.awaitingReply, .reply(let half, let share)): answer(half, share)
        case (.awaitingProof(let keys), .proof(let proof)): judge(keys, by: proof, listedAs: name)
        default: .meaningless
        }
    }

    /// An invalid share costs a try, like a wrong proof.
    private mutating func answer(_ half: [UInt8], _ share: [UInt8]) -> Verdict {
        let exchange = kit.exchange(
            ExchangeTerms(
                isHost: true, password: secret.password, salt: secret.salt, halves: (session, half)))
        guard let keys = exchange.agree(share) else {
            state = .judged
            return .wrong
        }
        state = .awaitingProof(keys)
        return .answer(.share(exchange.share))
    }

    private mutating func judge(_ keys: ExchangeKeys, by proof: [UInt8], listedAs name: String) -> Verdict {
        state = .judged
        guard kit.isSame(keys.guestProof, proof) else { return .wrong }
        let listing = keys.listingProof(name, kit: kit)
        return .right(
            reply: .opened(proof: keys.hostProof, listing: listing),
            stream: keys.stream(isHost: true, kit: kit))
    }
}

// MARK: - The guest

/// The guest's side, for one connection.
nonisolated struct GuestHandshake {
    /// What to do after a message.
    enum Event {
        /// The host greets: `attempt` makes the answer.
        case greeted
        /// Send this.
        case answer(PrivacyMessage)
        /// The code was wrong.
        case wrong
        /// The host knows the code too: use the stream from now on.
        case opened(SealedStream)
        /// The host does not know the code: it is not the host that the player wants.
        case impostor
        /// The host knows the code, but is listed under another name than the one that the player chose.
        case relabelled
        /// The host accepts no codes from here for this many seconds.
        case paused(seconds: Int)
        /// The host uses another version of the handshake.
        case otherVersion
        /// The message is not valid in this state.
        case meaningless
    }

    private enum State {
        /// The host has to speak.
        case waiting
        /// `attempt` may answer this half of a session id.
        case challenged(session: [UInt8])
        case awaitingShare(KeyExchange)
        case awaitingVerdict(ExchangeKeys)
    }

    private let kit: any SealKit
    private let name: String?
    private var salt: [UInt8]?
    private var state = State.waiting

    /// Waits for the greeting of the host that is listed under `name`; nil where its address was typed.
    init(listedAs name: String?, kit: any SealKit) {
        self.name = name
        self.kit = kit
    }

    /// Handles a message of the host.
    mutating func receive(_ message: PrivacyMessage) -> Event {
        switch (state, message) {
        case (_, .greeting(let version, let salt, let session)):
            guard version == PrivacyMessage.version else { return .otherVersion }
            guard self.salt == nil else { return .meaningless }
            self.salt = salt
            state = .challenged(session: session)
            return .greeted
        case (.awaitingShare(let exchange), .share(let share)):
            guard let keys = exchange.agree(share) else { return .impostor }
            state = .awaitingVerdict(keys)
            return .answer(.proof(keys.guestProof))
        case (.awaitingVerdict, .wrong), (.awaitingShare, .wrong):
            state = .waiting
            return .wrong
        case (.awaitingVerdict(let keys), .opened(let proof, let listing)):
            state = .waiting
            return open(keys, proof, listing)
        case (_, .pause(let seconds)):
            state = .waiting
            return .paused(seconds: seconds)
        default: return .meaningless
        }
    }

    /// The message that tries a code; nil where the host has not asked for one, or there is not enough memory to hash it.
    mutating func attempt(code: [UInt8]) -> PrivacyMessage? {
        guard let salt, case .challenged(let session) = state, let password = kit.password(from: code, salt: salt)
        else { return nil }
        let half = kit.randomBytes(PrivacyMessage.Length.session)
        let exchange = kit.exchange(
            ExchangeTerms(isHost: false, password: password, salt: salt, halves: (session, half)))
        state = .awaitingShare(exchange)
        return .reply(session: half, share: exchange.share)
    }

    private func open(_ keys: ExchangeKeys, _ proof: [UInt8], _ listing: [UInt8]) -> Event {
        guard kit.isSame(keys.hostProof, proof) else { return .impostor }
        if let name, !kit.isSame(keys.listingProof(name, kit: kit), listing) { return .relabelled }
        return .opened(keys.stream(isHost: false, kit: kit))
    }
}

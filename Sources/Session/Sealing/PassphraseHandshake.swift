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

/// What became of a code that did not let its guest in.
nonisolated package enum CodeRefusal: Error {
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
    case ended(Disconnection)
}

/// A code as the host keeps it while it waits: hashed once, however many guests come.
nonisolated struct PassphraseSecret {
    let salt: [UInt8]
    let password: SecretBytes

    /// Hashes a code with a new salt; nil where there is not enough memory for the hash.
    init?(code: [UInt8], kit: any SealKit) {
        let salt = kit.randomBytes(PrivacyMessage.saltLength)
        guard let password = kit.password(from: code, salt: salt) else { return nil }
        (self.salt, self.password) = (salt, password)
    }
}

// MARK: - The host

/// The host's side, for one connection.
nonisolated struct HostHandshake {
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
        session = kit.randomBytes(PrivacyMessage.sessionLength)
    }

    /// The host's first message.
    var greeting: PrivacyMessage {
        .greeting(version: PrivacyMessage.version, salt: secret.salt, session: session)
    }

    /// Handles a message of the guest. `name` is what the host is listed as. `reply` is to be sent next, and `stream` used from then on: the
    /// code was right. A message that is not valid in this state has no reply. Throws `wrong`, after which none is valid.
    mutating func receive(_ message: PrivacyMessage, listedAs name: String) throws(CodeRefusal) -> (
        reply: PrivacyMessage?, stream: SealedStream?
    ) {
        switch (state, message) {
        case (.awaitingReply, .reply(let half, let share)): (try answer(half, share), nil)
        case (.awaitingProof(let keys), .proof(let proof)): try judge(keys, by: proof, listedAs: name)
        default: (nil, nil)
        }
    }

    /// An invalid share costs a try, like a wrong proof.
    private mutating func answer(_ half: [UInt8], _ share: [UInt8]) throws(CodeRefusal) -> PrivacyMessage {
        let exchange = kit.exchange(
            ExchangeTerms(
                isHost: true, password: secret.password, salt: secret.salt, halves: (session, half)))
        guard let keys = exchange.agree(share) else {
            state = .judged
            throw .wrong
        }
        state = .awaitingProof(keys)
        return .share(exchange.share)
    }

    private mutating func judge(
        _ keys: ExchangeKeys, by proof: [UInt8], listedAs name: String
    ) throws(CodeRefusal) -> (reply: PrivacyMessage?, stream: SealedStream?) {
        state = .judged
        guard kit.isSame(keys.guestProof, proof) else { throw .wrong }
        let listing = keys.listingProof(name, kit: kit)
        return (.opened(proof: keys.hostProof, listing: listing), keys.stream(isHost: true, kit: kit))
    }
}

// MARK: - The guest

/// The guest's side, for one connection and one try of a code.
nonisolated struct GuestHandshake {
    private enum State {
        case awaitingGreeting
        case awaitingShare(KeyExchange)
        case awaitingVerdict(ExchangeKeys)
        case over
    }

    private let kit: any SealKit
    private let code: [UInt8]
    private let name: String?
    private var state = State.awaitingGreeting

    /// Waits for the greeting of the host that is listed under `name`, then tries `code`. No name: its address was typed.
    init(code: [UInt8], listedAs name: String?, kit: any SealKit) {
        self.code = code
        self.name = name
        self.kit = kit
    }

    /// Handles a message of the host. `reply` is to be sent next. With a `stream` the host knows the code too: everything is sealed from now
    /// on. A message that is not valid in this state has neither. Throws `wrong`, `impostor`, `relabelled`, `paused` or `otherVersion`.
    mutating func receive(_ message: PrivacyMessage) throws(CodeRefusal) -> (reply: PrivacyMessage?, stream: SealedStream?) {
        switch (state, message) {
        case (_, .greeting(PrivacyMessage.version, let salt, let session)):
            guard case .awaitingGreeting = state else { break }
            return (try attempt(salt, session), nil)
        case (_, .greeting): throw .otherVersion
        case (.awaitingShare(let exchange), .share(let share)):
            guard let keys = exchange.agree(share) else { throw .impostor }
            state = .awaitingVerdict(keys)
            return (.proof(keys.guestProof), nil)
        case (.awaitingVerdict, .wrong), (.awaitingShare, .wrong):
            state = .over
            throw .wrong
        case (.awaitingVerdict(let keys), .opened(let proof, let listing)):
            state = .over
            return (nil, try open(keys, proof, listing))
        case (_, .pause(let seconds)):
            state = .over
            throw .paused(seconds: seconds)
        default: break
        }
        return (nil, nil)
    }

    /// Tries the code. Where there is not enough memory to hash it, nobody can be told from an impostor.
    private mutating func attempt(_ salt: [UInt8], _ session: [UInt8]) throws(CodeRefusal) -> PrivacyMessage {
        guard let password = kit.password(from: code, salt: salt) else { throw .impostor }
        let half = kit.randomBytes(PrivacyMessage.sessionLength)
        let exchange = kit.exchange(
            ExchangeTerms(isHost: false, password: password, salt: salt, halves: (session, half)))
        state = .awaitingShare(exchange)
        return .reply(session: half, share: exchange.share)
    }

    private func open(_ keys: ExchangeKeys, _ proof: [UInt8], _ listing: [UInt8]) throws(CodeRefusal) -> SealedStream {
        guard kit.isSame(keys.hostProof, proof) else { throw .impostor }
        if let name, !kit.isSame(keys.listingProof(name, kit: kit), listing) { throw .relabelled }
        return keys.stream(isHost: false, kit: kit)
    }
}

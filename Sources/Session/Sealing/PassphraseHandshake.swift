// How two sides of a private game find out that they know the same code, and agree on keys, without saying anything of the code to
// anybody else: messages in, messages out. It knows no sockets, no clock and no words; the arithmetic is its kit's.
//
// The host speaks first:            greeting (salt, session, host's share)
// the guest, who has the code:      attempt (guest's share, guest's proof)
// the host, where that is right:    opened (host's proof), and everything after it is sealed
//           where it is not:        wrong (how many tries are left, another session, another share)
// The guest proves first, so that a stranger learns nothing from a host; every try has an exchange of its own.

import Wire

/// What both sides have in common.
nonisolated package enum PassphraseHandshake {
    /// How the handshake goes; another version is another protocol.
    package static let version = 1
    /// How many codes a guest may try on one connection.
    package static let tries = 3

    /// The host's part of what both sides must agree on: who it is, the version and the salt.
    fileprivate static func hostData(salt: [UInt8]) -> [UInt8] { Array("host".utf8) + [UInt8(version)] + salt }
    fileprivate static let guestData = Array("guest".utf8)

    fileprivate static func terms(isHost: Bool, password: SecretBytes, salt: [UInt8], session: [UInt8]) -> ExchangeTerms {
        ExchangeTerms(
            isHost: isHost, password: password, session: session, hostData: hostData(salt: salt), guestData: guestData)
    }
}

/// A code as the host keeps it for the time it waits: hashed once, however many come.
nonisolated package struct PassphraseSecret {
    package let salt: [UInt8]
    package let password: SecretBytes

    /// Hashes a code with a new salt; nil where the memory for that is not to be had.
    package init?(code: [UInt8], kit: any SealKit) {
        salt = kit.randomBytes(PrivacyMessage.Length.salt)
        guard let password = kit.password(from: code, salt: salt) else { return nil }
        self.password = password
    }
}

/// The host's side, for one connection.
nonisolated package struct HostHandshake {
    /// What came of a message.
    package enum Verdict {
        /// The guest knows the code: send this, and speak through the stream from then on.
        case right(reply: PrivacyMessage, stream: SealedStream)
        /// It does not. `challenge` says so, when it is time.
        case wrong
        /// It was no attempt, or not the time for one.
        case meaningless
    }

    private let kit: any SealKit
    private let secret: PassphraseSecret
    private var session: [UInt8] = []
    /// The exchange that waits for an attempt; nil once one came.
    private var exchange: (any KeyExchange)?
    /// How many attempts are left.
    package private(set) var triesLeft = PassphraseHandshake.tries

    /// Begins; say `greeting` first.
    package init(secret: PassphraseSecret, kit: any SealKit) {
        self.kit = kit
        self.secret = secret
        renew()
    }

    /// What the host says first.
    package var greeting: PrivacyMessage {
        .greeting(version: PassphraseHandshake.version, salt: secret.salt, session: session, share: exchange?.share ?? [])
    }

    /// The guest says something.
    package mutating func receive(_ message: PrivacyMessage) -> Verdict {
        guard case .attempt(let share, let proof) = message, triesLeft > 0, let exchange else { return .meaningless }
        self.exchange = nil
        triesLeft -= 1
        guard let keys = exchange.agree(with: share), kit.isSame(keys.guestProof, proof) else { return .wrong }
        triesLeft = 0
        let stream = SealedStream(kit: kit, sendingKey: keys.hostKey, receivingKey: keys.guestKey)
        return .right(reply: .opened(proof: keys.hostProof), stream: stream)
    }

    /// After a wrong attempt, while there are tries left: what says so, and begins anew.
    package mutating func challenge() -> PrivacyMessage {
        precondition(exchange == nil && triesLeft > 0, "there was an attempt, and there may be another")
        renew()
        return .wrong(left: triesLeft, session: session, share: exchange?.share ?? [])
    }

    private mutating func renew() {
        session = kit.randomBytes(PrivacyMessage.Length.session)
        exchange = kit.exchange(
            PassphraseHandshake.terms(isHost: true, password: secret.password, salt: secret.salt, session: session))
    }
}

/// The guest's side, for one connection.
nonisolated package struct GuestHandshake {
    /// What came of a message.
    package enum Event {
        /// The host greets: `attempt` answers.
        case greeted
        /// The code was wrong; so many more may be tried.
        case wrong(triesLeft: Int)
        /// The host knows the code too: speak through the stream.
        case opened(SealedStream)
        /// It does not, for all that it says: whoever is there is not the host.
        case impostor
        /// The host looks at no code from here for so many seconds.
        case paused(seconds: Int)
        /// The host's handshake is of another version.
        case otherVersion
        /// It does not belong here.
        case meaningless
    }

    private let kit: any SealKit
    private var salt: [UInt8]?
    /// What an attempt answers; nil where the host has the word.
    private var challenge: (session: [UInt8], share: [UInt8])?
    private var keys: ExchangeKeys?

    /// Waits for a greeting.
    package init(kit: any SealKit) { self.kit = kit }

    /// The host says something.
    package mutating func receive(_ message: PrivacyMessage) -> Event {
        switch message {
        case .greeting(let version, let salt, let session, let share):
            guard version == PassphraseHandshake.version else { return .otherVersion }
            guard self.salt == nil else { return .meaningless }
            self.salt = salt
            challenge = (session, share)
            return .greeted
        case .wrong(let left, let session, let share):
            guard keys != nil else { return .meaningless }
            keys = nil
            challenge = left > 0 ? (session, share) : nil
            return .wrong(triesLeft: left)
        case .opened(let proof):
            guard let keys else { return .meaningless }
            self.keys = nil
            guard kit.isSame(keys.hostProof, proof) else { return .impostor }
            return .opened(SealedStream(kit: kit, sendingKey: keys.guestKey, receivingKey: keys.hostKey))
        case .pause(let seconds):
            challenge = nil
            keys = nil
            return .paused(seconds: seconds)
        case .attempt: return .meaningless
        }
    }

    /// What tries a code; nil where the host has not asked for one, what it asked with is none, or there is not the memory.
    package mutating func attempt(code: [UInt8]) -> PrivacyMessage? {
        guard let salt, let (session, share) = challenge, let password = kit.password(from: code, salt: salt) else { return nil }
        challenge = nil
        let exchange = kit.exchange(
            PassphraseHandshake.terms(isHost: false, password: password, salt: salt, session: session))
        guard let keys = exchange.agree(with: share) else { return nil }
        self.keys = keys
        return .attempt(share: exchange.share, proof: keys.guestProof)
    }
}

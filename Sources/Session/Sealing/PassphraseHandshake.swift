// How two sides of a private game find out that they know the same code, and agree on keys, without saying anything of the code to
// anybody else: messages in, messages out. It knows no sockets, no clock and no words; the arithmetic is its kit's.
//
// The host speaks first:            greeting (salt, its half of the session, the latest way that it knows)
// the guest, who has the code:      reply (its half of the session, the latest way that it knows, its share)
// the host:                         share
// the guest:                        proof
// the host, where that is right:    opened (its proof, and that of its name in the lists), and everything after it is sealed
//           where it is not:        wrong (how many tries are left, another half of a session)
// The guest proves first, so that a stranger learns nothing from a host; every try has an exchange of its own.
//
// In the first way, which a program of before knows, the session and the host's share are in the greeting, and the guest answers with
// share and proof at once (`attempt`). A host greets for both. Somebody in between who takes the offer of the second away must leave
// the salt as it is, since the keys depend on it; and its end says that there was one.

import Wire

/// What both sides have in common.
nonisolated package enum PassphraseHandshake {
    /// A way of it. The numbers never change.
    package enum Version: Int {
        /// The session is the host's alone, nothing says what is listed, and a stream just ends.
        case first = 1
        /// Both draw the session, the ways that each offered and what is listed are bound, and a stream says that it ends.
        case mutual = 2

        /// The latest.
        package static let latest = Version.mutual
    }

    /// How many codes a guest may try on one connection.
    package static let tries = 3

    /// The end of the salt of a host that knows the second way.
    fileprivate static let mark = Array("knows v2".utf8)
    /// The service that hosts are listed under, as far as it is bound.
    private static let service = Array(Hello.fourInARow.utf8)

    fileprivate static func salt(from kit: any SealKit) -> [UInt8] {
        kit.randomBytes(PrivacyMessage.Length.salt - mark.count) + mark
    }

    fileprivate static func isMarked(_ salt: [UInt8]) -> Bool { salt.suffix(mark.count) == mark[...] }

    /// What both sides must agree on in the first way.
    fileprivate static func terms(isHost: Bool, password: SecretBytes, salt: [UInt8], session: [UInt8]) -> ExchangeTerms {
        ExchangeTerms(
            isHost: isHost, password: password, session: session,
            hostData: Array("host".utf8) + [UInt8(Version.first.rawValue)] + salt, guestData: Array("guest".utf8))
    }

    /// The same in the second: `halves` are the host's and the guest's, `latest` the latest way that each knows.
    fileprivate static func mutualTerms(
        isHost: Bool, password: SecretBytes, salt: [UInt8], halves: (host: [UInt8], guest: [UInt8]),
        latest: (host: Int, guest: Int)
    ) -> ExchangeTerms {
        let version = UInt8(Version.mutual.rawValue)
        return ExchangeTerms(
            isHost: isHost, password: password, session: halves.host + halves.guest,
            hostData: Array("host".utf8) + [version, UInt8(truncatingIfNeeded: latest.host)] + salt,
            guestData: Array("guest".utf8) + [version, UInt8(truncatingIfNeeded: latest.guest)])
    }

    /// What seals and opens at this end.
    fileprivate static func stream(_ version: Version, isHost: Bool, keys: ExchangeKeys, kit: any SealKit) -> SealedStream {
        func key(ofHost: Bool) -> SecretBytes {
            let key = ofHost ? keys.hostKey : keys.guestKey
            if version == .first { return key }
            return kit.digest(of: Array("fourinarow seal 2 ".utf8) + [ofHost ? 1 : 0], key: key)
        }
        return SealedStream(
            kit: kit, sendingKey: key(ofHost: isHost), receivingKey: key(ofHost: !isHost), marksEnd: version != .first)
    }

    /// By this the host proves under what name it is listed, to a guest that knows the code.
    fileprivate static func listingProof(_ name: String, keys: ExchangeKeys, kit: any SealKit) -> [UInt8] {
        let words = Array("fourinarow listing 2 ".utf8) + service + [0] + Array(name.utf8)
        return kit.digest(of: words, key: keys.hostKey).copy
    }
}

/// A code as the host keeps it for the time it waits: hashed once, however many come.
nonisolated package struct PassphraseSecret {
    package let salt: [UInt8]
    package let password: SecretBytes

    /// Hashes a code with a new salt; nil where the memory for that is not to be had.
    package init?(code: [UInt8], kit: any SealKit) {
        let salt = PassphraseHandshake.salt(from: kit)
        guard let password = kit.password(from: code, salt: salt) else { return nil }
        self.init(salt: salt, password: password)
    }

    /// A code that was hashed with this salt, 16 bytes.
    init(salt: [UInt8], password: SecretBytes) { (self.salt, self.password) = (salt, password) }
}

// MARK: - The host

/// The host's side, for one connection.
nonisolated package struct HostHandshake {
    /// What came of a message.
    package enum Verdict {
        /// Send this; the guest has to prove that it knows the code.
        case answer(PrivacyMessage)
        /// The guest knows the code: send this, and speak through the stream from then on.
        case right(reply: PrivacyMessage, stream: SealedStream)
        /// It does not. `challenge` says so, when it is time.
        case wrong
        /// It does not belong here, or not now.
        case meaningless
    }

    private enum State {
        /// The guest has the word. This exchange is for the first way.
        case challenging(any KeyExchange)
        /// It has to prove that it has these.
        case awaitingProof(ExchangeKeys)
        /// It has tried.
        case judged
    }

    private let kit: any SealKit
    private let secret: PassphraseSecret
    private var session: [UInt8] = []
    private var state = State.judged
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
        .greeting(
            version: PassphraseHandshake.Version.first.rawValue, latest: PassphraseHandshake.Version.latest.rawValue,
            salt: secret.salt, session: session, share: firstShare)
    }

    /// The guest says something to a host that is listed under `name`.
    package mutating func receive(_ message: PrivacyMessage, listedAs name: String) -> Verdict {
        switch (state, message) {
        case (.challenging(let exchange), .attempt(let share, let proof)):
            let keys = exchange.agree(with: share)
            return judge(keys, by: proof) { .init(.first, .opened(proof: $0.hostProof)) }
        case (.challenging, .reply(PassphraseHandshake.Version.mutual.rawValue, let latest, let half, let share)):
            return answer(latest, half, share)
        case (.awaitingProof(let keys), .proof(let proof)):
            let kit = kit
            return judge(keys, by: proof) {
                let listing = PassphraseHandshake.listingProof(name, keys: $0, kit: kit)
                return .init(.mutual, .opened(proof: $0.hostProof, listing: listing))
            }
        default: return .meaningless
        }
    }

    /// After a wrong attempt, while there are tries left: what says so, and begins anew.
    package mutating func challenge() -> PrivacyMessage {
        guard case .judged = state, triesLeft > 0 else {
            preconditionFailure("there was an attempt, and there may be another")
        }
        renew()
        return .wrong(left: triesLeft, session: session, share: firstShare)
    }

    private struct Opening {
        let version: PassphraseHandshake.Version
        let message: PrivacyMessage

        init(_ version: PassphraseHandshake.Version, _ message: PrivacyMessage) {
            (self.version, self.message) = (version, message)
        }
    }

    private mutating func judge(_ keys: ExchangeKeys?, by proof: [UInt8], opening: (ExchangeKeys) -> Opening) -> Verdict {
        state = .judged
        triesLeft -= 1
        guard let keys, kit.isSame(keys.guestProof, proof) else { return .wrong }
        triesLeft = 0
        let opening = opening(keys)
        let stream = PassphraseHandshake.stream(opening.version, isHost: true, keys: keys, kit: kit)
        return .right(reply: opening.message, stream: stream)
    }

    /// A share that is none costs a try like a wrong proof.
    private mutating func answer(_ latest: Int, _ half: [UInt8], _ share: [UInt8]) -> Verdict {
        let exchange = kit.exchange(
            PassphraseHandshake.mutualTerms(
                isHost: true, password: secret.password, salt: secret.salt, halves: (session, half),
                latest: (PassphraseHandshake.Version.latest.rawValue, latest)))
        guard let keys = exchange.agree(with: share) else {
            state = .judged
            triesLeft -= 1
            return .wrong
        }
        state = .awaitingProof(keys)
        return .answer(.share(exchange.share))
    }

    private mutating func renew() {
        session = kit.randomBytes(PrivacyMessage.Length.session)
        state = .challenging(
            kit.exchange(
                PassphraseHandshake.terms(isHost: true, password: secret.password, salt: secret.salt, session: session)))
    }

    private var firstShare: [UInt8] { if case .challenging(let exchange) = state { exchange.share } else { [] } }
}

// MARK: - The guest

/// The guest's side, for one connection.
nonisolated package struct GuestHandshake {
    /// What came of a message.
    package enum Event {
        /// The host greets: `attempt` answers.
        case greeted
        /// Send this.
        case answer(PrivacyMessage)
        /// The code was wrong; so many more may be tried.
        case wrong(triesLeft: Int)
        /// The host knows the code too: speak through the stream.
        case opened(SealedStream)
        /// It does not, for all that it says: whoever is there is not the host.
        case impostor
        /// It does, but it is not what the guest has seen in the lists.
        case relabelled
        /// Somebody in between has taken away what the host offered.
        case tampered
        /// The host looks at no code from here for so many seconds.
        case paused(seconds: Int)
        /// The host's handshake is of another version.
        case otherVersion
        /// It does not belong here.
        case meaningless
    }

    private enum State {
        /// The host has the word, and no code is tried.
        case waiting
        /// `attempt` may answer this.
        case challenged(session: [UInt8], share: [UInt8])
        case awaitingShare(any KeyExchange)
        case awaitingVerdict(ExchangeKeys)
    }

    private let kit: any SealKit
    /// The name under which the host was chosen from a list; nil where its address was typed.
    private let name: String?
    private var version = PassphraseHandshake.Version.first
    private var hostsLatest = PassphraseHandshake.Version.first.rawValue
    private var salt: [UInt8]?
    private var state = State.waiting

    /// Waits for a greeting of the host that is listed under `name`; nil where it was not chosen from a list.
    package init(listedAs name: String?, kit: any SealKit) {
        self.name = name
        self.kit = kit
    }

    /// The host says something.
    package mutating func receive(_ message: PrivacyMessage) -> Event {
        switch (state, message) {
        case (_, .greeting(let version, let latest, let salt, let session, let share)):
            guard version == PassphraseHandshake.Version.first.rawValue else { return .otherVersion }
            return greet(latest, salt: salt, session: session, share: share)
        case (.awaitingShare(let exchange), .share(let share)):
            guard let keys = exchange.agree(with: share) else { return .impostor }
            state = .awaitingVerdict(keys)
            return .answer(.proof(keys.guestProof))
        case (.awaitingVerdict, .wrong(let left, let session, let share)),
            (.awaitingShare, .wrong(let left, let session, let share)):
            state = left > 0 ? .challenged(session: session, share: share) : .waiting
            return .wrong(triesLeft: left)
        case (.awaitingVerdict(let keys), .opened(let proof, let listing)):
            state = .waiting
            return open(keys, proof, listing)
        case (_, .pause(let seconds)):
            state = .waiting
            return .paused(seconds: seconds)
        default: return .meaningless
        }
    }

    /// What tries a code; nil where the host has not asked for one, what it asked with is none, or there is not the memory.
    package mutating func attempt(code: [UInt8]) -> PrivacyMessage? {
        guard let salt, case .challenged(let session, let share) = state,
            let password = kit.password(from: code, salt: salt)
        else { return nil }
        state = .waiting
        if version == .mutual { return reply(password, salt: salt, session: session) }
        let exchange = kit.exchange(
            PassphraseHandshake.terms(isHost: false, password: password, salt: salt, session: session))
        guard let keys = exchange.agree(with: share) else { return nil }
        state = .awaitingVerdict(keys)
        return .attempt(share: exchange.share, proof: keys.guestProof)
    }

    private mutating func greet(_ latest: Int, salt: [UInt8], session: [UInt8], share: [UInt8]) -> Event {
        guard self.salt == nil else { return .meaningless }
        if latest == PassphraseHandshake.Version.first.rawValue, PassphraseHandshake.isMarked(salt) { return .tampered }
        version = latest == PassphraseHandshake.Version.first.rawValue ? .first : .mutual
        hostsLatest = latest
        self.salt = salt
        state = .challenged(session: session, share: share)
        return .greeted
    }

    private mutating func reply(_ password: SecretBytes, salt: [UInt8], session: [UInt8]) -> PrivacyMessage {
        let half = kit.randomBytes(PrivacyMessage.Length.session)
        let latest = PassphraseHandshake.Version.latest.rawValue
        let exchange = kit.exchange(
            PassphraseHandshake.mutualTerms(
                isHost: false, password: password, salt: salt, halves: (session, half), latest: (hostsLatest, latest)))
        state = .awaitingShare(exchange)
        return .reply(version: version.rawValue, latest: latest, session: half, share: exchange.share)
    }

    private func open(_ keys: ExchangeKeys, _ proof: [UInt8], _ listing: [UInt8]?) -> Event {
        guard kit.isSame(keys.hostProof, proof) else { return .impostor }
        if version == .mutual {
            guard let listing else { return .impostor }
            if let name, !kit.isSame(PassphraseHandshake.listingProof(name, keys: keys, kit: kit), listing) { return .relabelled }
        }
        return .opened(PassphraseHandshake.stream(version, isHost: false, keys: keys, kit: kit))
    }
}

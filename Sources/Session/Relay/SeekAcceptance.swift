// Accepting a seek: the player who accepts signs the card's hash, a fresh key share and a sealed join request. An inbox that is named in
// a card is readable by everyone who has the card, so only the owner can open the request, and only the sender the answer: where the
// two play stays between them.
//
// The keys come from the key exchange of private games, with the card's inbox as session id and a password that everybody knows. The
// signatures say who is at the other end; both shares are used for one meeting only.

import Wire

/// The signed message with which a player accepts a seek.
nonisolated struct SeekAcceptance: Equatable {
    /// The public key of the player who accepts.
    let key: [UInt8]
    let share: [UInt8]
    /// The hash of the card that is meant.
    let cardHash: [UInt8]
    /// The sealed join request.
    let sealed: [UInt8]
    /// The message as it was sent: the keys of the meeting depend on every bit of it.
    let words: RelayWords

    /// Nil where the words are no acceptance. The signature is not checked.
    init?(_ words: RelayWords) {
        guard words.kind == "accept", words.version == RelayWords.version, words.fields.count == 5,
            let key = words.bytes(at: 0, count: 32), let share = words.bytes(at: 1, count: 32),
            let cardHash = words.bytes(at: 2, count: 32), let sealed = words.bytes(at: 3)
        else { return nil }
        (self.key, self.share, self.cardHash, self.sealed, self.words) = (key, share, cardHash, sealed, words)
    }

    /// Signs an acceptance.
    @MainActor init(by key: any PlayerKey, share: [UInt8], cardHash: [UInt8], sealed: [UInt8]) {
        (self.key, self.share, self.cardHash, self.sealed) = (key.publicKey, share, cardHash, sealed)
        words = RelayWords("accept", [key.publicKey, share, cardHash, sealed].map(Hexadecimal.text)).signed(by: key)
    }

    /// An acceptance of `card` with a sealed request, and the keys of the meeting; nil where the card's share is invalid.
    @MainActor static func make(
        _ request: JoinRequest, for card: SeekCard, by key: any PlayerKey, environment: Cryptography
    ) -> (SeekAcceptance, SeekKeys)? {
        let exchange = SeekKeys.exchange(isOwner: false, inbox: card.inbox, kit: environment.seals)
        guard let agreed = exchange.agree(with: card.share) else { return nil }
        let keys = SeekKeys(agreed, kit: environment.seals)
        let acceptance = SeekAcceptance(
            by: key, share: exchange.share, cardHash: card.hash(by: environment), sealed: keys.sealRequest(request))
        return (acceptance, keys.bound(to: acceptance))
    }
}

/// The keys of one meeting.
nonisolated struct SeekKeys {
    private let keys: ExchangeKeys
    private let kit: any SealKit
    /// The whole acceptance; empty before it is complete.
    private var acceptance: [UInt8] = []

    /// One side of the key exchange over a card.
    static func exchange(isOwner: Bool, inbox: String, kit: any SealKit) -> any KeyExchange {
        kit.exchange(
            ExchangeTerms(
                isHost: isOwner, password: SecretBytes([UInt8](repeating: 0, count: 32)), session: Array(inbox.utf8),
                hostData: Array("seek 1 owner".utf8), guestData: Array("seek 1 guest".utf8)))
    }

    init(_ keys: ExchangeKeys, kit: any SealKit) { (self.keys, self.kit) = (keys, kit) }

    /// The same keys with the acceptance bound into all but the key of its own request.
    func bound(to acceptance: SeekAcceptance) -> SeekKeys {
        var bound = self
        bound.acceptance = acceptance.words.bytes
        return bound
    }

    func sealRequest(_ request: JoinRequest) -> [UInt8] { seal(RelayMessage.join(request).bytes, with: requestKey) }

    func openRequest(_ sealed: [UInt8]) -> JoinRequest? {
        guard let bytes = open(sealed, with: requestKey), case .join(let request) = RelayMessage(bytes) else { return nil }
        return request
    }

    func sealAnswer(_ answer: RelayMessage) -> RelayMessage { .sealed(seal(answer.bytes, with: answerKey)) }

    /// The answer in a sealed message; nil where it is none, or not of these keys.
    func openAnswer(_ bytes: [UInt8]) -> RelayMessage? {
        guard case .sealed(let sealed) = RelayMessage(bytes) else { return nil }
        return open(sealed, with: answerKey).flatMap { RelayMessage($0) }
    }

    /// The sealed connection of the two.
    @MainActor func seal(_ connection: Connection, isOwner: Bool, environment: Scheduler) -> Connection {
        func key(ofOwner: Bool) -> SecretBytes {
            derived(ofOwner ? "owner's stream" : "guest's stream", from: ofOwner ? keys.hostKey : keys.guestKey)
        }
        let stream = SealedStream(kit: kit, sendingKey: key(ofOwner: isOwner), receivingKey: key(ofOwner: !isOwner))
        return SealedConnection(connection, stream: stream, unread: [], environment: environment)
    }

    private var requestKey: SecretBytes { kit.digest(of: Array("fourinarow seek 1 request".utf8), key: keys.guestKey) }
    private var answerKey: SecretBytes { derived("answer", from: keys.hostKey) }

    private func derived(_ purpose: String, from key: SecretBytes) -> SecretBytes {
        precondition(!acceptance.isEmpty, "bound to an acceptance")
        return kit.digest(of: Array("fourinarow seek 1 \(purpose) ".utf8) + acceptance, key: key)
    }

    private func seal(_ bytes: [UInt8], with key: SecretBytes) -> [UInt8] {
        let sealer = kit.sealer(key: key)
        return sealer.header + sealer.seal(bytes, isLast: true)
    }

    private static let headerLength = 24

    private func open(_ sealed: [UInt8], with key: SecretBytes) -> [UInt8]? {
        guard sealed.count > Self.headerLength else { return nil }
        let opener = kit.opener(key: key, header: Array(sealed[..<Self.headerLength]))
        return opener?.open(Array(sealed[Self.headerLength...]))?.bytes
    }
}

// Accepting a seek: the player who accepts signs the card's hash, a fresh key share and a sealed join request. An inbox that is named in
// a card is readable by everyone who has the card, so only the owner can open the request, and only the sender the answer: where the
// two play stays between them (`MeetingKeys`). The owner looks at nothing for which no work was done (`WorkStamp`). The signatures say who is at the other end; both shares are used for one meeting only.

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
    /// The proof of work for the card's inbox.
    let stamp: WorkStamp
    /// The message as it was sent: the keys of the meeting depend on every bit of it.
    let words: RelayWords

    /// Nil where the words are no acceptance. The signature is not checked.
    init?(_ words: RelayWords) {
        guard words.kind == "accept", words.version == RelayWords.version, words.fields.count == 6,
            let key = words.bytes(at: 0, count: 32), let share = words.bytes(at: 1, count: 32),
            let cardHash = words.bytes(at: 2, count: 32), let sealed = words.bytes(at: 3),
            let stamp = WorkStamp(words.bytes(at: 4))
        else { return nil }
        (self.key, self.share, self.cardHash, self.sealed, self.stamp, self.words) = (key, share, cardHash, sealed, stamp, words)
    }

    /// Signs an acceptance.
    @MainActor init(by key: PlayerKey, share: [UInt8], cardHash: [UInt8], sealed: [UInt8], stamp: WorkStamp) {
        (self.key, self.share, self.cardHash, self.sealed, self.stamp) = (key.publicKey, share, cardHash, sealed, stamp)
        words = RelayWords("accept", [key.publicKey, share, cardHash, sealed, stamp.bytes].map(Hexadecimal.text)).signed(by: key)
    }

    /// An acceptance of `card` with a sealed request, and the keys of the meeting; nil where the card's share is invalid.
    @MainActor static func make(
        _ request: JoinRequest, for card: SeekCard, by key: PlayerKey, stamp: WorkStamp, environment: Cryptography
    ) -> (SeekAcceptance, MeetingKeys)? {
        let exchange = MeetingKeys.exchange(isHost: false, inbox: card.inbox, kit: environment.seals)
        guard let agreed = exchange.agree(card.share) else { return nil }
        let keys = MeetingKeys(agreed, kit: environment.seals)
        let acceptance = SeekAcceptance(
            by: key, share: exchange.share, cardHash: card.hash(by: environment), sealed: keys.sealRequest(request),
            stamp: stamp)
        return (acceptance, keys.bound(to: acceptance.words.bytes))
    }
}

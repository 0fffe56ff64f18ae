// One who takes a card, and its owner's reply: bytes in, values out. The taker signs what it says, and all but who it is and which card it
// means is sealed for the owner: where the two will play is nobody else's business, since an inbox that is known can be filled. The
// owner's reply is sealed by a key that nobody but the owner of the card's share has. It knows no broker.
//
//     take 1 KEY SHARE MARK SEALED, signed     to the card's inbox; MARK is the hash of the card, SEALED: ID INBOX FAREWELL NAME
//     reply 1 SEALED                           to that inbox; what is sealed is an answer as at a room's door, or gone
//
// The keys come from the exchange of a private game, with the card's inbox as its session and a code that everybody knows: the signatures
// say who is at the other end, and the shares serve for one meeting.

import Text
import Wire

/// What a taker says to a card's owner.
nonisolated struct SeekAcceptance: Equatable {
    /// The taker's key.
    var key: [UInt8]
    var share: [UInt8]
    /// The hash of the card that is meant.
    var mark: [UInt8]
    var sealed: [UInt8]
    /// As it was said: the keys of the meeting depend on every bit of it.
    let signed: SignedWords

    /// Nil where they are none.
    init?(_ signed: SignedWords) {
        let words = signed.words
        guard words.count == 6, words[0] == "take", words[1] == "1", let key = Hexadecimal.bytes(words[2], count: 32),
            let share = Hexadecimal.bytes(words[3], count: 32), let mark = Hexadecimal.bytes(words[4], count: 32),
            let sealed = SeekCard.bytes(words[5])
        else { return nil }
        (self.key, self.share, self.mark, self.sealed, self.signed) = (key, share, mark, sealed, signed)
    }

    /// Signs one.
    @MainActor init(by key: any PlayerKey, share: [UInt8], mark: [UInt8], sealed: [UInt8]) {
        let hexadecimal = [key.publicKey, share, mark, sealed].map(Hexadecimal.text)
        (self.key, self.share, self.mark, self.sealed) = (key.publicKey, share, mark, sealed)
        signed = SignedWords(["take", "1"] + hexadecimal, by: key)
    }

    /// What only the owner reads.
    struct Contents: Equatable {
        /// This take and no other.
        var id: String
        var inbox: String
        var farewell: String
        var name: String

        init(id: String, inbox: String, farewell: String, name: String) {
            (self.id, self.inbox, self.farewell, self.name) = (id, inbox, farewell, name)
        }

        /// Nil where they are none.
        init?(_ bytes: [UInt8]) {
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            guard words.count == 4, RelayEndpoint.isInbox(words[0]), RelayEndpoint.isInbox(words[1]),
                RelayTopic.isFarewell(words[2])
            else { return nil }
            self.init(id: words[0], inbox: words[1], farewell: words[2], name: words[3].asListedName)
        }

        var bytes: [UInt8] { Array([id, inbox, farewell, name].joined(separator: " ").utf8) }
    }
}

/// What the owner of a card says to one who took it.
nonisolated enum SeekReply: Equatable {
    /// The two play: an answer as at a room's door.
    case taken(inbox: String, returning: String, farewell: String)
    /// Somebody else has it, or nobody is wanted.
    case gone

    init?(opening message: [UInt8], for id: String, with keys: SeekKeys) {
        guard message.count <= SignedWords.longest, let text = String(validating: message, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ")
        guard words.count == 3, words[0] == "reply", words[1] == "1", let sealed = SeekCard.bytes(String(words[2])),
            let bytes = keys.openReply(sealed)
        else { return nil }
        if bytes == Array("gone".utf8) {
            self = .gone
        } else if case .answer(id, let inbox, let returning, let farewell) = RelayMessage(bytes) {
            self = .taken(inbox: inbox, returning: returning, farewell: farewell)
        } else {
            return nil
        }
    }

    func sealed(for id: String, with keys: SeekKeys) -> [UInt8] {
        let bytes =
            switch self {
            case .taken(let inbox, let returning, let farewell):
                RelayMessage.answer(id: id, inbox: inbox, returning: returning, farewell: farewell).bytes
            case .gone: Array("gone".utf8)
            }
        return Array("reply 1 \(Hexadecimal.text(keys.sealReply(bytes)))".utf8)
    }
}

/// The keys of one meeting.
nonisolated struct SeekKeys {
    private let keys: ExchangeKeys
    private let kit: any SealKit
    /// The whole take, once it is there.
    private var take: [UInt8] = []

    /// One side of the exchange over a card.
    static func exchange(isOwner: Bool, inbox: String, kit: any SealKit) -> any KeyExchange {
        kit.exchange(
            ExchangeTerms(
                isHost: isOwner, password: SecretBytes([UInt8](repeating: 0, count: 32)), session: Array(inbox.utf8),
                hostData: Array("seek 1 owner".utf8), guestData: Array("seek 1 taker".utf8)))
    }

    init(_ keys: ExchangeKeys, kit: any SealKit) { (self.keys, self.kit) = (keys, kit) }

    /// The same once the take is said.
    func bound(to take: SeekAcceptance) -> SeekKeys {
        var bound = self
        bound.take = take.signed.bytes
        return bound
    }

    func sealTake(_ contents: SeekAcceptance.Contents) -> [UInt8] { seal(contents.bytes, with: takeKey) }
    func openTake(_ sealed: [UInt8]) -> SeekAcceptance.Contents? {
        open(sealed, with: takeKey).flatMap { SeekAcceptance.Contents($0) }
    }
    func sealReply(_ bytes: [UInt8]) -> [UInt8] { seal(bytes, with: replyKey) }
    func openReply(_ sealed: [UInt8]) -> [UInt8]? { open(sealed, with: replyKey) }

    /// What seals the game at one end.
    func stream(isOwner: Bool) -> SealedStream {
        func key(ofOwner: Bool) -> SecretBytes {
            derived(ofOwner ? "owner's stream" : "taker's stream", from: ofOwner ? keys.hostKey : keys.guestKey)
        }
        return SealedStream(kit: kit, sendingKey: key(ofOwner: isOwner), receivingKey: key(ofOwner: !isOwner))
    }

    private var takeKey: SecretBytes { kit.digest(of: Array("fourinarow seek 1 take".utf8), key: keys.guestKey) }
    private var replyKey: SecretBytes { derived("reply", from: keys.hostKey) }

    private func derived(_ word: String, from key: SecretBytes) -> SecretBytes {
        precondition(!take.isEmpty, "bound to a take")
        return kit.digest(of: Array("fourinarow seek 1 \(word) ".utf8) + take, key: key)
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

// What programs say to each other at a broker, apart from the bytes of a connection (RelayChunk). A message is one line of printable
// ASCII: words separated by single spaces, first the kind, then the version. Anybody can publish such a line, so an unsigned message
// proves nothing about its sender.
//
//     room 1 INBOX SHARE                retained at a room's topic: where its host receives requests, and its key share
//     playing 1                         retained at a room's topic: the game there has begun
//     knock 1 SHARE HEX                 guest to the host of a room: the guest's key share, and a join request sealed with it
//     join 1 ID INBOX                   guest at RETURN, and sealed elsewhere: a join request
//     answer 1 ID INBOX RETURN          host to that guest: an inbox for this guest alone, and where the two meet after a break
//     gone 1                            host to a guest: somebody else plays already
//     back 1                            host at RETURN: it has lost its guest
//     sealed 1 HEX                      answer or gone, sealed with the keys of a meeting (MeetingKeys)
//     will 1 TOPIC HASH                 inside a sealed connection: the topic of a last will, and the hash of its message
// Signed, with the signature as the last word (SeekCard, SeekOver, SeekAcceptance):
//     card 1 KEY SHARE INBOX GAME CLOCK SINCE ISSUED NAME STAMP
//                                                         retained at a card's topics
//     over 1 KEY INBOX ISSUED                             at a card's topics: the seek is over, no earlier card counts
//     accept 1 KEY SHARE CARD SEALED STAMP                to a card's inbox: CARD is the hash of the card, SEALED a sealed join request
// STAMP is a proof of work (WorkStamp), of a card for the list, of an acceptance for the card's inbox. CLOCK is minutes and seconds per move such as 3+2, or none.
// ID, INBOX and RETURN are 32 hexadecimal digits. Keys, shares, hashes, names, stamps and sealed bytes are in hexadecimal digits, times in
// milliseconds since 1970.

import Wire

/// An unsigned message.
nonisolated enum RelayMessage: Equatable {
    case room(RoomEntry)
    case playing
    case knock(share: [UInt8], sealed: [UInt8])
    case join(JoinRequest)
    case answer(RelayPeer)
    case gone
    case back
    case sealed([UInt8])
    case will(topic: String, hash: [UInt8])
    /// A message of another version of this program.
    case otherVersion

    private static let kinds = ["room", "playing", "knock", "join", "answer", "gone", "back", "sealed", "will"]

    /// Reads a message; nil where the bytes are none. Words after the known ones are ignored.
    init?(_ bytes: [UInt8]) {
        guard let words = RelayWords(bytes), Self.kinds.contains(words.kind) else { return nil }
        guard words.version == RelayWords.version else {
            self = .otherVersion
            return
        }
        switch words.kind {
        case "room":
            guard let inbox = words.inbox(at: 0), let share = words.bytes(at: 1, count: 32) else { return nil }
            self = .room(RoomEntry(inbox: inbox, share: share))
        case "playing": self = .playing
        case "knock":
            guard let share = words.bytes(at: 0, count: 32), let sealed = words.bytes(at: 1) else { return nil }
            self = .knock(share: share, sealed: sealed)
        case "join":
            guard let id = words.inbox(at: 0), let inbox = words.inbox(at: 1) else { return nil }
            self = .join(JoinRequest(id: id, inbox: inbox))
        case "answer":
            guard let id = words.inbox(at: 0), let inbox = words.inbox(at: 1), let returning = words.inbox(at: 2)
            else { return nil }
            self = .answer(RelayPeer(id: id, inbox: inbox, returning: returning))
        case "gone": self = .gone
        case "back": self = .back
        case "will":
            guard let topic = words.lastWill(at: 0), let hash = words.bytes(at: 1, count: 32) else { return nil }
            self = .will(topic: topic, hash: hash)
        default:
            guard let sealed = words.bytes(at: 0) else { return nil }
            self = .sealed(sealed)
        }
    }

    /// The message as it is published.
    var bytes: [UInt8] {
        let words =
            switch self {
            case .room(let entry): RelayWords("room", [entry.inbox, Hexadecimal.text(entry.share)])
            case .playing: RelayWords("playing")
            case .knock(let share, let sealed): RelayWords("knock", [share, sealed].map(Hexadecimal.text))
            case .join(let request): RelayWords("join", [request.id, request.inbox])
            case .answer(let answer): RelayWords("answer", [answer.id, answer.inbox, answer.returning])
            case .will(let topic, let hash): RelayWords("will", [topic, Hexadecimal.text(hash)])
            case .gone: RelayWords("gone")
            case .back: RelayWords("back")
            case .sealed(let sealed): RelayWords("sealed", [Hexadecimal.text(sealed)])
            case .otherVersion: preconditionFailure("nobody sends this")
            }
        return words.bytes
    }
}

/// What a room says of its host.
nonisolated struct RoomEntry: Equatable, Sendable {
    /// Where the host receives join requests.
    var inbox: String
    /// The host's half of a key exchange, 32 bytes.
    var share: [UInt8]

    /// An entry of these.
    init(inbox: String, share: [UInt8]) { (self.inbox, self.share) = (inbox, share) }
}

/// What a guest tells a host.
nonisolated struct JoinRequest: Equatable {
    /// Identifies this attempt.
    var id: String
    /// Where the guest receives.
    var inbox: String

    /// A request.
    init(id: String, inbox: String) { (self.id, self.inbox) = (id, inbox) }
}

/// The program at the other end of a connection. A host answers a guest that it lets in with itself.
nonisolated struct RelayPeer: Equatable {
    /// The id of the join request.
    var id: String
    /// Where the peer receives from us alone.
    var inbox: String
    /// The inbox where the host waits for its guest when either has lost the other.
    var returning: String
}

/// A line of words: the one grammar of all messages at a broker.
nonisolated struct RelayWords: Equatable {
    /// The version of all messages.
    static let version = "1"
    /// The longest line, in bytes.
    static let longest = 1200
    private static let signatureLength = 64
    /// The prefix of what the player's key signs here. The key signs nothing else that starts with it.
    private static let purpose = Array("fourinarow seek ".utf8)

    let kind: String
    let version: String
    /// The words after kind and version.
    let fields: [String]

    init(_ kind: String, _ fields: [String] = []) { (self.kind, version, self.fields) = (kind, Self.version, fields) }

    /// Nil where the bytes are too long or no line of words.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count >= 2 else { return nil }
        (kind, version, fields) = (words[0], words[1], Array(words[2...]))
    }

    var bytes: [UInt8] { Array(([kind, version] + fields).joined(separator: " ").utf8) }

    // MARK: Fields

    /// The name of an inbox.
    func inbox(at index: Int) -> String? { field(at: index).flatMap { RelayEndpoint.isInbox($0) ? $0 : nil } }
    /// The topic of a last will.
    func lastWill(at index: Int) -> String? { field(at: index).flatMap { RelayTopic.isLastWill($0) ? $0 : nil } }
    /// Bytes in hexadecimal digits; `count` nil: any number of them.
    func bytes(at index: Int, count: Int? = nil) -> [UInt8]? {
        field(at: index).flatMap { word in
            word.utf8.count.isMultiple(of: 2) ? Hexadecimal.bytes(word, count: count ?? word.utf8.count / 2) : nil
        }
    }
    /// A time: a plain number of at most 14 digits.
    func time(at index: Int) -> Int? {
        field(at: index).flatMap { word in
            word.utf8.count <= 14 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
        }
    }

    private func field(at index: Int) -> String? { fields.indices.contains(index) ? fields[index] : nil }

    // MARK: Signatures

    /// The same line with a signature as its last word.
    @MainActor func signed(by key: PlayerKey) -> RelayWords {
        RelayWords(kind, fields + [Hexadecimal.text(key.sign(Self.purpose + bytes))])
    }

    /// Whether the last word is the signature of all others by the owner of `key`.
    @MainActor func isSigned(by key: [UInt8], _ environment: Cryptography) -> Bool {
        guard let signature = bytes(at: fields.count - 1, count: Self.signatureLength) else { return false }
        let unsigned = RelayWords(kind, fields.dropLast())
        return version == Self.version && environment.isSignature(signature, of: Self.purpose + unsigned.bytes, by: key)
    }
}

// What two programs say to each other at a broker before and around the bytes of a game: bytes in, values out. Everybody who finds the
// room can say it, and the broker can say anything: nothing here proves who speaks. It knows no topics' meanings and no connections.
//
// In words, the first of which is what it is and the second the version; what follows those it knows, a reader passes over:
//     room 1 INBOX                           kept at a room: where its host can be knocked at
//     knock 1 ID INBOX FAREWELL              a guest to its host: where it is
//     answer 1 ID INBOX RETURN FAREWELL      the host to that guest: where it is for this guest alone, and where after a break
//     back 1                                 a host at RETURN: it has lost its guest
// On a connection, in bytes: eight of a count from 0, the highest first, one of what it is, and the rest. The first byte is 0, as no
// connection lives to see the others, so none is a word.

/// What is said in words.
nonisolated package enum RelayMessage: Equatable {
    case room(inbox: String)
    case knock(id: String, inbox: String, farewell: String)
    case answer(id: String, inbox: String, returning: String, farewell: String)
    case back
    /// One of these, as a later version says it.
    case later

    private static let version = "1"
    private static let longest = 512

    /// What `bytes` say; nil where it is nothing of this.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count > 1, ["room", "knock", "answer", "back"].contains(words[0]) else { return nil }
        guard words[1] == Self.version else {
            self = .later
            return
        }
        let names = words.dropFirst(2)
        func name(at place: Int) -> String? { words.count > place && RelayEndpoint.isInbox(words[place]) ? words[place] : nil }
        switch (words[0], names.count) {
        case ("room", 1...):
            guard let inbox = name(at: 2) else { return nil }
            self = .room(inbox: inbox)
        case ("knock", 3...):
            guard let id = name(at: 2), let inbox = name(at: 3), RelayTopic.isFarewell(words[4]) else { return nil }
            self = .knock(id: id, inbox: inbox, farewell: words[4])
        case ("answer", 4...):
            guard let id = name(at: 2), let inbox = name(at: 3), let returning = name(at: 4), RelayTopic.isFarewell(words[5])
            else { return nil }
            self = .answer(id: id, inbox: inbox, returning: returning, farewell: words[5])
        case ("back", _): self = .back
        default: return nil
        }
    }

    /// How it is said.
    package var bytes: [UInt8] {
        let words =
            switch self {
            case .room(let inbox): ["room", Self.version, inbox]
            case .knock(let id, let inbox, let farewell): ["knock", Self.version, id, inbox, farewell]
            case .answer(let id, let inbox, let returning, let farewell):
                ["answer", Self.version, id, inbox, returning, farewell]
            case .back: ["back", Self.version]
            case .later: ["later", Self.version]
            }
        return Array(words.joined(separator: " ").utf8)
    }
}

/// What is said on a connection.
nonisolated package struct RelayChunk: Equatable {
    package enum Content: Equatable {
        /// The next bytes.
        case bytes([UInt8])
        /// Nothing follows.
        case end
        /// What follows from the peer of who says it is to go to this inbox.
        case moved(inbox: String)
    }

    /// How many were said before it.
    var count: UInt64
    var content: Content

    /// The most bytes that one carries.
    static let longest = 4096
    private static let headerLength = 9

    init(_ count: UInt64, _ content: Content) {
        self.count = count
        self.content = content
    }

    /// Nil where it is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerLength, bytes.count <= Self.headerLength + Self.longest, bytes[0] == 0 else { return nil }
        count = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        let rest = Array(bytes[Self.headerLength...])
        switch bytes[8] {
        case 0: content = .bytes(rest)
        case 1: content = .end
        case 2:
            let name = String(decoding: rest, as: UTF8.self)
            guard RelayEndpoint.isInbox(name) else { return nil }
            content = .moved(inbox: name)
        default: return nil
        }
    }

    /// How it is said.
    package var bytes: [UInt8] {
        let (kind, rest): (UInt8, [UInt8]) =
            switch content {
            case .bytes(let bytes): (0, bytes)
            case .end: (1, [])
            case .moved(let name): (2, Array(name.utf8))
            }
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) } + [kind] + rest
    }
}

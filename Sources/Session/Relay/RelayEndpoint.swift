// A place at a broker, as it is written in an endpoint's text, and the topics that belong to it.

import Wire

/// A place at a broker.
nonisolated package enum RelayEndpoint: Equatable, Sendable {
    /// A room with a number that the rendezvous chooses.
    case anyRoom
    /// The room of this number, six or nine digits. Room numbers are public.
    case room(number: String)
    /// An inbox, 32 hexadecimal digits: a secret of those who were told.
    case inbox(String)

    /// How many digits a room's number has: the first, or the second where many rooms are in use.
    package static let numberLengths = [6, 9]
    private static let prefix = "relay:"
    private static let inboxBytes = 16

    /// Reads an endpoint; nil where it belongs to another rendezvous.
    package init?(_ endpoint: Endpoint) { self.init(text: endpoint.text) }

    /// Reads an endpoint's text.
    package init?(text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let words = text.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (words.first, words.count) {
        case ("room", 1): self = .anyRoom
        case ("room", 2) where Self.isNumber(words[1]): self = .room(number: words[1])
        case ("in", 2) where Self.isInbox(words[1]): self = .inbox(words[1])
        default: return nil
        }
    }

    /// The place as an endpoint. For players a room is called by its number; the other places have no name.
    package var endpoint: Endpoint {
        switch self {
        case .anyRoom: Endpoint(text: Self.prefix + "room", words: "", port: "")
        case .room(let number): Endpoint(text: Self.prefix + "room/" + number, words: number, port: "")
        case .inbox(let name): Endpoint(text: Self.prefix + "in/" + name, words: "", port: "")
        }
    }

    /// Whether the text has the form of a room's number.
    package static func isNumber(_ text: String) -> Bool {
        numberLengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// A random number for a new room.
    @MainActor static func newNumber(isLong: Bool, _ environment: Cryptography) -> String {
        let count: UInt64 = isLong ? 1_000_000_000 : 1_000_000
        let drawn = environment.seals.randomBytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % count
        return String(String(count + drawn).dropFirst())
    }

    /// Whether the text has the form of an inbox's name.
    static func isInbox(_ text: String) -> Bool { Hexadecimal.bytes(text, count: inboxBytes) != nil }

    /// A random name for a new inbox.
    @MainActor static func newInbox(_ environment: Cryptography) -> String {
        Hexadecimal.text(environment.seals.randomBytes(inboxBytes))
    }
}

nonisolated extension Endpoint {
    /// Whether it is at a relay.
    package var isAtRelay: Bool { RelayEndpoint(self) != nil }
}

/// The topics. The 1 is the version of the messages there.
nonisolated enum RelayTopic {
    private static let root = "fiar/1/"
    private static let lastWills = root + "bye/"

    static func room(_ number: String) -> String { root + "room/" + number }
    static func inbox(_ name: String) -> String { root + "in/" + name }
    /// Below it, players who look for an opponent publish their cards, each in four buckets (`SeekCard.buckets`).
    static let seeks = root + "seek"
    /// The bucket of everybody.
    static let everybody = "all"
    static func seeks(in bucket: String) -> String { seeks + "/" + bucket }
    static func seek(_ name: String, in bucket: String = everybody) -> String { seeks(in: bucket) + "/" + name }
    /// Where spectators of a match see it. The name is a secret of theirs.
    static func watch(_ name: String) -> String { root + "watch/0/" + name }
    /// The name in the topic of a card.
    static func seekName(_ topic: String) -> String? { topic.split(separator: "/").last.map(String.init) }

    /// Whether a last will may be published there. A stranger cannot make us subscribe to anything else.
    static func isLastWill(_ topic: String) -> Bool {
        let name = topic.utf8.dropFirst(lastWills.utf8.count)
        return topic.hasPrefix(lastWills) && (1...64).contains(name.count)
            && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}

// Where somebody is at a broker, as an endpoint says it, and the topics that belong to it. It knows no connections and no game.

import Wire

/// A place at a broker.
nonisolated package enum RelayEndpoint: Equatable, Sendable {
    /// A room whose number the rendezvous chooses.
    case anyRoom
    /// The room of this number, six digits: its host's public place.
    case room(number: String)
    /// The inbox of these 32 hexadecimal digits, which only those know who were told.
    case inbox(String)

    /// How many digits a room's number has.
    package static let numberLength = 6
    private static let prefix = "relay:"
    private static let inboxBytes = 16

    /// What an endpoint says; nil where it is one of another rendezvous.
    package init?(_ endpoint: Endpoint) { self.init(text: endpoint.text) }

    /// The same of an endpoint's text.
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

    /// The endpoint that says it. A room is called by its number; the other places have no name for a player.
    package var endpoint: Endpoint {
        switch self {
        case .anyRoom: Endpoint(text: Self.prefix + "room", words: "", door: "")
        case .room(let number): Endpoint(text: Self.prefix + "room/" + number, words: number, door: "")
        case .inbox(let name): Endpoint(text: Self.prefix + "in/" + name, words: "", door: "")
        }
    }

    /// Whether this may be a room's number.
    package static func isNumber(_ text: String) -> Bool {
        text.utf8.count == numberLength && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// A number that four random bytes name.
    static func number(drawnFrom bytes: [UInt8]) -> String {
        let drawn = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
        let digits = String(drawn)
        return String(repeating: "0", count: numberLength - digits.count) + digits
    }

    static func isInbox(_ text: String) -> Bool { Hexadecimal.bytes(text, count: inboxBytes) != nil }

    /// The name of an inbox that nobody foresees.
    @MainActor static func newInbox(_ machine: Cryptography) -> String { Hexadecimal.text(machine.seals.randomBytes(inboxBytes)) }
}

/// The topics. The 1 is the version of what is said there.
nonisolated enum RelayTopic {
    private static let root = "fiar/1/"
    private static let farewells = root + "bye/"

    static func room(_ number: String) -> String { root + "room/" + number }
    static func inbox(_ name: String) -> String { root + "in/" + name }
    /// Where all who look for an opponent put up their cards. Where there are too many for one list, there will be several of these.
    static let seeks = root + "seek/0"
    static func seek(_ name: String) -> String { seeks + "/" + name }
    /// The name in the topic of a card.
    static func seekName(_ topic: String) -> String? { topic.split(separator: "/").last.map(String.init) }

    /// Whether somebody's last word may come there: a stranger does not have us subscribe to anything else.
    static func isFarewell(_ topic: String) -> Bool {
        let name = topic.utf8.dropFirst(farewells.utf8.count)
        return topic.hasPrefix(farewells) && (1...64).contains(name.count)
            && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}

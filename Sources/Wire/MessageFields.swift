// The fields of a message on the wire: named numbers, texts and lists of texts in one dictionary. Each message reads and writes its
// own fields.

import Text

/// The fields of a message.
public struct MessageFields: Equatable, Sendable {
    /// The kind of message within its packet type; nil if the type has only one.
    public var kind: Int64?
    /// Numbers by name.
    public var numbers: [String: Int64]
    /// Texts by name, each at most 256 bytes of UTF-8. Longer ones are cut.
    public var texts: [String: String]
    /// Secret ASCII texts by name, each at most 256 bytes. Only for `secretNames`.
    public var secrets: [String: SecretBytes]
    /// Lists of texts by name, at most 64 of at most 256 bytes each.
    public var lists: [String: [String]]
    /// The names of received fields that have another type or are too long.
    public internal(set) var unreadable: Set<String> = []

    /// Creates fields.
    public init(
        kind: Int64? = nil, numbers: [String: Int64] = [:], texts: [String: String] = [:],
        secrets: [String: SecretBytes] = [:], lists: [String: [String]] = [:]
    ) {
        self.kind = kind
        self.numbers = numbers
        self.texts = texts
        self.secrets = secrets
        self.lists = lists
    }

    /// The longest text, in bytes of UTF-8.
    static let longestText = 256
    /// The longest list.
    static let longestList = 64
    /// The most fields per message.
    static let mostFields = 32
    /// The names of secret texts, whose copies are all overwritten.
    static let secretNames: Set = ["key"]

    /// Whether every received field could be read and there are not more than a message can have.
    var isWhole: Bool {
        unreadable.isEmpty && numbers.count + texts.count + secrets.count + lists.count + (kind == nil ? 0 : 1) <= Self.mostFields
    }
}

/// A message that is sent as fields.
public protocol PacketMessage: Sendable {
    /// Its fields on the wire.
    var fields: MessageFields { get }
    /// The message with these fields. Throws if there is none: the packet is then ignored.
    init(reading fields: MessageFields) throws(NoMessage)
}

extension PacketMessage {
    /// The message with these fields; nil if there is none.
    public init?(_ fields: MessageFields) { try? self.init(reading: fields) }
}

/// A field is missing or invalid.
public struct NoMessage: Error {}

// MARK: - Writing

extension MessageFields {
    /// Creates fields. Bytes become hexadecimal digits.
    init(
        _ kind: Int64?, ints: [String: Int] = [:], bytes: [String: [UInt8]] = [:], secrets: [String: SecretBytes] = [:],
        texts: [String: String] = [:], lists: [String: [String]] = [:]
    ) {
        self.init(
            kind: kind, numbers: ints.mapValues { Int64($0) },
            texts: bytes.mapValues(Hexadecimal.text).merging(texts) { _, text in text },
            secrets: secrets.mapValues(Hexadecimal.digits), lists: lists)
    }
}

// MARK: - Reading

extension MessageFields {
    /// The most names in a list, more than any game has players.
    private static let mostNames = 16

    /// Whether there is a field with this name.
    func holds(_ name: String) -> Bool {
        numbers[name] != nil || texts[name] != nil || secrets[name] != nil || lists[name] != nil || unreadable.contains(name)
    }

    /// A number within this range.
    func int(_ name: String, in range: ClosedRange<Int> = .min ... .max) throws(NoMessage) -> Int {
        guard let number = numbers[name].flatMap(Int.init(exactly:)), range ~= number else { throw NoMessage() }
        return number
    }

    /// A case of an enumeration with numbers.
    func choice<Choice: RawRepresentable<Int>>(_ name: String) throws(NoMessage) -> Choice {
        guard let choice = Choice(rawValue: try int(name)) else { throw NoMessage() }
        return choice
    }

    /// Exactly `count` bytes.
    func bytes(_ name: String, count: Int) throws(NoMessage) -> [UInt8] {
        guard let bytes = texts[name].flatMap({ Hexadecimal.bytes($0, count: count) }) else { throw NoMessage() }
        return bytes
    }

    /// Exactly `count` secret bytes.
    func secret(_ name: String, count: Int) throws(NoMessage) -> SecretBytes {
        guard let bytes = secrets[name].flatMap({ Hexadecimal.bytes($0, count: count) }) else { throw NoMessage() }
        return bytes
    }

    /// A text that is a name; empty if none of it is visible.
    func name(_ name: String = "name") throws(NoMessage) -> String {
        guard let text = texts[name] else { throw NoMessage() }
        return text.asPlayerName
    }

    /// The names of all players.
    func names() throws(NoMessage) -> [String] {
        guard let names = lists["names"], names.count <= Self.mostNames else { throw NoMessage() }
        return names.map(\.asPlayerName)
    }
}

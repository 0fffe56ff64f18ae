// What a message holds on the wire: a few named numbers, texts and lists of texts, as one dictionary; and how messages read and write
// their own. It knows no message: each names its own fields.

import Text

/// The fields of a message.
public struct MessageFields: Equatable, Sendable {
    /// Which message of its packet type it is; nil where the type has but one.
    public var kind: Int64?
    /// Numbers by name.
    public var numbers: [String: Int64]
    /// Texts by name, each at most 256 bytes of UTF-8; longer ones are cut.
    public var texts: [String: String]
    /// Texts in ASCII that nobody else may learn, by name, each at most 256 bytes. Only names of `secretNames` have any.
    public var secrets: [String: SecretBytes]
    /// Lists of texts by name, at most 64 of at most 256 bytes each.
    public var lists: [String: [String]]
    /// The names of what came and is nothing of this, or is too long.
    public internal(set) var unreadable: Set<String> = []

    /// Fields of a message.
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
    /// The most fields of a message.
    static let mostFields = 32
    /// Of a text under one of these names no copy is made that is not overwritten.
    static let secretNames: Set = ["key"]

    /// Whether all that came could be read, and is no more than a message of ours can hold.
    var isWhole: Bool {
        unreadable.isEmpty && numbers.count + texts.count + secrets.count + lists.count + (kind == nil ? 0 : 1) <= Self.mostFields
    }
}

/// A message that travels as fields.
public protocol PacketMessage: Sendable {
    /// What it holds on the wire.
    var fields: MessageFields { get }
    /// The message that fields say. Throws where they say none: the packet is passed over.
    init(reading fields: MessageFields) throws(NoMessage)
}

extension PacketMessage {
    /// The message that fields say; nil where they say none.
    public init?(_ fields: MessageFields) { try? self.init(reading: fields) }
}

/// Fields that no message of ours has: one is missing, or is not what it should be.
public struct NoMessage: Error {}

// MARK: - Writing

extension MessageFields {
    /// Fields as messages write them: bytes travel as hexadecimal digits.
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
    /// The most names that are read, more than any game seats.
    private static let mostNames = 16

    /// Whether anything came under this name.
    func holds(_ name: String) -> Bool {
        numbers[name] != nil || texts[name] != nil || secrets[name] != nil || lists[name] != nil || unreadable.contains(name)
    }

    /// A number, of this range.
    func int(_ name: String, in range: ClosedRange<Int> = .min ... .max) throws(NoMessage) -> Int {
        guard let number = numbers[name].flatMap(Int.init(exactly:)), range ~= number else { throw NoMessage() }
        return number
    }

    /// One of several things that have numbers.
    func choice<Choice: RawRepresentable<Int>>(_ name: String) throws(NoMessage) -> Choice {
        guard let choice = Choice(rawValue: try int(name)) else { throw NoMessage() }
        return choice
    }

    /// So many bytes.
    func bytes(_ name: String, count: Int) throws(NoMessage) -> [UInt8] {
        guard let bytes = texts[name].flatMap({ Hexadecimal.bytes($0, count: count) }) else { throw NoMessage() }
        return bytes
    }

    /// So many bytes that nobody else may learn.
    func secret(_ name: String, count: Int) throws(NoMessage) -> SecretBytes {
        guard let bytes = secrets[name].flatMap({ Hexadecimal.bytes($0, count: count) }) else { throw NoMessage() }
        return bytes
    }

    /// A text that is somebody's or something's name; empty where nothing could be seen of it.
    func name(_ name: String = "name") throws(NoMessage) -> String {
        guard let text = texts[name] else { throw NoMessage() }
        return text.asPlayerName
    }

    /// The names of all who take part.
    func names() throws(NoMessage) -> [String] {
        guard let names = lists["names"], names.count <= Self.mostNames else { throw NoMessage() }
        return names.map(\.asPlayerName)
    }
}

// What a lobby or game message holds on the wire: a few named numbers, texts and lists of texts, as one dictionary. It knows no
// message: each names its own fields.

/// The fields of a message.
public struct MessageFields: Equatable, Sendable {
    /// Which message of its packet type it is.
    public var kind: Int64
    /// Numbers by name.
    public var numbers: [String: Int64]
    /// Texts by name, each at most 256 bytes of UTF-8; longer ones are cut.
    public var texts: [String: String]
    /// Lists of texts by name, at most 64 of at most 256 bytes each.
    public var lists: [String: [String]]

    /// Fields of a message.
    public init(
        kind: Int64, numbers: [String: Int64] = [:], texts: [String: String] = [:], lists: [String: [String]] = [:]
    ) {
        self.kind = kind
        self.numbers = numbers
        self.texts = texts
        self.lists = lists
    }

    /// The longest text, in bytes of UTF-8.
    static let longestText = 256
    /// The longest list.
    static let longestList = 64
    /// The most fields of a message.
    static let mostFields = 32
}

/// A message that travels as fields.
public protocol PacketMessage: Sendable {
    /// What it holds on the wire.
    var fields: MessageFields { get }
    /// The message that fields say; nil where they say none: the packet is passed over.
    init?(_ fields: MessageFields)
}

// Encoding and decoding of the lines between the game and its helpers. DiscoveryProtocol and RelayProtocol have the messages.
//
// A message is one line of UTF-8 that ends with \n, and its words are separated by one space. Within a word the bytes 0x00…0x20, 0x7f
// and '%' are written as '%' and two hexadecimal digits; an empty word is a single '%'. A key of KEY=VALUE also escapes '=', an element
// of a list ','. A list ends with a comma if its last element is empty.

/// A command or an event: a verb and its arguments.
public protocol HelperMessage {
    /// The verb and the escaped arguments.
    var words: [String] { get }
    /// Reads the arguments of `verb`. Nil if there is no such message.
    init?(_ verb: String, _ words: inout LineWords)
}

extension HelperMessage {
    /// The message as a line, newline included.
    public var line: String { words.joined(separator: " ") + "\n" }

    /// Parses a line without its newline; nil if it is not a message.
    public init?(line: some StringProtocol) {
        guard var words = LineWords(line: line), let verb = words.next(), let message = Self(verb, &words), words.isAtEnd else {
            return nil
        }
        self = message
    }
}

/// The words of a line, read from the front.
public struct LineWords {
    private var words: ArraySlice<ArraySlice<UInt8>>

    /// Splits a line without its newline. Nil if a word is empty or a byte is not escaped that should be.
    init?(line: some StringProtocol) {
        let bytes = Array(line.utf8)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
        words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)[...]
        guard words.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// Whether all words were read.
    var isAtEnd: Bool { words.isEmpty }

    /// The next word, unescaped.
    mutating func next() -> String? {
        words.popFirst().flatMap { Self.unescape($0 == [percent] ? [] : $0) }
    }

    /// The next word as a port, 1…65535 in decimal digits.
    mutating func nextPort() -> UInt16? {
        nextNumber().flatMap { $0 > 0 ? UInt16(exactly: $0) : nil }
    }

    /// The next word as a number of decimal digits.
    mutating func nextNumber() -> Int? {
        guard let word = words.popFirst(), !word.isEmpty, word.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int(String(decoding: word, as: UTF8.self))
    }

    /// The next word as bytes, two hexadecimal digits each.
    mutating func nextBytes() -> [UInt8]? {
        guard let word = words.popFirst() else { return nil }
        if word == [percent] { return [] }
        guard word.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.count / 2)
        for index in stride(from: word.startIndex, to: word.endIndex, by: 2) {
            guard let high = Self.digit(word[index]), let low = Self.digit(word[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The next word as a list separated by commas.
    mutating func nextList() -> [String]? {
        guard let word = words.popFirst() else { return nil }
        if word == [percent] { return [] }
        var elements = word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        if elements.last?.isEmpty == true { elements.removeLast() }
        let texts = elements.compactMap { Self.unescape($0) }
        return texts.count == elements.count ? texts : nil
    }

    /// All remaining words as KEY=VALUE. The first of two equal keys counts, as in a TXT record.
    mutating func nextPairs() -> [String: String]? {
        var pairs: [String: String] = [:]
        while let word = words.popFirst() {
            guard let equals = word.firstIndex(of: UInt8(ascii: "=")), let key = Self.unescape(word[..<equals]),
                let value = Self.unescape(word[(equals + 1)...])
            else { return nil }
            if pairs[key] == nil { pairs[key] = value }
        }
        return pairs
    }

    /// Unescapes a word; nil if an escape is incomplete or the bytes are not UTF-8.
    private static func unescape(_ word: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = word[...]
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

// MARK: - Encoding

extension LineWords {
    /// Bytes as a word.
    static func bytes(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "%" }
        var word: [UInt8] = []
        word.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            word.append(hexadecimal[Int(byte >> 4)])
            word.append(hexadecimal[Int(byte & 0x0f)])
        }
        return String(decoding: word, as: UTF8.self)
    }

    /// A list as a word.
    static func list(_ elements: [String]) -> String {
        if elements.isEmpty { return "%" }
        return elements.map { $0.escaped(and: ",") }.joined(separator: ",") + (elements.last == "" ? "," : "")
    }

    /// One word per pair, sorted by key.
    static func pairs(_ pairs: [String: String]) -> [String] {
        pairs.sorted { $0.key < $1.key }.map { $0.key.escaped(and: "=") + "=" + $0.value.escaped() }
    }
}

extension String {
    /// A text as a word.
    static func word(_ text: String) -> String {
        text.isEmpty ? "%" : text.escaped()
    }

    /// Escapes control characters, spaces, '%' and `separator`.
    fileprivate func escaped(and separator: Unicode.Scalar = "%") -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte <= 0x20 || byte == 0x7f || byte == percent || byte == UInt8(ascii: separator) {
                bytes += [percent, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 0x0f)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private let percent = UInt8(ascii: "%")
private let hexadecimal = Array("0123456789ABCDEF".utf8)

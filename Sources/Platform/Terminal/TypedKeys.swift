// Splits typed bytes into whole keys: a character with all its bytes, an arrow with its whole sequence. libedit would block on
// half a key.

/// Collects bytes and returns whole keys.
nonisolated struct TypedKeys {
    private let isUTF8: Bool
    private var bytes: ArraySlice<UInt8> = []

    /// The most bytes of a key.
    private static let longest = 16

    /// For a terminal in UTF-8 or with single-byte characters.
    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// The number of bytes not taken yet, including an incomplete key.
    var count: Int { bytes.count }

    /// Adds bytes.
    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// The next key; nil if it is incomplete.
    mutating func next() -> [UInt8]? {
        guard let length = length(of: bytes) else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return Array(bytes.prefix(length))
    }

    /// The length of the first key; nil if it is incomplete.
    private func length(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        let rest = bytes.dropFirst().prefix(Self.longest)
        if first == 0x1B { return lengthAfterEscape(rest).map { $0 + 1 } ?? (rest.count == Self.longest ? Self.longest : nil) }
        if !isUTF8 || first < 0xC2 || first > 0xF4 { return 1 }
        let more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        let found = rest.prefix(more).prefix { $0 & 0xC0 == 0x80 }.count
        if found == more { return more + 1 }
        return found == rest.count ? nil : 1
    }

    /// Sequences of ECMA-48, function keys of the Linux console, and Alt with a key.
    private func lengthAfterEscape(_ rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "["):
            let isConsole = rest.dropFirst().first == UInt8(ascii: "[")
            let end = rest.dropFirst(isConsole ? 2 : 1).firstIndex { 0x40...0x7E ~= $0 || $0 < 0x20 }
            // Enter and other control characters are keys of their own.
            return end.map { $0 - rest.startIndex + (rest[$0] < 0x20 ? 0 : 1) }
        case UInt8(ascii: "O"): return rest.count > 1 ? 2 : nil
        default: return length(of: rest)
        }
    }
}

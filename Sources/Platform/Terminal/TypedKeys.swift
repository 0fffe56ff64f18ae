// What is typed on a terminal, as whole keys: a character with all its bytes, an arrow with all that it sends. An editor that is given
// half a key would wait for the rest, and the game with it. It knows no key's meaning.

/// Bytes in, whole keys out.
nonisolated struct TypedKeys {
    private let isUTF8: Bool
    private var bytes: ArraySlice<UInt8> = []

    /// The most bytes that a key sends.
    private static let longest = 16

    /// Keys of a terminal with this kind of characters.
    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// How much waits to be taken, the beginning of a key included.
    var count: Int { bytes.count }

    /// What was read.
    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// The next key, if all of it is there.
    mutating func next() -> [UInt8]? {
        guard let length = length(of: bytes) else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return Array(bytes.prefix(length))
    }

    /// The length of the key at the beginning; nil while its end is still to come.
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

    /// ECMA-48's sequences, the function keys of the Linux console, and a key with Alt.
    private func lengthAfterEscape(_ rest: ArraySlice<UInt8>) -> Int? {
        switch rest.first {
        case UInt8(ascii: "["):
            let isConsole = rest.dropFirst().first == UInt8(ascii: "[")
            let end = rest.dropFirst(isConsole ? 2 : 1).firstIndex { 0x40...0x7E ~= $0 || $0 < 0x20 }
            // Enter and its like are keys of their own, and no part of this one.
            return end.map { $0 - rest.startIndex + (rest[$0] < 0x20 ? 0 : 1) }
        case UInt8(ascii: "O"): return rest.count > 1 ? 2 : nil
        default: return length(of: rest)
        }
    }
}

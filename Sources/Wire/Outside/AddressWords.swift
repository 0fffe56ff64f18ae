// The addresses at the beginning of a line that a friend has sent, also where a terminal or a messenger has broken the line.

/// Reads addresses with ports among words.
public enum AddressWords {
    /// The addresses at the beginning of `words`, made whole again, and what follows them. They may be forged, and need not be numeric.
    public static func addresses(in words: [String]) -> (addresses: [String], rest: ArraySlice<String>) {
        var addresses: [String] = []
        var rest = words[...]
        while let first = rest.first {
            var address = first
            var count = 1
            while !isAddress(address), count < rest.count, "0123456789[".contains(first.first ?? " ") {
                address += rest[rest.startIndex + count]
                count += 1
            }
            guard isAddress(address) else { break }
            rest = rest.dropFirst(count)
            // What was broken off its end: the rest of its port, or a port.
            while let next = rest.first, next.utf8.allSatisfy({ isDigit($0) || $0 == colon }), isAddress(address + next) {
                address += next
                rest.removeFirst()
            }
            addresses.append(address)
        }
        return (addresses, rest)
    }

    private static let colon = UInt8(ascii: ":")

    /// Whether the text is an IPv4 address, or a host with a port: 198.51.100.7, [2001:db8::1]:27364, ann.example.org:27364.
    private static func isAddress(_ text: String) -> Bool {
        if text.split(separator: ".", omittingEmptySubsequences: false).count(where: { UInt8($0) != nil }) == 4 { return true }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return false
        }
        let host = text[..<colon]
        if host.hasPrefix("[") { return host.hasSuffix("]") && host.contains(":") }
        return host.contains(".") && host.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2E || $0 == 0x2D }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

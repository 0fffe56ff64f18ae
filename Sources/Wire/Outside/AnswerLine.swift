// What a friend sends back to the host where no router opens a port: `answer [2001:db8::7]:27364 198.51.100.24:41806`. Then both programs dial
// each other. It has no secret: whoever is at these addresses still has to know the words of the host's line. The addresses in that line
// are split from its words here as well (`addresses(in:)`).

/// The addresses at which a friend's program listens, and from which it dials.
public struct AnswerLine: Equatable, Sendable {
    /// The first word of the line.
    public static let word = "answer"
    /// How many addresses it has at most.
    public static let mostAddresses = 3

    /// One to three addresses, all different.
    public let addresses: [PublicAddress]

    /// What is wrong with a line as typed.
    public enum Mistake: Error, Equatable, Sendable {
        /// It does not begin with the word or an address.
        case other
        /// It has words behind the addresses, as the line of a host has.
        case words
        /// It has no addresses.
        case noAddress
        /// It has this many addresses, too many.
        case tooMany(Int)
        /// This is not an address of the whole internet with a port from 1024 on.
        case notPublic(String)
    }

    /// A line of these addresses, the first three; nil if there are none.
    public init?(_ addresses: [PublicAddress]) {
        var different: [PublicAddress] = []
        for address in addresses where !different.contains(address) { different.append(address) }
        guard !different.isEmpty else { return nil }
        self.addresses = Array(different.prefix(Self.mostAddresses))
    }

    /// Whether a text begins as such a line does.
    public static func isMeant(by text: String) -> Bool { text.split(whereSeparator: \.isWhitespace).first?.lowercased() == word }

    /// Reads a line as typed or pasted, in any case, with breaks anywhere between and within the addresses. The word may be missing.
    public init(typed text: String) throws(Mistake) {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        let hasWord = words.first == Self.word
        let (found, rest) = Self.addresses(in: hasWord ? Array(words.dropFirst()) : words)
        guard hasWord || !found.isEmpty else { throw .other }
        guard !found.isEmpty else { throw .noAddress }
        guard rest.isEmpty else { throw .words }
        guard found.count <= Self.mostAddresses else { throw .tooMany(found.count) }
        var addresses: [PublicAddress] = []
        for word in found {
            guard let address = PublicAddress(word) else { throw .notPublic(word) }
            addresses.append(address)
        }
        guard let line = AnswerLine(addresses) else { throw .noAddress }
        self = line
    }

    /// The line to send.
    public var text: String { ([Self.word] + addresses.map(\.text)).joined(separator: " ") }
}

// MARK: - The addresses of a line, also of a host's, where a terminal or a messenger may have broken it

extension AnswerLine {
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

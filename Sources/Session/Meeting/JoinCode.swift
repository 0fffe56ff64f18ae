// What a host passes on to a friend in one line, and the friend types or pastes: where the game is, and the four words.

/// Where a private game of a friend is, and its code.
package enum JoinCode: Equatable, Sendable {
    /// A room: at the relay at this URL, or at that of the player's settings if nil.
    case room(RoomCode, relay: String? = nil)
    /// The host's machine, at any of these addresses.
    case direct([String], Passphrase)

    /// Reads a code as typed or pasted. Line breaks count as spaces; a break within an address or a word does no harm.
    package init(typed text: String) throws(RoomCode.Mistake) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.first?.contains("://") == true {
            let url = words.prefix { !$0.utf8.allSatisfy(Self.isDigit) }
            self = .room(try RoomCode(typed: words.dropFirst(url.count).joined(separator: " ")), relay: url.joined())
            return
        }
        let (addresses, rest) = Self.addresses(in: words)
        if addresses.isEmpty {
            self = .room(try RoomCode(typed: text))
        } else {
            self = .direct(addresses, try Self.passphrase(in: rest))
        }
    }

    /// The code as one line.
    package var text: String {
        switch self {
        case .room(let code, nil): code.text
        case .room(let code, let relay?): relay + " " + code.text
        case .direct(let addresses, let passphrase): (addresses + [passphrase.hyphened]).joined(separator: " ")
        }
    }

    /// The words may have been broken.
    private static func passphrase(in words: ArraySlice<String>) throws(RoomCode.Mistake) -> Passphrase {
        do throws(Passphrase.Mistake) {
            return try Passphrase(typed: words.joined(separator: " "))
        } catch {
            if let whole = try? Passphrase(typed: words.joined()) { return whole }
            throw .passphrase(error)
        }
    }

    /// The addresses at the beginning, and what follows them.
    private static func addresses(in words: [String]) -> (addresses: [String], rest: ArraySlice<String>) {
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

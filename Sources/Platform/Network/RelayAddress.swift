// A broker's URL: mqtt://host or mqtts://user:password@host:port, with percent escapes; and the player's relay settings.

import Glibc
import Session

/// A broker and the account to use there.
nonisolated package struct RelayAddress: Equatable, Sendable {
    /// A name or an address without brackets.
    package var host: String
    /// The port; by default 1883, or 8883 for mqtts.
    package var port: UInt16
    /// Whether TLS is used.
    package var isSecure: Bool
    /// Whether the port need not be typed.
    var hasUsualPort: Bool { port == Self.usualPort(isSecure: isSecure) }
    /// The user name; empty: none.
    package var user = ""
    /// The password; empty: none.
    package var password = ""

    /// Parses a URL; throws `badAddress`.
    package init(url: String) throws(BrokerTrouble) {
        guard let (scheme, rest) = Self.split(url, at: "://"), ["mqtt", "mqtts"].contains(scheme.lowercased()) else {
            throw .badAddress
        }
        isSecure = scheme.lowercased() == "mqtts"
        let authority = rest.prefix { !"/?#".contains($0) }
        guard ["", "/"].contains(rest[authority.endIndex...]) else { throw .badAddress }
        var place = authority
        if let at = authority.lastIndex(of: "@") {
            place = authority[authority.index(after: at)...]
            let words = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = try Self.decoded(words[0])
            if words.count > 1 { password = try Self.decoded(words[1]) }
        }
        (host, port) = try Self.place(place, usual: Self.usualPort(isSecure: isSecure))
    }

    private static func usualPort(isSecure: Bool) -> UInt16 { isSecure ? 8883 : 1883 }

    private static func place(_ text: Substring, usual: UInt16) throws(BrokerTrouble) -> (String, UInt16) {
        var (host, rest) = (text, Substring())
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .badAddress }
            (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
        } else if let colon = text.firstIndex(of: ":") {
            (host, rest) = (text[..<colon], text[colon...])
        }
        let name = try decoded(host)
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { throw .badAddress }
        if rest.isEmpty { return (name, usual) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0
        else {
            throw .badAddress
        }
        return (name, port)
    }

    private static func split(_ text: String, at separator: String) -> (Substring, Substring)? {
        var start = text.startIndex
        while start < text.endIndex, !text[start...].hasPrefix(separator) { start = text.index(after: start) }
        guard start < text.endIndex else { return nil }
        return (text[..<start], text[start...].dropFirst(separator.count))
    }

    /// Decodes percent escapes (RFC 3986, 2.1).
    private static func decoded(_ text: Substring) throws(BrokerTrouble) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
            else { throw .badAddress }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badAddress }
        return text
    }
}

/// The relay in the player's settings. They may be wrong.
nonisolated package struct RelaySetup: Equatable, Sendable {
    /// The broker's URL; nil: none.
    package var url: String?
    /// A file with the password; nil: it is in the URL, or there is none.
    package var passwordFile: String?
    /// A file with the certificate authorities; nil: the system's.
    package var authorities: String?

    /// The settings; empty strings count as nil.
    package init(url: String? = nil, passwordFile: String? = nil, authorities: String? = nil) {
        self.url = url == "" ? nil : url
        self.passwordFile = passwordFile == "" ? nil : passwordFile
        self.authorities = authorities == "" ? nil : authorities
    }

    /// Whether there is a valid URL.
    var isGiven: Bool { url.map { (try? RelayAddress(url: $0)) != nil } ?? false }

    /// The broker, with the password that is in the file now.
    @MainActor package func address() throws(BrokerTrouble) -> RelayAddress {
        guard let url else { throw .noneGiven }
        var address = try RelayAddress(url: url)
        if let passwordFile { address.password = try Self.password(in: passwordFile) }
        return address
    }
    /// The first line of a file that only the player may read.
    @MainActor private static func password(in path: String) throws(BrokerTrouble) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .noPassword(path: path) }
        guard facts.st_mode & 0o077 == 0 else { throw .passwordOpenToOthers(path: path) }
        guard let bytes = try? readFile(path, upTo: 1 << 10), let text = String(validating: bytes, as: UTF8.self),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .noPassword(path: path) }
        return String(line)
    }
}

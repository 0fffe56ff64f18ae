// What a player types to reach a host: `host`, `host:port`, `[v6]:port` or a bare IPv6 address. It knows no network, and says what is
// wrong without a sentence.

import Play
import Session

/// Reads addresses as people type them.
enum AddressLine {
    /// The destination that `line` names; the usual port where it names none.
    static func destination(in line: String) throws(AddressMistake) -> Destination {
        let text = line.trimmed
        if text.contains(where: \.isWhitespace) { throw .blanks }
        guard !text.isEmpty else { throw .empty }
        if text.hasPrefix("[") { return try bracketed(text) }
        let colons = text.filter { $0 == ":" }.count
        guard colons == 1, let colon = text.firstIndex(of: ":") else {
            return Destination(hosts: [text], port: TCPListener.usualPort)
        }
        let host = String(text[..<colon])
        guard !host.isEmpty else { throw .noHost }
        return Destination(hosts: [host], port: try port(String(text[text.index(after: colon)...])))
    }

    /// A host's address and port as one would type them.
    nonisolated static func text(_ host: String, port: UInt16) -> String {
        (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    private static func bracketed(_ text: String) throws(AddressMistake) -> Destination {
        guard let end = text.firstIndex(of: "]") else { throw .openBracket }
        let host = String(text[text.index(after: text.startIndex)..<end])
        guard !host.isEmpty else { throw .emptyBrackets }
        let rest = text[text.index(after: end)...]
        if rest.isEmpty { return Destination(hosts: [host], port: TCPListener.usualPort) }
        guard rest.hasPrefix(":") else { throw .noColon }
        return Destination(hosts: [host], port: try port(String(rest.dropFirst())))
    }

    private static func port(_ text: String) throws(AddressMistake) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else { throw .noPort }
        return port
    }
}

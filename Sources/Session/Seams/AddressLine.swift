// What a player types to reach a host: `host`, `host:port`, `[v6]:port` or a bare IPv6 address. It knows no network.

/// Reads addresses as people type them.
package enum AddressLine {
    /// What is wrong with what was typed.
    package enum Mistake: Error {
        /// There is nothing.
        case nothing
        /// There are blanks in it.
        case blanks
        /// There is no host before the colon.
        case noHost
        /// A bracket is opened, and not closed.
        case openBracket
        /// There is nothing in the brackets.
        case emptyBrackets
        /// Something other than a port comes after the brackets.
        case afterBrackets
        /// The port is no number from 1 to 65535.
        case port
    }

    /// The destination that `line` names; the usual port where it names none.
    package static func destination(in line: String) throws(Mistake) -> Destination {
        let text = trimmed(Substring(line))
        if text.contains(where: \.isWhitespace) { throw Mistake.blanks }
        guard !text.isEmpty else { throw Mistake.nothing }
        if text.hasPrefix("[") { return try bracketed(text) }
        let colons = text.filter { $0 == ":" }.count
        if colons > 1 { return Destination(hosts: [text], port: Program.usualPort) }
        guard colons == 1, let colon = text.firstIndex(of: ":") else {
            return Destination(hosts: [text], port: Program.usualPort)
        }
        let host = String(text[..<colon])
        guard !host.isEmpty else { throw Mistake.noHost }
        return Destination(hosts: [host], port: try port(String(text[text.index(after: colon)...])))
    }

    /// A host's address and port as one would type them.
    package static func text(_ host: String, port: UInt16) -> String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// The host of an address and port in words, as connections have them.
    package static func host(of peer: String) -> String { peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer }

    private static func bracketed(_ text: String) throws(Mistake) -> Destination {
        guard let end = text.firstIndex(of: "]") else { throw Mistake.openBracket }
        let host = String(text[text.index(after: text.startIndex)..<end])
        guard !host.isEmpty else { throw Mistake.emptyBrackets }
        let rest = text[text.index(after: end)...]
        if rest.isEmpty { return Destination(hosts: [host], port: Program.usualPort) }
        guard rest.hasPrefix(":") else {
            throw Mistake.afterBrackets
        }
        return Destination(hosts: [host], port: try port(String(rest.dropFirst())))
    }

    /// `text` without white space around it.
    package static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }

    private static func port(_ text: String) throws(Mistake) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else {
            throw Mistake.port
        }
        return port
    }
}

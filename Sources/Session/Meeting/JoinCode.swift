// What a host passes on to a friend in one line, and the friend types or pastes: where the game is, and the four words.

import Wire

/// Where a private game of a friend is, and its code.
package enum JoinCode: Equatable, Sendable {
    /// A room: at the relay at this URL, or at that of the player's settings if nil.
    case room(RoomCode, relay: String? = nil)
    /// The host's machine, at any of these addresses.
    case direct([String], Passphrase)

    /// Reads a code as typed or pasted. Line breaks count as spaces; a break within an address or a word does no harm. What a friend wrote
    /// before it is skipped: "Join me: …".
    package init(typed text: String) throws(CodeMistake) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        do throws(CodeMistake) {
            try self.init(words)
        } catch {
            // What begins with digits may be a number that was typed wrongly.
            let starts = words.indices.dropFirst().prefix(40).filter { !words[$0 - 1].utf8.contains(where: Self.isDigit) }
            let found = starts.lazy.compactMap { try? JoinCode(Array(words[$0...])) }.first
            guard let found else { throw error }
            self = found
        }
    }

    private init(_ words: [String]) throws(CodeMistake) {
        if words.first?.contains("://") == true {
            let url = words.prefix { !$0.utf8.allSatisfy(Self.isDigit) }
            self = .room(try RoomCode(typed: words.dropFirst(url.count).joined(separator: " ")), relay: url.joined())
            return
        }
        let (addresses, rest) = AnswerLine.addresses(in: words)
        if addresses.isEmpty {
            self = .room(try RoomCode(typed: words.joined(separator: " ")))
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
    private static func passphrase(in words: ArraySlice<String>) throws(CodeMistake) -> Passphrase {
        do throws(CodeMistake) {
            return try Passphrase(typed: words.joined(separator: " "))
        } catch {
            if let whole = try? Passphrase(typed: words.joined()) { return whole }
            throw error
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

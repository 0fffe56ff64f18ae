// The names of players, tables and games: the same rules on the wire, in files and on the command line.

/// The limits of a name.
public enum PlayerName {
    /// The longest name in bytes of UTF-8 (RFC 6763, section 4.1.1).
    public static let longest = 63
}

extension String {
    /// The text as a name: safe, without spaces at its ends, and cut to `longest` bytes between characters. Empty if nothing
    /// visible is left.
    public var asPlayerName: String { plain.trimmed.cut(toBytes: PlayerName.longest).trimmed }

    /// A name from a list of services as it is shown; "?" if nothing visible is left.
    public var asListedName: String { asPlayerName.isEmpty ? "?" : asPlayerName }

    /// As many whole characters as fit in `limit` bytes of UTF-8.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        let end = indices.first { index in
            bytes += self[index].utf8.count
            return bytes > limit
        }
        return String(self[..<(end ?? endIndex)])
    }
}

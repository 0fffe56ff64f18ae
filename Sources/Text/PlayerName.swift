// What a player, a table or a game may be called: the same on the wire, in the config file, on the command line and in the database. It
// knows none of them.

/// The limits of a name.
public enum PlayerName {
    /// The longest name that the network can carry, in bytes of UTF-8 (RFC 6763, section 4.1.1).
    public static let longest = 63
}

extension String {
    /// The text as a name: plain, without blanks around it, and as many of its characters as fit; an emoji of several is one. Empty
    /// where nothing is left that could be seen.
    public var asPlayerName: String { plain.withoutBlanksAround.cut(toBytes: PlayerName.longest).withoutBlanksAround }

    /// A name from a list, which is the key there, as it is shown.
    public var asListedName: String { asPlayerName.isEmpty ? "?" : asPlayerName }

    /// The whole characters that fit into so many bytes of UTF-8.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        let end = indices.first { index in
            bytes += self[index].utf8.count
            return bytes > limit
        }
        return String(self[..<(end ?? endIndex)])
    }

    private var withoutBlanksAround: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[first...last])
    }
}

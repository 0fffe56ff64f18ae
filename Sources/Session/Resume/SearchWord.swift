// By what the two of a game that broke off know each other where everybody listens: words that mean something only to those who have
// the game's key, and that are others every time. It knows no listings and no connections.

import Wire

/// What a mark is for: one of the one kind is none of the other.
nonisolated package enum MarkPurpose: UInt8 {
    /// What the host publishes while it looks for the guest.
    case search
    /// What the guest says first on a new connection.
    case call
}

nonisolated extension SessionSecret {
    /// The length of a published nonce.
    private static let searchNonceLength = 16

    /// The game's mark for a nonce; 16 bytes.
    package func mark(for purpose: MarkPurpose, nonce: [UInt8], kit: any SealKit) -> [UInt8] {
        let words = Array("fourinarow mark 2 ".utf8) + [purpose.rawValue]
        return Array(kit.digest(of: words + id + nonce, key: key).copy.prefix(Self.idLength))
    }

    /// What the host publishes for one search: a nonce and its mark. Version 1 publishes the game's id.
    package func searchWord(_ version: Resumption.Version, kit: any SealKit) -> String {
        guard version == .fresh else { return Hexadecimal.text(id) }
        let nonce = kit.randomBytes(Self.searchNonceLength)
        return Hexadecimal.text(nonce + mark(for: .search, nonce: nonce, kit: kit))
    }

    /// Whether a host that publishes this looks for the guest of this game.
    package func isSearch(_ word: String, _ version: Resumption.Version, kit: any SealKit) -> Bool {
        guard version == .fresh else { return word == Hexadecimal.text(id) }
        guard let bytes = Hexadecimal.bytes(word, count: Self.searchNonceLength + Self.idLength) else { return false }
        let nonce = Array(bytes.prefix(Self.searchNonceLength))
        return kit.isSame(Array(bytes.dropFirst(Self.searchNonceLength)), mark(for: .search, nonce: nonce, kit: kit))
    }
}

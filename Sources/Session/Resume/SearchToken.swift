// The tokens by which both players recognise an interrupted game over multicast. They mean something only to somebody who has the
// game's key, and no two are alike.

import Wire

extension ResumeToken {
    /// A token for a new game.
    static func random(_ environment: Cryptography) -> ResumeToken {
        ResumeToken(id: environment.randomBytes(idLength), key: SecretBytes(environment.randomBytes(keyLength)))
    }
}

nonisolated extension ResumeToken {
    private static let searchNonceLength = 16

    /// The game's mark for a nonce, 16 bytes: of a call, which the guest sends first on a new connection, or of a search, which the host
    /// publishes while it looks for the guest. Neither is valid for the other.
    func mark(ofCall isCall: Bool, nonce: [UInt8], kit: any SealKit) -> [UInt8] {
        let words = Array("fourinarow mark 2 ".utf8) + [isCall ? 1 : 0]
        return Array(kit.digest(of: words + id + nonce, key: key).copy.prefix(Self.idLength))
    }

    /// What the host publishes for one search: a fresh nonce and its mark, in hexadecimal digits.
    func searchToken(kit: any SealKit) -> String {
        let nonce = kit.randomBytes(Self.searchNonceLength)
        return Hexadecimal.text(nonce + mark(ofCall: false, nonce: nonce, kit: kit))
    }

    /// Whether a host that publishes this text looks for the guest of this game.
    func isSearchToken(_ text: String, kit: any SealKit) -> Bool {
        guard let bytes = Hexadecimal.bytes(text, count: Self.searchNonceLength + Self.idLength) else { return false }
        let nonce = Array(bytes.prefix(Self.searchNonceLength))
        return kit.isSame(Array(bytes.dropFirst(Self.searchNonceLength)), mark(ofCall: false, nonce: nonce, kit: kit))
    }
}

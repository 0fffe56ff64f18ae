// A player's own key, by which others recognise the player.

/// A player's key.
nonisolated package struct PlayerKey {
    /// The public half, 32 bytes.
    package let publicKey: [UInt8]
    /// Signs bytes; the signature has 64 bytes.
    package let sign: (_ bytes: [UInt8]) -> [UInt8]

    /// A key of this public half, which signs in this way.
    package init(publicKey: [UInt8], sign: @escaping (_ bytes: [UInt8]) -> [UInt8]) {
        (self.publicKey, self.sign) = (publicKey, sign)
    }
}

/// The public keys that two strangers have shown each other.
nonisolated package struct PlayerKeys: Equatable, Sendable {
    /// Ours.
    package var mine: [UInt8]
    /// The other's.
    package var theirs: [UInt8]
}

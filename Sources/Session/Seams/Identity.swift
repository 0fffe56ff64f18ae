// The player's own key, by which others recognise the player, and the time of day, as protocols. Platform stores the key in a file and
// signs with libsodium.

/// Who the player is to strangers.
package protocol Identity: AnyObject {
    /// The player's key. It is created when first needed, and stored.
    func playerKey() throws(StorageFailure) -> any PlayerKey
    /// A new key, which is not stored.
    func newKey() -> any PlayerKey
    /// Whether `signature` is the Ed25519 signature of `bytes` by the owner of the public key `key`, 32 bytes.
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool
    /// Milliseconds since 1970. This clock may be wrong and may go back.
    var wallClock: Int { get }
}

/// A player's key.
package protocol PlayerKey: AnyObject {
    /// The public half, 32 bytes.
    var publicKey: [UInt8] { get }
    /// Signs bytes; the signature has 64 bytes.
    func sign(_ bytes: [UInt8]) -> [UInt8]
}

/// The public keys that two strangers have shown each other.
nonisolated package struct PlayerKeys: Equatable, Sendable {
    /// Ours.
    package var mine: [UInt8]
    /// The other's.
    package var theirs: [UInt8]
}

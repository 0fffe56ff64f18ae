// The player's own key, by which others know them again, and the time of day, as protocols. Platform keeps the key in a file and signs
// with libsodium.

/// Who the player is to those who have never met them.
package protocol Identity: AnyObject {
    /// The player's key. It is made when it is first asked for, and kept.
    func playerKey() throws(StorageFailure) -> any PlayerKey
    /// Whether the owner of `key` (its public half, 32 bytes) has signed `bytes`; by Ed25519.
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool
    /// Milliseconds since 1970, by a clock that may be wrong and may go back.
    var wallClock: Int { get }
}

/// A player's key.
package protocol PlayerKey: AnyObject {
    /// The half that everybody may know: 32 bytes.
    var publicKey: [UInt8] { get }
    /// Signs; 64 bytes.
    func sign(_ bytes: [UInt8]) -> [UInt8]
}

/// Whose keys two strangers have shown each other.
nonisolated package struct PlayerKeys: Equatable, Sendable {
    /// Ours.
    package var mine: [UInt8]
    /// The other's.
    package var theirs: [UInt8]
}

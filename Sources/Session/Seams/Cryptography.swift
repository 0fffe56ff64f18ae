// The cryptography that games need, as a protocol. Platform implements it with libsodium.

/// Hashes, random bytes and seals.
package protocol Cryptography: AnyObject {
    /// The BLAKE2b hash of `bytes`, 32 bytes.
    func digest(of bytes: [UInt8]) -> [UInt8]
    /// Cryptographically random bytes.
    func randomBytes(_ count: Int) -> [UInt8]
    /// Password hashes, key exchanges and sealed streams.
    var seals: any SealKit { get }
}

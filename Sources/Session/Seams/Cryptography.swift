// What a game needs of cryptography, as a protocol. Platform does it with libsodium.

/// Hashes, random bytes and seals.
package protocol Cryptography: AnyObject {
    /// The BLAKE2b hash of `bytes`, 32 bytes: nobody finds other bytes with the same hash, nor bytes from a hash.
    func digest(of bytes: [UInt8]) -> [UInt8]
    /// So many random bytes that nobody can foresee.
    func randomBytes(_ count: Int) -> [UInt8]
    /// The arithmetic of keys.
    var seals: any SealKit { get }
}

// The cryptography that games need, as a protocol. Platform implements it with libsodium, and stores the player's key in a file.

/// Hashes, random bytes, seals and signatures.
package protocol Cryptography: AnyObject {
    /// The BLAKE2b hash of `bytes`, 32 bytes.
    func digest(of bytes: [UInt8]) -> [UInt8]
    /// Cryptographically random bytes.
    func randomBytes(_ count: Int) -> [UInt8]
    /// Looks for 8 bytes such that the hash of `bytes` and them begins with `workBits` bits of 0, beside everything else. `completion` is called
    /// with them, after this returns and not after `cancel`; the task has to be kept until then.
    func work(on bytes: [UInt8], completion: @escaping (_ proof: [UInt8]) -> Void) -> Cancellable
    /// How much work that is: twice as much with each bit.
    var workBits: Int { get }
    /// Password hashes, key exchanges and sealed streams.
    var seals: any SealKit { get }
    /// The player's key: who the player is to strangers. It is created when first needed, and stored.
    func playerKey() throws(StorageFailure) -> PlayerKey
    /// A new key, which is not stored.
    func newKey() -> PlayerKey
    /// Whether `signature` is the Ed25519 signature of `bytes` by the owner of the public key `key`, 32 bytes.
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool
}

extension Cryptography {
    /// Whether `proof` is what `work(on:completion:)` looks for.
    func isProof(_ proof: [UInt8], of bytes: [UInt8]) -> Bool {
        workBits == 0
            || digest(of: bytes + proof).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }.leadingZeroBitCount >= workBits
    }
}

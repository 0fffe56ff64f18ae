// What a promise and a proof need: a hash and random bytes, both libsodium's. It knows no game and nothing of what is promised.

import CSodium
import Wire

/// The means of committing to something that is shown later.
nonisolated enum Commitment {
    /// The length of a digest in bytes.
    static let digestLength = 32

    /// Once for the program, and not before somebody wants it: it opens the system's source of random numbers.
    private static let isReady = sodium_init() >= 0

    /// Sees to it that libsodium works.
    static func start() { precondition(isReady, "libsodium does not start") }

    /// The BLAKE2b hash of `bytes`: 32 bytes (RFC 7693).
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        start()
        var digest = [UInt8](repeating: 0, count: digestLength)
        let result = crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        precondition(result == 0, "BLAKE2b takes any bytes")
        return digest
    }

    /// The same with a key of 16 to 64 bytes: a proof that its maker has the key, or another key.
    static func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes {
        start()
        return SecretBytes(count: digestLength) { digest in
            let result = key.withBytes {
                crypto_generichash(digest, digestLength, bytes, UInt64(bytes.count), $0, key.count)
            }
            precondition(result == 0, "BLAKE2b takes any bytes, and keys of these lengths")
        }
    }

    /// So many bytes of the system's random numbers.
    static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }
}

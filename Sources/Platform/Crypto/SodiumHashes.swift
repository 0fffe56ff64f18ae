// Hashes and random bytes from libsodium.

import CSodium
import Wire

nonisolated extension SodiumSeals {
    private static let digestLength = 32

    /// Initialised on first use: it opens the system's random number generator.
    private static let isReady = sodium_init() >= 0

    /// Initialises libsodium.
    static func start() { precondition(isReady, "libsodium does not start") }

    /// BLAKE2b (RFC 7693), 32 bytes.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        start()
        var digest = [UInt8](repeating: 0, count: digestLength)
        let result = crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        precondition(result == 0, "BLAKE2b takes any bytes")
        return digest
    }

    /// BLAKE2b with a key of 16 to 64 bytes.
    static func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes {
        start()
        return SecretBytes(count: digestLength) { digest in
            let result = key.withBytes {
                crypto_generichash(digest, digestLength, bytes, UInt64(bytes.count), $0, key.count)
            }
            precondition(result == 0, "BLAKE2b takes any bytes, and keys of these lengths")
        }
    }

    /// Random bytes from the system.
    static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }
}

// Ed25519 signatures (RFC 8032), with libsodium.

import CSodium
import Session
import Wire

/// A player's key pair.
package nonisolated final class Ed25519Key: PlayerKey {
    /// The public key, 32 bytes.
    package let publicKey: [UInt8]
    private let secretKey: SecretBytes

    /// Derives the key pair from 32 random bytes.
    package init(seed: SecretBytes) {
        Commitment.start()
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_publickeybytes()))
        secretKey = SecretBytes(count: Int(crypto_sign_secretkeybytes())) { secret in
            _ = seed.withBytes { crypto_sign_seed_keypair(&publicKey, secret, $0) }
        }
        self.publicKey = publicKey
    }

    /// Returns 64 bytes.
    package func sign(_ bytes: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_bytes()))
        _ = secretKey.withBytes { crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), $0) }
        return signature
    }

    /// Verifies a signature.
    static func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        Commitment.start()
        guard signature.count == Int(crypto_sign_bytes()), key.count == Int(crypto_sign_publickeybytes()) else { return false }
        return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), key) == 0
    }
}

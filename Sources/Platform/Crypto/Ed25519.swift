// Ed25519 signatures (RFC 8032), with libsodium.

import CSodium
import Session
import Wire

extension PlayerKey {
    /// Derives the key pair from 32 random bytes.
    package nonisolated init(seed: SecretBytes) {
        SodiumSeals.start()
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_publickeybytes()))
        let secretKey = SecretBytes(count: Int(crypto_sign_secretkeybytes())) { secret in
            _ = seed.withBytes { crypto_sign_seed_keypair(&publicKey, secret, $0) }
        }
        self.init(publicKey: publicKey) { bytes in
            var signature = [UInt8](repeating: 0, count: Int(crypto_sign_bytes()))
            _ = secretKey.withBytes { crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), $0) }
            return signature
        }
    }

    /// Verifies a signature.
    nonisolated static func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        SodiumSeals.start()
        guard signature.count == Int(crypto_sign_bytes()), key.count == Int(crypto_sign_publickeybytes()) else { return false }
        return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), key) == 0
    }
}

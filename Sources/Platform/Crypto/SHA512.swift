// SHA-512 with libsodium, without copying secret input.

import CSodium
import Wire

/// Hashes several pieces as if they were concatenated.
nonisolated enum SHA512 {
    /// A piece of the input.
    enum Piece {
        case open([UInt8])
        case secret(SecretBytes)
    }

    /// The hash, 64 bytes.
    static func digest(_ pieces: Piece...) -> SecretBytes {
        var state = crypto_hash_sha512_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        crypto_hash_sha512_init(&state)
        for piece in pieces {
            switch piece {
            case .open(let bytes): crypto_hash_sha512_update(&state, bytes, UInt64(bytes.count))
            case .secret(let secret):
                _ = secret.withBytes { crypto_hash_sha512_update(&state, $0, UInt64(secret.count)) }
            }
        }
        return SecretBytes(count: Int(crypto_hash_sha512_bytes())) { crypto_hash_sha512_final(&state, $0) }
    }
}

// What the keeper of a secret commits to, as the bytes that are hashed. It knows no hash.

import Games

/// A secret with all that its seal binds.
struct SecretNumberSeal: Equatable {
    /// The nonce's length in bytes: with it nobody can find the secret by hashing every number.
    static let nonceLength = 32

    /// The round's number.
    let round: Int
    /// The numbers to guess among.
    let range: SecretNumberRange
    /// The secret.
    let secret: Int
    /// Random bytes, drawn for this seal alone.
    let nonce: [UInt8]

    /// What is hashed: a word for the purpose; round, lowest, highest and secret in 8 bytes each, the lowest byte first; the nonce.
    var bytes: [UInt8] {
        let numbers = [round, range.lowest, range.highest, secret].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Array("fourinarow secret-number 1\n".utf8) + numbers + nonce
    }
}

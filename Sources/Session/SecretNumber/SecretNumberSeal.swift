// What the keeper of a secret commits to, as the bytes that are hashed. It knows no hash.

import Games

/// A secret with all that its seal binds.
package struct SecretNumberSeal: Equatable {
    /// The nonce's length in bytes: with it nobody can find the secret by hashing every number.
    package static let nonceLength = 32

    /// The round's number.
    package let round: Int
    /// The numbers to guess among.
    package let range: SecretNumberRange
    /// The secret.
    package let secret: Int
    /// Random bytes, drawn for this seal alone.
    package let nonce: [UInt8]

    /// A seal of these.
    package init(round: Int, range: SecretNumberRange, secret: Int, nonce: [UInt8]) {
        self.round = round
        self.range = range
        self.secret = secret
        self.nonce = nonce
    }

    /// What is hashed: a word for the purpose; round, lowest, highest and secret in 8 bytes each, the lowest byte first; the nonce.
    package var bytes: [UInt8] {
        let numbers = [round, range.lowest, range.highest, secret].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Array("fourinarow secret-number 1\n".utf8) + numbers + nonce
    }
}

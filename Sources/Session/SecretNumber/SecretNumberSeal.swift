// What the keeper of a secret commits to, as the bytes that are hashed, and what came of it. It knows no hash.

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

    /// What is hashed: a word for the purpose; round, lowest, highest and secret in 8 bytes each, the lowest byte first; the nonce.
    package var bytes: [UInt8] {
        let numbers = [round, range.lowest, range.highest, secret].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Array("fourinarow secret-number 1\n".utf8) + numbers + nonce
    }
}

/// What came of the keeper's promise.
package enum SecretNumberProof: Equatable {
    /// The secret was opened, late or in time, and judged.
    case opened(SecretNumberVerdict, secret: Int, isLate: Bool)
    /// It was not opened in time; it may be yet.
    case notOpened
    /// The keeper left before it was opened.
    case keeperLeft
    /// The keeper's program answered no more.
    case unanswered
}

// The bytes that a keeper of a secret commits to, and how keeping the promise can end.

import Games
import Wire

/// A secret and everything else that its seal covers.
package struct SecretNumberSeal: Equatable {
    /// The nonce's length in bytes. It prevents finding the secret by hashing every number.
    package static let nonceLength = 32

    /// The round's number.
    package let round: Int
    /// The range of the secret.
    package let range: SecretNumberRange
    /// The secret.
    package let secret: Int
    /// Random bytes, used only for this seal.
    package let nonce: [UInt8]

    /// The bytes to hash: a label; round, lowest, highest and secret in 8 little-endian bytes each; the nonce.
    package var bytes: [UInt8] {
        let numbers = [round, range.lowest, range.highest, secret].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Array("fourinarow secret-number 1\n".utf8) + numbers + nonce
    }
}

extension SecretNumberSeal {
    /// The seal as text: its numbers and the nonce in hexadecimal digits.
    var text: String { "\(round) \(range.lowest) \(range.highest) \(secret) \(Hexadecimal.text(nonce))" }

    /// Reads the text. Returns nil if it is not one.
    init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.prefix(4).compactMap { Int($0) }
        guard words.count == 5, numbers.count == 4, let range = SecretNumberRange(lowest: numbers[1], highest: numbers[2]),
            let nonce = Hexadecimal.bytes(words[4], count: Self.nonceLength)
        else { return nil }
        self.init(round: numbers[0], range: range, secret: numbers[3], nonce: nonce)
    }
}

/// How the promise of a keeper ended.
package enum SecretNumberProof: Equatable {
    /// The secret was opened, in time or late, and checked.
    case opened(SecretNumberVerdict, secret: Int, isLate: Bool)
    /// It was not opened in time; it may still be opened.
    case notOpened
    /// The keeper left before it was opened.
    case keeperLeft
    /// The keeper's program stopped answering.
    case unanswered
}

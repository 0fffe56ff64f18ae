// Hexadecimal text for seals, keys and nonces. Secret bytes become secret digits.

/// Converts bytes to hexadecimal text and back.
public enum Hexadecimal {
    /// Two lower-case digits per byte.
    public static func text(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(digit(of: byte >> 4))
            digits.append(digit(of: byte & 0xF))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// `count` bytes from twice as many lower-case digits; nil for any other text.
    public static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let digits = text.utf8.compactMap(digit)
        guard digits.count == 2 * count, text.utf8.count == 2 * count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The digits of secret bytes.
    public static func digits(_ bytes: SecretBytes) -> SecretBytes {
        let count = bytes.count
        return SecretBytes(count: 2 * count) { digits in
            bytes.withBytes { bytes in
                for place in 0..<2 * count {
                    digits[place] = digit(of: place.isMultiple(of: 2) ? bytes[place / 2] >> 4 : bytes[place / 2] & 0xF)
                }
            }
        }
    }

    /// The secret bytes of secret digits.
    public static func bytes(_ digits: SecretBytes, count: Int) -> SecretBytes? {
        guard digits.count == 2 * count else { return nil }
        return digits.withBytes { digits in
            guard (0..<2 * count).allSatisfy({ digit(digits[$0]) != nil }) else { return nil }
            return SecretBytes(count: count) { bytes in
                for index in 0..<count {
                    bytes[index] = (digit(digits[2 * index]) ?? 0) << 4 | (digit(digits[2 * index + 1]) ?? 0)
                }
            }
        }
    }

    private static func digit(of value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x57) }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

// The arithmetic of ToySeals, in a target of its own that is optimized: the tests in memory seal millions of bytes.

/// Bytes from bytes.
package enum Toy {
    /// Of the group.
    package static let prime: UInt64 = (1 << 61) - 1

    /// A power, modulo `prime`.
    package static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
        var (result, square, rest) = (1 as UInt64, base % prime, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, square) }
            square = product(square, square)
            rest >>= 1
        }
        return result
    }

    private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
        prime.dividingFullWidth(one.multipliedFullWidth(by: other)).remainder
    }

    /// A number as eight bytes, the lowest first.
    package static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    /// The number of such bytes.
    package static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// FNV-1a for the first eight bytes, and what follows from them for the rest.
    package static func digest(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var state = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var digest: [UInt8] = []
        while digest.count < count {
            state = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
            digest += self.bytes(state ^ state >> 32)
        }
        return Array(digest[..<count])
    }

    /// 17 bytes that only who has the key can know.
    package static func tag(
        _ key: [UInt8], _ header: [UInt8], _ count: UInt64, _ message: [UInt8], _ isLast: Bool
    ) -> [UInt8] {
        let parts: [[UInt8]] = [key, header, bytes(count), message, [isLast ? 1 : 0]]
        return digest(parts.flatMap { $0 }, count: 17)
    }

    /// The message, hidden, or shown again.
    package static func mixed(_ key: [UInt8], _ header: [UInt8], _ count: UInt64, _ message: [UInt8]) -> [UInt8] {
        zip(message, digest(key + header + bytes(count), count: message.count)).map { $0 ^ $1 }
    }
}

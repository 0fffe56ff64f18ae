// The short name of a key, for players to read out to each other: six letters of a slow hash. To find another key with a given name takes
// a core some weeks.

/// The short name of a key.
package enum ShortName {
    /// How many letters it has.
    package static let length = 6
    private static let salt = Array("fourinarow names".utf8)

    /// Six letters; nil where there is not the memory for the hash.
    package static func of(_ key: [UInt8], by kit: any SealKit) -> String? {
        guard let hash = kit.password(from: key, salt: salt)?.copy else { return nil }
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return String((0..<length).map { letters[(Int(hash[2 * $0]) << 8 | Int(hash[2 * $0 + 1])) % letters.count] })
    }
}

// The short name of a key, for players to read out to each other in their first game: so they notice a broker that plays the other side to
// both. It is six letters of a slow hash; to find another key with a given name takes a core some weeks.

extension SealKit {
    /// Six letters; nil where there is not the memory for the hash.
    package func shortName(of key: [UInt8]) -> String? {
        guard let hash = password(from: key, salt: Array("fourinarow names".utf8))?.copy else { return nil }
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return String(
            (0..<6).map { place in
                let number = Int(hash[2 * place]) << 8 | Int(hash[2 * place + 1])
                return letters[number % letters.count]
            })
    }
}

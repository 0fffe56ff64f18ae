// Random numbers that come again: a failure names its seed. And cards by name.

import Games

/// SplitMix64.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Cards written in ASCII, such as "AS 10H KC".
func cards(_ text: String) -> [PlayingCard] {
    let all = PlayingCardDeck().cards
    return text.split(separator: " ").map { name in
        guard let card = all.first(where: { $0.asciiContents == name }) else { preconditionFailure("no card \(name)") }
        return card
    }
}

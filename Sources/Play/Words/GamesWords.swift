// What the rules of the party games object to, in words for the player. It knows no screen.

import Games

nonisolated extension UnusableNumber {
    /// What is wrong with what was typed.
    var sentence: String {
        switch self {
        case .noNumber(let range): "That is not a number: type one from \(range.lowest) to \(range.highest)."
        case .outside(let range): "The number must be from \(range.lowest) to \(range.highest)."
        }
    }
}

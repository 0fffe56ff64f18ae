// Errors in what players type in the party games, in words for the player.

import Games
import Language

nonisolated extension UnusableNumber {
    /// What is wrong with what was typed.
    var sentence: String {
        switch self {
        case .noNumber(let range):
            tr("That is not a number: type one from {lowest} to {highest}.", ["lowest": range.lowest, "highest": range.highest])
        case .outside(let range):
            tr("The number must be from {lowest} to {highest}.", ["lowest": range.lowest, "highest": range.highest])
        }
    }
}

// A guess that is not made, and how often one may be.

import Games

/// Why nothing was sent.
package enum SecretNumberMistake: Equatable {
    case unusable(UnusableNumber)
    /// The guess before has no answer yet.
    case unanswered
    /// The guess before was a moment ago.
    case tooSoon
    /// There have been enough.
    case tooMany
}

/// How often a player guesses, as the host counts it: eight at once, and then four a second.
package struct GuessRate {
    private static let interval = 250
    private static let burst = 8
    /// When the next guess would come if they came evenly.
    private var due = Int.min

    /// Whether one more is not too many; it counts if so. `now` is in milliseconds.
    package mutating func allows(at now: Int) -> Bool {
        guard due == .min || due - now <= Self.burst * Self.interval else { return false }
        due = max(due, now) + Self.interval
        return true
    }
}

// The computer as a guesser of secret numbers: it halves what is left, and slips as people do.

/// A guesser of some level.
public enum SecretNumberGuesser: Int, CaseIterable, Sendable {
    /// Guesses anything that is left, every second time.
    case careless = 1
    /// Every sixth time.
    case careful
    /// Always halves.
    case perfect

    /// It slips once in this many guesses; nil: never.
    private var slips: Int? {
        switch self {
        case .careless: 2
        case .careful: 6
        case .perfect: nil
        }
    }

    /// The next guess among the numbers that are left.
    public func guess(in left: ClosedRange<Int>, using random: inout some RandomNumberGenerator) -> Int {
        if let slips, Int.random(in: 0..<slips, using: &random) == 0 { return .random(in: left, using: &random) }
        return left.lowerBound + (left.upperBound - left.lowerBound) / 2
    }

    /// The next guess where two guess in turns. Whoever guesses among n numbers finds the secret first with a chance of 1/2 if n is even and
    /// (n + 1)/2n if n is odd, provided that an odd n is split into two even counts; so the perfect one does that, near the middle.
    public func guessInTurns(in left: ClosedRange<Int>, using random: inout some RandomNumberGenerator) -> Int {
        let guess = guess(in: left, using: &random)
        let below = guess - left.lowerBound
        return self == .perfect && left.count % 2 == 1 && below % 2 == 1 ? guess - 1 : guess
    }
}

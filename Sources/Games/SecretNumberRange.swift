// Guess the secret number: the range of numbers, and parsing what a player typed.

/// The range that contains the secret, including both ends.
public struct SecretNumberRange: Hashable, Sendable {
    /// The highest number of any range.
    public static let highestOfAll = 1_000_000
    /// The ranges to choose from, the default first.
    public static let offered = [100, 1_000, 10_000].compactMap { SecretNumberRange(lowest: 1, highest: $0) }

    /// The lowest number.
    public let lowest: Int
    /// The highest number.
    public let highest: Int

    /// A range of at least two numbers within 1 to a million; nil for any other.
    public init?(lowest: Int, highest: Int) {
        guard lowest >= 1, lowest < highest, highest <= Self.highestOfAll else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    /// The count of its numbers.
    public var count: Int { highest - lowest + 1 }

    /// The most guesses needed by halving each time: ⌊log₂ count⌋ + 1, including the correct one.
    public var sufficientGuesses: Int { Int.bitWidth - count.leadingZeroBitCount }

    /// The stars for a round of `guesses`: three below `par`, two at par, one for up to three more.
    public static func stars(for guesses: Int, par: Int) -> Int {
        [par + 3, par, par - 1].count { guesses <= $0 }
    }

    /// Whether the number is within the range.
    public func contains(_ number: Int) -> Bool {
        (lowest...highest).contains(number)
    }

    /// Parses a number in the digits of any script. Ignores spaces around it.
    public func number(typed text: some StringProtocol) -> Result<Int, UnusableNumber> {
        let typed = Array(text.unicodeScalars.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let unsigned = typed.first == "-" ? typed.dropFirst() : typed[...]
        let digits = unsigned.compactMap(Self.digit)
        guard !digits.isEmpty, digits.count == unsigned.count else { return .failure(.noNumber(self)) }
        guard digits.count == typed.count, let number = Int(digits.map(String.init).joined()), contains(number) else {
            return .failure(.outside(self))
        }
        return .success(number)
    }

    /// The value of a decimal digit of any script; nil for any other character.
    public static func digit(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }
}

/// Why a number cannot be a guess or the secret.
public enum UnusableNumber: Error, Equatable, Sendable {
    /// The text is not a number.
    case noNumber(SecretNumberRange)
    /// It lies outside the range.
    case outside(SecretNumberRange)
}

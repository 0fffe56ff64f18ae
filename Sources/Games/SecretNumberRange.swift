// Guess the secret number: the numbers that may be guessed, and what a person typed as one of them. It knows no secret and no players.

/// The numbers among which the secret is, both ends included.
public struct SecretNumberRange: Hashable, Sendable {
    /// The highest number that any range may have.
    public static let highestOfAll = 1_000_000
    /// The ranges to choose from, the usual one first.
    public static let offered = [100, 1_000, 10_000].compactMap { SecretNumberRange(lowest: 1, highest: $0) }

    /// The lowest number.
    public let lowest: Int
    /// The highest number.
    public let highest: Int

    /// A range of two numbers at least, from 1 up to a million; nil for any other.
    public init?(lowest: Int, highest: Int) {
        guard lowest >= 1, lowest < highest, highest <= Self.highestOfAll else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    /// How many numbers it has.
    public var count: Int { highest - lowest + 1 }

    /// How many guesses always suffice for who halves what is left: ⌊log₂ count⌋ + 1, the correct guess included.
    public var sufficientGuesses: Int { Int.bitWidth - count.leadingZeroBitCount }

    /// Whether it has this number.
    public func contains(_ number: Int) -> Bool {
        (lowest...highest).contains(number)
    }

    /// The number that was typed, in the digits of any script, spaces around it aside.
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

    /// What a decimal digit of any script is worth; nil for any other character.
    public static func digit(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }
}

/// Why a number cannot be guessed, or be the secret.
public enum UnusableNumber: Error, Equatable, Sendable {
    /// What was typed is no number.
    case noNumber(SecretNumberRange)
    /// It lies outside the range.
    case outside(SecretNumberRange)
}

// Guess the secret number with a keeper who may lie once in a round: what the secret can still be. (Ulam's game; Berlekamp, 1968.)

/// What the secret can be if at most one answer was a lie.
public struct SecretNumberDoubt: Equatable, Sendable {
    /// The numbers that fit if every answer was true; nil if one must have been a lie.
    public let truthful: ClosedRange<Int>?
    /// The numbers that fit if just one answer was a lie, in order.
    public let doubtful: [ClosedRange<Int>]

    /// What can be after the answers of a round.
    public init(after round: SecretNumberRound) {
        truthful = round.remaining
        // Between two guesses all numbers fit equally well.
        let guesses = Set(round.history.map(\.number)).sorted()
        let starts = Set([round.range.lowest] + guesses + guesses.map { $0 + 1 }).filter(round.range.contains).sorted()
        let ends = starts.dropFirst().map { $0 - 1 } + [round.range.highest]
        var doubtful: [ClosedRange<Int>] = []
        for (start, end) in zip(starts, ends) where round.lies(about: start) == 1 {
            if let last = doubtful.last, last.upperBound == start - 1 {
                doubtful[doubtful.count - 1] = last.lowerBound...end
            } else {
                doubtful.append(start...end)
            }
        }
        self.doubtful = doubtful
    }

    /// How many numbers fit.
    public var count: Int { (truthful?.count ?? 0) + doubtful.reduce(0) { $0 + $1.count } }

    /// The lowest and the highest number that fit; nil if more than one answer was a lie.
    public var bounds: ClosedRange<Int>? {
        let all = doubtful + [truthful].compactMap { $0 }
        guard let lowest = all.map(\.lowerBound).min(), let highest = all.map(\.upperBound).max() else { return nil }
        return lowest...highest
    }
}

extension SecretNumberRound {
    /// How many answers were lies if this is the secret.
    public func lies(about secret: Int) -> Int {
        history.count { $0.isLie(about: secret) }
    }
}

extension AnsweredGuess {
    /// Whether the answer was a lie if this is the secret.
    public func isLie(about secret: Int) -> Bool { answer != SecretNumberAnswer(to: number, secret: secret) }
}

extension SecretNumberRange {
    /// The guesses that a good player needs where one answer may be a lie: the least q with count · (q + 1) ≤ 2^q, since the lie can be any of
    /// q answers, or none.
    public var guessesDespiteALie: Int { (1...).first { count * ($0 + 1) <= 1 << $0 } ?? sufficientGuesses }
}

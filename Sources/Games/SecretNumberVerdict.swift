// Guess the secret number: the one who keeps the secret and answers, and the others' judgement when it is opened. It knows no hash:
// whether an opened secret is the one that was committed to is computed elsewhere and told here.

/// The keeper's side of a round: the only place where the secret is before it is opened.
public struct SecretNumberKeeper: Equatable, Sendable {
    /// The secret.
    public let secret: Int
    /// The round as everybody sees it.
    public private(set) var round: SecretNumberRound

    /// The keeper of a round; nil if the secret lies outside its range.
    public init?(of round: SecretNumberRound, secret: Int) {
        guard round.range.contains(secret) else { return nil }
        self.round = round
        self.secret = secret
    }

    /// Answers a guess. Of two correct ones the first that comes here wins; the other finds the round over.
    public mutating func answer(_ number: Int, by player: Int) -> Result<AnsweredGuess, SecretNumberRefusal> {
        let guess = AnsweredGuess(player: player, number: number, answer: SecretNumberAnswer(to: number, secret: secret))
        if let reason = round.record(guess) { return .failure(reason) }
        return .success(guess)
    }

    /// A player is gone.
    @discardableResult public mutating func leave(_ player: Int) -> SecretNumberRefusal? {
        round.leave(player)
    }
}

/// What the others find when the secret is opened.
public enum SecretNumberVerdict: Equatable, Sendable {
    /// It is the secret committed to, and every answer was true.
    case verified
    /// It is not the secret that the keeper committed to.
    case notTheSecret
    /// It lies outside the range.
    case outsideRange
    /// The earliest answer that was a lie.
    case lie(AnsweredGuess)
}

extension SecretNumberRound {
    /// Judges the keeper at the end. `isCommitted` tells whether hashing the secret, with the nonce opened beside it, gives the
    /// commitment that was sent at the start.
    public func verdict(opened secret: Int, isCommitted: (Int) -> Bool) -> SecretNumberVerdict {
        guard isCommitted(secret) else { return .notTheSecret }
        guard range.contains(secret) else { return .outsideRange }
        let lie = history.last { $0.answer != SecretNumberAnswer(to: $0.number, secret: secret) }
        return lie.map(SecretNumberVerdict.lie) ?? .verified
    }
}

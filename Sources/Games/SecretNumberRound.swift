// Guess the secret number: one round, as everybody at the table sees it, and the others' judgement when the secret is opened at the
// end. It does not know the secret before, and no hash: whether an opened secret is the one that was committed to is told here.

/// What the keeper says to a guess: where the secret is, seen from it.
public enum SecretNumberAnswer: Int, CaseIterable, Sendable {
    /// The secret is higher.
    case higher
    /// The secret is lower.
    case lower
    /// It is the secret.
    case correct

    /// The true answer to `number`.
    public init(to number: Int, secret: Int) {
        self = number == secret ? .correct : number < secret ? .higher : .lower
    }
}

/// A guess, with the keeper's answer.
public struct AnsweredGuess: Equatable, Sendable {
    /// Who guessed.
    public let player: Int
    /// What.
    public let number: Int
    /// What the keeper said.
    public let answer: SecretNumberAnswer

    /// A guess and its answer.
    public init(player: Int, number: Int, answer: SecretNumberAnswer) {
        self.player = player
        self.number = number
        self.answer = answer
    }
}

/// A round. Players are numbers that the session gives. The session's host keeps the first secret, the winner of a round the next.
public struct SecretNumberRound: Equatable, Sendable {
    /// How many may play, the keeper included.
    public static let playerCounts = 2...8

    /// How a round ended.
    public enum End: Equatable, Sendable {
        /// This player guessed the secret.
        case won(by: Int)
        /// Who keeps the secret left.
        case keeperLeft
        /// The session's host left.
        case hostLeft
        /// Everybody who could guess left.
        case guessersLeft
    }

    /// The numbers.
    public let range: SecretNumberRange
    /// All who play, in the session's order, those who left included.
    public let players: [Int]
    /// Whose secret it is.
    public let keeper: Int
    /// The session's host; the keeper, unless a winner keeps this secret.
    public let host: Int
    /// The guesses, newest first.
    public private(set) var history: [AnsweredGuess] = []
    /// Who left.
    public private(set) var gone: Set<Int> = []
    /// How it ended; nil while it goes on.
    public private(set) var end: End?

    /// A round before its first guess; nil unless 2…8 different players take part, keeper and host among them.
    public init?(range: SecretNumberRange, players: [Int], keeper: Int, host: Int) {
        guard Self.playerCounts.contains(players.count), Set(players).count == players.count, players.contains(keeper),
            players.contains(host)
        else { return nil }
        self.range = range
        self.players = players
        self.keeper = keeper
        self.host = host
    }

    /// How many guesses a player made.
    public func guesses(by player: Int) -> Int {
        history.count { $0.player == player }
    }

    /// Who keeps the next secret: the winner if there is one who wants to and is still there, else the host; nil if the host left.
    public func nextKeeper(winnerAccepts: Bool) -> Int? {
        if winnerAccepts, case .won(let winner) = end, !gone.contains(winner) { return winner }
        return gone.contains(host) ? nil : host
    }

    /// Why `player` cannot guess `number` now; nil if they can. Everybody may guess at any time: there are no turns.
    public func reasonAgainst(_ number: Int, by player: Int) -> SecretNumberRefusal? {
        if end != nil { return .roundOver }
        guard players.contains(player) else { return .noSuchPlayer }
        if gone.contains(player) { return .gone }
        if player == keeper { return .keeper }
        return range.contains(number) ? nil : .unusable(.outside(range))
    }

    /// Writes a guess into the history; the first that is answered "correct" ends the round. Else why it cannot be.
    @discardableResult public mutating func record(_ guess: AnsweredGuess) -> SecretNumberRefusal? {
        if let reason = reasonAgainst(guess.number, by: guess.player) { return reason }
        history.insert(guess, at: 0)
        if guess.answer == .correct { end = .won(by: guess.player) }
        return nil
    }

    /// A player is gone. Their guesses stay; without keeper, host or anybody who guesses, a round that goes on ends.
    @discardableResult public mutating func leave(_ player: Int) -> SecretNumberRefusal? {
        guard players.contains(player) else { return .noSuchPlayer }
        guard gone.insert(player).inserted else { return .gone }
        guard end == nil else { return nil }
        if player == host {
            end = .hostLeft
        } else if player == keeper {
            end = .keeperLeft
        } else if players.allSatisfy({ $0 == keeper || gone.contains($0) }) {
            end = .guessersLeft
        }
        return nil
    }

    /// Judges the keeper at the end. `isCommitted` tells whether hashing the secret, with the nonce opened beside it, gives the
    /// commitment that was sent at the start.
    public func verdict(opened secret: Int, isCommitted: (Int) -> Bool) -> SecretNumberVerdict {
        guard isCommitted(secret) else { return .notTheSecret }
        guard range.contains(secret) else { return .outsideRange }
        let lie = history.last { $0.answer != SecretNumberAnswer(to: $0.number, secret: secret) }
        return lie.map(SecretNumberVerdict.lie) ?? .verified
    }
}

/// Why a guess, or a player's leaving, is passed over.
public enum SecretNumberRefusal: Error, Equatable, Sendable {
    /// The round is over.
    case roundOver
    /// No such player takes part.
    case noSuchPlayer
    /// They have left.
    case gone
    /// Who keeps the secret does not guess.
    case keeper
    /// The number cannot be guessed.
    case unusable(UnusableNumber)
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

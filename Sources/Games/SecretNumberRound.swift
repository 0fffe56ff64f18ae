// Guess the secret number: one round as everybody at the table sees it, and the verdict when the secret is revealed. The caller checks
// the revealed secret against its commitment.

/// The keeper's answer to a guess.
public enum SecretNumberAnswer: Int, CaseIterable, Sendable {
    /// The secret is higher.
    case higher
    /// The secret is lower.
    case lower
    /// The guess is the secret.
    case correct

    /// The correct answer to `number`.
    public init(to number: Int, secret: Int) {
        self = number == secret ? .correct : number < secret ? .higher : .lower
    }
}

/// A guess and the keeper's answer.
public struct AnsweredGuess: Equatable, Sendable {
    /// The player.
    public let player: Int
    /// The number.
    public let number: Int
    /// The answer.
    public let answer: SecretNumberAnswer

    /// Creates a guess with its answer.
    public init(player: Int, number: Int, answer: SecretNumberAnswer) {
        self.player = player
        self.number = number
        self.answer = answer
    }
}

/// A round. The session numbers the players. The host keeps the first secret, the winner of a round the next.
public struct SecretNumberRound: Equatable, Sendable {
    /// The number of players, including the keeper.
    public static let playerCounts = 2...8

    /// The result of a round.
    public enum End: Equatable, Sendable {
        /// This player guessed the secret.
        case won(by: Int)
        /// The keeper left.
        case keeperLeft
        /// The host left.
        case hostLeft
        /// All guessing players left.
        case guessersLeft
    }

    /// The range of numbers.
    public let range: SecretNumberRange
    /// All players in the session's order, including those who left.
    public let players: [Int]
    /// The player with the secret.
    public let keeper: Int
    /// The host. Also the keeper, unless a winner keeps the secret.
    public let host: Int
    /// The guesses, newest first.
    public private(set) var history: [AnsweredGuess] = []
    /// The players who left.
    public private(set) var gone: Set<Int> = []
    /// The result; nil while the round goes on.
    public private(set) var end: End?

    /// A round before its first guess; nil unless there are 2…8 different players, including keeper and host.
    public init?(range: SecretNumberRange, players: [Int], keeper: Int, host: Int) {
        guard Self.playerCounts.contains(players.count), Set(players).count == players.count, players.contains(keeper),
            players.contains(host)
        else { return nil }
        self.range = range
        self.players = players
        self.keeper = keeper
        self.host = host
    }

    /// The numbers that the secret can still be, if every answer was true; nil if they contradict each other.
    public var remaining: ClosedRange<Int>? {
        let found = history.first { $0.answer == .correct }?.number
        let lowest = history.filter { $0.answer == .higher }.map { $0.number + 1 }.max() ?? range.lowest
        let highest = history.filter { $0.answer == .lower }.map { $0.number - 1 }.min() ?? range.highest
        return found.map { $0...$0 } ?? (lowest <= highest ? lowest...highest : nil)
    }

    /// The number of guesses by a player.
    public func guesses(by player: Int) -> Int {
        history.count { $0.player == player }
    }

    /// Whether only one player guesses. Then the round goes to the keeper if that takes more guesses than halving does.
    public var isDuel: Bool { players.count == 2 }

    /// To whom the round goes; nil where nobody found the secret.
    public var scorer: Int? {
        guard case .won(let winner) = end else { return nil }
        return isDuel && guesses(by: winner) > range.sufficientGuesses ? keeper : winner
    }

    /// The keeper of the next secret: the winner if present and willing, otherwise the host. Nil if the host left.
    public func nextKeeper(winnerAccepts: Bool) -> Int? {
        if winnerAccepts, case .won(let winner) = end, !gone.contains(winner) { return winner }
        return gone.contains(host) ? nil : host
    }

    /// Whether `player` can guess `number` now: not the keeper, nor after the end. There are no turns: everybody may guess at any time.
    public func allows(_ number: Int, by player: Int) -> Bool {
        end == nil && players.contains(player) && !gone.contains(player) && player != keeper && range.contains(number)
    }

    /// Adds a guess. The first correct one ends the round. Returns false if the guess is not allowed.
    @discardableResult public mutating func record(_ guess: AnsweredGuess) -> Bool {
        guard allows(guess.number, by: guess.player) else { return false }
        history.insert(guess, at: 0)
        if guess.answer == .correct { end = .won(by: guess.player) }
        return true
    }

    /// Removes a player. Their guesses stay. The round ends without a keeper, a host or anybody who can guess. Somebody who is no player, or is
    /// gone, changes nothing.
    public mutating func leave(_ player: Int) {
        guard players.contains(player), gone.insert(player).inserted, end == nil else { return }
        if player == host {
            end = .hostLeft
        } else if player == keeper {
            end = .keeperLeft
        } else if players.allSatisfy({ $0 == keeper || gone.contains($0) }) {
            end = .guessersLeft
        }
    }

    /// Judges the keeper at the end. `isCommitted` says whether the hash of the secret and its nonce is the commitment sent at
    /// the start.
    public func verdict(opened secret: Int, isCommitted: (Int) -> Bool) -> SecretNumberVerdict {
        guard isCommitted(secret) else { return .notTheSecret }
        guard range.contains(secret) else { return .outsideRange }
        let lie = history.last { $0.isLie(about: secret) }
        return lie.map(SecretNumberVerdict.lie) ?? .verified
    }
}

/// The verdict on the keeper when the secret is revealed.
public enum SecretNumberVerdict: Equatable, Sendable {
    /// The secret matches the commitment, and every answer was true.
    case verified
    /// The secret does not match the commitment.
    case notTheSecret
    /// It is outside the range.
    case outsideRange
    /// This answer, the earliest of several, was a lie.
    case lie(AnsweredGuess)
}

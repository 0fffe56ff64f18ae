// How far a round of the secret number is, who may do what in it, and how often. It changes nothing: SecretNumberTable does.

import Games
import Wire

extension SecretNumberTable {
    /// What goes on.
    package enum Phase: Equatable {
        /// The keeper chooses the numbers and the secret.
        case choosing
        /// The others guess.
        case guessing
        /// Somebody's guess was correct; the secret is not open yet.
        case opening
        /// The round's result is known.
        case over
    }

    /// Something that others must do in time.
    package enum Awaited: Equatable {
        /// The keeper opens the secret.
        case opening(round: Int)
        /// At the host: the keeper answers the guess after so many answers.
        case answer(round: Int, after: Int)
        /// At the host: a guest chooses the next secret, and has shown so many signs of it.
        case secret(round: Int, after: Int)

        /// How long it may take, in milliseconds.
        package var timeout: Int {
            if case .secret = self { 3 * SecretNumberTable.timeout } else { SecretNumberTable.timeout }
        }
    }

    /// A message on its way; to all guests if `seat` is nil.
    package struct Outgoing: Equatable {
        package let message: SecretNumberMessage
        package let seat: Int?
    }
}

// MARK: - Who is there, and what I may do

extension SecretNumberTable {
    /// Whether I put everything in order.
    package var isHost: Bool { mySeat == 0 }
    /// Who is still there.
    package var present: [Int] { (0..<seats).filter { !gone.contains($0) } }
    /// Whether all others have left.
    package var isAlone: Bool { present.count < 2 }
    /// Whether I choose the numbers and a secret now.
    package var mayChoose: Bool { phase == .choosing && keeper == mySeat && mine == nil && !isAlone }
    /// Whether I may guess.
    package var mayGuess: Bool { phase == .guessing && keeper != mySeat }
    /// The guest or host who won and has a right to the next secret.
    package var winner: Int? {
        guard case .won(let winner) = round?.end, !gone.contains(winner) else { return nil }
        return winner
    }
    /// Whether I, a guest who won, may say who keeps the next secret.
    package var mayDecide: Bool { phase == .over && !isHost && winner == mySeat && !hasDecided }
    /// Whether I, the host, may keep the next secret: also where a guest who should choose it shows no sign of it.
    package var mayTakeOver: Bool { isHost && !isAlone && (phase == .over || phase == .choosing && isChoiceOverdue) }
}

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

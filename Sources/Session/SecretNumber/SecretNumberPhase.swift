// The phases of a round, the deadlines in it, and what a player may do. SecretNumberTable changes the state.

import Games
import Wire

extension SecretNumberTable {
    /// The phases of a round.
    package enum Phase: Equatable {
        /// The keeper chooses the numbers and the secret.
        case choosing
        /// The others guess.
        case guessing
        /// A guess was correct; the keeper has not opened the secret yet.
        case opening
        /// The round's result is known.
        case over
    }

    /// Something that another player must do in time.
    enum Deadline: Equatable {
        /// The keeper opens the secret.
        case opening(round: Int)
        /// At the host: the keeper answers the next guess. The number of answers so far tells one deadline from the next.
        case answer(round: Int, after: Int)
        /// At the host: a guest chooses the next secret, or decides who keeps it. Each sign of activity starts a new deadline.
        case secret(round: Int, after: Int)

        /// How long it may take, in milliseconds.
        var timeout: Int {
            if case .secret = self { 3 * SecretNumberTable.timeout } else { SecretNumberTable.timeout }
        }
    }
}

// MARK: - Who is there, and what the player may do

extension SecretNumberTable {
    /// The seats of players who left.
    package var gone: Set<Int> { Set(departures.keys) }
    /// Whether this player is the host.
    package var isHost: Bool { mySeat == 0 }
    /// The seats of players who have not left.
    package var present: [Int] { (0..<seats).filter { !gone.contains($0) } }
    /// Whether all others have left.
    package var isAlone: Bool { present.count < 2 }
    /// Whether this player may choose the range and the secret now.
    package var mayChoose: Bool { phase == .choosing && keeper == mySeat && mine == nil && !isAlone }
    /// Whether this player may guess.
    package var mayGuess: Bool { phase == .guessing && keeper != mySeat }
    /// The seat of the winner, who may keep the next secret.
    package var winner: Int? {
        guard case .won(let winner) = round?.end, !gone.contains(winner) else { return nil }
        return winner
    }
    /// Whether this player, a guest who won, may decide who keeps the next secret.
    package var mayDecide: Bool { phase == .over && !isHost && winner == mySeat && decision == nil }
    /// Whether a guest chooses the next secret, or decides who keeps it.
    var awaitsChoice: Bool {
        switch phase {
        case .choosing: keeper != 0 && !gone.contains(keeper)
        case .over: winner.map { $0 != 0 } ?? false
        case .guessing, .opening: false
        }
    }
    /// Whether this player, the host, may keep the next secret. That includes taking over from a guest who is inactive or away.
    package var mayTakeOver: Bool {
        isHost && !isAlone && (awaitsChoice ? isChoiceOverdue || awaited.map(away.contains) == true : phase == .over)
    }
    /// Whether this player may ask for another round: after a round, when somebody else chooses what comes next.
    package var mayAsk: Bool {
        phase == .over && !isAlone && !mayDecide && !mayTakeOver && !asking.contains(mySeat) && decision == nil
    }
    /// Whether the host took the choice of the next secret over from this player since `before`.
    package func lostChoice(since before: SecretNumberTable) -> Bool {
        returns == before.returns && (before.mayDecide || before.mayChoose) && phase == .choosing && keeper == 0
            && number > before.number
    }
}

/// Why a guess was not sent.
package enum SecretNumberMistake: Equatable {
    case unusable(UnusableNumber)
    /// The previous guess has no answer yet.
    case unanswered
    /// The previous guess was too recent.
    case tooSoon
    /// The player has used all guesses of this round.
    case tooMany
}

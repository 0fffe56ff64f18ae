// What the player reads: the state of the game and the verdict on the keeper, in sentences. It changes nothing and draws nothing.
// Names are as their owners typed them; the canvas makes them harmless, here they are cut to what a sentence can hold.

import Games
import Screen
import Session

/// The game in words, for one of its players.
struct SecretNumberWords {
    let table: SecretNumberTable
    let names: [String]

    /// A player's name, told apart from another's of the same name; `limit` is in cells.
    func name(of seat: Int, limit: Int = 20) -> String {
        guard names.indices.contains(seat) else { return "Player \(seat + 1)" }
        let name = names[seat]
        if name.isEmpty { return "Player \(seat + 1)" }
        guard names.indices.contains(where: { $0 != seat && names[$0] == name }) else { return TextWidth.clip(name, to: limit) }
        let number = " (\(seat + 1))"
        return TextWidth.clip(name, to: max(1, limit - TextWidth.of(number))) + number
    }

    /// The same, with "You" for me.
    func player(_ seat: Int, limit: Int = 20) -> String { seat == table.mySeat ? "You" : name(of: seat, limit: limit) }

    /// What goes on, and what I can do.
    var state: String {
        if table.isAlone { return "Everybody else left." }
        switch table.phase {
        case .choosing: return choosing
        case .guessing:
            return table.keeper == table.mySeat
                ? "The others guess your secret number." : "Guess \(possessive(table.keeper)) secret number."
        case .opening:
            let found = "\(theGuess) is correct."
            return table.keeper == table.mySeat ? found : "\(found) Waiting for \(name(of: table.keeper)) to open the secret…"
        case .over: return [result, next].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private var choosing: String {
        if table.keeper != table.mySeat { return "\(name(of: table.keeper)) is choosing a secret number…" }
        return table.mine == nil ? "Choose a range." : "Sealing your secret number…"
    }

    private var theGuess: String {
        guard let guess = table.round?.history.first else { return "A guess" }
        return "\(owner(guess.player)) \(guess.number)"
    }

    private var result: String {
        switch table.proof {
        case .unanswered: return "\(owner(table.keeper)) app does not answer. The round is over."
        case .keeperLeft where table.winner == nil: return "\(name(of: table.keeper)) left. The round is over."
        default: break
        }
        guard case .won(let winner) = table.round?.end, let guess = table.round?.history.first else {
            return "The round is over."
        }
        if winner == table.mySeat { return "You win: \(guess.number) is correct." }
        let wins = "\(name(of: winner)) wins: \(guess.number) is correct."
        return table.isSecond ? "\(wins) You guessed it too, a moment later." : wins
    }

    /// Who goes on.
    private var next: String {
        if table.mayDecide { return "You may choose the next number." }
        if let winner = table.winner, winner != 0, winner != table.mySeat {
            return "\(name(of: winner)) may choose the next number."
        }
        return table.isHost ? "You choose the next number." : "Waiting for \(name(of: table.winner ?? 0))…"
    }

    /// Whose something is, at the beginning of a sentence.
    private func owner(_ seat: Int) -> String { seat == table.mySeat ? "Your" : possessive(seat) }

    private func possessive(_ seat: Int) -> String { seat == table.mySeat ? "your" : name(of: seat) + "’s" }

    /// What came of the keeper's promise, and whether it was kept; nil while that is open.
    var verdict: (sentence: String, isGood: Bool)? {
        guard let proof = table.proof, table.phase == .over || table.phase == .choosing else { return nil }
        let keeper = table.round?.keeper ?? table.keeper
        let subject = player(keeper)
        switch proof {
        case .opened(.verified, let secret, let isLate):
            let late = isLate ? " It was opened late." : ""
            return ("Verified: \(possessive(keeper)) secret was \(secret), and every answer was true.\(late)", true)
        case .opened(.notTheSecret, let secret, _):
            return ("\(subject) lied: \(secret) is not the number that was sealed at the start.", false)
        case .opened(.outsideRange, let secret, _):
            return ("\(subject) lied: the sealed number, \(secret), was outside the range.", false)
        case .opened(.lie(let guess), let secret, _):
            let said = Self.word(for: guess.answer)
            return (
                "\(subject) lied: the secret was \(secret), but the answer to \(possessive(guess.player)) \(guess.number) was “\(said)”.",
                false
            )
        case .notOpened: return ("Not verified: \(possessive(keeper)) app did not open the secret.", false)
        case .keeperLeft: return ("Not verified: \(name(of: keeper)) left without opening the secret.", false)
        case .unanswered: return ("Not verified: \(possessive(keeper)) app stopped answering.", false)
        }
    }

    /// How many guesses are enough; nil while the round goes on.
    var bound: String? {
        guard table.phase == .over || table.phase == .choosing, let round = table.round else { return nil }
        let guesses = round.range.sufficientGuesses
        return "Halving the range takes at most \(guesses) guesses (log2 \(round.range.count) < \(guesses))."
    }

    /// What a guest reads whose host's program is false.
    static let falseHost = "The host’s app told the others things that you did not say. Trust no result at this table."

    /// The guess line before anything is typed.
    var invitation: String {
        if let outstanding = table.outstanding { return "Waiting for the answer to \(outstanding)…" }
        return table.round.map { "Guess a number (\(Self.text($0.range)))…" } ?? ""
    }

    /// A range as the player reads it.
    static func text(_ range: SecretNumberRange) -> String { "\(range.lowest) - \(range.highest)" }

    /// An answer as the player reads it.
    static func word(for answer: SecretNumberAnswer) -> String {
        switch answer {
        case .higher: "too low"
        case .lower: "too high"
        case .correct: "correct"
        }
    }

    /// What a line of choices says.
    func words(for choice: SecretNumberChoices.Choice) -> String {
        switch choice {
        case .range(let index): return Self.text(SecretNumberRange.offered[index])
        case .keep:
            let other = table.phase == .choosing ? table.keeper : table.winner ?? table.mySeat
            return other == table.mySeat || other == 0
                ? "Choose the next number" : "I'll choose instead of \(name(of: other, limit: 12))"
        case .leaveToHost: return "Let \(name(of: 0, limit: 12)) choose"
        case .stay: return "Play on"
        case .leave: return "Leave the game (Q)"
        }
    }
}

extension SecretNumberMistake {
    /// For the player.
    var sentence: String {
        switch self {
        case .unusable(let reason): reason.sentence
        case .unanswered: "Your last guess has no answer yet."
        case .tooSoon: "Not so fast: two guesses a second at most."
        case .tooMany: "You have guessed \(SecretNumberTable.mostGuesses) times, the most in a round."
        }
    }
}

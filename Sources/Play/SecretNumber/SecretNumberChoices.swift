// A few rows of choices below the state of the game.

import Screen

/// Rows to choose from. Enter takes the chosen one; for a moment after a result it does nothing, because it was meant for a guess.
struct SecretNumberChoices: Equatable, ChoosingOne {
    /// What a row does.
    enum Choice: Equatable {
        /// Chooses the range with this index among those offered.
        case range(Int)
        /// Keeps the next secret.
        case keep
        /// Leaves the next secret to the host.
        case leaveToHost
        /// Asks those who choose for another round.
        case ask
        /// Goes back to the game.
        case stay
        /// Leaves the game.
        case leave
        /// Waits for the players who are missing.
        case wait
        /// Goes on without them.
        case goOn
    }

    let choices: [Choice]
    var chosen: Int?

    /// Creates rows; `chosen` is an index.
    init(_ choices: [Choice], chosen: Int? = nil) {
        self.choices = choices
        self.chosen = chosen
    }

    /// The question after Esc.
    static let leaving = SecretNumberChoices([.stay, .leave], chosen: 0)
    /// The question after G.
    static let goingOn = SecretNumberChoices([.wait, .goOn], chosen: 0)
    /// The question for the player who chooses a secret.
    static let ranges = SecretNumberChoices((0..<3).map { .range($0) }, chosen: 0)

    /// The choice in the row with this number, from 1; nil if there is none.
    func choice(numbered key: Key) -> Choice? {
        guard case .character(let digit) = key, ("1"..."9").contains(digit) else { return nil }
        let index = Int(digit.value) - 0x31
        return index < choices.count ? choices[index] : nil
    }
}

// A few lines of which one can be chosen, below the state of the game. It knows no words and carries nothing out.

import Screen

/// Lines to choose from. None is chosen before an arrow was pressed, unless said otherwise: an Enter that was meant for something
/// else, and comes when the lines have just appeared, does nothing.
struct SecretNumberChoices: Equatable, ChoosingOne {
    /// What a line does.
    enum Choice: Equatable {
        /// The numbers from 1 to…: an index into the ranges offered.
        case range(Int)
        /// I keep the next secret.
        case keep
        /// I won, but the host shall keep it.
        case leaveToHost
        /// Back to the game.
        case stay
        /// Out of the game.
        case leave
    }

    let choices: [Choice]
    var chosen: Int?

    /// These lines; `chosen` is an index.
    init(_ choices: [Choice], chosen: Int? = nil) {
        self.choices = choices
        self.chosen = chosen
    }

    /// Asked by Esc.
    static let leaving = SecretNumberChoices([.stay, .leave], chosen: 0)
    /// Asked of who chooses a secret.
    static let ranges = SecretNumberChoices((0..<3).map { .range($0) }, chosen: 0)

    /// What the line with this number does, counted from 1; nil if there is none.
    func choice(numbered key: Key) -> Choice? {
        guard case .character(let digit) = key, ("1"..."9").contains(digit) else { return nil }
        let index = Int(digit.value) - 0x31
        return index < choices.count ? choices[index] : nil
    }
}

// A few choices side by side or in a list: arrows choose one, Enter confirms it.

/// A few choices of which at most one is chosen.
protocol ChoosingOne {
    associatedtype Choice
    /// The choices in order.
    var choices: [Choice] { get }
    /// The index of the chosen one; nil if none is.
    var chosen: Int? { get set }
}

extension ChoosingOne {
    /// The chosen one.
    var choice: Choice? { chosen.map { choices[$0] } }

    /// Moves the choice by one. If none is chosen, it moves to the first or the last.
    mutating func move(by step: Int) {
        let next = chosen.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = max(0, min(choices.count - 1, next))
    }
}

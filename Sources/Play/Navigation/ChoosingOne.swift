// What is the same wherever one of a few things is chosen by arrows and done by Enter. It knows none of them.

/// A few choices, of which one or none is chosen.
protocol ChoosingOne {
    associatedtype Choice
    /// All of them, in their order.
    var choices: [Choice] { get }
    /// The index of the chosen one.
    var chosen: Int? { get set }
}

extension ChoosingOne {
    /// What Enter would do.
    var choice: Choice? { chosen.map { choices[$0] } }

    /// Moves the choice by one; from none to the first or the last.
    mutating func move(by step: Int) {
        let next = chosen.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = max(0, min(choices.count - 1, next))
    }
}

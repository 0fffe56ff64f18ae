// What comes back: puzzles that were missed, and positions of the opening drill. Each comes back after growing pauses until it is solved
// without a slip. Puzzles in a row do not come back soon.

/// Something that was missed, or is known.
package struct Recall: Equatable, Sendable {
    /// What it is. The raw values are stored.
    package enum Kind: String, Sendable {
        /// A puzzle: `item` is its line (`Puzzle.line`).
        case puzzle
        /// A position of the opening drill: `item` are its moves as digits.
        case opening
        /// A puzzle that was shown among others in a row, and is not shown so again before it is due: `item` is its start as digits.
        case shown
    }

    /// What it is.
    package let kind: Kind
    /// Which one.
    package let item: String
    /// How often it was missed.
    package private(set) var misses: Int
    /// The day on which it comes back, as the number of days since 1970 in UTC; nil if it is known.
    package private(set) var due: Int?

    /// After how many days something comes back that was missed once, twice, and so on.
    package static let pauses = [1, 3, 7, 21]

    /// Something; new unless said otherwise.
    package init(_ kind: Kind, _ item: String, misses: Int = 0, due: Int? = nil) {
        (self.kind, self.item, self.misses, self.due) = (kind, item, misses, due)
    }

    /// It was missed on this day, or solved with a hint: that is no miss, but it comes back all the same.
    package mutating func miss(on day: Int, isHelped: Bool = false) {
        if !isHelped { misses += 1 }
        due = day + Self.pauses[min(max(misses, 1), Self.pauses.count) - 1]
    }

    /// It was solved without a slip.
    package mutating func solve() { due = nil }

    /// The day on which it was missed last; nil if it is known.
    package var missedOn: Int? { due.map { $0 - Self.pauses[min(max(misses, 1), Self.pauses.count) - 1] } }
    /// After how many days it comes back if it is missed again.
    package var nextPause: Int { Self.pauses[min(misses, Self.pauses.count - 1)] }

    /// Whether it has to be asked on this day.
    package func isDue(on day: Int) -> Bool { due.map { $0 <= day } ?? false }
}

extension [Recall] {
    /// Those that have to be asked on this day, the longest due first.
    package func due(_ kind: Recall.Kind, on day: Int) -> [Recall] {
        filter { $0.kind == kind && $0.isDue(on: day) }.enumerated().sorted {
            ($0.element.due ?? 0, $0.offset) < ($1.element.due ?? 0, $1.offset)
        }.map(\.element)
    }

    /// Those that have to be asked on a later day, the next first.
    package func later(_ kind: Recall.Kind, than day: Int) -> [Recall] {
        filter { $0.kind == kind && $0.due ?? day > day }.due(kind, on: .max)
    }
}

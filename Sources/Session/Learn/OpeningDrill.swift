// The opening drill: the first player holds the win from the middle against every answer of the second, for the first eight discs. What was missed
// is asked again, after the same pauses as puzzles. A value: the engine and the archive are the caller's.

import Engine

/// What the drill asks.
package struct OpeningDrill {
    /// How many discs of an opening are asked.
    package static let discs = 8
    /// The first disc, in the middle.
    package static let start = [3]
    private let known: [String: Recall]
    private let day: Int

    /// The drill on a day, with what was asked before.
    package init(_ recalls: [Recall], on day: Int) {
        known = Dictionary(recalls.filter { $0.kind == .opening }.map { ($0.item, $0) }) { $1 }
        self.day = day
    }

    /// How many positions were answered right.
    package var count: Int { known.values.count { $0.due == nil } }
    /// How many positions come back today.
    package var due: Int { known.values.count { $0.isDue(on: day) } }

    /// What is stored of a position: its moves as digits, or those of the mirror image, whichever come first.
    package static func item(_ moves: [Int]) -> String {
        let digits = moves.map { String($0 + 1) }.joined()
        return min(digits, moves.map { String(7 - $0) }.joined())
    }

    /// The moves with which an opening begins: those of a position that comes back today, or the first disc and an answer to it.
    package func opening(using random: inout some RandomNumberGenerator) -> [Int] {
        let due = Array(known.values).due(.opening, on: day)
        if let item = due.min(by: { ($0.item.count, $0.item) < ($1.item.count, $1.item) })?.item {
            return item.compactMap { $0.wholeNumberValue.map { $0 - 1 } }
        }
        return Self.start + [answer(to: Self.start, using: &random)]
    }

    /// An answer of the second player to these moves: one that comes back today, else one that was never asked, else any.
    package func answer(to moves: [Int], using random: inout some RandomNumberGenerator) -> Int {
        let heights = moves.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        let open = Board.columns.filter { heights[$0, default: 0] < Board.rows.count }
        let items = open.map { (column: $0, recall: known[Self.item(moves + [$0])]) }
        let due = items.filter { $0.recall?.isDue(on: day) == true }
        let new = items.filter { $0.recall == nil }
        return ([due, new, items].first { !$0.isEmpty } ?? []).randomElement(using: &random)?.column ?? Self.start[0]
    }
}

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
    /// How many replies of this day's are left; nil before the first.
    package let left: Int?

    /// The drill on a day, with what was asked before.
    package init(_ recalls: [Recall], on day: Int) {
        known = Dictionary(recalls.filter { $0.kind == .opening }.map { ($0.item, $0) }) { $1 }
        self.day = day
        left = recalls.first { $0.kind == .shown && $0.item == Self.mark && $0.due == day + 1 }?.misses
    }

    /// The first disc stands for the day in what is stored.
    private static let mark = digits(start)
    /// What to store when this many of the day's replies are left.
    package func mark(left: Int) -> Recall { Recall(.shown, Self.mark, misses: left, due: day + 1) }

    /// How many positions were answered right.
    package var count: Int { known.values.count { $0.due == nil } }
    /// How many positions come back today; none when this day's are done.
    package var due: Int { left == 0 ? 0 : known.values.count { $0.isDue(on: day) } }

    /// How many replies a day asks at most, and how many new ones.
    private static let (most, mostNew) = (10, 6)

    /// How many new replies this day asks still, and how many that come back.
    package var today: (new: Int, again: Int) {
        let most = left ?? Self.most
        let again = Swift.min(due, most)
        let unknown = stages.reduce(0) { $0 + $1.count - $1.known } - due
        return (Swift.max(0, Swift.min(left ?? Self.mostNew, most - again, unknown)), again)
    }

    /// How many different replies the second player has to the first, second and third disc after a right one each, mirror images counted once.
    package static let replies = [4, 25, 172]

    /// To how many of these replies an answer is known.
    package var stages: [(known: Int, count: Int)] {
        let answered = Set(known.values.filter { $0.due == nil }.map { Self.replies(in: $0.item) })
        return Self.replies.enumerated().map { stage, count in
            (known: Swift.min(count, answered.count { $0.count == stage + 1 }), count: count)
        }
    }

    /// The first stage, from 0, at which something is not known; nil if all is.
    package var stage: Int? { stages.firstIndex { $0.known < $0.count } }

    /// The second player's discs among these moves.
    private static func replies(in item: String) -> [Character] {
        item.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    /// What is stored of a position: its moves as digits, or those of the mirror image, whichever come first.
    package static func item(_ moves: [Int]) -> String {
        min(digits(moves), digits(mirrored(moves)))
    }

    /// Whether a position is asked: it comes back, or was never asked; where everything is known, each.
    package func asks(_ moves: [Int]) -> Bool { known[Self.item(moves)].map { $0.isDue(on: day) } ?? true || stage == nil }

    /// The moves with which an opening begins: those of a position that comes back today, or of one that was never asked, after as few discs as can be;
    /// else the first disc and an answer to it.
    package func opening(using random: inout some RandomNumberGenerator) -> [Int] {
        let due = Array(known.values).due(.opening, on: day)
        if let item = due.min(by: { ($0.item.count, $0.item) < ($1.item.count, $1.item) })?.item {
            return Self.moves(item)
        }
        let begun = Set(known.keys.filter { $0.count > 2 }.map { String($0.dropLast()) }).sorted().map(Self.moves)
        let new = begun.map { $0 + [answer(to: $0, using: &random)] }.filter { known[Self.item($0)] == nil }
        let first = Self.start + [answer(to: Self.start, using: &random)]
        guard known[Self.item(first)] != nil, let least = new.map(\.count).min() else { return first }
        return new.filter { $0.count == least }.randomElement(using: &random) ?? first
    }

    private static func moves(_ item: String) -> [Int] { item.compactMap { $0.wholeNumberValue.map { $0 - 1 } } }

    /// An answer of the second player to these moves: one that comes back today, else one that was never asked, else one after which the least is known.
    /// Of mirror images the same one is asked each time. A four is always stopped.
    package func answer(to moves: [Int], using random: inout some RandomNumberGenerator) -> Int {
        let position = Self.position(after: moves)
        let stops = position.winningColumns(of: .first)
        let open = Board.columns.filter(position.canPlay)
        let wanted = open.filter { (stops.isEmpty || stops.contains($0)) && Self.item(moves + [$0]) == Self.digits(moves + [$0]) }
        let items = (wanted.isEmpty ? stops.isEmpty ? open : stops : wanted).map {
            (column: $0, recall: known[Self.item(moves + [$0])])
        }
        let due = items.filter { $0.recall?.isDue(on: day) == true }
        let new = items.filter { $0.recall == nil }
        let counts = items.map { count(after: moves + [$0.column]) }
        let least = zip(items, counts).filter { $0.1 == counts.min() }.map(\.0)
        return ([due, new, least].first { !$0.isEmpty } ?? []).randomElement(using: &random)?.column ?? Self.start[0]
    }

    /// The positions after answers that were never asked and need not be: the first player threatens four, and they do not stop it.
    package func settled(after moves: [Int]) -> [String] {
        let position = Self.position(after: moves)
        let stops = position.winningColumns(of: .first)
        guard !stops.isEmpty else { return [] }
        let items = Board.columns.filter { position.canPlay($0) && !stops.contains($0) }.map { Self.item(moves + [$0]) }
        return Array(Set(items)).sorted().filter { known[$0] == nil }
    }

    private static func position(after moves: [Int]) -> Position { moves.reduce(into: Position()) { $0.play($1) } }
    private static func digits(_ moves: [Int]) -> String { moves.map { String($0 + 1) }.joined() }
    private static func mirrored(_ moves: [Int]) -> [Int] { moves.map { 6 - $0 } }

    /// How many positions were asked that begin with these moves, or with their mirror image.
    private func count(after moves: [Int]) -> Int {
        let (digits, mirrored) = (Self.digits(moves), Self.digits(Self.mirrored(moves)))
        return known.keys.count { $0.hasPrefix(digits) || $0.hasPrefix(mirrored) }
    }
}

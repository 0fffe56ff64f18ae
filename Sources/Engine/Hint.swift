// What the seven scores of a position say to a player, in words. It searches nothing.

/// Advice for the player to move.
public struct Hint: Equatable, Sendable {
    /// What the best columns lead to; the number of own discs that the winner still needs, the winning one included.
    public enum Prospect: Equatable, Sendable {
        case win(discs: Int)
        case draw
        case loss(discs: Int)
    }

    /// The best columns, 0…6.
    public let columns: [Int]
    /// What they lead to.
    public let prospect: Prospect
    /// Whether every other column leads to something worse in kind: a draw or a loss instead of a win, a loss instead of a draw.
    public let isAllElseWorse: Bool
    /// Whether there are other columns at all.
    public let hasOthers: Bool

    /// From the scores of `position`, one a column (nil for a full one); nil where no column can be played.
    public init?(scores: [Score?], of position: Position) {
        let columns = ComputerPlayer.best(of: scores)
        guard let first = columns.first, let best = scores[first] else { return nil }
        self.columns = columns
        let discs = position.discsToEnd(with: best) ?? 0
        prospect = best > 0 ? .win(discs: discs) : best < 0 ? .loss(discs: discs) : .draw
        let others = scores.indices.filter { !columns.contains($0) }.compactMap { scores[$0] }
        hasOthers = !others.isEmpty
        isAllElseWorse = !others.isEmpty && others.allSatisfy { $0.signum() < best.signum() }
    }

    /// The advice as a sentence.
    public var sentence: String {
        let all = !hasOthers && columns.count > 1
        let who = all ? "Every column" : Self.list(columns)
        let isOne = all || columns.count == 1
        switch prospect {
        case .win(discs: 1): return "\(who) \(isOne ? "wins" : "win") at once."
        case .win(let discs):
            return "\(who) \(isOne ? "wins" : "win") in \(discs) moves" + (isAllElseWorse ? ", nothing else does." : ".")
        case .draw: return "\(who) \(isOne ? "holds" : "hold") the draw" + (isAllElseWorse ? ", all else loses." : ".")
        case .loss(let discs):
            let moves = discs == 1 ? "1 move" : "\(discs) moves"
            guard hasOthers else { return "\(who) \(isOne ? "loses" : "lose") in \(moves)." }
            return "Every column loses; \(Self.list(columns).lowered) \(isOne ? "holds" : "hold") out longest: \(moves)."
        }
    }

    /// "Column 4", "Columns 3 and 5", "Columns 3, 4 and 5".
    static func list(_ columns: [Int]) -> String {
        let names = columns.map { String($0 + 1) }
        guard let last = names.last, names.count > 1 else { return "Column \(names.first ?? "")" }
        return "Columns \(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension String {
    /// With a small first letter.
    fileprivate var lowered: String { prefix(1).lowercased() + dropFirst() }
}

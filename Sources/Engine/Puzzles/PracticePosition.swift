// Positions to be played to the end against the perfect player: to win, or to hold the draw. `make puzzles` finds them; Resources/puzzles
// has them after the puzzles, one a line.

/// What a practice position is for.
public enum PracticeSet: Character, CaseIterable, Sendable {
    /// To win by two threats at once.
    case doubleThreat = "D"
    /// To stop a four that is next, and to win all the same.
    case blockAndBuild = "B"
    /// To win as first player, by an odd square.
    case oddThreat = "O"
    /// To win as second player, by an even square, with an answer in the column just played.
    case evenThreat = "E"
    /// To win because the opponent runs out of good columns.
    case zugzwang = "Z"
    /// To hold the draw, with one right column at most moves.
    case draw = "H"

    /// What is to be done.
    public var goal: PuzzleGoal { self == .draw ? .draw : .win }
}

/// A position to be played to the end.
public struct PracticePosition: Equatable, Sendable {
    /// Where it begins.
    public let start: Game
    /// What it is for.
    public let set: PracticeSet

    /// A position of these.
    public init(start: Game, set: PracticeSet) { (self.start, self.set) = (start, set) }

    /// Reads a line of the file; nil if it has another form.
    public init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 2, words[1].count == 1, let set = words[1].first.flatMap(PracticeSet.init),
            let game = try? Game(digits: words[0]), game.outcome == nil
        else { return nil }
        self.init(start: game, set: set)
    }

    /// Its line of the file.
    public var line: String { "\(start.digits) \(set.rawValue)" }
}

extension PuzzleSearch {
    /// How many columns may be right in a practice position, and how many have to be wrong.
    private static let (mostRight, leastWrong) = (2, 2)
    /// How many moves the player needs to win.
    private static func lengths(of set: PracticeSet) -> ClosedRange<Int> {
        switch set {
        case .doubleThreat, .blockAndBuild: 3...7
        case .oddThreat, .evenThreat: 4...9
        case .zugzwang: 4...10
        case .draw: 0...0
        }
    }

    /// What `start` is for as a practice position, and how many moves it takes: the player's to win, or those of a draw at which one column alone is
    /// right. Nil if it is none.
    public func practice(at start: Game) -> (set: PracticeSet, length: Int)? {
        let position = start.position
        guard start.outcome == nil, position.winningColumns(of: position.player).isEmpty,
            let scores = solver.scores(of: position),
            let best = scores.compactMap({ $0 }).max(), best >= 0
        else { return nil }
        let right = Position.right(scores, for: best > 0 ? .win : .draw).count
        guard right <= Self.mostRight, scores.count(where: { $0 != nil }) - right >= Self.leastWrong else { return nil }
        guard best > 0 else {
            let length = (holding(from: position).count + 1) / 2
            return length >= Self.leastDraw ? (.draw, length) : nil
        }
        guard let length = position.discsToEnd(with: best), let line = shortestWin(from: position, until: .none) else {
            return nil
        }
        let set = Self.set(of: line, from: position)
        return set.flatMap { Self.lengths(of: $0).contains(length) ? ($0, length) : nil }
    }

    /// At how many moves of a draw one column alone is right.
    private static let leastDraw = 3

    private static func set(of line: [Int], from start: Position) -> PracticeSet? {
        if !start.winningColumns(of: start.player.other).isEmpty { return .blockAndBuild }
        // A wait that ends quietly: without threats to stop below the last square.
        let end = line.dropLast(2).reduce(into: start) { $0.play($1) }
        let isQuiet = end.winningColumns(of: start.player).isEmpty
        return switch PuzzleTheme(winning: line, from: start) {
        case .doubleThreat: .doubleThreat
        case .oddThreat: isQuiet ? .oddThreat : nil
        case .evenThreat: isQuiet ? .evenThreat : nil
        case .zugzwang: isQuiet ? .zugzwang : nil
        case .forcedSequence, .squareAbove, nil: nil
        }
    }
}

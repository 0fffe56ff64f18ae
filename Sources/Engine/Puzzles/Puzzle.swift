// A puzzle: a position, what is to be done in it, and the only columns that do it. `make puzzles` finds them; Resources/puzzles has them, one
// a line.

/// What the player to move has to do.
public enum PuzzleGoal: Character, CaseIterable, Sendable {
    /// Win. Every other column throws the win away.
    case win = "w"
    /// Hold the draw. Every other column loses.
    case draw = "d"
    /// Prevent a loss that is near, in one move. Every other column loses within four of the opponent's discs.
    case defence = "b"
    /// Keep a win that is still far away, by one disc, in a game of the player's own. Every other column lets it slip.
    case keep = "k"
    /// Stop a four that is next, in a game of the player's own that was lost already. Every other column loses at once.
    case stop = "s"

    /// Whether the position is won for the player.
    public var isToWin: Bool { self == .win || self == .keep }
}

/// A puzzle.
public struct Puzzle: Equatable, Sendable {
    /// Where it begins.
    public let start: Game
    /// What is to be done.
    public let goal: PuzzleGoal
    /// The moves from there, 0…6: the player's, the answer, and so on. The last one is the player's.
    public let solution: [Int]
    /// What makes it work; nil where it has no name, as in a mistake that anybody sees.
    public let theme: PuzzleTheme?
    /// The first level of the computer player that solves it reliably: in three of four tries.
    public let level: Level
    /// Other columns that are right, in an exercise of one move.
    public let others: [Int]

    /// A puzzle of these.
    public init(start: Game, goal: PuzzleGoal, solution: [Int], theme: PuzzleTheme?, level: Level, others: [Int] = []) {
        (self.start, self.goal, self.solution, self.theme, self.level) = (start, goal, solution, theme, level)
        self.others = others
    }

    /// This puzzle solved with `column`, which is one of the `others`.
    public func solved(with column: Int) -> Puzzle {
        let others = (others + solution).filter { $0 != column }.sorted()
        return Puzzle(start: start, goal: goal, solution: [column], theme: theme, level: level, others: others)
    }

    /// Whether a disc in `column` is right where the puzzle begins.
    public func begins(with column: Int) -> Bool { column == solution[0] || others.contains(column) }

    /// How many moves the player has to find.
    public var length: Int { (solution.count + 1) / 2 }

    /// The game after the first `count` moves of the solution.
    public func game(after count: Int) -> Game {
        var game = start
        for column in solution.prefix(count) { _ = game.play(column) }
        return game
    }

    /// The player's plan after the first `count` moves of the solution, an even number; nil where the board proves none that reaches the goal.
    public func plan(after count: Int) -> Plan? {
        guard goal == .win || goal == .draw, count < solution.count, let plan = game(after: count).position.plan(of: start.mover)
        else {
            return nil
        }
        return plan.wins == (goal == .win) && plan.opening == solution[count] ? plan : nil
    }

    /// Its last move alone, as a puzzle of one move; nil for a goal that is not a win.
    public var lastMove: Puzzle? {
        guard goal == .win, let last = solution.last else { return nil }
        return Puzzle(start: game(after: solution.count - 1), goal: .win, solution: [last], theme: theme, level: .firstGame)
    }

    /// Reads a line of the file; nil if it has another form.
    public init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[2].count == 3, let game = try? Game(digits: words[0]),
            let goal = words[2].first.flatMap(PuzzleGoal.init), let theme = words[2].dropFirst().first,
            theme == Self.noTheme || PuzzleTheme(rawValue: theme) != nil,
            let level = words[2].last?.wholeNumberValue.flatMap(Level.init)
        else { return nil }
        let ways = words[1].split(separator: Self.or).map { $0.compactMap { $0.wholeNumberValue.map { $0 - 1 } } }
        guard let solution = ways.first, solution.count % 2 == 1, ways.count == 1 || ways.allSatisfy({ $0.count == 1 }),
            words[1].split(separator: Self.or).allSatisfy({ (try? Game(digits: String(words[0]) + $0)) != nil })
        else { return nil }
        self.init(
            start: game, goal: goal, solution: solution, theme: PuzzleTheme(rawValue: theme), level: level,
            others: ways.dropFirst().map { $0[0] })
    }

    /// What stands in a line for a theme without a name.
    private static let noTheme: Character = "-"
    /// What stands between several right columns.
    private static let or: Character = ","

    /// Its line of the file, the same whichever of several right columns solved it.
    public var line: String {
        let ways = others.isEmpty ? [solution] : (solution + others).sorted().map { [$0] }
        let columns = ways.map { $0.map { String($0 + 1) }.joined() }.joined(separator: String(Self.or))
        return "\(start.digits) \(columns) \(goal.rawValue)\(theme?.rawValue ?? Self.noTheme)\(level.rawValue)"
    }
}

extension Position {
    /// Its mirror image.
    public var mirrored: Position {
        func mirror(_ bits: UInt64) -> UInt64 {
            Board.columns.reduce(0) { $0 | (bits >> UInt64(7 * $1) & 0x7F) << UInt64(7 * (6 - $1)) }
        }
        var image = Position()
        (image.mover, image.taken) = (mirror(mover), mirror(taken))
        return image
    }

    /// The columns that reach a goal, given the scores of all: those that win, or for a defence and a draw those that do not lose.
    public static func right(_ scores: [Score?], for goal: PuzzleGoal) -> [Int] {
        scores.indices.filter { column in scores[column].map { goal.isToWin ? $0 > 0 : $0 >= 0 } ?? false }
    }
}

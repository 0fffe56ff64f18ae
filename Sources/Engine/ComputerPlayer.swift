// The computer player. Below the perfect level it overlooks lines as people do. At the perfect level it never gives away score,
// and sets the longest trap it can find.

/// The computer player.
public struct ComputerPlayer: Sendable {
    /// Its playing strength.
    public let level: Level
    private let seed: UInt64

    /// A player of this level. With the same seed it gives the same answers to the same moves.
    public init(level: Level, seed: UInt64) {
        self.level = level
        self.seed = seed
    }

    /// Chooses a column, 0…6, in `position`, where a move must be possible. Only the perfect level uses `solver`. If the limit is
    /// reached it plays like the level below. Returns nil if the search was cancelled.
    public func column(in position: Position, until limit: SearchLimit = .none, with solver: () -> Solver) -> Int? {
        precondition(!position.isOver)
        var generator = SeededGenerator(seed: seed &+ UInt64(position.ply) &* 0xD1B5_4A32_D192_ED03)
        if let style = level.style { return Self.column(in: position, style, using: &generator) }
        let solver = solver()
        var rest = limit
        if let scores = rest.scores(of: position, with: solver) {
            let traps = Self.longestTraps(among: Self.best(of: scores), in: position, until: rest, with: solver)
            return limit.cancellation?.isCancelled == true ? nil : traps.randomElement(using: &generator)
        }
        if limit.cancellation?.isCancelled == true { return nil }
        return Level.expert.style.flatMap { Self.column(in: position, $0, using: &generator) }
    }

    private static func column(in position: Position, _ style: PlayStyle, using generator: inout SeededGenerator) -> Int? {
        let search = Lookahead(lines: style.visibleLines(using: &generator), knowsParity: style.knowsParity)
        // The first move is a matter of taste.
        let window = position.ply < 4 ? style.window * 2 : style.window
        let values = search.values(of: position, plies: style.plies, window: window)
        guard let best = values.compactMap({ $0 }).max() else { return nil }
        let decided = abs(best) > Lookahead.win / 2
        return Board.columns.filter { column in values[column].map { $0 >= best - (decided ? 0 : window) } ?? false }
            .randomElement(using: &generator)
    }

    /// The columns with the best score.
    public static func best(of scores: [Score?]) -> [Int] {
        let best = scores.compactMap { $0 }.max()
        return scores.indices.filter { scores[$0] != nil && scores[$0] == best }
    }
}

// MARK: - Traps

extension ComputerPlayer {
    /// The depth of the search for traps, in replies, and the positions that the solver may visit for it. The move must come at
    /// once.
    private static let depth = 2
    private static let effort = 400_000

    /// The number of moves in a row with only one right reply, and that of the wrong replies to the first of them.
    private typealias Trap = (length: Int, wrong: Int)

    /// Of columns with equal score, those after which the opponent has only one right reply for the longest time; of these, those
    /// that leave him the most wrong replies. All of them if the limit is reached first.
    private static func longestTraps(
        among columns: [Int], in position: Position, until limit: SearchLimit, with solver: Solver
    ) -> [Int] {
        guard columns.count > 1 else { return columns }
        var rest = SearchLimit(nodes: min(limit.nodes ?? effort, effort), cancellation: limit.cancellation)
        var traps: [(column: Int, trap: Trap)] = []
        for column in columns {
            guard let trap = trap(after: column, in: position, depth: depth, &rest, with: solver) else { return columns }
            traps.append((column, trap))
        }
        guard let longest = traps.map(\.trap).max(by: { $0 < $1 }) else { return columns }
        return traps.filter { $0.trap == longest }.map(\.column)
    }

    private static func trap(
        after column: Int, in position: Position, depth: Int, _ rest: inout SearchLimit, with solver: Solver
    ) -> Trap? {
        let next = position.playing(column)
        guard !next.isOver else { return (0, 0) }
        guard let replies = rest.scores(of: next, with: solver) else { return nil }
        let right = best(of: replies)
        let trap: Trap = (length: right.count == 1 ? 1 : 0, wrong: replies.compactMap { $0 }.count - right.count)
        guard trap.length == 1, trap.wrong > 0, depth > 1 else { return trap }
        let again = next.playing(right[0])
        guard !again.isOver, let scores = rest.scores(of: again, with: solver) else { return trap }
        var longest = 0
        for column in best(of: scores) {
            guard let trap = self.trap(after: column, in: again, depth: depth - 1, &rest, with: solver) else { break }
            longest = max(longest, trap.wrong > 0 ? trap.length : 0)
        }
        return (1 + longest, trap.wrong)
    }
}

extension SearchLimit {
    /// The scores of all columns, as `Solver.scores` has them; what this visits is taken off the limit. Nil where nothing is left.
    fileprivate mutating func scores(of position: Position, with solver: Solver) -> [Score?]? {
        if let nodes, nodes <= 0 { return nil }
        let start = solver.nodes
        defer { nodes = nodes.map { $0 - (solver.nodes - start) } }
        return solver.scores(of: position, until: self)
    }
}

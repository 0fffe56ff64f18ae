// Finds out whether a position is a puzzle: at each of the player's turns exactly one column is right, whichever of the longest defences is
// played.

/// Makes puzzles of positions.
public struct PuzzleSearch {
    let solver: Solver
    /// The lengths of puzzles, in moves of the player.
    public static let lengths = 2...9
    /// After how many discs a puzzle that ships begins at the earliest: before that the solver takes long.
    public static let earliest = 16
    /// Within how many of the opponent's discs everything but the defence loses.
    public static let near = 4
    /// How often each level tries, and how often it has to succeed.
    private static let (tries, successes) = (12, 9)

    /// A search with this solver.
    public init(with solver: Solver) { self.solver = solver }

    /// The puzzle that begins at `start`; nil if that position makes no puzzle.
    public func puzzle(at start: Game) -> Puzzle? {
        let position = start.position
        guard start.outcome == nil, position.nextWin == nil, let scores = solver.scores(of: position),
            scores.count(where: { $0 != nil }) > 2, let best = scores.compactMap({ $0 }).max()
        else { return nil }
        if best > 0 { return win(at: start) }
        guard best == 0, Position.right(scores, for: .draw).count == 1 else { return nil }
        let line = holding(from: position)
        let worst = scores.compactMap { $0 }.filter { $0 < 0 }
        let isNear = worst.allSatisfy { position.ends(within: Self.near, with: $0) }
        guard isNear || line.count >= 3, let theme = danger(in: position)?.theme else { return nil }
        return puzzle(start, isNear ? .defence : .draw, isNear ? [line[0]] : line, theme)
    }

    private func win(at start: Game) -> Puzzle? {
        guard let score = solver.score(of: start.position), let discs = start.position.discsToEnd(with: score),
            Self.lengths.contains(discs), let line = winning(from: start.position),
            let theme = PuzzleTheme(winning: line, from: start.position)
        else { return nil }
        return puzzle(start, .win, line, theme)
    }

    /// How many columns are right in an exercise at most.
    private static let mostColumns = 3
    /// How many moves away an end may be for players below `Level.strong`, and how many levels above the player's an exercise may be.
    private static let (visible, mostAbove) = (12, 2)

    /// The exercise that a player's own mistake makes, at any ply: the disc in `played` let a win or a draw go that few columns, or one alone, would
    /// have kept. It is a puzzle if the position is one; if not, only one of these columns has to be found, and there is a reason why the disc was wrong: a
    /// threat, a plan or an end that is not far away. Nil if it makes none, if a player of `level` cannot be expected to see it, which `tooHard` is told,
    /// or if the limit was reached first.
    public func exercise(
        at start: Game, insteadOf played: Int, for level: Level = .perfect, until limit: SearchLimit = .none,
        tooHard: () -> Void = {}
    ) -> Puzzle? {
        let position = start.position
        guard !start.moves.isEmpty, start.outcome == nil, let scores = solver.scores(of: position, until: limit) else {
            return nil
        }
        let judgement = Judgement(column: played, scores: scores, in: position)
        // Who is lost has to stop a four all the same.
        if judgement.cost == .inaccuracy, case .letThrough = judgement.reason, let next = position.nextWin, next.canBeBlocked {
            return puzzle(start, .stop, next.columns, nil)
        }
        let right = Position.right(scores, for: judgement.before > 0 ? .win : .draw)
        let wrong = scores.count { $0 != nil } - right.count
        guard judgement.cost == .mistake || judgement.cost == .blunder, right.count <= min(Self.mostColumns, wrong) else {
            return nil
        }
        // On a nearly empty board only strong players see what a disc lets go.
        let isVisible = [max(judgement.before, 0), min(judgement.after, 0)].contains {
            position.ends(within: Self.visible, with: $0)
        }
        guard level.rawValue >= Level.strong.rawValue || isVisible else {
            tooHard()
            return nil
        }
        func ifSeen(_ puzzle: Puzzle) -> Puzzle? {
            if puzzle.level.rawValue <= level.rawValue + Self.mostAbove { return puzzle }
            tooHard()
            return nil
        }
        // Early draws are not followed: they are long.
        if right.count == 1, judgement.before > 0 || start.moves.count >= Self.earliest, let puzzle = puzzle(at: start) {
            return ifSeen(puzzle)
        }
        guard judgement.explained(in: position, with: solver, until: limit).reason?.isNear == true else { return nil }
        let isNear = scores.compactMap(\.self).allSatisfy { $0 >= 0 || position.ends(within: Self.near, with: $0) }
        // Who can win at once has to.
        let wins = right.filter(position.wins)
        let goal: PuzzleGoal = judgement.before == 0 ? isNear ? .defence : .draw : wins.isEmpty ? .keep : .win
        let columns = wins.isEmpty ? right : wins
        let exercise = puzzle(start, goal, [columns[0]], nil, others: Array(columns.dropFirst()))
        return exercise.flatMap(ifSeen)
    }

    private func puzzle(_ start: Game, _ goal: PuzzleGoal, _ line: [Int], _ theme: PuzzleTheme?, others: [Int] = []) -> Puzzle? {
        level(of: line, or: others, from: start.position).map {
            Puzzle(start: start, goal: goal, solution: line, theme: theme, level: $0, others: others)
        }
    }

    // MARK: Lines

    /// The only way to win against the longest defence; nil if there is more than one.
    private func winning(from start: Position) -> [Int]? {
        guard let scores = solver.scores(of: start) else { return nil }
        let right = Position.right(scores, for: .win)
        guard right.count == 1 else { return nil }
        let next = start.playing(right[0])
        if next.isOver { return right }
        guard let replies = solver.scores(of: next) else { return nil }
        // Of equally long defences, one after which the way is still the only one.
        for reply in ComputerPlayer.best(of: replies) {
            if let rest = winning(from: next.playing(reply)) { return right + [reply] + rest }
        }
        return nil
    }

    /// The only ways not to lose, as long as there is only one; the opponent keeps the draw.
    func holding(from start: Position) -> [Int] {
        guard let scores = solver.scores(of: start), scores.compactMap({ $0 }).max() == 0 else { return [] }
        let right = Position.right(scores, for: .draw)
        guard right.count == 1, scores.contains(where: { $0 ?? 0 < 0 }) else { return [] }
        let next = start.playing(right[0])
        guard !next.isOver, let replies = solver.scores(of: next) else { return right }
        let rests = ComputerPlayer.best(of: replies).map { reply in
            (reply, next.playing(reply).isOver ? [] : holding(from: next.playing(reply)))
        }
        guard let longest = rests.max(by: { $0.1.count < $1.1.count }), !longest.1.isEmpty else { return right }
        return right + [longest.0] + longest.1
    }

    // MARK: Difficulty

    /// The first level that finds all moves reliably, or one of `others`.
    private func level(of line: [Int], or others: [Int], from start: Position) -> Level? {
        Level.allCases.first { level in
            if level == .perfect { return true }
            var failures = 0
            for seed in 0..<Self.tries where failures <= Self.tries - Self.successes {
                let player = ComputerPlayer(level: level, seed: UInt64(seed) &* 7_919)
                if !solves(line, or: others, from: start, player) { failures += 1 }
            }
            return failures <= Self.tries - Self.successes
        }
    }

    private func solves(_ line: [Int], or others: [Int], from start: Position, _ player: ComputerPlayer) -> Bool {
        var position = start
        for (index, column) in line.enumerated() {
            let played = index.isMultiple(of: 2) ? player.column(in: position, with: { solver }) : column
            if let played, others.contains(played) { return true }
            if played != column { return false }
            position.play(column)
        }
        return true
    }
}

// One puzzle being solved: the player's moves, the answers, wrong tries and hints. A value: moves go in, nothing happens by itself.

import Engine

/// A puzzle being solved.
package struct PuzzleRun: Equatable {
    /// What became of a disc.
    package enum Outcome: Equatable {
        /// It is right, and the computer answers.
        case right
        /// It is right, and the last one.
        case solved
        /// It is wrong.
        case wrong
        /// It does not count.
        case ignored
    }

    /// The puzzle.
    package let puzzle: Puzzle
    /// How many moves of the solution are on the board.
    package private(set) var step = 0
    /// The wrong disc on the board, and what the opponent answers; empty where there is none.
    package private(set) var wrong: [Int] = []
    /// How many of the three hints the player has seen for the present move.
    package private(set) var hints = 0
    /// The columns of the present move that are known to be wrong.
    private var ruledOut: Set<Int> = []
    /// Whether the player has seen a hint at any move.
    package private(set) var wasHelped = false
    /// How many wrong discs were dropped.
    package private(set) var mistakes = 0
    /// How many moves of the solution were on the board at the last of them.
    package private(set) var retriedStep = 0
    /// Whether the player has given up.
    package private(set) var isGivenUp = false

    /// A puzzle before the first move.
    package init(_ puzzle: Puzzle) { self.puzzle = puzzle }

    /// The most hints for a move: the idea, some columns, the column.
    package static let mostHints = 3

    /// The game on the board.
    package var game: Game {
        var game = puzzle.game(after: step)
        for column in wrong { _ = game.play(column) }
        return game
    }
    /// Whether all moves are found.
    package var isSolved: Bool { step == puzzle.solution.count }
    /// Whether the player is to move.
    package var isPlayersTurn: Bool { !isSolved && !isGivenUp && wrong.isEmpty && step.isMultiple(of: 2) }
    /// Whether a wrong disc was dropped, or the solution was shown.
    package var hasFailed: Bool { mistakes > 0 || isGivenUp }
    /// What a try is worth: 1, or ½ with hints, or 0.
    package var score: Double { hasFailed ? 0 : wasHelped ? 0.5 : 1 }
    /// The right column.
    package var right: Int { puzzle.solution[min(step, puzzle.solution.count - 1)] }

    /// The player drops a disc.
    package mutating func drop(_ column: Int) -> Outcome {
        guard isPlayersTurn, game.reasonAgainst(column) == nil else { return .ignored }
        guard column == right else {
            mistakes += 1
            retriedStep = step
            wrong = [column]
            ruledOut.insert(column)
            return .wrong
        }
        step += 1
        (hints, ruledOut) = (0, [])
        return isSolved ? .solved : .right
    }

    /// The computer answers a right move.
    package mutating func answer() {
        guard !isSolved, !isGivenUp, wrong.isEmpty, !step.isMultiple(of: 2) else { return }
        step += 1
    }

    /// The opponent answers the wrong disc.
    package mutating func punish(with column: Int) {
        guard wrong.count == 1, game.outcome == nil, game.reasonAgainst(column) == nil else { return }
        wrong.append(column)
    }

    /// Takes the wrong disc back.
    package mutating func takeBack() { wrong = [] }

    /// The player asks for the next hint. The first may speak against a column; the second does not name it, nor one that was tried.
    package mutating func hint(against column: Int? = nil) {
        guard isPlayersTurn, hints < Self.mostHints else { return }
        hints += 1
        if let column { ruledOut.insert(column) }
        wasHelped = true
    }

    /// The player gives up. `showMove` shows the solution.
    package mutating func giveUp() {
        isGivenUp = true
        wrong = []
    }

    /// The next move of the solution, after the player has given up.
    package mutating func showMove() { if isGivenUp, !isSolved { step += 1 } }

    /// Three columns of which one is right, or fewer where few are open: the second hint. The others are chosen at random, always the same ones,
    /// first of those that a player could take for right.
    package var candidates: [Int] {
        let game = game
        var random = SeededGenerator(seed: game.moves.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let others = Board.columns.filter { $0 != right && game.reasonAgainst($0) == nil && !ruledOut.contains($0) }
            .shuffled(using: &random)
        // It has to rule some column out.
        let count = min(2, max(0, ruledOut.isEmpty ? others.count - 1 : others.count))
        let plausible = others.filter(game.position.isPlausible)
        return ((plausible + others.filter { !plausible.contains($0) }).prefix(count) + [right]).sorted()
    }
}

/// A puzzle that was tried, as it is stored.
package struct PuzzleTry: Equatable, Sendable {
    /// The puzzle's start, as digits.
    package let start: String
    /// Its theme.
    package let theme: PuzzleTheme
    /// 1 if it was solved, ½ with a hint, 0 if not.
    package let score: Double
    /// The player's rating after it.
    package let rating: PuzzleRating
    /// The day, as the number of days since 1970 in UTC.
    package let day: Int
    /// Whether it was the puzzle of that day.
    package let isDaily: Bool

    /// A try.
    package init(start: String, theme: PuzzleTheme, score: Double, rating: PuzzleRating, day: Int, isDaily: Bool) {
        (self.start, self.theme, self.score, self.rating) = (start, theme, score, rating)
        (self.day, self.isDaily) = (day, isDaily)
    }
}

/// How far the player is in a lesson.
package struct LessonPlace: Equatable, Sendable {
    /// The step to go on with, from 0.
    package var step: Int
    /// Whether the lesson was finished once.
    package var isFinished: Bool

    /// A place; the beginning of a lesson that was never finished.
    package init(step: Int = 0, isFinished: Bool = false) { (self.step, self.isFinished) = (step, isFinished) }
}

/// What the player has done with puzzles.
package struct PuzzleProgress {
    /// The tries, the oldest first.
    package let tries: [PuzzleTry]

    /// What follows from these tries.
    package init(_ tries: [PuzzleTry]) { self.tries = tries }

    /// The player's rating.
    package var rating: PuzzleRating { tries.last?.rating ?? PuzzleRating() }

    /// The days in a row, up to `today` or the day before, on which the puzzle of the day was solved.
    package func streak(on today: Int) -> Int {
        let days = solvedDays
        let last = days.contains(today) ? today : today - 1
        return (0...).first { !days.contains(last - $0) } ?? 0
    }

    /// How many puzzles find the player's rating.
    package static let placements = 5
    /// Whether the rating is known well enough to be shown.
    package var isPlaced: Bool { tries.count >= Self.placements }
    /// The rating below which a player counts as a beginner.
    private static let beginners = 1_300.0
    /// Whether the player is a beginner.
    package var isBeginner: Bool { !isPlaced || rating.value < Self.beginners }

    /// Whether the puzzle of a day is the easier of the two: it goes by the rating with which the day began.
    package func isGentle(on day: Int) -> Bool {
        let rating = tries.last { $0.day < day }?.rating ?? PuzzleRating()
        return rating.value < Self.beginners
    }

    /// Whether the puzzle of this day was tried.
    package func hasTried(dayOf day: Int) -> Bool { tries.contains { $0.isDaily && $0.day == day } }

    /// The rating from which on a player is asked to hold draws.
    private static let farSighted = 1_200.0

    /// The puzzle of a day, the same for everybody: there are an easier and a harder one.
    package static func daily(_ day: Int, isGentle: Bool, of puzzles: [Puzzle]) -> Puzzle? {
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(day)))
        let wanted = puzzles.filter { (PuzzleRating(of: $0).value < beginners) == isGentle }
        return (wanted.isEmpty ? puzzles : wanted).randomElement(using: &random)
    }

    /// The puzzle of a day that suits this player.
    package func daily(_ day: Int, of puzzles: [Puzzle]) -> Puzzle? {
        Self.daily(day, isGentle: isGentle(on: day), of: puzzles)
    }

    /// A puzzle for the player: not tried before and none of `passed` (starts), of a rating near the player's and another idea than the last
    /// one, most often one to be won; the very first is a win in one. To hold a draw is for players who see far ahead. If all were tried, one of those
    /// that were not solved, or any.
    package func next(
        of puzzles: [Puzzle], except passed: Set<String> = [], using random: inout some RandomNumberGenerator
    ) -> Puzzle? {
        let tried = Dictionary(tries.map { ($0.start, $0.score) }) { $1 }
        let fresh = puzzles.filter { tried[$0.start.digits] == nil && !passed.contains($0.start.digits) }
        let left = fresh.isEmpty ? puzzles.filter { tried[$0.start.digits] == 0 } : fresh
        let target = rating.value
        let goals: [PuzzleGoal] = [.win, .win, .win, .defence] + (target < Self.farSighted ? [] : [.draw])
        let goal = goals.randomElement(using: &random)
        let wanted = left.filter { $0.goal == goal }
        let last = tries.last?.theme
        let other = wanted.filter { $0.theme != last && !($0.theme?.isWaiting == true && last?.isWaiting == true) }
        let open = [other, wanted, left].first { !$0.isEmpty } ?? []
        if tries.isEmpty {
            let easy = left.filter { $0.goal == .win && $0.level == .firstGame }.sorted { $0.discs < $1.discs }
            if let first = easy.prefix(20).randomElement(using: &random) { return first.lastMove }
        }
        let near = open.sorted { abs(PuzzleRating(of: $0).value - target) < abs(PuzzleRating(of: $1).value - target) }
        return (near.isEmpty ? puzzles : Array(near.prefix(12))).randomElement(using: &random)
    }
}

extension Puzzle {
    /// How many discs are on the board at its end.
    fileprivate var discs: Int { start.moves.count + solution.count }
}

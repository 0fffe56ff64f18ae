// The tries of puzzles as they are stored, and what follows from them: the player's rating, and the puzzles to come.

import Engine

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

    /// How many puzzles find the player's rating.
    package static let placements = 5
    /// The rating below which a player counts as a beginner.
    fileprivate static let beginners = 1_300.0
    /// The rating below which wins in one and two moves are enough.
    fileprivate static let newcomers = 900.0
    /// The rating from which on a player is asked to hold draws.
    fileprivate static let farSighted = 1_200.0
    /// For how many tries no other position of the same game comes.
    fileprivate static let memory = 50

    /// A try.
    package init(start: String, theme: PuzzleTheme, score: Double, rating: PuzzleRating, day: Int, isDaily: Bool) {
        (self.start, self.theme, self.score, self.rating) = (start, theme, score, rating)
        (self.day, self.isDaily) = (day, isDaily)
    }
}

/// What the player has done with puzzles: the tries, the oldest first.
extension [PuzzleTry] {
    /// The player's rating.
    package var rating: PuzzleRating { last?.rating ?? PuzzleRating() }

    /// The days in a row, up to `today` or the day before, on which the puzzle of the day was solved.
    package func streak(on today: Int) -> Int {
        let days = solvedDays
        let last = days.contains(today) ? today : today - 1
        return (0...).first { !days.contains(last - $0) } ?? 0
    }

    /// Those that may change the rating: a missed puzzle of the day costs nothing.
    package var counted: [PuzzleTry] { filter { !$0.isDaily || $0.score > 0 } }

    /// The tries since the rating begins, the first of them the one that begins it.
    package var rated: ArraySlice<PuzzleTry> {
        var left = PuzzleTry.placements
        return drop { attempt in
            left -= attempt.isDaily && attempt.score == 0 ? 0 : 1
            return left > 0
        }
    }

    /// Whether the rating is known well enough to be shown.
    package var isPlaced: Bool { counted.count >= PuzzleTry.placements }
    /// Whether the player is a beginner.
    package var isBeginner: Bool { !isPlaced || rating.value < PuzzleTry.beginners }

    /// Whether the puzzle of a day is the easier of the two: it goes by the rating with which the day began.
    package func isGentle(on day: Int) -> Bool {
        let rating = last { $0.day < day }?.rating ?? PuzzleRating()
        return rating.value < PuzzleTry.beginners
    }

    /// How many puzzles of this day were tried, of two.
    package func countOfTried(dayOf day: Int) -> Int { count { $0.isDaily && $0.day == day } }

    /// How many on end were solved without a slip or a hint, up to the last one.
    package var solvedOnEnd: Int { reversed().prefix { $0.score == 1 }.count }

    /// The puzzle of a day that suits this player.
    package func daily(_ day: Int, of puzzles: [Puzzle]) -> Puzzle? {
        Puzzle.daily(day, isGentle: isGentle(on: day), of: puzzles)
    }

    /// In how many moves the next puzzle is to be won, 1 or 2; nil for any. The first is a win in one; each that is solved without a hint makes the
    /// next one longer, until the player is placed, and each that is missed makes it shorter.
    private var easyLength: Int? {
        let length =
            isPlaced
            ? rating.value < PuzzleTry.newcomers ? (last?.score == 1 ? 2 : 1) : 3
            : counted.reduce(1) { $1.score == 1 ? $0 + 1 : $1.score > 0 ? $0 : Swift.max(1, $0 - 1) }
        return length > 2 ? nil : length
    }

    /// A puzzle for the player: not tried before and none of `passed` (starts), of a rating near the player's and another idea than the last
    /// one, most often one to be won; for beginners a short win. To hold a draw is for players who see far ahead. Two positions of one game do not
    /// come soon after each other. If all were tried, one of those that were not solved, or any.
    package func next(
        of puzzles: [Puzzle], except passed: Set<String> = [], using random: inout some RandomNumberGenerator
    ) -> Puzzle? {
        let tried = Dictionary(map { ($0.start, $0.score) }) { $1 }
        let isFresh = { (puzzle: Puzzle) in tried[puzzle.start.digits] == nil && !passed.contains(puzzle.start.digits) }
        let games = Set((suffix(PuzzleTry.memory).map(\.start) + passed).map(Puzzle.game))
        let isNew = { (puzzle: Puzzle) in isFresh(puzzle) && !games.contains(Puzzle.game(of: puzzle.start.digits)) }
        let left =
            [puzzles.filter(isNew), puzzles.filter(isFresh)].first { !$0.isEmpty }
            ?? puzzles.filter { tried[$0.start.digits] == 0 }
        // The first puzzles climb faster than the rating.
        let target = isPlaced ? rating.value : 900 + 150 * Double(count { $0.score == 1 })
        let goals: [PuzzleGoal] = [.win, .win, .win, .defence] + (rating.value < PuzzleTry.farSighted ? [] : [.draw])
        let goal = goals.randomElement(using: &random)
        let wanted = left.filter { $0.goal == goal }
        let last = last?.theme
        let isOther = { (puzzle: Puzzle) in
            puzzle.theme != last && !(puzzle.theme?.isWaiting == true && last?.isWaiting == true)
        }
        let other = wanted.filter(isOther)
        let open = [other, wanted, left].first { !$0.isEmpty } ?? []
        if let easyLength {
            let wins = [Puzzle].wins(in: easyLength, of: puzzles)
            let easy = [wins.filter(isNew), wins.filter(isFresh)].first { !$0.isEmpty } ?? []
            let others = easy.filter(isOther)
            if let next = (others.isEmpty ? easy : others).prefix(20).randomElement(using: &random) { return next }
        }
        let near = open.sorted { abs(PuzzleRating(of: $0).value - target) < abs(PuzzleRating(of: $1).value - target) }
        return (near.isEmpty ? puzzles : [Puzzle](near.prefix(12))).randomElement(using: &random)
    }
}

extension [Puzzle] {
    /// Wins in one move or in two: first those with a choice of at least four columns, of these the easiest first.
    package static func wins(in length: Int, of puzzles: [Puzzle]) -> [Puzzle] {
        let wins = puzzles.filter { $0.goal == .win }
        let all =
            length == 1
            ? wins.compactMap(\.lastMove) : wins.filter { $0.length == length && $0.level.rawValue <= Level.casual.rawValue }
        let isWide = { (puzzle: Puzzle) in Board.columns.count { puzzle.start.reasonAgainst($0) == nil } >= 4 }
        return all.map { (isWide($0) ? 0 : 1, $0.level.rawValue, $0.discs, $0) }
            .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }
}

extension Puzzle {
    /// The puzzle of a day, the same for everybody: there are an easier and a harder one. None comes again before all were there.
    package static func daily(_ day: Int, isGentle: Bool, of puzzles: [Puzzle]) -> Puzzle? {
        var random = SeededGenerator(seed: isGentle ? 1 : 2)
        let wanted = puzzles.filter { puzzle in
            let isEasy = PuzzleRating(of: puzzle).value < PuzzleTry.beginners
            return isGentle ? isEasy && puzzle.goal != .draw && puzzle.length <= longestGentle : !isEasy
        }
        let all = (wanted.isEmpty ? puzzles : wanted).shuffled(using: &random)
        return all.isEmpty ? nil : all[abs(day) % all.count]
    }

    /// How many moves the easier puzzle of a day takes at most.
    private static let longestGentle = 3

    /// What the positions of one game have in common: its first discs, given the start of a puzzle as digits.
    package static func game(of start: String) -> String { String(start.prefix(16)) }

    /// How many discs are on the board at its end.
    fileprivate var discs: Int { start.moves.count + solution.count }
}

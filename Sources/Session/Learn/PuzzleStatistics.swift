// What the tries of puzzles add up to, for the page of progress: change of the rating, longest streak, missed themes.

import Engine

extension [PuzzleTry] {
    /// How much the rating changed in the last `days` days, up to `today`; nil without a try in that time, and while the first puzzles place the player.
    /// A beginner is told of gains alone.
    package func change(inLast days: Int, to today: Int) -> Int? {
        guard isPlaced, let first = firstIndex(where: { $0.day > today - days }) else { return nil }
        let before = self[Swift.max(first - 1, rated.startIndex)].rating
        let change = Int(rating.value.rounded()) - Int(before.value.rounded())
        return change < 0 && isBeginner ? nil : change
    }

    /// The days whose puzzle was solved.
    package var solvedDays: Set<Int> { Set(filter { $0.isDaily && $0.score > 0 }.map(\.day)) }

    /// The most days in a row on which the puzzle of the day was solved.
    package var longestStreak: Int {
        var (longest, run, last) = (0, 0, Int.min)
        for day in solvedDays.sorted() {
            run = last == day - 1 ? run + 1 : 1
            (longest, last) = (Swift.max(longest, run), day)
        }
        return longest
    }

    /// The themes of which puzzles were missed, the most missed one first: how many were not solved, of how many.
    package var missedThemes: [(theme: PuzzleTheme, missed: Int, count: Int)] {
        PuzzleTheme.allCases.map { theme in
            let tries = filter { $0.theme == theme }
            return (theme, tries.count { $0.score == 0 }, tries.count)
        }
        .filter { $0.missed > 0 }
        // Where as many were missed, the one with fewer tries comes first, then the order is that of the themes.
        .enumerated().sorted {
            ($1.element.missed, $0.element.count, $0.offset) < ($0.element.missed, $1.element.count, $1.offset)
        }.map(\.element)
    }
}

// The page of progress in words: titles, the sentences that text mode says instead of plots, and the table that E exports.

import Engine
import Language
import Screen
import Session

extension PuzzleTheme {
    /// Its name, for a list.
    var name: String {
        switch self {
        case .doubleThreat: tr("Double threat")
        case .forcedSequence: tr("Forced sequence")
        case .squareAbove: tr("Square above")
        case .oddThreat: tr("Odd threat")
        case .evenThreat: tr("Even threat")
        case .zugzwang: tr("No safe move")
        }
    }

    /// What happens in it.
    var about: String {
        switch self {
        case .doubleThreat: tr("Two wins at once: only one can be stopped.")
        case .forcedSequence: tr("Each threat has to be answered, until one cannot be.")
        case .squareAbove: tr("Each disc opens the square above it.")
        case .oddThreat: tr("A square in an odd row: the first player gets it in the end.")
        case .evenThreat: tr("A square in an even row: the second player gets it in the end.")
        case .zugzwang: tr("Every move gives something away, and nobody may pass.")
        }
    }

    /// Its name in English, for programs.
    fileprivate var plainName: String {
        switch self {
        case .doubleThreat: "double threat"  // English
        case .forcedSequence: "forced sequence"  // English
        case .squareAbove: "square above"  // English
        case .oddThreat: "odd threat"  // English
        case .evenThreat: "even threat"  // English
        case .zugzwang: "zugzwang"
        }
    }
}

/// The words of the page of progress.
struct ProgressWords {
    unowned let screen: ProgressViewController

    private var puzzles: [PuzzleTry] { screen.puzzles }
    private var statistics: Statistics { screen.statistics }

    /// The number of games that "recent" means, and of days.
    private static let (games, days) = (10, 30)

    /// What stands there before there is anything to show.
    static var none: String { tr("Nothing here yet. Solve a puzzle, or finish a game against the computer or on the network.") }

    /// The range of a plot of ratings: whole hundreds around them.
    static func range(of ratings: [Int]) -> ClosedRange<Int> {
        let low = (ratings.min() ?? 0) / 100 * 100
        return low...max(low + 100, ((ratings.max() ?? 0) + 99) / 100 * 100)
    }

    // MARK: Numbers

    /// The rating.
    var rating: Int { Int(puzzles.rating.value.rounded()) }

    /// How the rating changed lately; empty if it did not.
    private var change: String {
        guard let change = puzzles.change(inLast: Self.days, to: screen.today), change != 0 else { return "" }
        return tr(
            // Translators: {change} is “+38” or “−12”.
            "{change} in {count} days", ["change": isolated(signed(change, hasPlus: true)), "count": Self.days])
    }

    /// How many puzzles are left until there is a rating; empty without a try.
    private var placing: String {
        if puzzles.isEmpty { return "" }
        return trn(
            "after {count} more puzzle", "after {count} more puzzles", PuzzleTry.placements - puzzles.counted.count)
    }

    private var recent: ArraySlice<Int> { statistics.accuracies.suffix(Self.games) }

    /// The results against the computer.
    private var againstComputer: Tally {
        statistics.levels.values.reduce(Tally()) {
            Tally(won: $0.won + $1.won, drawn: $0.drawn + $1.drawn, lost: $0.lost + $1.lost)
        }
    }

    /// What comes next, as its key is named.
    var next: String { labelled(screen.navigator.listener == nil ? tr("Next") : "n", screen.next.words) }

    /// What was trained besides puzzles and games, and how far it is; empty where it was not begun.
    var training: [(name: String, value: String)] {
        func best(_ kind: ScoredGame) -> Int? {
            screen.trained.filter { $0.record.kind == kind }.compactMap(\.record.score).max()
        }
        func row(_ race: Race) -> (name: String, value: String) {
            (race.title, best(race.scored).map { $0 > 0 ? tr("best {score}", ["score": $0]) : "" } ?? "")
        }
        let count = 3 * screen.positions.count
        var rows: [(name: String, value: String)] = [
            (
                tr("Stars in Practice"),
                stars == 0 ? "" : count == 0 ? String(stars) : tr("{step} of {count}", ["step": stars, "count": count])
            ),
            (tr("The win from the middle"), screen.drill.count == 0 ? "" : screen.drill.words),
            row(.untilMistake), row(.threeMinutes),
        ]
        if best(Race.ten.scored) != nil { rows.append(row(.ten)) }
        rows.append((tr("Learned after a mistake"), screen.learned == 0 ? "" : String(screen.learned)))
        return rows
    }

    /// The stars of all practice positions together.
    private var stars: Int { screen.stars.values.reduce(0, +) }

    /// What there is to do first, and whether it is done.
    var firstSteps: [(words: String, isDone: Bool)] {
        let tried = min(puzzles.counted.count, PuzzleTry.placements)
        return [
            (tr("Finish a lesson"), screen.lessons > 0),
            (
                tr(
                    "Find your level: {step} of {count} puzzles", ["step": tried, "count": PuzzleTry.placements]),
                puzzles.isPlaced
            ),
            (tr("Solve the puzzle of the day"), puzzles.longestStreak > 0),
            (tr("Win against the computer"), againstComputer.won > 0),
            (tr("Review a game"), !statistics.accuracies.isEmpty),
            (tr("Solve what you missed before"), screen.learned > 0),
            (tr("Win a position in Practice"), !screen.stars.isEmpty),
        ]
    }

    /// The main numbers, at most four, for large digits: what each is and what else is to be said, the longer words first. What is known of a player
    /// who has just begun takes the places of the rest.
    var numbers: [PixelText.Number] {
        let streak = puzzles.streak(on: screen.today)
        let computer = againstComputer
        let longest = puzzles.longestStreak
        let days =
            streak == 0
            ? trn("day was the best", "days were the best", longest)
            : tr("{days}, best {number}", ["days": trn("day", "days", streak), "number": longest])
        func number(_ titles: [String], _ number: Int, _ remarks: [String], if isKnown: Bool) -> PixelText.Number? {
            isKnown ? (titles, String(number), remarks) : nil
        }
        let numbers = [
            number(
                [labelled(tr("Rating"), puzzles.rating.level.name), tr("Puzzle rating")], rating,
                puzzles.rating.aims + [change].filter { !$0.isEmpty }, if: puzzles.isPlaced),
            number(
                [tr("Accuracy")], recent.mean ?? 0, [trn("%, last game", "%, last {count} games", recent.count)],
                if: !recent.isEmpty),
            number(
                [tr("Games won")], computer.won,
                [tr("of {count} against the computer", ["count": computer.games]), tr("of {count}", ["count": computer.games])],
                if: computer.won > 0),
            number([tr("Daily puzzle streak"), tr("Daily puzzle")], streak == 0 ? longest : streak, [days], if: longest > 0),
            number(
                [tr("Puzzles solved"), tr("Solved")], puzzles.count { $0.score > 0 },
                [tr("of {count}", ["count": puzzles.count])],
                if: !puzzles.isEmpty),
            number([tr("Lessons")], screen.lessons, [tr("of {count}", ["count": Lesson.all.count])], if: screen.lessons > 0),
            number(
                [tr("Stars in Practice"), tr("Stars")], stars, [tr("of {count}", ["count": 3 * screen.positions.count])],
                if: stars > 0 && !screen.positions.isEmpty),
            number([tr("Learned")], screen.learned, [tr("once missed"), ""], if: screen.learned > 0),
            number([tr("Days played")], screen.days.days(inLast: Self.days), [tr("of {count}", ["count": Self.days])], if: true),
        ]
        return Array(numbers.compactMap(\.self).prefix(4))
    }

    // MARK: Titles

    /// Above the plot of the rating, in `width` cells; where there is room, with its change.
    func ratingTitle(width: Int) -> String {
        let title = trn("Rating over {count} puzzle", "Rating over {count} puzzles", screen.ratings.count)
        let long = change.isEmpty ? title : separated([title, change])
        return TextWidth.of(long) <= width ? long : title
    }

    /// Above the plot of the accuracy.
    var accuracyTitle: String {
        trn("Accuracy over {count} game", "Accuracy over {count} games", statistics.accuracies.count)
    }

    /// Above the missed themes, in `width` cells.
    func themesTitle(width: Int) -> String {
        let title = tr("Puzzles missed, out of those tried")
        return TextWidth.of(title) <= width ? title : tr("Puzzles missed/tried")
    }

    /// What the theme is that was missed most often; empty if none was.
    var mostMissed: String { puzzles.missedThemes.first.map { labelled($0.theme.name, $0.theme.about) } ?? "" }

    // MARK: Sentences

    /// The numbers in sentences.
    var mainSentences: [String] {
        let solved = puzzles.count { $0.score > 0 }
        return [
            ratingSentence,
            puzzles.isEmpty
                ? ""
                : trn(
                    "Solved {solved} of {count} puzzle without a wrong disc.",
                    "Solved {solved} of {count} puzzles without a wrong disc.", puzzles.count,
                    ["solved": solved]),
            screen.lessons == 0
                ? "" : tr("Lessons finished: {number} of {count}.", ["number": screen.lessons, "count": Lesson.all.count]),
            puzzles.longestStreak == 0
                ? ""
                : labelled(
                    tr("Daily puzzle streak"),
                    tr(
                        "{days}, best {number}",
                        [
                            "days": trn("{count} day", "{count} days", puzzles.streak(on: screen.today)),
                            "number": puzzles.longestStreak,
                        ])
                ).withFullStop,
            daysSentence, accuracySentence,
            againstComputer.games == 0 ? "" : results(tr("Against the computer"), againstComputer),
            statistics.streakWords,
            statistics.longestRunWords,
        ].filter { !$0.isEmpty }.map(\.withFullStop)
            + training.filter { !$0.value.isEmpty }.map { labelled($0.name, $0.value).withFullStop }
    }

    /// Everything in sentences, for text mode.
    var sentences: [String] {
        if screen.isEmpty { return [Self.none, next] }
        let levels = Level.allCases.compactMap { level in statistics.levels[level].map { results(level.name, $0) } }
        let themes = puzzles.missedThemes.map { theme in
            tr("{name} {number} of {count}", ["name": theme.theme.name, "number": theme.missed, "count": theme.count])
        }
        return mainSentences + trend(tr("Rating"), screen.ratings) + trend(tr("Accuracy"), statistics.accuracies) + levels
            + (themes.isEmpty ? [] : [labelled(tr("Missed most often"), separated(themes)).withFullStop, mostMissed]) + [next]
    }

    private var ratingSentence: String {
        if puzzles.isEmpty { return tr("No puzzle tried yet.") }
        if !puzzles.isPlaced { return labelled(tr("Puzzle rating"), placing).withFullStop }
        return together([puzzles.rating.standing, change.isEmpty ? "" : change.withFullStop])
    }

    private var daysSentence: String {
        let days = screen.days.days(inLast: Self.days)
        return trn(
            "You played on {number} of the last {count} days.", "You played on {number} of the last {count} days.", Self.days,
            ["number": days])
    }

    private var accuracySentence: String {
        guard let mean = recent.mean else { return "" }
        return trn(
            "Accuracy over your last game: {percent}", "Accuracy over your last {count} games: {percent}", recent.count,
            ["percent": percentage(mean)])
    }

    private func results(_ title: String, _ tally: Tally) -> String {
        let words = tr("won {won}, drawn {drawn}, lost {lost}", ["won": tally.won, "drawn": tally.drawn, "lost": tally.lost])
        return labelled(title, words).withFullStop
    }

    /// A plot as a sentence; nothing of a single value.
    private func trend(_ title: String, _ values: [Int]) -> [String] {
        guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max(), values.count > 1
        else { return [] }
        let words = tr(
            "from {first} to {last}, lowest {low}, highest {high}", ["first": first, "last": last, "low": low, "high": high])
        return [labelled(title, words).withFullStop]
    }
}

// MARK: - The table

extension ProgressWords {
    /// A row for each try of a puzzle and for each game, the oldest first, as comma-separated values (RFC 4180) in English.
    var table: String {
        let head = ["kind", "date", "moves", "theme", "score", "rating", "daily", "opponent", "level", "result", "accuracy"]
        let tries = puzzles.map { attempt in
            [
                "puzzle", String(day: attempt.day), attempt.start, attempt.theme.plainName,
                attempt.score == 0.5 ? "0.5" : String(Int(attempt.score)), String(Int(attempt.rating.value.rounded())),
                attempt.isDaily ? "yes" : "no", "", "", "", "",
            ]
        }
        let games = screen.games.reversed().map { game in
            [
                "game", game.date, game.record.digits, "", "", "", "", game.record.plainOpponent,
                game.record.level.map { String($0) } ?? "", game.record.plainResult,
                game.record.myAccuracy.map { String($0) } ?? "",
            ]
        }
        return ([head] + tries + games).map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A field in quotes where it needs them. A name that a spreadsheet would take for a formula begins with an apostrophe.
    private static func field(_ text: String) -> String {
        let text = text.first.map { "=+-@".contains($0) } == true ? "'" + text : text
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

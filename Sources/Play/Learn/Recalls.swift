// What comes back, as the screens note and ask it, and the page “Once more”.

import Engine
import Language
import Session

extension Navigator {
    /// Today, as the number of days since 1970 in UTC.
    var today: Int { environment.wallClock / 86_400_000 }

    /// What comes back, or is known.
    var recalls: [Recall] { (try? environment.archive.recalls()) ?? [] }

    /// The puzzle of today that suits the player.
    var puzzleOfToday: PuzzleViewController.Source { .day(today, isGentle: puzzleProgress.isGentle(on: today)) }

    /// The puzzles that come back today, the longest due first.
    var duePuzzles: [Puzzle] { recalls.due(.puzzle, on: today).compactMap { Puzzle(line: $0.item) } }

    /// Notes that something was missed, or solved with a hint or without a slip. Returns after how many days it comes back; nil if it does not.
    @discardableResult
    func note(_ kind: Recall.Kind, _ item: String, isMissed: Bool, isHelped: Bool = false) -> Int? {
        var recall = recalls.first { $0.kind == kind && $0.item == item } ?? Recall(kind, item)
        if isMissed { recall.miss(on: today, isHelped: isHelped) } else { recall.solve() }
        do throws(StorageFailure) { try environment.archive.keep(recall) } catch { show(alert: error.sentence) }
        return recall.due.map { $0 - today }
    }

    /// The starts of the puzzles that were tried or missed, as digits.
    var knownPuzzles: Set<String> {
        let starts = recalls.filter { $0.kind == .puzzle }.compactMap { $0.item.split(separator: " ").first.map(String.init) }
        return Set(puzzleProgress.map(\.start) + starts)
    }

    /// The starts of the puzzles that were shown in the last two weeks, and those of today and the days to come, as digits.
    var shownLately: Set<String> {
        let tried = puzzleProgress.filter { $0.day > today - 14 }.map(\.start)
        let puzzles = environment.puzzles()
        let daily = (today..<today + 7).flatMap { day in
            [true, false].compactMap { Puzzle.daily(day, isGentle: $0, of: puzzles)?.start.digits }
        }
        return Set(recalls.later(.shown, than: today).map(\.item) + tried + daily)
    }

    /// The game of the player's, the newest of those that are kept, in which a puzzle was missed, and the column played there.
    func ownGame(of puzzle: Puzzle) -> (game: KeptGame, column: Int)? {
        puzzle.origin(among: (try? environment.archive.games(beginning: puzzle.start.digits)) ?? [])
    }

    /// When the next of these come back; empty if none does, and for replies of the opening drill if none does tomorrow.
    func comingBack(_ kind: Recall.Kind) -> String {
        if kind == .opening {
            // With those of today that were too many.
            let count = recalls.due(kind, on: today + 1).count
            return count == 0 ? "" : trn("{count} reply comes back tomorrow.", "{count} replies come back tomorrow.", count)
        }
        let later = recalls.later(kind, than: today)
        guard let day = later.first?.due else { return "" }
        let count = later.count { $0.due == day }
        return day == today + 1
            ? trn("{count} puzzle comes back tomorrow.", "{count} puzzles come back tomorrow.", count)
            : trn(
                "{count} puzzle comes back on {day}.", "{count} puzzles come back on {day}.", count,
                ["day": DayWords.sentence(of: day)])
    }
}

extension ScoredGame {
    /// Puzzles in a row, or other training, as the archive keeps it.
    static func training(_ mode: String) -> ScoredGame { ScoredGame(game: "puzzles", size: 0, mode: mode) }
    /// Whether it is training, and no game.
    var isTraining: Bool { game == Self.training("").game }
}

/// When a puzzle comes back, in a sentence.
func comingBack(in days: Int) -> String {
    trn("It comes back tomorrow.", "It comes back in {count} days.", days)
}

/// The same of a puzzle that was solved with a hint, with the reason.
func comingBackHelped(in days: Int) -> String {
    trn(
        "With a hint it does not count: it comes back tomorrow.", "With a hint it does not count: it comes back in {count} days.",
        days)
}

extension Recall {
    /// How long ago it was tried, in a few words; of a game's mistake that was not tried since, when it was played.
    func tried(on today: Int, game: KeptGame?) -> String {
        if let game, misses < 2 { return DayWords.row(game.date, in: String(day: today).prefix(4)) }
        let days = max(1, today - (missedOn ?? today))
        return trn("tried yesterday", "tried {count} days ago", days)
    }

    /// Why it comes back, and what happens then.
    var story: String {
        together(
            [
                misses == 0 ? "" : trn("You missed it once.", "You missed it {count} times.", misses),
                trn(
                    "Solve it without a slip or a hint, and you are done with it; otherwise it comes back in {count} day.",
                    "Solve it without a slip or a hint, and you are done with it; otherwise it comes back in {count} days.",
                    nextPause
                ),
            ].filter { !$0.isEmpty })
    }
}

extension Puzzle {
    /// The first of these games in which the player of this machine missed it, and the column played there; nil if it is from none of them.
    fileprivate func origin(among games: [KeptGame]) -> (game: KeptGame, column: Int)? {
        let digits = start.digits
        return games.lazy.compactMap { kept in
            guard kept.record.kind != .shared, kept.record.isFirst == (start.mover == .first),
                kept.record.digits.hasPrefix(digits),
                let column = kept.record.digits.dropFirst(digits.count).first?.wholeNumberValue.map({ $0 - 1 }),
                !begins(with: column)
            else { return nil }
            return (kept, column)
        }.first
    }
}

extension MenuEntry {
    /// How many rows of what comes back later there are at most.
    private static let mostLater = 30

    /// The page of what comes back: its menu.
    static func onceMore(_ navigator: Navigator) -> [MenuEntry] {
        let recalls = navigator.recalls
        let due = recalls.due(.puzzle, on: navigator.today)
        let all = recalls.later(.puzzle, than: navigator.today)
        let later = all.prefix(mostLater)
        // How many there are where not all are shown.
        let laterHeading = all.count == later.count ? tr("Later") : remarked(tr("Later"), String(all.count))
        func rows(_ recalls: some Sequence<Recall>, _ heading: String, _ letter: Unicode.Scalar?) -> [MenuEntry] {
            var rows = recalls.compactMap { row(of: $0, on: navigator) }
            if !rows.isEmpty { (rows[0].heading, rows[0].letter) = (heading, letter) }
            return rows
        }
        let known = recalls.count { $0.kind == .puzzle && $0.due == nil && $0.misses > 0 }
        let learned =
            known == 0
            ? ""
            : trn(
                "You have learned {count} puzzle that you once missed.", "You have learned {count} puzzles that you once missed.",
                known)
        let nothing = MenuEntry(
            words: tr("Puzzles"), heading: tr("Nothing comes back now"), letter: "p", about: together([rule, learned])
        ) { PuzzleViewController.open(on: $0, from: .shelf(nil)) }
        let drill =
            OpeningDrill(recalls, on: navigator.today).due == 0
            ? [] : [openingDrill(navigator, heading: due.isEmpty ? tr("Today") : "")]
        let rows = rows(due, tr("Today"), "d") + drill + rows(later, laterHeading, nil)
        return (rows.isEmpty ? [nothing] : rows) + [
            MenuEntry(
                words: tr("From your games"), heading: tr("Find more"), letter: "g",
                about: together([
                    tr("Looks through your last games for a disc that let a win or a draw go, and asks for the better one."),
                    learned,
                ])
            ) { $0.push(OwnPuzzleViewController(navigator: $0)) }
        ]
    }

    private static var rule: String {
        tr("What you miss comes back the next day, then later and later, until you solve it.")
    }

    private static func row(of recall: Recall, on navigator: Navigator) -> MenuEntry? {
        guard let puzzle = Puzzle(line: recall.item), let due = recall.due else { return nil }
        let today = navigator.today
        let isDue = recall.isDue(on: today)
        let game = navigator.ownGame(of: puzzle)?.game
        let early = [rule, tr("Enter shows it now, but that does not count.")]
        return MenuEntry(
            words: game == nil ? puzzle.goal.title(length: puzzle.length) : tr("From a game of yours"),
            remark: isDue ? recall.tried(on: today, game: game) : trn("tomorrow", "in {count} days", due - today),
            shortRemark: isDue ? tr("Today") : "",
            isDue: isDue, about: isDue ? recall.story : together(early),
            board: { BoardPicture(of: puzzle.start, yellow: puzzle.start.mover) }
        ) { $0.push(PuzzleViewController(navigator: $0, puzzle: puzzle, from: .due)) }
    }
}

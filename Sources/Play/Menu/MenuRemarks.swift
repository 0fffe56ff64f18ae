// What the first menu says beside its rows: how a series against the computer stands, and what the puzzle of the day is.

import Engine
import Language
import Session

extension Tally {
    /// The wins of who leads, and of the other: "3–2".
    var lead: String { "\(max(won, lost))–\(min(won, lost))" }
}

/// How many games a player has won against the computer, and lost, at one level.
struct SeriesRemark {
    /// In words, and the numbers alone, the player's first; empty without games.
    let words, score: String

    /// The games at this level, among those given.
    init(_ level: Level, among games: [KeptGame]) {
        let tally = Statistics(of: games).levels[level] ?? Tally()
        guard tally.won + tally.lost > 0 else {
            (words, score) = ("", "")
            return
        }
        score = "\(tally.won)–\(tally.lost)"
        let facts: Fillings = ["level": level.name, "score": tally.lead]
        switch tally.won - tally.lost {
        case 1...: words = tr("{level}, you lead {score}", facts)
        case 0: words = tr("{level}, {score}", facts)
        default: words = tr("{level} leads {score}", facts)
        }
    }
}

/// Whether the puzzle of the day is new, and what became of it.
struct DailyRemark {
    let words: String
    /// Whether it waits for the player.
    let isDue: Bool

    /// That of today; nothing on the first start, which has enough that is new.
    init(on navigator: Navigator, isFirstStart: Bool) {
        let progress = navigator.launcher.mayReadGames ? navigator.puzzleProgress : PuzzleProgress([])
        let today = navigator.today
        let streak = progress.streak(on: today)
        isDue = !progress.hasTried(dayOf: today) && !(isFirstStart && progress.tries.isEmpty)
        if isDue {
            words = tr("new")
        } else if !progress.hasTried(dayOf: today) {
            words = ""
        } else if progress.tries.contains(where: { $0.isDaily && $0.day == today && $0.score > 0 }) {
            words = streak > 1 ? trn("day {count} in a row", "day {count} in a row", streak) : tr("solved")
        } else {
            words = tr("not solved")
        }
    }
}

extension BoardPicture {
    /// The newest game against the computer at this level; without one the empty board and the first disc.
    init(lastOf games: [KeptGame], at level: Level) {
        let last = games.first { $0.record.level == level.rawValue && $0.record.kind == .computer }?.record
        if let last, let game = try? Game(digits: last.digits) {
            self.init(of: game, yellow: last.isFirst ? .first : .second)
        } else {
            self.init()
            loose = .above(column: 3, cell: .yellow, isFull: false)
        }
    }
}

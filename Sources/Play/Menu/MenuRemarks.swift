// What the first menu says beside its rows: how a series against the computer stands, and what the puzzle of the day is.

import Engine
import Language
import Screen
import Session

extension Tally {
    /// The wins of who leads, and of the other, with draws between them: "3–2", "3–1–2".
    var lead: String { numbers(max(won, lost), min(won, lost)) }
    /// The same, the player's own first; empty without games.
    var score: String { won + drawn + lost == 0 ? "" : numbers(won, lost) }
    private func numbers(_ first: Int, _ last: Int) -> String {
        ([first] + (drawn > 0 ? [drawn] : []) + [last]).map { String($0) }.joined(separator: "–")
    }

    /// How the games against this level stand: in words of at most `room` cells, and the numbers alone, the player's first. Empty without games.
    func series(against level: Level, in room: Int) -> (words: String, score: String) {
        guard won + lost > 0 else { return ("", "") }
        let facts: Fillings = ["level": level.name, "score": lead]
        let words =
            switch won - lost {
            case 1...: tr("{level}, you lead {score}", facts)
            case 0: tr("{level}, {score}", facts)
            default: tr("{level} leads {score}", facts)
            }
        let score = numbers(won, lost)
        return (TextWidth.of(words) <= room ? words : tr("{level}, {score}", ["level": level.name, "score": score]), score)
    }

    /// What to do next at this level: catch up, win there once more, or go to the next one.
    func advice(at level: Level) -> String {
        let facts: Fillings = ["level": level.name, "score": lead]
        if won < lost {
            return level == .firstGame
                ? tr("In the game H gives a hint, E shows column scores, U takes a move back.")
                : tr("{level} leads {score}. Next: catch up, or win a few at a lower level.", facts)
        }
        if won == lost { return tr("Next: win once more at {level}.", facts) }
        guard let next = Level(rawValue: level.rawValue + 1) else {
            return tr("You lead {score} at {level}. Nobody is stronger than that.", facts)
        }
        return tr("You lead {score} at {level}. Next: {next}.", ["level": level.name, "score": lead, "next": next.name])
    }
}

extension Navigator {
    /// Whether the puzzle of the day is new, or what became of it, whether it waits for the player, and a sentence about it. No remark on the
    /// first start, which has enough that is new.
    func dailyRemark(isFirstStart: Bool) -> (words: String, isDue: Bool, about: String) {
        let progress = launcher.mayReadGames ? puzzleProgress : [PuzzleTry]()
        let streak = progress.streak(on: today)
        let count = progress.countOfTried(dayOf: today)
        guard count > 0 else {
            let isQuiet = isFirstStart && progress.isEmpty
            let usual = tr("New each day, an easier and a harder one: either counts for your streak.")
            let about = streak == 0 ? usual : tr("Solve it today, and it is day {number} in a row.", ["number": streak + 1])
            return (isQuiet ? "" : tr("new"), !isQuiet, about)
        }
        let isSolved = progress.contains { $0.isDaily && $0.day == today && $0.score > 0 }
        let words = streak > 1 && isSolved ? trn("day {count} in a row", "day {count} in a row", streak) : tr("solved")
        let hours = 24 - environment.wallClock / 3_600_000 % 24
        let next = trn("The next one comes in {count} hour.", "The next one comes in {count} hours.", hours)
        if isSolved { return (words, false, together([next, tr("Learn has more of them.")])) }
        return (
            tr("try it again"), false, count < 2 ? tr("There is another one today: it counts for your streak, too.") : next
        )
    }

    /// A sentence about playing the computer: wins in a row at this level, given all games, the newest first, what to do next there, or what it is
    /// like.
    func computerRemark(_ games: [KeptGame], at level: Level) -> String {
        let counted = Statistics(of: games.filter { $0.record.kind == .computer && $0.record.level == level.rawValue })
        let (streak, tally) = (counted.winsOnEnd, counted.all.tally)
        if games.isEmpty, launcher.mayReadGames { return tr("Start here: from your first game to perfect play, with hints.") }
        if tally.games == 0 { return tr("From your first game to perfect play. It gives hints, too.") }
        guard streak > 1 else { return tally.advice(at: level) }
        let wins = trn(
            "{count} win in a row against {level}.", "{count} wins in a row against {level}.", streak, ["level": level.name])
        let next = Level(rawValue: level.rawValue + 1).map { tr("{level} is next.", ["level": $0.name]) }
        return together([wins, next].compactMap(\.self))
    }
}

extension BoardPicture {
    /// The newest game against the computer at this level.
    init(lastOf games: [KeptGame], at level: Level) {
        self.init(lastOf: games) { $0.level == level.rawValue && $0.kind == .computer }
    }

    /// The newest of these games; without one the empty board and the first disc.
    init(lastOf games: [KeptGame], where isWanted: (GameRecord) -> Bool) {
        if let last = games.first(where: { isWanted($0.record) })?.record, let game = try? Game(digits: last.digits) {
            self.init(of: game, yellow: last.isFirst ? .first : .second)
        } else {
            self.init()
            loose = .above(column: 3, cell: .yellow, isFull: false)
        }
    }
}

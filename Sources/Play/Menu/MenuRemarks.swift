// What the first menu says beside its rows: how a series against the computer stands, and what the puzzle of the day is.

import Engine
import Language
import Session

extension Tally {
    /// The wins of who leads, and of the other: "3–2".
    var lead: String { "\(max(won, lost))–\(min(won, lost))" }

    /// How the games against this level stand: in words, and the numbers alone, the player's first. Empty without games.
    func series(against level: Level) -> (words: String, score: String) {
        guard won + lost > 0 else { return ("", "") }
        let facts: Fillings = ["level": level.name, "score": lead]
        let words =
            switch won - lost {
            case 1...: tr("{level}, you lead {score}", facts)
            case 0: tr("{level}, {score}", facts)
            default: tr("{level} leads {score}", facts)
            }
        return (words, "\(won)–\(lost)")
    }
}

extension Navigator {
    /// Whether the puzzle of the day is new, or what became of it, and whether it waits for the player. Nothing on the first start, which has
    /// enough that is new.
    func dailyRemark(isFirstStart: Bool) -> (words: String, isDue: Bool) {
        let progress = launcher.mayReadGames ? puzzleProgress : [PuzzleTry]()
        guard progress.hasTried(dayOf: today) else {
            return isFirstStart && progress.isEmpty ? ("", false) : (tr("new"), true)
        }
        guard progress.contains(where: { $0.isDaily && $0.day == today && $0.score > 0 }) else {
            return (tr("not solved"), false)
        }
        let streak = progress.streak(on: today)
        return (streak > 1 ? trn("day {count} in a row", "day {count} in a row", streak) : tr("solved"), false)
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

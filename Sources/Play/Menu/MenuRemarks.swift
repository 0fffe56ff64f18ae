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

    /// How the games against this level stand, the player's wins first: with the name of the level, and the numbers alone. Empty without games.
    func series(against level: Level) -> (words: String, score: String) {
        if score.isEmpty { return ("", "") }
        return (tr("{level}, {score}", ["level": level.name, "score": score]), score)
    }
}

extension [Level: Tally] {
    /// What to do next at this level: try again, after some more losses than wins elsewhere first, or go to the next one.
    func advice(at level: Level) -> String {
        let tally = self[level] ?? Tally()
        let facts: Fillings = ["level": level.name, "score": tally.lead]
        switch tally.won - tally.lost {
        case ..<0 where level == .firstGame:
            return tr("In the game H gives a hint, E shows column scores, U takes a move back.")
        case ..<0:
            return comfort(at: level).map { together([tr("{level} is hard to beat.", facts), $0]) }
                ?? tr("Another try against {level}? In the game, H gives a hint.", facts)
        case 0: return tr("All square with {level}. Who wins the next one?", facts)
        default:
            return offer(after: level).map { together([tr("Well done against {level}.", facts), $0]) }
                ?? tr("You lead {score} at {level}. Nobody is stronger than that.", facts)
        }
    }

    /// The level to play after this one, given how many games there were won in a row: the next one once the player leads or wins twice running (where the player does not lead yet),
    /// the one below where that is said, too, and otherwise the same.
    func proposal(after level: Level, winsOnEnd: Int) -> Level {
        let tally = self[level] ?? Tally()
        let isReady = winsOnEnd > 1 || tally.won > tally.lost
        if isReady { return next(after: level) ?? level }
        return winsOnEnd == 0 && comfort(at: level) != nil ? Level(rawValue: level.rawValue - 1) ?? level : level
    }

    /// The next level above this one at which the player does not lead yet; nil without one.
    private func next(after level: Level) -> Level? {
        Level.allCases.first { $0.rawValue > level.rawValue && self[$0].map { $0.won > $0.lost } != true }
    }

    /// Asks whether the player is ready for that level; nil without one.
    func offer(after level: Level) -> String? { next(after: level).map { tr("Ready for {level}?", ["level": $0.name]) } }

    /// After three more losses than wins at this level, the one below.
    func comfort(at level: Level) -> String? {
        guard let tally = self[level], tally.lost - tally.won > 2 else { return nil }
        return Level(rawValue: level.rawValue - 1).map {
            tr("Warm up against {level}, then come back.", ["level": $0.name])
        }
    }
}

extension [KeptGame] {
    /// The level of the newest game against the computer, also of one to go on with, but rather one at which a game was played to its end; nil without
    /// any game.
    var lastLevel: Level? {
        let tallies = Statistics(of: self).levels
        let played = filter { $0.record.kind == .computer }.compactMap { $0.record.level.flatMap(Level.init) }
        return played.first { tallies[$0] != nil } ?? played.first
    }

    /// How many of the newest games against the computer at this level were won in a row.
    func winsOnEnd(at level: Level) -> Int {
        Statistics(of: filter { $0.record.kind == .computer && $0.record.level == level.rawValue }).winsOnEnd
    }

    /// The level that the menu proposes; nil without any game against the computer.
    var proposedLevel: Level? {
        lastLevel.map { Statistics(of: self).levels.proposal(after: $0, winsOnEnd: winsOnEnd(at: $0)) }
    }
}

extension Navigator {
    /// Whether the puzzle of the day is new, or what became of it, whether it waits for the player, and a sentence about it. No remark on the
    /// first start, which has enough that is new.
    func dailyRemark(isFirstStart: Bool) -> (words: String, isDue: Bool, about: String) {
        let progress = launcher.mayReadGames ? puzzleProgress : [PuzzleTry]()
        let streak = progress.streak(on: today)
        let count = progress.countOfTried(dayOf: today)
        if !environment.hasPuzzles { return ("", false, PuzzleViewController.missing) }
        guard count > 0 else {
            let isQuiet = isFirstStart && progress.isEmpty
            let usual = tr("New each day, an easier and a harder one: either counts for your streak.")
            let about = streak == 0 ? usual : tr("Solve it today, and it is day {number} in a row.", ["number": streak + 1])
            return (isQuiet ? "" : tr("new"), !isQuiet, about)
        }
        let isSolved = progress.contains { $0.isDaily && $0.day == today && $0.score > 0 }
        let words = streak > 1 && isSolved ? trn("day {count} in a row", "day {count} in a row", streak) : tr("solved")
        let hours = max(1, (86_400_000 - environment.wallClock % 86_400_000) / 3_600_000)
        let next = trn("The next one comes in {count} hour.", "The next one comes in {count} hours.", hours)
        if isSolved {
            return (
                words, false,
                count < 2
                    ? tr("There is another one today, and Learn has more.") : together([next, tr("Learn has more of them.")])
            )
        }
        return (
            tr("tried today"), false, count < 2 ? tr("There is another one today: it counts for your streak, too.") : next
        )
    }

    /// A sentence about playing the computer: a welcome before the first game of all; wins in a row at this level, given all games, the newest
    /// first, what to do next there, or what it is like.
    func computerRemark(_ games: [KeptGame], _ tallies: [Level: Tally], at level: Level) -> String {
        if isFirstStart(games) {
            let isNamed = playerName != environment.hostName
            return together([
                isNamed ? tr("Welcome, {name}!", ["name": playerName]) : tr("Welcome!"),
                tr("Start with {level}. In the game, H gives a hint.", ["level": level.name]),
            ])
        }
        guard let all = tallies[level] else { return tr("From your first game to perfect play. It gives hints, too.") }
        let ended = games.map(\.record).filter { $0.kind == .computer && $0.result != .unfinished }
        if ended.first(where: { $0.level == level.rawValue })?.result == .draw, all.won != all.lost {
            if let comfort = tallies.comfort(at: level) {
                return together([tr("A draw with {level}.", ["level": level.name]), comfort])
            }
            // Where the next level is proposed, the advice says why.
            if tallies.proposal(after: level, winsOnEnd: 0) == level {
                return tr("A draw with {level}. Who wins the next one?", ["level": level.name])
            }
        }
        let streak = games.winsOnEnd(at: level)
        // Whoever has just won needs no comfort.
        if streak == 1, all.won < all.lost {
            return tr("Well done against {level}.", ["level": level.name])
        }
        guard streak > 1 else { return tallies.advice(at: level) }
        let wins = trn(
            "{count} win in a row against {level}.", "{count} wins in a row against {level}.", streak, ["level": level.name])
        return together([wins, tallies.offer(after: level)].compactMap(\.self))
    }

    /// Whether the player has not played yet, given all games.
    func isFirstStart(_ games: [KeptGame]) -> Bool { games.isEmpty && launcher.mayReadGames }
}

extension BoardPicture {
    /// Before the first game: one disc is missing for four in a row, and hovers above its place.
    static let firstStart: BoardPicture = {
        var match = Game()
        for column in [1, 1, 2, 2, 4, 4] { _ = match.play(column) }
        var picture = BoardPicture(of: match, yellow: .first)
        picture.forgetLast()
        picture.loose = .above(column: 3, cell: .yellow, isFull: false)
        picture.base[3].isLit = true
        if let landing = picture.landing(in: 3) { picture[landing].ghost = .yellow }
        return picture
    }()

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

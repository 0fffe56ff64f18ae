// What many kept games come to: won, drawn and lost against each opponent, the streak, the accuracy over time. It knows no screen.

import Engine
import Language
import Session

extension GameRecord {
    /// How it ended for the player of this machine; nil for an unfinished game and for two at one keyboard.
    var outcome: GameState? {
        guard kind != .shared else { return nil }
        switch result {
        case .unfinished: return nil
        case .draw: return .draw
        case .first: return isFirst ? .iWin : .youWin
        case .second: return isFirst ? .youWin : .iWin
        }
    }

    /// The result in a word.
    var resultWord: String {
        switch (outcome, result) {
        case (.iWin, _): tr("won")
        case (.youWin, _): tr("lost")
        case (_, .draw): tr("drawn")
        case (_, .unfinished): tr("unfinished")
        case (_, .first): tr("Yellow won")
        case (_, .second): tr("Red won")
        }
    }

    /// The same for programs, which read English.
    var plainResult: String {
        switch (outcome, result) {
        case (.iWin, _): "won"
        case (.youWin, _): "lost"
        case (_, .draw): "drawn"
        case (_, .unfinished): "unfinished"
        case (_, .first): "Yellow won"  // English
        case (_, .second): "Red won"  // English
        }
    }

    /// Whom it was against, in words: one opponent's games have the same.
    var opponentWords: String {
        switch kind {
        case .shared: tr("Two players")
        case .computer: level.flatMap(Level.init).map(OpponentWords.name) ?? opponent
        case .network: opponent
        }
    }

    /// The same for programs, which read English.
    var plainOpponent: String {
        switch kind {
        case .shared: "Two players"  // English
        case .computer: level.flatMap(Level.init).map(OpponentWords.keptName) ?? opponent
        case .network: opponent
        }
    }

    /// How well the player of this machine chose, in hundredths; nil where that is not known.
    var myAccuracy: Int? { kind == .shared ? nil : isFirst ? firstAccuracy : secondAccuracy }
}

/// Sums over kept games.
struct Statistics: Equatable {
    /// Won, drawn and lost against one opponent.
    struct Line: Equatable {
        let opponent: String
        var tally = Tally()
        /// Those of the player at this machine, in hundredths.
        var accuracies: [Int] = []
        /// Their mean; nil where there is none.
        var accuracy: Int? { accuracies.mean }
        /// The finished games.
        var games: Int { tally.games }
    }

    /// One line for each opponent, the one of the most games first.
    private(set) var lines: [Line] = []
    /// All of them together.
    private(set) var all = Line(opponent: tr("All"))
    /// How often the newest games on end ended alike, and how; nil before the first.
    private(set) var streak: (state: GameState, count: Int)?
    /// The most games won on end.
    private(set) var longestRun = 0
    /// The results against the computer, level by level.
    private(set) var levels: [Level: Tally] = [:]
    /// The player's accuracy in hundredths, the oldest game first.
    var accuracies: [Int] { all.accuracies }

    /// Of games with the newest first.
    init(of games: [KeptGame]) {
        var lines: [String: Line] = [:]
        var isStreakOver = false
        var run = 0
        for game in games {
            let opponent = game.record.opponentWords
            if let accuracy = game.record.myAccuracy {
                lines[opponent, default: Line(opponent: opponent)].accuracies.insert(accuracy, at: 0)
                all.accuracies.insert(accuracy, at: 0)
            }
            guard let outcome = game.record.outcome else { continue }
            lines[opponent, default: Line(opponent: opponent)].tally.count(outcome)
            all.tally.count(outcome)
            if let level = game.record.level.flatMap(Level.init) { levels[level, default: Tally()].count(outcome) }
            run = outcome == .iWin ? run + 1 : 0
            longestRun = max(longestRun, run)
            if let streak, streak.state != outcome { isStreakOver = true }
            if !isStreakOver { streak = (outcome, (streak?.count ?? 0) + 1) }
        }
        self.lines = lines.values.sorted { ($0.games, $1.opponent) > ($1.games, $0.opponent) }
    }

    /// How many of the newest games on end were won.
    var winsOnEnd: Int { streak?.state == .iWin ? streak?.count ?? 0 : 0 }

    /// The streak in words; empty where it is none.
    var streakWords: String {
        guard let streak, streak.count > 1 else { return "" }
        switch streak.state {
        case .iWin: return trn("Won the last {count}", "Won the last {count}", streak.count)
        case .youWin: return trn("Lost the last {count}", "Lost the last {count}", streak.count)
        default: return trn("Drew the last {count}", "Drew the last {count}", streak.count)
        }
    }

    /// The longest streak in words; empty where it is none.
    var longestRunWords: String { longestRun > 1 ? tr("Longest winning streak: {number}", ["number": longestRun]) : "" }

    static func == (one: Statistics, other: Statistics) -> Bool {
        one.lines == other.lines && one.all == other.all && one.levels == other.levels && one.longestRun == other.longestRun
            && one.streak?.count == other.streak?.count && one.streak?.state == other.streak?.state
    }
}

extension Collection<Int> {
    /// Their mean, rounded; nil of none.
    var mean: Int? { isEmpty ? nil : (reduce(0, +) + count / 2) / count }
}

// Statistics of the saved games: won, drawn and lost by opponent and level, streaks, accuracy over time.

import Engine
import Language
import Session

extension GameRecord {
    /// How the game ended for the player of this computer; nil for an unfinished game and for two players on one keyboard.
    var outcome: GameState? {
        kind == .shared ? nil : result.state(forFirst: isFirst)
    }

    /// Whether it goes on by message: then a review would be help that the friend has not agreed to.
    var isPlayedByMessage: Bool { kind == .message && canGoOn }

    /// Whether its position was set up: then no level is stored, and it counts nowhere.
    var isSetUp: Bool { kind == .computer && level == nil }

    /// The result in a word or two; of two players, the one whose record it is has yellow discs.
    var resultWord: String {
        switch reason {
        case .moves: boardWord
        case .resigned: remarked(boardWord, tr("resigned"))
        case .agreed: remarked(boardWord, tr("agreed"))
        case .time: remarked(boardWord, tr("on time"))
        case .abandoned: tr("abandoned")
        }
    }

    private var boardWord: String {
        switch (outcome, result) {
        case (.iWin, _): tr("won")
        case (.youWin, _): tr("lost")
        case (_, .draw): tr("drawn")
        case (_, .unfinished): tr("unfinished")
        case (_, .first), (_, .second): (result == .first) == isFirst ? tr("Yellow won") : tr("Red won")
        }
    }

    /// The result in English, for programs.
    var plainResult: String {
        switch (outcome, result) {
        case (.iWin, _): "won"
        case (.youWin, _): "lost"
        case (_, .draw): "drawn"
        case (_, .unfinished): "unfinished"
        case (_, .first), (_, .second): (result == .first) == isFirst ? "Yellow won" : "Red won"  // English
        }
    }

    /// The opponent in words, the same for all games against one opponent.
    var opponentWords: String {
        switch kind {
        case .shared: tr("Two players")
        case .computer: level.flatMap(Level.init).map(OpponentWords.name) ?? opponent
        case .network, .message: opponent
        }
    }

    /// The opponent in English, for programs.
    var plainOpponent: String {
        switch kind {
        case .shared: "Two players"  // English
        case .computer: level.flatMap(Level.init).map(OpponentWords.storedName) ?? opponent
        case .network, .message: opponent
        }
    }

    /// The accuracy of the player of this computer, in percent; nil if unknown, and for a game that was too short.
    var myAccuracy: Int? { kind == .shared || !showsAccuracy ? nil : isFirst ? firstAccuracy : secondAccuracy }

    /// Whether it shows how well its players play: not if it was given up, or lost on time, before it had begun.
    var showsAccuracy: Bool { reason == .moves || digits.utf8.count >= Self.leastDiscs }

    /// How many discs show how well somebody plays.
    static let leastDiscs = 8
}

/// The statistics of some games.
struct Statistics: Equatable {
    /// The results against one opponent.
    struct Row: Equatable {
        let opponent: String
        var tally = Tally()
        /// The accuracies of the player of this computer, in percent.
        var accuracies: [Int] = []
        /// The mean accuracy; nil if there is none.
        var accuracy: Int? { accuracies.mean }
        /// The number of finished games.
        var games: Int { tally.games }
    }

    /// The results by opponent; the one with the most games comes first.
    private(set) var rows: [Row] = []
    /// The results against all opponents.
    private(set) var all = Row(opponent: tr("All"))
    /// How the newest games ended, and how many in a row; nil without games.
    private(set) var streak: (state: GameState, count: Int)?
    /// The most games won in a row.
    private(set) var longestRun = 0
    /// The results against the computer by level.
    private(set) var levels: [Level: Tally] = [:]
    /// The number of games on each day, such as "2026-11-21".
    private(set) var days: [String: Int] = [:]
    /// The accuracies of the player in percent, oldest game first.
    var accuracies: [Int] { all.accuracies }

    /// The statistics of games, given newest first.
    init(of games: [KeptGame]) {
        var rows: [String: Row] = [:]
        var isStreakOver = false
        var run = 0
        for game in games {
            days[String(game.date.prefix(10)), default: 0] += 1
            let opponent = game.record.opponentWords
            if let accuracy = game.record.myAccuracy, game.record.result != .unfinished {
                rows[opponent, default: Row(opponent: opponent)].accuracies.insert(accuracy, at: 0)
                all.accuracies.insert(accuracy, at: 0)
            }
            guard let outcome = game.record.outcome, !game.record.isSetUp else { continue }
            rows[opponent, default: Row(opponent: opponent)].tally.count(outcome)
            all.tally.count(outcome)
            if let level = game.record.level.flatMap(Level.init) { levels[level, default: Tally()].count(outcome) }
            run = outcome == .iWin ? run + 1 : 0
            longestRun = max(longestRun, run)
            if let streak, streak.state != outcome { isStreakOver = true }
            if !isStreakOver { streak = (outcome, (streak?.count ?? 0) + 1) }
        }
        self.rows = rows.values.sorted { ($0.games, $1.opponent) > ($1.games, $0.opponent) }
    }

    /// How many of the newest games were won in a row.
    var winsOnEnd: Int { streak?.state == .iWin ? streak?.count ?? 0 : 0 }

    /// The streak in words; empty if there is none.
    var streakWords: String {
        guard let streak, streak.count > 1 else { return "" }
        switch streak.state {
        case .iWin: return trn("Won the last {count}", "Won the last {count}", streak.count)
        case .youWin: return trn("Lost the last {count}", "Lost the last {count}", streak.count)
        default: return trn("Drew the last {count}", "Drew the last {count}", streak.count)
        }
    }

    /// The longest streak in words; empty if there is none.
    var longestRunWords: String { longestRun > 1 ? tr("Longest winning streak: {number}", ["number": longestRun]) : "" }

    static func == (one: Statistics, other: Statistics) -> Bool {
        one.rows == other.rows && one.all == other.all && one.levels == other.levels && one.longestRun == other.longestRun
            && one.streak?.count == other.streak?.count && one.streak?.state == other.streak?.state
    }
}

extension Collection<Int> {
    /// The mean, rounded; nil if empty.
    var mean: Int? { isEmpty ? nil : (reduce(0, +) + count / 2) / count }
}

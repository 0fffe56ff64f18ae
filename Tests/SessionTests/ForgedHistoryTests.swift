// A liar who has the key: every history within three edits of the true one, as host and as guest. None gains: our board is as it was,
// or the liar did what it could have done in the game anyway, or the game is over.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ForgedHistoryTests {
    /// What was played, and how far the lies go.
    nonisolated struct Truth: CustomTestStringConvertible {
        let history: SessionHistory
        /// The columns that are inserted and replaced.
        var columns = "1234567"
        var edits = 3
        /// Whether the one who is lied to has asked for its last move back.
        var isUndoAsked = false

        var testDescription: String { "\(history.before)/\(history.digits)\(isUndoAsked ? ", undo asked" : "")" }
    }

    private nonisolated static let won = "1212121"

    nonisolated static let truths: [Truth] =
        ["", "4", "44"].map { Truth(history: SessionHistory(digits: $0)) } + [
            Truth(history: SessionHistory(takeBacks: 1, digits: "44"), columns: "45"),
            Truth(history: SessionHistory(digits: "121212"), columns: "12"),
            Truth(history: SessionHistory(digits: won), columns: "12"),
            Truth(history: SessionHistory(game: 2, before: won), columns: "12"),
        ]

    /// Whatever the fields say, games or none.
    @Test(arguments: truths, [true, false]) func noneGains(truth: Truth, isLiarHost: Bool) {
        var seen = [key(truth.history): truth.history]
        var latest = [truth.history]
        for _ in 0..<truth.edits {
            latest = latest.flatMap { edits(of: $0, columns: truth.columns) }.filter {
                seen.updateValue($0, forKey: key($0)) == nil
            }
        }
        let trial = Trial(of: truth, isLiarHost: isLiarHost)
        for lie in seen.values { trial.hear(lie) }
        trial.end()
    }

    /// Games as they are played, and the second of a series.
    nonisolated static let longTruths: [Truth] = [
        Truth(history: SessionHistory(digits: "4453"), isUndoAsked: true),
        Truth(history: SessionHistory(takeBacks: 1, digits: "443")),
        Truth(history: SessionHistory(game: 2, before: won)),
        Truth(history: SessionHistory(game: 2, isHostFirst: false, digits: "4", before: won)),
    ]

    /// Over all columns; of the lies those whose games are some. (What is none, nobody believes: CommonHistoryTests.)
    @Test(arguments: longTruths, [true, false]) func noneGainsInAGameByTheRules(truth: Truth, isLiarHost: Bool) {
        let trial = Trial(of: truth, isLiarHost: isLiarHost)
        let (games, befores) = (self.games(near: truth.history.digits), self.games(near: truth.history.before))
        for game in -3...3 where truth.history.game + game > 0 {
            for takeBacks in -3...3 where truth.history.takeBacks + takeBacks >= 0 {
                for isTurned in [false, true] {
                    let edits = abs(game) + abs(takeBacks) + (isTurned ? 1 : 0)
                    guard edits <= 3 else { continue }
                    var lie = truth.history
                    lie.game += game
                    lie.takeBacks += takeBacks
                    if isTurned { lie.isHostFirst.toggle() }
                    for before in befores
                    where edits + before.edits <= 3 && (lie.game > 1 ? before.isOver : before.digits.isEmpty) {
                        lie.before = before.digits
                        for now in games where edits + before.edits + now.edits <= 3 {
                            lie.digits = now.digits
                            trial.hear(lie)
                        }
                    }
                }
            }
        }
        trial.end()
    }

    private typealias Neighbour = (digits: String, edits: Int, isOver: Bool)

    /// Every game by the rules that is at most three edits away, with their number: one walk through all games, with Levenshtein's
    /// row of distances to the beginnings of `digits`.
    private func games(near digits: String) -> [Neighbour] {
        let goal = Array(digits.utf8)
        var found: [Neighbour] = []
        func visit(_ game: Match, _ digits: String, _ row: [Int]) {
            if row[goal.count] <= 3 { found.append((digits, row[goal.count], game.outcome != nil)) }
            guard game.outcome == nil else { return }
            for column in Board.columns where game.refusal(of: column) == nil {
                let digit = UInt8(ascii: "1") + UInt8(column)
                var next = [row[0] + 1]
                for place in goal.indices {
                    next.append(min(row[place] + (goal[place] == digit ? 0 : 1), row[place + 1] + 1, next[place] + 1))
                }
                guard next.contains(where: { $0 <= 3 }) else { continue }
                var later = game
                later.make(column)
                visit(later, digits + String(column + 1), next)
            }
        }
        visit(Match(), "", Array(0...goal.count))
        return found
    }
}

/// What became of lies about one game.
private struct Trial {
    private let truth: SessionHistory
    private let ours: ResumableGame
    private let fair: [SessionHistory]

    init(of truth: ForgedHistoryTests.Truth, isLiarHost: Bool) {
        self.truth = truth.history
        let undoAsked = truth.isUndoAsked ? truth.history.digits.utf8.count : nil
        ours = record(truth.history, isHost: !isLiarHost, undoAsked: undoAsked)
        fair = fairHistories(after: truth.history, byHost: isLiarHost, undoAsked: undoAsked)
    }

    func hear(_ lie: SessionHistory) {
        guard let common = try? CommonHistory<Match>(of: ours, and: lie), common.history != truth else { return }
        if common.lostMove != nil || !fair.contains(common.history) { Issue.record("\(lie) was believed: \(common.history)") }
    }

    /// What the peer may do is taken.
    func end() {
        for deed in fair { #expect((try? CommonHistory<Match>(of: ours, and: deed))?.history == deed) }
    }
}

private func key(_ history: SessionHistory) -> String {
    "\(history.game) \(history.isHostFirst) \(history.takeBacks) \(history.digits)/\(history.before)"
}

/// What one side can do in the game without the other: this, and nothing else, may be new.
private func fairHistories(after truth: SessionHistory, byHost: Bool, undoAsked: Int?) -> [SessionHistory] {
    var fair: [SessionHistory] = []
    func add(_ change: (inout SessionHistory) -> Void) {
        var history = truth
        change(&history)
        fair.append(history)
    }
    func addNewGame(after end: String, number: Int) {
        for first in [""] + "1234567".map(String.init) {
            fair.append(SessionHistory(game: number, isHostFirst: byHost, digits: first, before: end))
        }
    }
    let isFirst = byHost == truth.isHostFirst
    let isTurn = truth.digits.utf8.count.isMultiple(of: 2) == isFirst
    if (try? Match(digits: truth.digits))?.outcome != nil {
        addNewGame(after: truth.digits, number: truth.game + 1)
    } else if isTurn {
        for column in "1234567" {
            guard let next = try? Match(digits: truth.digits + String(column)) else { continue }
            add { $0.digits = next.digits }
            if next.outcome != nil { addNewGame(after: next.digits, number: truth.game + 1) }
        }
    }
    // Where both asked for a replay at once, the host's counts.
    if byHost && !truth.isHostFirst && truth.game > 1 && truth.digits.utf8.count <= 1 {
        addNewGame(after: truth.before, number: truth.game)
    }
    if let undoAsked {
        // Whose turn it is has one move more to take back: the other's.
        add {
            $0.takeBacks += 1
            $0.digits = String(truth.digits.prefix(undoAsked - (isTurn ? 1 : 2)))
        }
    }
    return fair
}

extension ForgedHistoryTests {
    /// Every history that is one edit away.
    private func edits(of history: SessionHistory, columns: String) -> [SessionHistory] {
        var all: [SessionHistory] = []
        func add(_ change: (inout SessionHistory) -> Void) {
            var other = history
            change(&other)
            all.append(other)
        }
        for moves in edits(of: history.digits, columns: columns) { add { $0.digits = moves } }
        for moves in edits(of: history.before, columns: columns) { add { $0.before = moves } }
        for step in [-1, 1] {
            if history.game + step > 0 { add { $0.game += step } }
            if history.takeBacks + step >= 0 { add { $0.takeBacks += step } }
        }
        add { $0.isHostFirst.toggle() }
        return all
    }

    private func edits(of moves: String, columns: String) -> [String] {
        let moves = Array(moves.utf8)
        var all: [[UInt8]] = []
        for place in 0...moves.count {
            for column in columns.utf8 {
                all.append(moves[..<place] + [column] + moves[place...])
                if place < moves.count { all.append(moves[..<place] + [column] + moves[(place + 1)...]) }
            }
            if place < moves.count { all.append(Array(moves[..<place] + moves[(place + 1)...])) }
        }
        return all.map { String(decoding: $0, as: UTF8.self) }
    }
}

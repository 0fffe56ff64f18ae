// A liar who has the key: every history within two edits of the true one (three with `make test-all`, unless it is long), as host and as guest. None gains: our
// board is as it was, or the liar did what it could have done in the game anyway, or the game is over.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ForgedHistoryTests {
    /// What was played.
    nonisolated struct Truth: CustomTestStringConvertible {
        let history: MatchHistory
        /// Whether the one who is lied to has allowed the liar to take its last move back.
        var isUndoGranted = false
        /// Whether the one who is lied to began this game, and the liar has not confirmed it.
        var mayHaveCrossed = false

        var testDescription: String {
            "\(history.before)/\(history.digits)\(isUndoGranted ? ", undo allowed" : "")\(mayHaveCrossed ? ", unconfirmed" : "")"
        }
    }

    private nonisolated static let won = "1212121"

    nonisolated static let truths: [Truth] =
        ["", "4", "44", won].map { Truth(history: MatchHistory(digits: $0)) } + [
            Truth(history: MatchHistory(digits: "445315262637"), isUndoGranted: true),
            Truth(history: MatchHistory(takeBacks: 1, digits: "4453153")),
            Truth(history: MatchHistory(digits: "121212")),
            Truth(history: MatchHistory(game: 2, before: won)),
            Truth(history: MatchHistory(game: 2, isHostFirst: false, digits: "4", before: won)),
            Truth(history: MatchHistory(game: 2, isHostFirst: false, digits: "4", before: won), mayHaveCrossed: true),
            Truth(history: MatchHistory(game: 2, digits: "445", before: won), isUndoGranted: true),
        ]

    /// How far the lies go; less far from the longest game, where they are most.
    private static func edits(from truth: Truth) -> Int {
        truth.history.digits.utf8.count > 10 ? 2 : Thoroughness.pick(2, of: 3)
    }

    /// Whatever the fields say, games or none, over all columns.
    @Test(arguments: truths) func noneGains(truth: Truth) {
        let edits = Self.edits(from: truth)
        let trials = [true, false].map { Trial(of: truth, isLiarHost: $0) }
        let moves = WordsNearby(truth.history.digits, edits: edits).words
        let before = WordsNearby(truth.history.before, edits: edits).words
        for (base, fewer) in numbers(near: truth.history, edits: edits) {
            for (more, befores) in before.enumerated() where fewer + more <= edits {
                for before in befores {
                    var lie = base
                    lie.before = before
                    for words in moves.prefix(edits - fewer - more + 1) {
                        for word in words {
                            lie.digits = word
                            for trial in trials { trial.hear(lie) }
                        }
                    }
                }
            }
        }
        for trial in trials { trial.end() }
    }

    /// The truth with every other choice of its numbers, and how many steps away that is.
    private func numbers(near truth: MatchHistory, edits: Int) -> [(MatchHistory, edits: Int)] {
        var all: [(MatchHistory, edits: Int)] = []
        for game in -edits...edits where truth.game + game > 0 {
            for takeBacks in -edits...edits where truth.takeBacks + takeBacks >= 0 {
                for isTurned in [false, true] {
                    let far = abs(game) + abs(takeBacks) + (isTurned ? 1 : 0)
                    guard far <= edits else { continue }
                    var history = truth
                    history.game += game
                    history.takeBacks += takeBacks
                    if isTurned { history.isHostFirst.toggle() }
                    all.append((history, far))
                }
            }
        }
        return all
    }
}

/// All strings of column digits within this many edits of another one, each once. An edit inserts, deletes or replaces a digit. The walk is a
/// Levenshtein automaton: a state is a row of distances to the prefixes of the other string. There are few states, so each is computed
/// once.
private struct WordsNearby {
    /// By the number of edits.
    private(set) var words: [[String]]

    private let goal: [UInt8]
    private let edits: Int
    private var numbers: [[Int]: Int] = [:]
    /// For each row of distances, how far the whole is, and which row follows which digit; rows that lead nowhere are left out.
    private var states: [(edits: Int, next: [(digit: String, state: Int)])] = []

    init(_ goal: String, edits: Int) {
        self.goal = Array(goal.utf8)
        self.edits = edits
        words = Array(repeating: [], count: edits + 1)
        let start = number(Array(0...self.goal.count))
        walk(from: start, after: "")
    }

    private mutating func walk(from state: Int, after word: String) {
        let (distance, next) = states[state]
        if distance <= edits { words[distance].append(word) }
        for (digit, state) in next { walk(from: state, after: word + digit) }
    }

    private mutating func number(_ row: [Int]) -> Int {
        let row = row.map { min($0, edits + 1) }
        if let known = numbers[row] { return known }
        let number = states.count
        numbers[row] = number
        states.append((row[goal.count], []))
        for digit in UInt8(ascii: "1")...UInt8(ascii: "7") {
            var next = [row[0] + 1]
            for place in goal.indices {
                next.append(min(row[place] + (goal[place] == digit ? 0 : 1), row[place + 1] + 1, next[place] + 1))
            }
            guard next.contains(where: { $0 <= edits }) else { continue }
            let state = self.number(next)
            states[number].next.append((String(Unicode.Scalar(digit)), state))
        }
        return number
    }
}

/// What became of lies about one game.
private struct Trial {
    private let truth: MatchHistory
    private let judge: ((MatchHistory) -> CommonHistory?)?
    private let fair: [MatchHistory]

    init(of truth: ForgedHistoryTests.Truth, isLiarHost: Bool) {
        self.truth = truth.history
        let granted = truth.isUndoGranted ? Consent.Question(topic: .undo, ply: truth.history.digits.utf8.count) : nil
        judge = CommonHistory.judge(
            for: record(
                truth.history, isHost: !isLiarHost, granted: granted, mayHaveCrossed: truth.mayHaveCrossed, isConfirmed: true))
        fair = fairHistories(after: truth, byHost: isLiarHost)
    }

    func hear(_ lie: MatchHistory) {
        guard let common = judge?(lie), common.history != truth else { return }
        if common.lostMove != nil || !fair.contains(common.history) { Issue.record("\(lie) was believed: \(common.history)") }
    }

    /// What the peer may do is taken.
    func end() {
        for report in fair { #expect(judge?(report)?.history == report) }
    }
}

/// What one side can do in the game without the other: this, and nothing else, may be new.
private func fairHistories(after known: ForgedHistoryTests.Truth, byHost: Bool) -> [MatchHistory] {
    let truth = known.history
    var fair: [MatchHistory] = []
    func add(_ change: (inout MatchHistory) -> Void) {
        var history = truth
        change(&history)
        fair.append(history)
    }
    func addNewGame(after end: String, number: Int) {
        for first in [""] + "1234567".map(String.init) {
            fair.append(MatchHistory(game: number, isHostFirst: byHost, digits: first, before: end))
        }
    }
    let isFirst = byHost == truth.isHostFirst
    let isTurn = truth.digits.utf8.count.isMultiple(of: 2) == isFirst
    if (try? Game(digits: truth.digits))?.outcome != nil {
        addNewGame(after: truth.digits, number: truth.game + 1)
    } else if isTurn {
        for column in "1234567" {
            guard let next = try? Game(digits: truth.digits + String(column)) else { continue }
            add { $0.digits = next.digits }
            if next.outcome != nil { addNewGame(after: next.digits, number: truth.game + 1) }
        }
    }
    // Where both asked for a replay at once, the host's counts.
    if known.mayHaveCrossed && byHost && !truth.isHostFirst && truth.game > 1 && truth.digits.utf8.count <= 1 {
        addNewGame(after: truth.before, number: truth.game)
    }
    if known.isUndoGranted {
        // Whose turn it is has the other's move to take back as well. Then it moves again.
        let earlier = String(truth.digits.dropLast(isTurn ? 2 : 1))
        for column in [""] + "1234567".map(String.init) where (try? Game(digits: earlier + column)) != nil {
            add {
                $0.takeBacks += 1
                $0.digits = earlier + column
            }
        }
    }
    return fair
}

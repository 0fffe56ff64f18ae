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
        ["", "4", "44", "445"].map { Truth(history: SessionHistory(digits: $0)) } + [
            Truth(history: SessionHistory(digits: "4453"), columns: "345"),
            Truth(history: SessionHistory(digits: "4453"), columns: "345", isUndoAsked: true),
            Truth(history: SessionHistory(takeBacks: 1, digits: "44"), columns: "45"),
            Truth(history: SessionHistory(digits: "121212"), columns: "12"),
            Truth(history: SessionHistory(digits: won), columns: "12"),
            Truth(history: SessionHistory(digits: won), edits: 2),
            Truth(history: SessionHistory(game: 2, before: won), columns: "12"),
            Truth(history: SessionHistory(game: 2, isHostFirst: false, digits: "4", before: won), edits: 2),
            Truth(history: SessionHistory(game: 2, digits: "45", before: won), edits: 2),
        ]

    @Test(arguments: truths, [true, false]) func noneGains(truth: Truth, isLiarHost: Bool) {
        let undoAsked = truth.isUndoAsked ? truth.history.digits.utf8.count : nil
        let ours = record(truth.history, isHost: !isLiarHost, undoAsked: undoAsked)
        let fair = fairHistories(after: truth.history, byHost: isLiarHost, undoAsked: undoAsked)
        var seen = [key(truth.history): truth.history]
        var latest = [truth.history]
        for _ in 0..<truth.edits {
            latest = latest.flatMap { edits(of: $0, columns: truth.columns) }.filter {
                seen.updateValue($0, forKey: key($0)) == nil
            }
        }
        var taken: Set<String> = []
        for lie in seen.values {
            guard let common = try? CommonHistory<Match>(of: ours, and: lie) else { continue }
            let result = key(common.history)
            guard result != key(truth.history) else { continue }
            taken.insert(result)
            if common.lostMove != nil || !fair.contains(result) { Issue.record("\(lie) was believed: \(result)") }
        }
        let reachable = fair.filter { seen[$0] != nil }
        #expect(taken.isSuperset(of: reachable), "what the peer may do is taken: \(reachable.subtracting(taken))")
    }

    private func key(_ history: SessionHistory) -> String {
        "\(history.game) \(history.isHostFirst) \(history.takeBacks) \(history.digits)/\(history.before)"
    }

    /// What one side can do in the game without the other: this, and nothing else, may be new.
    private func fairHistories(after truth: SessionHistory, byHost: Bool, undoAsked: Int?) -> Set<String> {
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
        return Set(fair.map(key))
    }

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

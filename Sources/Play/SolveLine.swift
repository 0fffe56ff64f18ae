// What `fourinarow solve` answers to a line. It knows no files and no descriptors.

import Engine

/// Answers of the solver as lines of text.
package enum SolveLine {
    /// For a position written as column digits: these digits, the score for the player to move, the best columns and the scores of
    /// all seven, separated by tabs; columns and scores among themselves by commas, '.' for a column that cannot be played and '-'
    /// for no column at all, which is after the end of a game. Throws what is wrong with the digits.
    package static func answer(to digits: String, with solver: Solver) throws(PositionError) -> String {
        let position = try Position(digits: digits)
        let scores = solver.scores(of: position) ?? []
        let known = scores.compactMap { $0 }
        let score = known.max() ?? position.settledScore ?? 0
        let best = scores.indices.filter { scores[$0] == score }.map { String($0 + 1) }
        let all = scores.map { $0.map { String($0) } ?? "." }
        return [
            digits, String(score), best.isEmpty ? "-" : best.joined(separator: ","), all.joined(separator: ","),
        ].joined(separator: "\t")
    }
}

// The answers of `fourinarow solve`.

import Engine

extension Solver {
    /// Solves a position given as column digits. Returns tab-separated fields: the digits, the score for the player to move, the best
    /// columns, and the scores of all seven columns. Columns and scores are separated by commas; '.' is a full column, and '-' means
    /// that the game is over. Throws if the digits are not a position.
    package func line(for digits: String) throws(PositionError) -> String {
        let position = try Position(digits: digits)
        let scores = self.scores(of: position) ?? []
        let known = scores.compactMap { $0 }
        let score = known.max() ?? position.settledScore ?? 0
        let best = scores.indices.filter { scores[$0] == score }.map { String($0 + 1) }
        let all = scores.map { $0.map { String($0) } ?? "." }
        return [
            digits, String(score), best.isEmpty ? "-" : best.joined(separator: ","), all.joined(separator: ","),
        ].joined(separator: "\t")
    }
}

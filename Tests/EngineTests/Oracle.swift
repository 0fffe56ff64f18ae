// Positions with known scores: Positions/oracle.tsv, a position a line.

import Foundation
import Testing

/// Reads the positions with known scores.
enum Oracle {
    /// A position and the scores of its seven columns, nil for a full one.
    struct Line: Sendable {
        let digits: String
        let scores: [Int?]
    }

    /// All of them.
    static func lines() throws -> [Line] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Positions/oracle.tsv"), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let scores = try #require(fields.last).split(separator: ",").map { Int($0) }
            try #require(fields.count == 2 && scores.count == 7)
            return Line(digits: String(fields[0]), scores: scores)
        }
    }
}

// Learns the weights of `EarlyOrder` from the book: logistic regression by stochastic gradient descent. The same weights each time.

import Engine
import Glibc

/// Weights of patterns, and what they learn from.
struct OrderLearner {
    private let patterns = EarlyOrder()
    private var weights = [Float](repeating: 0, count: EarlyOrder.patternCount * EarlyOrder.weightCount)

    /// Earlier positions are too few to matter.
    private static let firstPly = 6
    private static let rounds = 4
    /// A weight's unit: `EarlyOrder.prospects` says what it means.
    private static let unit: Float = 12.5

    /// Learns from the positions of the book, and from those between its plies.
    mutating func learn(from book: Book) {
        var scores: [Position: Score] = [:]
        book.forEach { scores[$0] = $1 }
        var lessons: [(position: Position, goal: Float)] = []
        func add(_ position: Position, _ score: Score) {
            // A draw says a little for the first player, who has to win more than the second.
            lessons.append((position, score > 0 ? 1 : score == 0 ? 0.3 : 0))
        }
        book.forEach { position, score in
            guard position.ply >= Self.firstPly else { return }
            add(position, score)
            guard position.ply < book.plies else { return }
            for column in Board.columns where position.canPlay(column) {
                let next = position.playing(column)
                if next.needsBook, let score = Self.score(of: next, from: scores) { add(next, -score) }
            }
        }
        var generator = SeededGenerator(seed: 1)
        lessons.shuffle(using: &generator)
        for round in 1...Self.rounds {
            let rate = 0.4 / Float(round * EarlyOrder.patternCount)
            var right = 0
            for lesson in lessons {
                let places = patterns.places(of: lesson.position)
                let sum = places.reduce(0) { $0 + weights[$1] }
                if (sum > 0) == (lesson.goal == 1) { right += 1 }
                let step = rate * (lesson.goal - 1 / (1 + expf(-sum)))
                for place in places { weights[place] += step }
            }
            complain("round \(round) of \(Self.rounds): right about \(100 * right / max(lessons.count, 1)) % of \(lessons.count)")
        }
    }

    /// The score of a position one ply before some of `scores`; nil where they do not suffice.
    private static func score(of position: Position, from scores: [Position: Score]) -> Score? {
        var best: Score = -99
        for column in Board.columns where position.canPlay(column) {
            let next = position.playing(column)
            guard let score = next.settledScore ?? scores[next] ?? scores[next.mirrored] else { return nil }
            best = max(best, -score)
        }
        return best
    }

    /// The weights as a Swift file.
    var source: String {
        let text = weights.map { weight in
            let rounded = Int((weight * Self.unit).rounded())
            return UInt8(min(max(rounded, -32), 31) + Int(EarlyOrder.zero))
        }
        let width = 128
        let lines = stride(from: 0, to: text.count, by: width).map {
            "        " + String(decoding: text[$0..<min($0 + width, text.count)], as: UTF8.self)
        }
        return """
            // The weights of EarlyOrder, one character each: `make order` writes this file.

            extension EarlyOrder {
                /// The weights of each pattern in turn.
                static let weightText: StaticString = #\"\"\"
            \(lines.joined(separator: "\\#\n"))
                    \"\"\"#
            }

            """
    }
}

// Learns the weights of `EarlyOrder` from the book: which of a position's moves are right, by stochastic gradient descent on pairs of a right
// and a wrong one. The same weights each time.

import Engine
import Glibc

/// Weights of patterns, and what they learn from.
struct OrderLearner {
    private let patterns = EarlyOrder()
    private var weights = [Float](repeating: 0, count: EarlyOrder.patternCount * EarlyOrder.weightCount)

    /// Earlier positions are too few to matter.
    private static let firstPly = 4
    private static let rounds: Float = 3
    /// How much more a lesson counts than one a disc later, because far more positions depend on it.
    private static let growth: Float = 1.7
    /// A weight's unit: `EarlyOrder.prospects` says what it means.
    private static let unit: Float = 12.5

    /// The moves of one position, as the positions after them and all forced moves: the first player wins these, and not those.
    private struct Lesson {
        let ply: Int
        var won: [Position] = []
        var others: [Position] = []
    }

    /// Learns from every position with a right and a wrong move, before the last ply of the book.
    mutating func learn(from book: Book) {
        let lessons = Self.lessons(from: book)
        var order = lessons.indices.flatMap { index in
            let times = powf(Self.growth, Float(book.plies - 1 - lessons[index].ply)).rounded()
            return Array(repeating: index, count: Int(times))
        }
        var generator = SeededGenerator(seed: 1)
        for round in stride(from: 1, through: Self.rounds, by: 1) {
            order.shuffle(using: &generator)
            let rate = 0.4 / (round * Float(EarlyOrder.patternCount))
            var right = 0
            for index in order {
                guard let won = lessons[index].won.randomElement(using: &generator),
                    let other = lessons[index].others.randomElement(using: &generator)
                else { continue }
                let (up, down) = (patterns.places(of: won), patterns.places(of: other))
                let difference = up.reduce(0) { $0 + weights[$1] } - down.reduce(0) { $0 + weights[$1] }
                if difference > 0 { right += 1 }
                let step = rate / (1 + expf(difference))
                for place in up { weights[place] += step }
                for place in down { weights[place] -= step }
            }
            complain("round \(Int(round)) of \(Int(Self.rounds)): right \(100 * right / max(order.count, 1)) % of \(order.count)")
        }
    }

    /// The lessons of all positions but mirror images, in the order of their plies.
    private static func lessons(from book: Book) -> [Lesson] {
        var scores: [Position: Score] = [:]
        book.forEach { scores[$0] = $1 }
        var lessons: [Lesson] = []
        var level = [Position()]
        for ply in 0..<book.plies {
            for position in level where ply >= firstPly {
                var lesson = Lesson(ply: ply)
                for column in Board.columns where position.canPlay(column) {
                    let next = position.playing(column)
                    guard let asked = next.afterForcedMoves, let score = score(of: next, from: scores, upTo: book.plies)
                    else { continue }
                    let isWon = next.player == .first ? score > 0 : score < 0
                    if isWon { lesson.won.append(asked) } else { lesson.others.append(asked) }
                }
                if !lesson.won.isEmpty, !lesson.others.isEmpty { lessons.append(lesson) }
            }
            if ply < book.plies - 1 { level = Reachable.positions(after: level) }
        }
        return lessons
    }

    /// The score of a position, if it is one of `scores` or its continuations are, up to the ply `last`.
    private static func score(of position: Position, from scores: [Position: Score], upTo last: Int) -> Score? {
        if let known = position.settledScore ?? scores[position] ?? scores[position.mirrored] { return known }
        guard position.ply < last else { return nil }
        var best: Score = -99
        for column in Board.columns where position.canPlay(column) {
            guard let score = score(of: position.playing(column), from: scores, upTo: last) else { return nil }
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

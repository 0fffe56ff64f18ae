// Exact scores of positions, by search. It knows no clock, no thread and no player's level.

/// Finds the exact score of any position. One thread at a time may use it; its table lives as long as it does.
public final class Solver {
    /// How many positions were visited since it was made.
    public private(set) var nodes = 0

    private var table: [UInt64: (lower: Int8, upper: Int8)] = [:]
    private let mostEntries: Int
    private var isStopped = false
    private var limit = SearchLimit.none
    private var lastNode = Int.max
    private let book: Book?

    /// A solver with a table of `tableBytes`, and answers from `book` where it has them.
    public init(book: Book? = nil, tableBytes: Int = 4 << 20) {
        self.book = book
        mostEntries = tableBytes / 16
    }

    /// Forgets what was found so far.
    public func clear() { table.removeAll(keepingCapacity: true) }

    /// The exact score of `position`; nil when the limit was reached first.
    public func score(of position: Position, until limit: SearchLimit = .none) -> Score? {
        if let score = position.settledScore ?? book?.score(of: position) { return score }
        begin(limit)
        return search(position)
    }

    /// The score of playing each of the seven columns, for the player to move (nil for a full column; all seven after the end
    /// of the game); nil when the limit was reached first.
    public func scores(of position: Position, until limit: SearchLimit = .none) -> [Score?]? {
        begin(limit)
        var scores: [Score?] = []
        for column in Board.columns {
            guard !position.isOver, position.canPlay(column) else {
                scores.append(nil)
                continue
            }
            let next = position.playing(column)
            guard let score = next.settledScore ?? book?.score(of: next) ?? search(next) else { return nil }
            scores.append(-score)
        }
        return scores
    }

    private func begin(_ limit: SearchLimit) {
        self.limit = limit
        lastNode = limit.nodes.map { nodes + $0 } ?? Int.max
        isStopped = limit.cancellation?.isCancelled == true
    }

    private func search(_ position: Position) -> Score? {
        var low = -21
        var high = 21
        while low < high {
            var middle = low + (high - low) / 2
            if middle <= 0 && low / 2 < middle { middle = low / 2 } else if middle >= 0 && high / 2 > middle { middle = high / 2 }
            let score = negamax(position, middle, middle + 1)
            if isStopped { return nil }
            if score <= middle { high = score } else { low = score }
        }
        return low
    }

    private func negamax(_ position: Position, _ alpha: Int, _ beta: Int) -> Int {
        nodes += 1
        if nodes >= lastNode { isStopped = true }
        if nodes % 1024 == 0 && limit.cancellation?.isCancelled == true { isStopped = true }
        if isStopped { return 0 }
        if let score = position.settledScore { return score }
        var alpha = alpha
        var beta = beta
        let key = position.mover &+ position.taken &+ Bits.bottoms
        let known = table[key]
        beta = min(beta, known.map { Int($0.upper) } ?? (43 - position.ply) / 2 - 1)
        alpha = max(alpha, known.map { Int($0.lower) } ?? -21)
        guard alpha < beta else { return known.map { Int($0.lower) >= beta ? Int($0.lower) : Int($0.upper) } ?? beta }
        var best = -100
        let moves = [3, 2, 4, 1, 5, 0, 6].filter(position.canPlay).map { column -> (Position, Int) in
            let next = position.playing(column)
            return (next, (Bits.completions(of: next.taken ^ next.mover) & Bits.board & ~next.taken).nonzeroBitCount)
        }
        for (next, _) in moves.sorted(by: { $0.1 > $1.1 }) {
            best = max(best, -negamax(next, -beta, -max(alpha, best)))
            if isStopped { return 0 }
            if best >= beta { break }
        }
        if table.count < mostEntries || known != nil {
            let old = known ?? (-21, 21)
            table[key] = best >= beta ? (Int8(best), old.upper) : best <= alpha ? (old.lower, Int8(best)) : (Int8(best), Int8(best))
        }
        return best
    }
}

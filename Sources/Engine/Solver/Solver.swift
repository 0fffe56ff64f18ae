// Exact scores of positions by search.

/// Finds the exact score of any position. Use it from one thread at a time. Its table lives as long as it does.
public final class Solver {
    private let book: Book?
    private let tables: Tables
    private var search: Search

    /// A solver with a table of `tableBytes` (rounded down to a power of two) and an optional `book`. A table that fits into the
    /// core's cache is faster than a larger one, although it forgets more. If `earlyTableBytes` is not 0, early positions get a table
    /// of their own, which helps with many early positions in a row.
    public init(book: Book? = nil, tableBytes: Int = 1 << 20, earlyTableBytes: Int = 0) {
        self.book = book
        tables = Tables(bytes: tableBytes, earlyBytes: earlyTableBytes)
        search = Search(tables: tables)
    }

    deinit {
        search.free()
        tables.free()
    }

    /// The number of positions visited so far.
    public var nodes: Int { search.nodes }

    /// Clears the table.
    public func clear() {
        tables.clear()
        search.history.clear()
    }

    /// Stores the exact score of a position. Searches stop there. It stays in the table until the table is full of such scores.
    package func learn(_ score: Score, of position: Position) {
        let key = position.mover | (position.taken &+ Bits.bottoms)
        for key in [key, Bits.mirror(key)] {
            tables[position.ply].keep(Table.hash(key), lower: score, upper: score, move: 0, work: TableEntry.mostWork)
        }
    }

    /// The exact score of `position`; nil if the limit was reached first.
    public func score(of position: Position, until limit: SearchLimit = .none) -> Score? {
        search.begin(limit)
        return search.score(of: position, by: book)
    }

    /// The score of each of the seven columns for the player to move: nil for a full column, and for all after the end of the game.
    /// Nil as a whole if the limit was reached first.
    public func scores(of position: Position, until limit: SearchLimit = .none) -> [Score?]? {
        search.begin(limit)
        var scores: [Score?] = []
        for column in Board.columns {
            guard !position.isOver, position.canPlay(column) else {
                scores.append(nil)
                continue
            }
            guard let score = search.score(of: position.playing(column), by: book) else { return nil }
            scores.append(-score)
        }
        return scores
    }
}

extension Search {
    /// The exact score of a position, from `book` as far as possible; nil if stopped.
    fileprivate mutating func score(of position: Position, by book: Book?) -> Int? {
        if let score = position.settledScore { return score }
        guard let book else { return score(of: position, between: -20, and: 20) }
        if position.ply > book.plies { return score(of: position, between: book.leastScore(of: position) ?? -20, and: 20) }
        return book.score(of: position) { score(of: $0, between: -20, and: min($1, 20)) }
    }
}

// Exact scores of positions, by search. It knows no clock, no thread and no player's level.

/// Finds the exact score of any position. One thread at a time may use it; its table lives as long as it does.
public final class Solver {
    private let book: Book?
    private let tables: Tables
    private var search: Search

    /// A solver with a table of `tableBytes` (rounded down to a power of two), and answers from `book` where it has them. A table that
    /// the core's own cache holds is quicker than a larger one, although it forgets more. Another one of `earlyTableBytes`, if they are
    /// not 0, is for early positions: of use to who asks for one early position after the other.
    public init(book: Book? = nil, tableBytes: Int = 1 << 20, earlyTableBytes: Int = 0) {
        self.book = book
        tables = Tables(bytes: tableBytes, earlyBytes: earlyTableBytes)
        search = Search(tables: tables)
    }

    deinit {
        search.free()
        tables.free()
    }

    /// How many positions were visited since it was made.
    public var nodes: Int { search.nodes }

    /// Forgets what was found so far.
    public func clear() {
        tables.clear()
        search.history.clear()
    }

    /// Takes over the exact score of a position that needs the book: a search that comes by it goes no further. Nothing takes its place
    /// in the table until that is full of such scores.
    package func learn(_ score: Score, of position: Position) {
        let key = position.mover | (position.taken &+ Bits.bottoms)
        for key in [key, Bits.mirror(key)] {
            tables[position.ply].keep(Table.hash(key), lower: score, upper: score, move: 0, work: TableEntry.mostWork)
        }
    }

    /// The exact score of `position`; nil when the limit was reached first.
    public func score(of position: Position, until limit: SearchLimit = .none) -> Score? {
        search.begin(limit)
        return search.score(of: position, by: book)
    }

    /// The score of playing each of the seven columns, for the player to move (nil for a full column; all seven after the end
    /// of the game); nil when the limit was reached first.
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
    /// The exact score of a position, from `book` as far as that goes; nil when stopped.
    fileprivate mutating func score(of position: Position, by book: Book?) -> Int? {
        if let score = position.settledScore { return score }
        guard let book else { return score(of: position, between: -20, and: 20) }
        if position.ply > book.plies { return score(of: position, between: book.leastScore(of: position) ?? -20, and: 20) }
        return book.score(of: position) { score(of: $0, between: -20, and: min($1, 20)) }
    }
}

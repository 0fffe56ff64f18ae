// Exact scores of positions, by search. It knows no clock, no thread and no player's level.

/// Finds the exact score of any position. One thread at a time may use it; its table lives as long as it does.
public final class Solver {
    fileprivate let book: Book?
    fileprivate let tables: Tables
    /// Where the searches of the two threads are, see Search.
    fileprivate let paths: SharedWords
    private var search: Search

    /// A solver with a table of `tableBytes` (rounded down to a power of two), and answers from `book` where it has them. A table that
    /// the core's own cache holds is quicker than a larger one, although it forgets more. Another one of `earlyTableBytes`, if they are
    /// not 0, is for early positions: of use to who asks for one early position after the other.
    public init(book: Book? = nil, tableBytes: Int = 1 << 20, earlyTableBytes: Int = 0) {
        self.book = book
        tables = Tables(bytes: tableBytes, earlyBytes: earlyTableBytes)
        paths = SharedWords(count: 2 * 64)
        search = Search(tables: tables, path: paths)
    }

    deinit {
        search.free()
        paths.free()
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

    /// Somebody to search along in another thread. Only one at a time.
    public func partner() -> Partner {
        search.otherPath = paths.dropFirst(64)
        return Partner(of: self)
    }
}

/// Searches along with a solver, in another thread, and thereby fills the table that they share. What it does changes how soon the
/// solver has its scores, and nothing else. The solver lives as long as its partner.
public final class Partner: @unchecked Sendable {
    private let solver: Solver
    private var search: Search

    /// A partner of `solver`; see `Solver.partner`.
    fileprivate init(of solver: Solver) {
        self.solver = solver
        search = Search(tables: solver.tables, path: solver.paths.dropFirst(64))
        search.otherPath = solver.paths
    }

    deinit { search.free() }

    /// Searches what `solver.score(of: position)` searches in its thread, until it is done or called off: that is up to whoever
    /// waits for the solver.
    public func help(withScoreOf position: Position, until cancellation: Cancellation) {
        search.begin(SearchLimit(cancellation: cancellation))
        _ = search.score(of: position, by: solver.book)
    }

    /// The same for `solver.scores(of: position)`, beginning with the last column.
    public func help(withScoresOf position: Position, until cancellation: Cancellation) {
        search.begin(SearchLimit(cancellation: cancellation))
        for column in Board.columns.reversed() where !position.isOver && position.canPlay(column) {
            _ = search.score(of: position.playing(column), by: solver.book)
        }
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

// Exact scores of positions, by search. It knows no clock, no thread and no player's level.

/// Finds the exact score of any position. One thread at a time may use it; its table lives as long as it does.
public final class Solver {
    private let book: Book?
    private let table: Table
    private var search: Search

    /// A solver with a table of `tableBytes` (rounded down to a power of two), and answers from `book` where it has them.
    public init(book: Book? = nil, tableBytes: Int = 4 << 20) {
        self.book = book
        table = Table(bytes: tableBytes)
        search = Search(table: table)
    }

    deinit {
        search.free()
        table.free()
    }

    /// How many positions were visited since it was made.
    public var nodes: Int { search.nodes }

    /// Forgets what was found so far.
    public func clear() { table.clear() }

    /// The exact score of `position`; nil when the limit was reached first.
    public func score(of position: Position, until limit: SearchLimit = .none) -> Score? {
        search.begin(limit)
        return find(position)
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
            guard let score = find(position.playing(column)) else { return nil }
            scores.append(-score)
        }
        return scores
    }

    private func find(_ position: Position) -> Score? {
        if let score = position.settledScore { return score }
        if let book, position.ply <= book.plies { return book.score(of: position, orElse: searched) }
        return searched(position)
    }

    private func searched(_ position: Position) -> Score? {
        search.score(mine: position.mover, yours: position.taken ^ position.mover)
    }
}

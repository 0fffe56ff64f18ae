// A game of Four in a Row from its first move on: turns, legality, the end, and its moves as digits. It knows no players' names, colours or packets.

/// Why a move is not played.
public enum IllegalMove: Error, Equatable, Sendable {
    /// There is no such column.
    case noSuchColumn
    /// Six discs are in it already.
    case columnFull
    /// The game is over.
    case gameOver
}

/// How a game ended.
public enum Outcome: Equatable, Sendable {
    /// Four in a row; `squares` are those of all the lines of four, four at least.
    case won(Player, squares: [Square])
    /// The board is full.
    case draw
}

/// A game.
public struct Game: Equatable, Sendable {
    /// The discs.
    public private(set) var board = Board()
    /// The columns played, 0…6, in order.
    public private(set) var moves: [Int] = []
    /// Where the last disc came to rest.
    public private(set) var lastSquare: Square?
    /// How it ended; nil while it goes on.
    public private(set) var outcome: Outcome?

    /// A game of no moves.
    public init() {}

    /// Whose turn it is (or would be, after the end).
    public var mover: Player { moves.count.isMultiple(of: 2) ? .first : .second }

    /// Drops the mover's disc into `column`: where it came to rest, or why it cannot be.
    public mutating func play(_ column: Int) -> Result<Square, IllegalMove> {
        if let reason = reasonAgainst(column) { return .failure(reason) }
        guard let square = board.landing(in: column) else { return .failure(.columnFull) }
        let player = mover
        board.add(player, at: square)
        moves.append(column)
        lastSquare = square
        let squares = board.winningSquares(of: player)
        if !squares.isEmpty {
            outcome = .won(player, squares: squares)
        } else if board.isFull {
            outcome = .draw
        }
        return .success(square)
    }

    /// Why `column` cannot be played now; nil if it can.
    public func reasonAgainst(_ column: Int) -> IllegalMove? {
        guard Board.columns.contains(column) else { return .noSuchColumn }
        if outcome != nil { return .gameOver }
        return board.landing(in: column) == nil ? .columnFull : nil
    }
}

extension Game {
    /// The game of these column digits, 1…7; it may be over with the last of them.
    public init(digits: some StringProtocol) throws(PositionError) {
        _ = try Position(digits: digits)
        self.init()
        for digit in digits { _ = play((digit.wholeNumberValue ?? 0) - 1) }
    }

    /// Its moves as column digits.
    public var digits: String { String(decoding: moves.map { UInt8(ascii: "1") + UInt8($0) }, as: UTF8.self) }

    /// Where it has come to.
    public var position: Position { position(after: moves.count) }

    /// Where it stood after so many moves.
    public func position(after count: Int) -> Position {
        moves.prefix(count).reduce(into: Position()) { $0.play($1) }
    }

    /// The game as it stood after so many moves.
    public func prefix(_ count: Int) -> Game {
        moves.prefix(count).reduce(into: Game()) { _ = $0.play($1) }
    }
}

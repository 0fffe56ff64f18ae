// A game of Four in a Row: whose turn it is, which moves are legal, how it ended, and its moves as digits.

/// Why a move is illegal.
public enum IllegalMove: Error, Equatable, Sendable {
    /// There is no such column.
    case noSuchColumn
    /// The column holds six discs already.
    case columnFull
    /// The game is over.
    case gameOver
}

/// The result of a game.
public enum Outcome: Equatable, Sendable {
    /// Four in a row. `squares` are those of all lines of four, at least four.
    case won(Player, squares: [Square])
    /// The board is full.
    case draw
}

/// A game: the board and the moves that led to it.
public struct Game: Equatable, Sendable {
    /// The discs.
    public private(set) var board = Board()
    /// The columns played, 0…6, in order.
    public private(set) var moves: [Int] = []
    /// The square of the last disc; nil before the first move.
    public private(set) var lastSquare: Square?
    /// The result; nil while the game goes on.
    public private(set) var outcome: Outcome?

    /// A game before its first move.
    public init() {}

    /// The player to move. After the end, the player who would be next.
    public var mover: Player { Player.toMove(after: moves.count) }

    /// Drops the mover's disc into `column`. Returns the square where it landed, or why the move is illegal.
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
    /// Whether this player can still make four in a row, as far as the places for it go.
    public func canStillWin(_ player: Player) -> Bool { board.canStillHaveFour(player) }

    /// The game with these moves, written as column digits 1…7. The last one may end it.
    public init(digits: some StringProtocol) throws(PositionError) {
        _ = try Position(digits: digits)
        self.init()
        for digit in digits { _ = play((digit.wholeNumberValue ?? 0) - 1) }
    }

    /// The moves as column digits.
    public var digits: String { String(decoding: moves.map { UInt8(ascii: "1") + UInt8($0) }, as: UTF8.self) }

    /// The number of the move that the disc with this number is, both counted from 1. Players count their own discs only: the first disc of each is
    /// move 1.
    public static func move(ofDisc number: Int) -> Int { (number + 1) / 2 }

    /// The number of moves: of the player who made more of them.
    public var length: Int { Self.move(ofDisc: moves.count) }

    /// The number of the next move.
    public var nextMove: Int { Self.move(ofDisc: moves.count + 1) }

    /// The current position.
    public var position: Position { position(after: moves.count) }

    /// The position after the first `count` moves.
    public func position(after count: Int) -> Position {
        moves.prefix(count).reduce(into: Position()) { $0.play($1) }
    }

    /// The game after its first `count` moves.
    public func prefix(_ count: Int) -> Game {
        moves.prefix(count).reduce(into: Game()) { _ = $0.play($1) }
    }
}

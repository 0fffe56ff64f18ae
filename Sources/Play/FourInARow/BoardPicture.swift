// The content of a drawn board as values: discs, and how each square is marked. BoardView draws them.

import Engine
import Screen

/// A square with everything that is drawn in it.
struct SquareFace: Equatable {
    /// How a disc stands out.
    enum Emphasis: Equatable {
        /// An ordinary disc.
        case none
        /// A disc outside the winning line, or of a game that was given up.
        case faint
        /// A disc of the winning line. `isLit`: its core is white.
        case won(isLit: Bool)
    }

    /// The place of a square in a plan.
    enum Part: Equatable {
        /// A disc of the opponent's, which is answered on the square above.
        case disc(BoardCell)
        /// The answer to the disc below.
        case answer(BoardCell)
        /// Where the plan wins.
        case goal(BoardCell)
        /// The opponent's last disc, below that.
        case last(BoardCell)
    }

    var cell = BoardCell.empty
    var emphasis = Emphasis.none
    /// Whether the disc is that of the last move.
    var isLast = false
    /// The disc that would land here, shown as a ring; nil elsewhere.
    var ghost: BoardCell?
    /// Whether a hint names this square.
    var isHinted = false
    /// The mark of a threat; nil where there is none.
    var mark: Insight.Mark?
    /// What a plan says of the square, also where its disc has come; nil where it says nothing.
    var part: Part?

    /// Whether the disc belongs to the winning line.
    var hasWon: Bool { if case .won = emphasis { true } else { false } }
}

/// The text on the board's base, below a column.
struct BaseText: Equatable {
    var text: String
    /// Whether it stands out: the chosen column, or the best score.
    var isLit = false
    /// The colour of what stands behind the number; nil for that of the number.
    var sign: Role?
    /// Whether it belongs to the move that is judged.
    var isMarked = false
}

/// A whole board: its squares, and the disc that is not in one.
struct BoardPicture {
    /// Ordered by column, then by row from the bottom.
    private var faces = Array(repeating: SquareFace(), count: Board.columns.count * Board.rows.count)
    var loose: LooseDisc?
    /// The texts on the base, by column.
    var base = Board.columns.map { BaseText(text: String($0 + 1)) }
    /// The column that is outlined, because the opponent moves.
    var outlined: Int?
    /// Whether the rows are numbered, for words that name a square.
    var showsRows = false
    /// The lines through the winning discs.
    private(set) var lines: [(from: Square, to: Square)] = []

    /// The content of a square.
    subscript(square: Square) -> SquareFace {
        get { faces[square.column * Board.rows.count + square.row] }
        set { faces[square.column * Board.rows.count + square.row] = newValue }
    }

    /// An empty board.
    init() {}

    /// The square where a disc would land; nil in a full column.
    func landing(in column: Int) -> Square? {
        Board.rows.lazy.map { Square(column: column, row: $0) }.first { self[$0].cell == .empty }
    }

    /// Removes the mark of the last move.
    mutating func forgetLast() {
        for place in faces.indices { faces[place].isLast = false }
    }

    /// No disc stands out: the game ended otherwise than on the board.
    mutating func fade() {
        for place in faces.indices { (faces[place].emphasis, faces[place].isLast) = (.faint, false) }
    }

    /// The board of a game in which `yellow` is yellow. After the end all discs but the winning ones are faint. `lit`: the number of winning discs
    /// with white cores. `isJoined`: lines join them.
    init(of game: Game, yellow: Player, lit: Int = .max, isJoined: Bool = true) {
        let winning = game.winningSquares
        let isOver = game.outcome != nil
        if isJoined { lines = Self.lines(through: winning) }
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                var face = SquareFace(cell: BoardCell(of: game.board[square], yellow: yellow))
                if isOver { face.emphasis = winning.firstIndex(of: square).map { .won(isLit: $0 < lit) } ?? .faint }
                face.isLast = !isOver && square == game.lastSquare
                self[square] = face
            }
        }
    }

    /// The longest lines of four and more discs among `squares`.
    private static func lines(through squares: [Square]) -> [(from: Square, to: Square)] {
        [(1, 0), (0, 1), (1, 1), (1, -1)].flatMap { step in
            squares.compactMap { start in
                func square(_ count: Int) -> Square? {
                    squares.first { $0.column == start.column + count * step.0 && $0.row == start.row + count * step.1 }
                }
                if square(-1) != nil { return nil }
                let line = (1..<Board.columns.count).prefix { square($0) != nil }
                return line.count < 3 ? nil : square(line.count).map { (start, $0) }
            }
        }
    }
}

extension Game {
    /// The discs of the winning lines from left to right; empty where nobody has won.
    var winningSquares: [Square] {
        guard case .won(_, let squares) = outcome else { return [] }
        return squares.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
    }
}

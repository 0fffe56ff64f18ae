// What the board shows: discs, and what is said about each square. It knows no rules, no sizes and no canvas.

import Engine
import Screen

/// What a cell of the board holds, as the person at this screen sees it: yellow is mine (or the first colour, where two share a
/// keyboard), red the other's.
enum BoardCell: Equatable {
    case empty
    case mine
    case yours

    /// What `player`'s disc is to `me`.
    init(of player: Player?, for me: Player) {
        guard let player else {
            self = .empty
            return
        }
        self = player == me ? .mine : .yours
    }

    /// Its colour in text.
    var role: Role {
        switch self {
        case .empty: .plain
        case .mine: .yellow
        case .yours: .red
        }
    }

    /// It as one character of text. The two discs differ in shape as well.
    var glyph: String {
        switch self {
        case .empty: "·"
        case .mine: "●"
        case .yours: "◉"
        }
    }
}

/// One square with all that is shown of it.
struct SquareFace: Equatable {
    /// How a disc stands out.
    enum Emphasis: Equatable {
        /// As every other.
        case none
        /// It is none of the four that won.
        case faint
        /// It won; its core is white or, while it blinks, is not.
        case won(isLit: Bool)
    }

    var cell = BoardCell.empty
    var emphasis = Emphasis.none
    /// Whether this disc was dropped last.
    var isLast = false
    /// Whose disc would land here.
    var ghost: BoardCell?
    /// Whether a hint names it.
    var isHinted = false
    /// A threat.
    var mark: Insight.Mark?

    /// Whether it is one of the four that won.
    var hasWon: Bool { if case .won = emphasis { true } else { false } }
}

/// A disc that is in no square.
enum LooseDisc: Equatable {
    /// Above a column, to be dropped.
    case above(column: Int, cell: BoardCell)
    /// On its way down.
    case falling(FallingDisc)

    /// Its column.
    var column: Int {
        switch self {
        case .above(let column, _): column
        case .falling(let disc): disc.target.column
        }
    }

    /// What it is.
    var cell: BoardCell {
        switch self {
        case .above(_, let cell): cell
        case .falling(let disc): disc.cell
        }
    }
}

/// All squares of a board, and the disc that is in none.
struct BoardPicture {
    /// By column and row, the bottom row first.
    private var faces = Array(repeating: SquareFace(), count: Board.columns.count * Board.rows.count)
    var loose: LooseDisc?

    /// What is shown of a square.
    subscript(square: Square) -> SquareFace {
        get { faces[square.column * Board.rows.count + square.row] }
        set { faces[square.column * Board.rows.count + square.row] = newValue }
    }

    /// An empty board.
    init() {}

    /// Where a disc would land; nil in a full column.
    func landing(in column: Int) -> Square? {
        Board.rows.lazy.map { Square(column: column, row: $0) }.first { self[$0].cell == .empty }
    }

    /// No disc is marked as the last.
    mutating func forgetLast() {
        for place in faces.indices { faces[place].isLast = false }
    }

    /// The board of a game, in which yellow is `me`; the four that won with white cores, or without.
    init(of game: Game, for me: Player, isLit: Bool = true) {
        var winning: [Square] = []
        if case .won(_, let squares) = game.outcome { winning = squares }
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                var face = SquareFace(cell: BoardCell(of: game.board[square], for: me))
                if !winning.isEmpty { face.emphasis = winning.contains(square) ? .won(isLit: isLit) : .faint }
                face.isLast = winning.isEmpty && square == game.lastSquare
                self[square] = face
            }
        }
    }
}

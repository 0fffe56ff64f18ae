// The content of a drawn board as values: discs, and how each square is marked. BoardView draws them.

import Engine
import Screen

/// The disc in a cell, as the player at this screen sees it. Yellow is mine, or the first colour where two share a keyboard; red is
/// the opponent's.
enum BoardCell: Equatable {
    case empty
    case mine
    case yours

    /// The disc of `player`, seen by `me`.
    init(of player: Player?, for me: Player) {
        guard let player else {
            self = .empty
            return
        }
        self = player == me ? .mine : .yours
    }

    /// The colour of text about this disc.
    var role: Role {
        switch self {
        case .empty: .plain
        case .mine: .yellow
        case .yours: .red
        }
    }

    /// The disc as one character. The two discs differ in shape as well.
    var glyph: String {
        switch self {
        case .empty: "·"
        case .mine: "●"
        case .yours: "◉"
        }
    }
}

/// A square with everything that is drawn in it.
struct SquareFace: Equatable {
    /// How a disc stands out.
    enum Emphasis: Equatable {
        /// An ordinary disc.
        case none
        /// A disc outside the winning line, after a win.
        case faint
        /// A disc of the winning line. `isLit`: its core is white; blinking turns it on and off.
        case won(isLit: Bool)
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

    /// Whether the disc belongs to the winning line.
    var hasWon: Bool { if case .won = emphasis { true } else { false } }
}

/// A disc that is not in a square.
enum LooseDisc: Equatable {
    /// The player's next disc, above the chosen column.
    case above(column: Int, cell: BoardCell)
    /// A falling disc.
    case falling(FallingDisc)

    /// The column it is in or above.
    var column: Int {
        switch self {
        case .above(let column, _): column
        case .falling(let disc): disc.target.column
        }
    }

    /// Its colour.
    var cell: BoardCell {
        switch self {
        case .above(_, let cell): cell
        case .falling(let disc): disc.cell
        }
    }
}

/// A whole board: its squares, and the disc that is not in one.
struct BoardPicture {
    /// Ordered by column, then by row from the bottom.
    private var faces = Array(repeating: SquareFace(), count: Board.columns.count * Board.rows.count)
    var loose: LooseDisc?

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

    /// The board of a game in which yellow is `me`. `isLit`: the winning discs have white cores.
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

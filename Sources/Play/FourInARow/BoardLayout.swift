// Where everything on the board's screen is, from the size of the terminal alone: so the board never jumps while playing.
// It knows no discs and no canvas.

import Engine
import Screen

/// Where everything on the board's screen is.
struct BoardLayout: Equatable {
    /// How large the board is drawn.
    let size: BoardSize
    /// The board with its border.
    let board: Rect
    /// The row of the state label.
    let label: Int
    /// The row of the arrow above the columns.
    let cursor: Int
    /// The row of the scores above the columns: the arrow's where there is no room for one of its own.
    let scores: Int
    /// The row of the column numbers below the board; nil where there is no room.
    let numbers: Int?
    /// The row of the prompt after the end; where there is no room of its own it takes the numbers' or the bottom border's.
    let prompt: Int

    /// The layout within `area`, which lies between the title and the key bar.
    init(in area: Rect) {
        let size = BoardSize.allCases.last { $0.fits(in: area) } ?? .small
        self.size = size
        let slack = area.height - 2 - size.height
        let hasNumbers = size != .small && slack >= 2
        let margin = max(0, slack - (hasNumbers ? 2 : 1)) / 2
        let gap = margin > 0 ? 1 : 0
        label = area.y + max(0, margin - gap)
        scores = label + 1
        cursor = label + 1 + gap
        board = Rect(x: area.x + (area.width - size.width) / 2, y: cursor + 1, width: size.width, height: size.height)
        let below = board.y + board.height
        numbers = hasNumbers ? below : nil
        prompt = min(below + (hasNumbers ? 1 : 0), area.y + area.height - 1)
    }

    /// The inside of a square's cell.
    func cell(_ square: Square) -> Rect {
        let pitch = size.pitch
        let row = Board.rows.count - 1 - square.row
        let inset = size == .small ? 0 : 1
        return Rect(
            x: board.x + 1 + square.column * pitch.width, y: board.y + inset + row * pitch.height, width: pitch.width - inset,
            height: pitch.height - inset)
    }

    /// The middle of a column.
    func centre(ofColumn column: Int) -> Int {
        let cell = cell(Square(column: column, row: 0))
        return cell.x + cell.width / 2
    }

    /// The column that a click hits; nil beside the board.
    func column(at point: Point) -> Int? {
        guard point.y >= cursor, point.y <= board.y + board.height else { return nil }
        return Board.columns.first { column in
            let cell = cell(Square(column: column, row: 0))
            return point.x >= cell.x && point.x < cell.x + cell.width
        }
    }
}

extension BoardSize {
    /// A cell with the line on its left and above, where there are lines.
    var pitch: Size {
        switch self {
        case .small: Size(width: 3, height: 1)
        case .medium: Size(width: 6, height: 2)
        case .large: Size(width: 8, height: 4)
        }
    }

    /// Columns of the board with its border.
    var width: Int { Board.columns.count * pitch.width + (self == .small ? 2 : 1) }

    /// Rows of the board with its border.
    var height: Int { Board.rows.count * pitch.height + 1 }

    /// Whether the board, the label, the cursor and the prompt fit.
    func fits(in area: Rect) -> Bool { area.width >= width + 2 && area.height >= height + 4 }
}

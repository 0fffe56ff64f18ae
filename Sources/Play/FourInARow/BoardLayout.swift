// The positions of everything on the board's screen. They depend on the size of the terminal alone, so the board never moves in a game.

import Engine
import Screen

/// The size of the board. A square is about twice as wide in columns as it is high in rows.
struct BoardSize: Equatable {
    /// The rows of a square.
    let rows: Int

    /// The largest board that fits beside `columns` free columns; the smallest where none does.
    init(in area: Rect, sparing columns: Int = 0) {
        var rows = 1
        while BoardSize(rows: rows + 1).fits(in: area, sparing: columns) { rows += 1 }
        self.rows = rows
    }

    private init(rows: Int) { self.rows = rows }

    /// A square with the gap on its left. The two smallest sizes have one more column, for a mark or a rounder disc.
    var pitch: Size { Size(width: rows < 3 ? 2 * rows + 1 : 2 * rows, height: rows) }

    /// The width of the board in columns, with the gap on its right.
    var width: Int { Board.columns.count * pitch.width + (rows == 1 ? 0 : 1) }

    /// The height of the board in rows, without the column numbers.
    var height: Int { Board.rows.count * pitch.height }

    /// The disc in pixels; `isHalved`: a row has two.
    func disc(inHalfRows isHalved: Bool) -> DiscShape {
        rows == 1 ? DiscShape(width: 1, height: 1) : DiscShape(width: pitch.width - 1, height: isHalved ? 2 * rows - 1 : rows)
    }

    /// Whether the board, the label, a row above and two below it fit, and a line on either side.
    private func fits(in area: Rect, sparing columns: Int) -> Bool {
        area.width - columns >= width + 2 && area.height >= height + 4
    }
}

/// The positions of everything on the board's screen.
struct BoardLayout: Equatable {
    /// The size of the board.
    let size: BoardSize
    /// The squares.
    let board: Rect
    /// The row of the state label.
    let label: Int
    /// The number of rows between the label and the board. The next disc is drawn there, cut off at the top if necessary.
    let above: Int
    /// The row of the column numbers, on the board; nil where there is no room.
    let numbers: Int?
    /// The row of the board's base; nil where there is no room.
    let base: Int?

    /// The layout within `area`, which lies between the title and the key bar.
    init(in area: Rect, sparing columns: Int = 0) {
        size = BoardSize(in: area, sparing: columns)
        let spare = max(0, area.height - 2 - size.height)
        let below = min(2, spare)
        above = 1 + min(size.rows - 1, spare - below)
        label = area.y + (spare - below - above + 2) / 2
        board = Rect(
            x: area.x + max(1, (area.width - columns - size.width) / 2), y: label + 1 + above, width: size.width,
            height: size.height)
        let end = board.y + board.height
        numbers = below > 0 ? end : nil
        base = below > 1 ? end + 1 : nil
    }

    /// The largest board that fits in the middle of `area`, without label and numbers; nil where none fits.
    init?(pictureIn area: Rect) {
        size = BoardSize(in: Rect(x: area.x, y: area.y, width: area.width, height: area.height + 3))
        guard size.width + 2 <= area.width, size.height + 1 <= area.height else { return nil }
        let y = area.y + (area.height - size.height - 1) / 2
        board = Rect(x: area.x + (area.width - size.width) / 2, y: y, width: size.width, height: size.height)
        (label, above, numbers, base) = (y, 0, nil, y + size.height)
    }

    /// The board with its frame and its numbers, and the rows above it. It is not mirrored for right-to-left languages.
    var picture: Rect {
        Rect(x: board.x - 1, y: label + 1, width: board.width + 2, height: below - label)
    }

    /// The row of the scores, above the columns.
    var scores: Int { board.y - 1 }

    /// The row below the board.
    var below: Int { board.y + board.height + (numbers == nil ? 0 : 1) }

    /// A square's cells, with the gap on its left.
    func cell(_ square: Square) -> Rect {
        Rect(
            x: board.x + square.column * size.pitch.width, y: board.y + (Board.rows.count - 1 - square.row) * size.pitch.height,
            width: size.pitch.width, height: size.pitch.height)
    }

    /// The middle of a square.
    func centre(of square: Square) -> Point {
        let cell = cell(square)
        return Point(x: centre(ofColumn: square.column), y: cell.y + cell.height / 2)
    }

    /// The middle of a column.
    func centre(ofColumn column: Int) -> Int {
        board.x + column * size.pitch.width + 1 + size.disc(inHalfRows: true).width / 2
    }

    /// The column that a click hits; nil beside the board.
    func column(at point: Point) -> Int? {
        guard point.y > label, point.y <= below else { return nil }
        return Board.columns.first { column in
            let cell = cell(Square(column: column, row: 0))
            return point.x > cell.x && point.x < cell.x + cell.width || size.rows == 1 && point.x == cell.x
        }
    }
}

// The positions of everything on the board's screen. They depend on the size of the terminal alone, so the board never moves in a game.

import Engine
import Screen

/// The size of the board. A square is about twice as wide in columns as it is high in rows.
struct BoardSize: Equatable {
    /// The rows of a square.
    let rows: Int

    /// The largest board that fits beside `columns` free columns; the smallest where none does. `isPicture`: no disc hovers above it.
    init(in area: Rect, sparing columns: Int = 0, isPicture: Bool = false) {
        var rows = 1
        while BoardSize(rows: rows + 1).fits(in: area, sparing: columns, isPicture: isPicture) { rows += 1 }
        self.rows = rows
    }

    private init(rows: Int) { self.rows = rows }

    /// A square with the gap on its left. The smallest size has one more column, for a mark or a score.
    var pitch: Size { Size(width: rows == 1 ? 3 : 2 * rows, height: rows) }

    /// The width of the board in columns, with the gap on its right.
    var width: Int { Board.columns.count * pitch.width + (rows == 1 ? 0 : 1) }

    /// The height of the board in rows, without its base.
    var height: Int { Board.rows.count * pitch.height }

    /// The disc in pixels; `isHalved`: a row has two.
    func disc(inHalfRows isHalved: Bool) -> DiscShape {
        rows == 1 ? DiscShape(width: 1, height: 1) : DiscShape(width: pitch.width - 1, height: isHalved ? 2 * rows - 1 : rows)
    }

    /// Whether the board, its base and the disc above it fit, and a column on either side.
    private func fits(in area: Rect, sparing columns: Int, isPicture: Bool) -> Bool {
        area.width - columns >= width + 2 && area.height >= height + 1 + (isPicture ? 0 : rows)
    }
}

/// The positions of everything on the board's screen.
struct BoardLayout: Equatable {
    /// The size of the board.
    let size: BoardSize
    /// The squares.
    let board: Rect
    /// The number of rows above the board for the next disc.
    let above: Int
    /// Whether the base is half a row high and has no column numbers.
    let isPicture: Bool

    /// The layout within `area`, which lies between the first row and the key bar.
    init(in area: Rect, sparing columns: Int = 0) {
        size = BoardSize(in: area, sparing: columns)
        above = size.rows
        board = Rect(
            x: area.x + max(1, (area.width - columns - size.width) / 2),
            y: area.y + above + max(0, area.height - above - size.height - 1) / 2, width: size.width, height: size.height)
        isPicture = false
    }

    /// The largest board that fits in the middle of `area`, without numbers and with nothing above it; nil where none fits.
    init?(pictureIn area: Rect) {
        size = BoardSize(in: area, isPicture: true)
        guard size.width + 2 <= area.width, size.height + 1 <= area.height else { return nil }
        let y = area.y + (area.height - size.height - 1) / 2
        board = Rect(x: area.x + (area.width - size.width) / 2, y: y, width: size.width, height: size.height)
        (above, isPicture) = (0, true)
    }

    /// The board with its base, and the rows above it. It is not mirrored for right-to-left languages.
    var picture: Rect {
        Rect(x: board.x - 1, y: board.y - above, width: board.width + 2, height: above + board.height + 1)
    }

    /// What is free beside the board, at the left and at the right.
    func sides(in area: Rect) -> [Rect] {
        let end = picture.x + picture.width
        return [(area.x, picture.x - area.x), (end, area.x + area.width - end)].map { x, width in
            Rect(x: x, y: board.y, width: width, height: board.height)
        }
    }

    /// The rows for the next disc.
    var rowsAbove: Range<Int> { board.y - above..<board.y }

    /// Whether there is a row above this question and its answers, on a screen of this width.
    func hasRow(above question: String, in width: Int) -> Bool {
        TextWidth.wrap(question, to: width - 4).count + 2 <= above
    }

    /// The cells beside the disc above a column, on the side with more room of a screen of this width.
    func besideDisc(above column: Int, in width: Int) -> Rect {
        let disc = cell(Square(column: column, row: 0))
        let (left, right) = (disc.x - 2, width - (disc.x + disc.width + 3))
        return Rect(
            x: right >= left ? disc.x + disc.width + 2 : 1, y: rowsAbove.lowerBound, width: max(0, left, right), height: above)
    }

    /// The row of a sentence above the board: the middle of the rows for the next disc.
    var sentence: Int { board.y - above + above / 2 }

    /// The row of the board's base with the column numbers.
    var base: Int { board.y + board.height }

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

    /// The place of the next disc above a column: the row just above the board.
    func foot(ofColumn column: Int) -> Point { Point(x: centre(ofColumn: column), y: board.y - 1) }

    /// The column that a click hits; nil beside the board.
    func column(at point: Point) -> Int? {
        guard point.y >= board.y - above, point.y <= base else { return nil }
        return Board.columns.first { column in
            let cell = cell(Square(column: column, row: 0))
            return point.x > cell.x && point.x < cell.x + cell.width || size.rows == 1 && point.x == cell.x
        }
    }
}

extension Board {
    /// Whether the first of two columns is nearer to the middle.
    static func isNearerMiddle(_ one: Int, _ other: Int) -> Bool {
        let middle = columns.count / 2
        return abs(one - middle) < abs(other - middle)
    }
}

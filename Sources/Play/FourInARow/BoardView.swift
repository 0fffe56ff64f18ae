// Draws a board with its discs, its column numbers, the disc above it and the state label. BoardLayout has the positions,
// ColumnPixels the pixels, BoardPicture the content.

import Engine
import Language
import Screen

/// Draws boards on a canvas.
struct BoardView {
    let layout: BoardLayout
    let style: BoardStyle
    private let pixels: ColumnPixels

    init(layout: BoardLayout, style: BoardStyle) {
        self.layout = layout
        self.style = style
        pixels = ColumnPixels(style: style, size: layout.size)
    }

    /// Draws the whole board.
    func draw(_ picture: BoardPicture, on canvas: Canvas) {
        canvas.picture(in: layout.picture) {
            drawFrame(on: canvas)
            for column in Board.columns { drawColumn(column, of: picture, on: canvas) }
            drawCharacters(of: picture, on: canvas)
        }
    }

    /// Redraws the columns that have changed.
    func draw(_ columns: Set<Int>, of picture: BoardPicture, on canvas: Canvas) {
        // Characters in the gaps between squares belong to the column before.
        guard style.isPainted(layout.size) else { return draw(picture, on: canvas) }
        canvas.picture(in: layout.picture) {
            for column in columns { drawColumn(column, of: picture, on: canvas) }
            drawCharacters(of: picture, in: columns, on: canvas)
        }
    }

    /// Redraws what the choice of a column changes in these columns: the disc above, and the square where it would land.
    func drawChoice(among columns: Set<Int>, of picture: BoardPicture, on canvas: Canvas) {
        guard style.isPainted(layout.size) else { return draw(picture, on: canvas) }
        canvas.picture(in: layout.picture) {
            for column in columns {
                drawColumn(column, rows: -layout.above..<0, of: picture, on: canvas)
                guard let landing = picture.landing(in: column) else { continue }
                let top = layout.cell(landing).y - layout.board.y
                drawColumn(column, rows: top..<top + layout.size.rows, of: picture, on: canvas)
            }
            drawCharacters(of: picture, in: columns, on: canvas)
        }
    }

    // MARK: The board itself

    private func drawFrame(on canvas: Canvas) {
        let board = layout.board
        let end = board.y + board.height
        if style.isColoured {
            let height = board.height + (layout.numbers == nil ? 0 : 1)
            canvas.fill(Rect(x: board.x, y: board.y, width: board.width, height: height), with: " ", .panel, on: .panel)
            if style.isPainted(layout.size) { drawEdge(on: canvas) }
            if let base = layout.base { drawBase(y: base, on: canvas) }
        } else {
            for y in board.y..<end {
                canvas.put("│", x: board.x - 1, y: y, .frame)
                canvas.fill(Rect(x: board.x, y: y, width: board.width, height: 1))
                canvas.put("│", x: board.x + board.width, y: y, .frame)
            }
            if let row = layout.numbers ?? layout.base {
                canvas.put("└" + String(repeating: "─", count: board.width) + "┘", x: board.x - 1, y: row, .frame)
            }
        }
        guard let row = layout.numbers else { return }
        for column in Board.columns {
            canvas.put(
                String(column + 1), x: layout.centre(ofColumn: column), y: row, style.isColoured ? .panelText : .plain,
                on: style.isColoured ? .panel : nil)
        }
    }

    /// Draws the right edge in one colour, with different characters for adjacent rows of squares. If rows had equal characters, ncurses
    /// would take them for scrolled text, whatever their colours, and move parts of the board.
    private func drawEdge(on canvas: Canvas) {
        let edge: [Unicode.Scalar] = [" ", "▀", "▄", "█"]
        for row in Board.rows {
            let y = layout.board.y + row * layout.size.rows
            canvas[layout.board.x + layout.board.width - 1, y] = Cell(edge[row % edge.count], .panel, on: .panel)
        }
    }

    /// Draws the base of the board, half a row high.
    private func drawBase(y: Int, on canvas: Canvas) {
        let board = layout.board
        canvas.put(String(repeating: "▀", count: board.width + 2), x: board.x - 1, y: y, .panel)
    }

    // MARK: Squares and discs

    /// Draws the cells of a column. `rows` count from the top of the board, negative ones are above it; nil means all.
    private func drawColumn(_ column: Int, rows: Range<Int>? = nil, of picture: BoardPicture, on canvas: Canvas) {
        let loose = picture.loose.flatMap { $0.column == column ? (cell: $0.cell, top: pixels.top(of: $0)) : nil }
        let left = layout.board.x + column * layout.size.pitch.width
        let faces = Board.rows.map { picture[Square(column: column, row: Board.rows.count - 1 - $0)] }
        let isHalved = style.halvesRows(layout.size)
        func ink(_ x: Int, _ y: Int) -> Ink { pixels.ink(x: x, y: y, of: faces, loose: loose) }
        for row in rows ?? -layout.above..<layout.board.height {
            let ground: Role? = row < 0 ? nil : .panel
            canvas.put(layout.size.pitch.width, x: left, y: layout.board.y + row) { x in
                pixels.across > 1
                    ? cell([2 * row, 2 * row + 1].flatMap { [ink(2 * x, $0), ink(2 * x + 1, $0)] }, isLeft: x < 3, on: ground)
                    : isHalved
                        ? cell(ink(x, 2 * row), ink(x, 2 * row + 1), on: ground)
                        : cell(ink(x, row), on: ground, glyphs: style.glyphs)
            }
        }
    }

    /// A cell of four pixels. A cell shows two colours: of three, as beside a falling disc, the outer pixels are shown.
    private func cell(_ quarters: [Ink], isLeft: Bool, on ground: Role?) -> Cell {
        let outer = isLeft ? 0 : 1
        guard Set(quarters.map { role(of: $0) }).count < 3 else { return cell(quarters[outer], quarters[outer + 2], on: ground) }
        return Cell(quarters: quarters.map { role(of: $0) }, on: style.isColoured ? ground : nil)
    }

    /// The colour of a pixel, or of its outline on a board of lines; nil for the background's.
    private func role(of ink: Ink) -> Role? { style.isColoured ? ink.role : ink.outlined?.role }

    /// A cell of two pixels.
    private func cell(_ upper: Ink, _ lower: Ink, on ground: Role?) -> Cell {
        Cell(upper: role(of: upper), lower: role(of: lower), on: style.isColoured ? ground : nil)
    }

    /// A cell of one pixel.
    private func cell(_ ink: Ink, on ground: Role?, glyphs: Glyphs) -> Cell {
        let ground = style.isColoured ? ground : nil
        guard let glyph = glyph(of: ink) else { return Cell(upper: nil, lower: nil, on: ground) }
        return Cell(glyphs.shown(glyph), role(of: ink) ?? .plain, on: ground)
    }

    private func glyph(of ink: Ink) -> Unicode.Scalar? {
        let isSmall = layout.size.rows == 1
        switch ink.outlined {
        case .mine: return isSmall ? "●" : "X"
        case .yours: return !isSmall ? "O" : style.isColoured ? "◉" : "○"
        default: return ink != .hole || !isSmall ? nil : style.isColoured ? "●" : "·"
        }
    }

    // MARK: Characters

    /// Draws threats, and on boards without pixels also the last move, the ghost and the winning line, as characters.
    private func drawCharacters(of picture: BoardPicture, in columns: Set<Int>? = nil, on canvas: Canvas) {
        for column in Board.columns where columns?.contains(column) ?? true {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                if !style.isPainted(layout.size) { drawSigns(of: picture, at: square, on: canvas) }
                let face = picture[square]
                guard face.cell == .empty, let mark = face.mark, picture.loose.map({ covers($0, square) }) != true else {
                    continue
                }
                put(String(mark.sign), mark.role, at: layout.centre(of: square), on: canvas)
            }
        }
    }

    private func covers(_ loose: LooseDisc, _ square: Square) -> Bool {
        if case .falling(let disc) = loose { disc.target == square } else { false }
    }

    private func drawSigns(of picture: BoardPicture, at square: Square, on canvas: Canvas) {
        let face = picture[square]
        let centre = layout.centre(of: square)
        let cell = layout.cell(square)
        if face.cell == .empty, canvas[centre.x, centre.y].scalar == 0x20 {
            put("·", .plain, at: centre, on: canvas)
        }
        if let ghost = face.ghost, face.cell == .empty { put("▼", ghost.role, at: centre, on: canvas) }
        let right = cell.x + (layout.size.rows == 1 ? 2 : layout.size.pitch.width)
        if face.isLast { put("<", .lit, at: Point(x: right, y: centre.y), on: canvas) }
        guard face.hasWon, face.emphasis == .won(isLit: true) else { return }
        put(bracket("[", beside: square, by: -1, in: picture), .lit, at: Point(x: cell.x, y: centre.y), on: canvas)
        put(bracket("]", beside: square, by: 1, in: picture), .lit, at: Point(x: right, y: centre.y), on: canvas)
    }

    /// The bracket beside a winning disc, or a bar where two winning discs share the gap.
    private func bracket(_ text: String, beside square: Square, by step: Int, in picture: BoardPicture) -> String {
        let column = square.column + step
        guard layout.size.rows > 1, Board.columns.contains(column) else { return text }
        return picture[Square(column: column, row: square.row)].hasWon ? "|" : text
    }

    private func put(_ text: String, _ role: Role, at point: Point, on canvas: Canvas) {
        let ground: Role? = style.isColoured ? (layout.size.rows == 1 ? .panel : .hole) : nil
        canvas.put(text, x: point.x, y: point.y, role, on: ground)
    }
}

extension Ink {
    /// The disc at this pixel of an outline, whose core is empty; nil where there is none.
    fileprivate var outlined: BoardCell? {
        switch self {
        case .body(let cell, _): cell
        case .ring: .mine
        default: nil
        }
    }
}

// MARK: - Around the board

extension BoardView {
    /// Draws the state label, centred above the board, over the last one. Returns its first cell.
    @discardableResult
    func drawLabel(_ text: String, on canvas: Canvas) -> Point {
        let width = canvas.size.width
        let text = TextWidth.clip(text, to: width)
        let middle = layout.board.x + layout.board.width / 2
        let x = max(0, min(width - TextWidth.of(text), middle - TextWidth.of(text) / 2))
        canvas.fill(Rect(x: 0, y: layout.label, width: x, height: 1))
        let after = canvas.put(text, x: x, y: layout.label, .label)
        canvas.lastRows = layout.label..<layout.label + 1
        canvas.fill(Rect(x: after, y: layout.label, width: width - after, height: 1))
        return Point(x: x, y: layout.label)
    }

    /// Draws, in the label's row and the one below, what is lost and how long the search goes on.
    func drawLoss(_ loss: String, secondsLeft seconds: Int, on canvas: Canvas) {
        let width = canvas.size.width
        let search = style.glyphs.spelt(tr("Reconnecting… {time}", ["time": PresenceWords.minutes(seconds * 1000)]))
        for (y, line) in [(layout.label, loss), (layout.label + 1, search)] {
            canvas.fill(Rect(x: 0, y: y, width: width, height: 1))
            canvas.put(line, x: max(0, (width - TextWidth.of(line)) / 2), y: y, .label)
        }
        canvas.lastRows = layout.label..<layout.label + 2
    }

    /// Draws the scores or the marks of a hint above the columns. The chosen column is highlighted.
    func draw(_ insight: Insight, cursor: (column: Int, role: Role)?, on canvas: Canvas) {
        canvas.picture(in: layout.picture) {
            canvas.fill(Rect(x: layout.board.x, y: layout.scores, width: layout.board.width, height: 1))
            for column in Board.columns {
                let centre = layout.centre(ofColumn: column)
                if let (text, role) = insight.text(above: column, on: layout) {
                    let isChosen = column == cursor?.column
                    canvas.put(text, x: centre - TextWidth.of(text) / 2, y: layout.scores, isChosen ? .selected : role)
                } else if let cursor, column == cursor.column {
                    canvas.put("▼", x: centre, y: layout.scores, cursor.role)
                }
            }
        }
    }
}

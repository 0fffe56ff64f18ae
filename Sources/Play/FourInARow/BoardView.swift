// Draws a board with its discs, its base with the column numbers, the disc above it, and a sentence there. BoardLayout has the
// positions, ColumnPixels the pixels, BoardPicture the content.

import Engine
import Language
import Screen

/// Draws boards on a canvas.
struct BoardView {
    let layout: BoardLayout
    let style: BoardStyle
    private let pixels: ColumnPixels
    /// Whether lines join the winning discs: not where a disc has hardly more pixels than a line.
    private var hasLines: Bool { style.isPainted(layout.size) && layout.size.rows > 2 }

    init(layout: BoardLayout, style: BoardStyle) {
        self.layout = layout
        self.style = style
        pixels = ColumnPixels(style: style, size: layout.size)
    }

    /// Draws the whole board.
    func draw(_ picture: BoardPicture, on canvas: Canvas) {
        canvas.picture(in: layout.picture) {
            drawFrame(of: picture, on: canvas)
            for column in Board.columns {
                drawColumn(column, of: picture, on: canvas)
                drawBaseText(of: column, of: picture, on: canvas)
            }
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

    /// Redraws what the choice of a column changes in these columns: the disc above, the square where it would land, the number, and
    /// `hasOutline`: the outline, which there is or has been.
    func drawChoice(among columns: Set<Int>, hasOutline: Bool = true, of picture: BoardPicture, on canvas: Canvas) {
        guard style.isPainted(layout.size) else { return draw(picture, on: canvas) }
        canvas.picture(in: layout.picture) {
            for column in columns {
                drawColumn(column, rows: -layout.above..<0, of: picture, on: canvas)
                if hasOutline { drawOutline(of: column, of: picture, on: canvas) }
                drawBaseText(of: column, of: picture, on: canvas)
                guard let landing = picture.landing(in: column) else { continue }
                let top = layout.cell(landing).y - layout.board.y
                drawColumn(column, rows: top..<top + layout.size.rows, of: picture, on: canvas)
            }
            drawCharacters(of: picture, in: columns, on: canvas)
        }
    }

    // MARK: The board itself

    private func drawFrame(of picture: BoardPicture, on canvas: Canvas) {
        let board = layout.board
        let base = Rect(x: board.x - 1, y: layout.base, width: board.width + 2, height: 1)
        if style.isColoured {
            canvas.fill(board, with: " ", .panel, on: .panel)
            if style.isPainted(layout.size) { drawEdge(of: picture, on: canvas) }
            if layout.isPicture {
                canvas.fill(base, with: "▀", .panel)
            } else {
                canvas.fill(base, with: " ", .panel, on: .panel)
            }
        } else {
            for y in board.y..<layout.base {
                canvas.put("│", x: board.x - 1, y: y, .frame)
                canvas.fill(Rect(x: board.x, y: y, width: board.width, height: 1))
                canvas.put("│", x: board.x + board.width, y: y, .frame)
            }
            canvas.put("└" + String(repeating: "─", count: board.width) + "┘", x: base.x, y: base.y, .frame)
        }
        if picture.showsRows {
            for row in Board.rows {
                let middle = layout.centre(of: Square(column: 0, row: row))
                canvas.put(String(row + 1), x: board.x - 1, y: middle.y, .faint)
            }
        }
    }

    /// Draws the text below a column. What stands out has a blank on both sides where there is room.
    private func drawBaseText(of column: Int, of picture: BoardPicture, on canvas: Canvas) {
        if layout.isPicture { return }
        let text = picture.base[column]
        let pitch = layout.size.pitch.width
        let isPadded = (text.isLit || text.isMarked) && text.text.count + 2 < pitch
        let shown = (isPadded ? " \(text.text) " : text.text).unicodeScalars.map { canvas.glyphs.shown($0) }
        let left = layout.board.x + column * pitch
        let start = layout.centre(ofColumn: column) - shown.count / 2 - left
        let blank =
            style.isColoured
            ? Cell(" ", .panel, on: .panel) : Cell(canvas.glyphs.shown("─"), .frame)
        canvas.put(pitch, x: left, y: layout.base) { x in
            guard shown.indices.contains(x - start) else { return blank }
            return baseCell(shown[x - start], of: text, isNumber: x - start <= (isPadded ? 1 : 0))
        }
    }

    private func baseCell(_ scalar: Unicode.Scalar, of text: BaseText, isNumber: Bool) -> Cell {
        if text.isMarked || text.isLit && !style.isColoured { return Cell(scalar, .selected) }
        if !style.isColoured { return Cell(scalar, .plain) }
        if text.isLit { return Cell(scalar, .numberLit, on: .panelLit) }
        return Cell(scalar, isNumber ? .panelText : text.sign ?? .panelText, on: .panel)
    }

    /// Draws the right edge in one colour, with different characters for adjacent rows of squares. If rows had equal characters, ncurses
    /// would take them for scrolled text, whatever their colours, and move parts of the board.
    private func drawEdge(of picture: BoardPicture, on canvas: Canvas) {
        let role: Role = picture.outlined == Board.columns.last ? .outline : .panel
        let x = layout.board.x + layout.board.width - 1
        canvas.fill(Rect(x: x, y: layout.board.y, width: 1, height: layout.board.height), with: " ", role, on: role)
        let edge: [Unicode.Scalar] = [" ", "▀", "▄", "█"]
        for row in Board.rows {
            let y = layout.board.y + row * layout.size.rows
            canvas[x, y] = Cell(edge[row % edge.count], role, on: role)
        }
    }

    /// Draws the gaps on both sides of a column, where the outline is.
    private func drawOutline(of column: Int, of picture: BoardPicture, on canvas: Canvas) {
        drawColumn(column, rows: 0..<layout.board.height, width: 1, of: picture, on: canvas)
        if column + 1 < Board.columns.count {
            drawColumn(column + 1, rows: 0..<layout.board.height, width: 1, of: picture, on: canvas)
        } else {
            drawEdge(of: picture, on: canvas)
        }
    }

    // MARK: Squares and discs

    /// Draws the cells of a column, or the first `width` from its left. `rows` count from the top of the board, negative ones are above it;
    /// nil means all.
    private func drawColumn(
        _ column: Int, rows: Range<Int>? = nil, width: Int? = nil, of picture: BoardPicture, on canvas: Canvas
    ) {
        let loose = picture.loose.flatMap { $0.column == column ? (disc: $0, top: pixels.top(of: $0)) : nil }
        let left = layout.board.x + column * layout.size.pitch.width
        let faces = Board.rows.map { picture[Square(column: column, row: Board.rows.count - 1 - $0)] }
        let isHalved = style.halvesRows(layout.size)
        let isOutlined = picture.outlined.map { $0 == column || $0 == column - 1 } ?? false
        let lines = hasLines ? picture.lines.map { WinningLine($0, in: layout.size) } : []
        func ink(_ x: Int, _ y: Int) -> Ink {
            if isOutlined && x < pixels.across && y >= 0 { return .outline }
            if lines.contains(where: { $0.contains(column * layout.size.pitch.width + x, y) }) { return .line }
            return pixels.ink(x: x, y: y, of: faces, loose: loose)
        }
        for row in rows ?? -layout.above..<layout.board.height {
            let ground: Role? = row < 0 ? nil : .panel
            canvas.put(width ?? layout.size.pitch.width, x: left, y: layout.board.y + row) { x in
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
    private func role(of ink: Ink) -> Role? {
        if style.isColoured { return ink.role }
        if ink == .fullRing { return .faint }
        if case .body(_, .faint) = ink { return .dimText }
        return ink.outlined?.role
    }

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
        if ink == .fullRing { return isSmall && style.isColoured ? "○" : "·" }
        switch ink.outlined {
        case .yellow: return isSmall ? "●" : "X"
        case .red: return !isSmall ? "O" : style.isColoured ? "◉" : "○"
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
                guard face.cell == .empty, let mark = face.mark, picture.loose?.target != square else { continue }
                let centre = layout.centre(of: square)
                // On a large board a sign stands on a plate in its colour, but for the ring of a ghost disc.
                if style.isPainted(layout.size), layout.size.rows > 2, face.ghost == nil, let plate = mark.role.plate {
                    canvas.put(" \(mark.sign) ", x: centre.x - 1, y: centre.y, plate)
                } else {
                    put(String(mark.sign), mark.role, at: centre, on: canvas, ground: .hole)
                }
            }
        }
    }

    private func drawSigns(of picture: BoardPicture, at square: Square, on canvas: Canvas) {
        let face = picture[square]
        let centre = layout.centre(of: square)
        let cell = layout.cell(square)
        if face.cell == .empty, canvas[centre.x, centre.y].scalar == 0x20 {
            put("·", .plain, at: centre, on: canvas)
        }
        if let ghost = face.ghost, face.cell == .empty { put("▼", ghost.role, at: centre, on: canvas) }
        if face.cell == .empty, face.ghost == nil {
            if case .answer(let cell) = face.part { put("^", cell.role, at: centre, on: canvas) }
            if case .goal(let cell) = face.part { put("!", cell.role, at: centre, on: canvas) }
        }
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

    private func put(_ text: String, _ role: Role, at point: Point, on canvas: Canvas, ground: Role? = nil) {
        let ground = ground ?? (layout.size.rows == 1 ? .panel : .hole)
        if style.isColoured {
            canvas.put(text, x: point.x, y: point.y, role.onBoard, on: ground)
        } else {
            canvas.put(text, x: point.x, y: point.y, role)
        }
    }
}

extension Role {
    /// The same with a ground of its own; nil for signs that have none.
    fileprivate var plate: Role? {
        switch self {
        case .yellow: .yellowChip
        case .red: .redChip
        case .plain: .alert
        default: nil
        }
    }

    /// The same for a sign on the board, whose colours do not depend on the terminal's background.
    fileprivate var onBoard: Role {
        switch self {
        case .yellow: .yellowMark
        case .red: .redMark
        case .plain: .lit
        default: self
        }
    }
}

extension Ink {
    /// The disc at this pixel of an outline, whose core is empty; nil where there is none.
    fileprivate var outlined: BoardCell? {
        switch self {
        case .body(let cell, _): cell
        case .ring, .rim: .yellow
        default: nil
        }
    }
}

/// A line through winning discs, as pixels of half a row from the top left of the board.
private struct WinningLine {
    private let start: (x: Int, y: Int)
    private let step: (x: Int, y: Int)
    private let length: Int
    /// Whether the line is three pixels wide. On diagonals a thin one is two, or it would be a row of dots.
    private let isThick: Bool

    init(_ line: (from: Square, to: Square), in size: BoardSize) {
        func centre(_ square: Square) -> (x: Int, y: Int) {
            (
                square.column * size.pitch.width + size.rows,
                (Board.rows.count - 1 - square.row) * 2 * size.rows + size.rows
            )
        }
        start = centre(line.from)
        let end = centre(line.to)
        length = max(abs(end.x - start.x), abs(end.y - start.y))
        step = ((end.x - start.x).signum(), (end.y - start.y).signum())
        isThick = size.rows > 4
    }

    func contains(_ x: Int, _ y: Int) -> Bool {
        isOn(x, y) || isThick && [(1, 0), (-1, 0), (0, 1), (0, -1)].contains { isOn(x + $0.0, y + $0.1) }
            || step.x != 0 && step.y != 0 && isOn(x - step.x, y, sparing: 1)
    }

    private func isOn(_ x: Int, _ y: Int, sparing rest: Int = 0) -> Bool {
        let along = step.x != 0 ? (x - start.x) * step.x : (y - start.y) * step.y
        return along >= 0 && along <= length - rest && x == start.x + along * step.x && y == start.y + along * step.y
    }
}

// MARK: - Above the board

extension BoardView {
    /// Draws a sentence, centred above the board, over the last one. Returns its first cell.
    @discardableResult
    func drawSentence(_ text: String, _ role: Role = .label, below rows: Int = 0, on canvas: Canvas) -> Point {
        let y = layout.sentence + rows
        let width = canvas.size.width
        let text = TextWidth.clip(text, to: width)
        let middle = layout.board.x + layout.board.width / 2
        let x = max(0, min(width - TextWidth.of(text), middle - TextWidth.of(text) / 2))
        canvas.fill(Rect(x: 0, y: y, width: width, height: 1))
        canvas.put(text, x: x, y: y, role)
        canvas.lastRows = layout.sentence..<max(y, layout.sentence) + 1
        return Point(x: x, y: y)
    }
}
